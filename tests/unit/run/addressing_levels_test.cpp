/// The levels at which GPUs are addressed, dedicated, shared and distributed: orders that the
/// founding deck claims, on the shipped scenario.

#include <gtest/gtest.h>

#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

RunResult run_variant(const std::string& variant) {
  const std::string file = source_file("scenarios/dedicated-shared-distributed.json").string();
  Design design;
  design.variant = variant;
  const CheckedScenario scenario = test::checked(test::load_text(read_text(file), file, design));
  Run run(scenario, load_traces(scenario.spec));
  run.step_until(kForever, {});
  return run.finish();
}

/// GPU seconds that jobs held until that date, as a share of all.
double used(const RunResult& result, double until) {
  double held = 0.0;
  for (std::size_t job = 0; job < result.jobs.size(); ++job)
    for (const Segment& segment : result.jobs.segments(job))
      held += result.jobs.demand(job).gpus *
              std::max(0.0, std::min(segment.end.value(), until) - segment.start.value());
  return held / (static_cast<double>(result.gpus_total) * until);
}

constexpr double kFourteenDays = 14.0 * 86400.0;

TEST(AddressingLevels, EachLeavesFewerGpusIdle) {
  const double dedicated = used(run_variant("dedicated"), kFourteenDays);
  const double shared = used(run_variant(""), kFourteenDays);
  const double distributed = used(run_variant("distributed"), kFourteenDays);
  EXPECT_LE(dedicated, shared);
  EXPECT_LE(shared, distributed);
  EXPECT_LE(distributed, 1.0);
}

double stranded(const RunResult& result) {
  double sum = 0.0;
  for (const double gpus : result.timeline["gpus_stranded"]) sum += gpus;
  return sum;
}

TEST(AddressingLevels, APoolStrandsNoGpu) {
  EXPECT_GT(stranded(run_variant("")), 0.0);
  EXPECT_EQ(stranded(run_variant("distributed")), 0.0);
}

/// Two hosts with 128 cores each, and two boxes: jobs with 40 cores fit thrice on a host, so that
/// GPUs are free that nobody's cores reach.
TEST(AddressingLevels, CoresAndMemoryStayWithTheHost) {
  const CheckedScenario scenario = test::checked(R"({"format": 1, "cluster": {
      "nodes": {"host": {"type": "cpu-2s-2024", "count": 2},
                "box": {"type": "gpu-box", "count": 2, "gpus": 8, "link": "26 GB/s"}},
      "networks": {"fabric": {"type": "composed-pcie", "fabric": "liqid-grid-gen4"}},
      "gpu_access": {"type": "composed-pcie", "over": "fabric", "clients": ["host"],
                     "servers": ["box"]}},
    "workload": {"streams": {"s": {"generate": {"jobs": 12, "jobs_per_hour": 1e9,
      "gpus": {"1": 1}, "cores_per_gpu": 40,
      "run_time": {"distribution": "constant", "value": "1 h"}}}}}})");
  gpuscape::Run run(scenario, load_traces(scenario.spec));
  run.step_until(Seconds(1000.0), {});
  std::size_t running = 0;
  const RunResult result = run.finish();
  for (std::size_t job = 0; job < result.jobs.size(); ++job)
    running += result.jobs.state(job) == JobState::running ? 1U : 0U;
  EXPECT_EQ(running, 6U);
}

}  // namespace
}  // namespace gpuscape
