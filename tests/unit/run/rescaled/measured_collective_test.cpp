/// A log that was measured with one collective, on machines where jobs take another.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

/// What a job of 10 000 s takes whose steps are nothing but an all-reduce among 32 GPUs, each in a
/// node of its own, on the machine that it was measured on.
double took(const std::string& here, const std::string& measured_by) {
  const ScratchFolder folder;
  write_text(folder.path() / "log.csv", "id,submit,run_time,gpus\n1,0,10000,32\n");
  constexpr const char* kNodes = R"({"type": "gh200-node", "count": 32})";
  constexpr const char* kSwitch = R"({"type": "single-switch", "switch": "nvidia-qm9700"})";
  const CheckedScenario scenario =
      test::checked(fmt::format(R"({{"format": 1, "cluster": {{"nodes": {{"n": {0}}},
          "networks": {{"compute": {1}}}}}, "workload": {{"applications": {{"a": {{
            "type": "data-parallel", "samples_per_second": 1e9, "batch_per_gpu": 1,
            "gradients": "10 GB", "overlap": 0, "launches_per_step": 0, "collective": "{2}"}}}},
          "streams": {{"s": {{"application": "a", "measured_on": {{"node": {0}, "network": {1}{3}}},
            "trace": {{"file": "log.csv", "format": "csv", "columns": {{"id": "id",
              "submit": "submit", "run_time": "run_time", "gpus": "gpus"}}}}}}}}}}}})",
                                kNodes, kSwitch, here, measured_by),
                    (folder.path() / "test.json").string());
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  const RunResult result = run.finish();
  const Segment& segment = result.jobs.segments(0).back();
  return (segment.end - segment.start).value();
}

/// A ring sends 2 · 31/32 of the bytes from each adapter, a switch that reduces them once: 1.9375
/// times less. A ring's last step adds half a percent.
TEST(MeasuredCollective, ALogOfRingsIsRescaledToSwitchesThatReduce) {
  EXPECT_NEAR(10000.0 / took("sharp", R"(, "collective": "ring")"), 1.9375, 0.02);
  EXPECT_NEAR(took("ring", R"(, "collective": "sharp")") / 10000.0, 1.9375, 0.02);
}

TEST(MeasuredCollective, OfTheSameKindNothingChanges) {
  EXPECT_NEAR(took("ring", R"(, "collective": "ring")"), 10000.0, 1e-6);
  EXPECT_NEAR(took("sharp", R"(, "collective": "sharp")"), 10000.0, 1e-6);
}

/// Which is the library's own choice on that machine (rings), not what the application asks for
/// here.
TEST(MeasuredCollective, WithoutOneItIsWhatTheLibraryTakesThere) {
  EXPECT_NEAR(took("sharp", ""), took("sharp", R"(, "collective": "auto")"), 1e-9);
  EXPECT_NEAR(10000.0 / took("sharp", ""), 1.9375, 0.02);
}

}  // namespace
}  // namespace gpuscape
