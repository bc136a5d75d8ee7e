/// Over which time averages are, and which GPU-hours they count.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/study/compare/compare.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Jobs of 1 h on all eight GPUs.
StudyResult generated(int jobs, const char* rate) {
  return test::study(test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "gpus": 8}}}}}},
        "workload": {{"streams": {{"s": {{"generate": {{"jobs": {}, "jobs_per_hour": {},
          "gpus": {{"8": 1}}, "run_time": {{"distribution": "constant", "value": "1 h"}}}}}}}}}},
        "run": {{"replications": 5}}}})",
      jobs, rate)));
}

// One job: it holds all there is from its submission to the end of the run, an hour later.
TEST(AveragedWindow, HoldsTheWorkOfATinyStream) {
  const StudyResult result = generated(1, "1");
  const double end = result.first.end.value();
  EXPECT_EQ(result.averaged_from, Seconds(0.0));
  EXPECT_EQ(result.averaged_to, result.first.end);
  EXPECT_NEAR(result.metrics["offered_load"], 3600.0 / end, 1e-9);
  EXPECT_NEAR(result.metrics["gpus_allocated_share"], 3600.0 / end, 1e-9);
  EXPECT_THAT(result.warm_up_method, HasSubstr("averages are over the whole run"));
}

TEST(AveragedWindow, OfALongStreamEndsWithItsSubmissions) {
  const StudyResult result = generated(500, "0.5");
  EXPECT_LT(result.averaged_to, result.first.end);
  EXPECT_THAT(result.warm_up_method, Not(HasSubstr("whole run")));
}

/// A log on one GPU.
CheckedScenario log_scenario(const ScratchFolder& folder, const std::string& rows,
                             const std::string& stream, const std::string& more) {
  write_text(folder.path() / "log.csv", "t,d,l,u\n" + rows);
  return test::checked(
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 1}}},
        "workload": {"streams": {"log": {"trace": {"format": "csv", "file": "log.csv", "columns":
          {"submit": "t", "run_time": "d", "time_limit": "l", "user": "u"}})" +
          stream + "}}}" + more + "}",
      (folder.path() / "s.json").string());
}
StudyResult of_log(const std::string& rows, const std::string& stream, const std::string& more) {
  const ScratchFolder folder;
  return test::study(log_scenario(folder, rows, stream, more));
}

// Of the 3 h from 1 h to 4 h the GPU is held from 2 h to 3 h; jobs of 3610 s are submitted in them.
TEST(AveragedWindow, OfALogBeginsAfterItsWarmUp) {
  const StudyResult result =
      of_log("0,3600,,a\n7200,3600,,a\n14400,10,,a\n", "", R"(, "run": {"warm_up": "1 h"})");
  EXPECT_EQ(result.warm_up, Seconds(3600.0));
  EXPECT_EQ(result.warm_up_method, "given");
  EXPECT_NEAR(result.metrics["gpus_allocated_share"], 1.0 / 3.0, 1e-9);
  EXPECT_NEAR(result.metrics["offered_load"], 3610.0 / 10800.0, 1e-9);
}

TEST(AveragedWindow, OfALogIsTheSameInAComparison) {
  const ScratchFolder folder;
  const NamedDesign design{"one", log_scenario(folder, "0,3600,,a\n7200,3600,,a\n14400,10,,a\n", "",
                                               R"(, "run": {"warm_up": "1 h"})")};
  TraceCache traces;
  const CompareResult result = compare_designs({&design, &design}, traces, {});
  for (const VariantResult& one : result.variants) {
    EXPECT_EQ(one.outcome.result.warm_up, Seconds(3600.0));
    EXPECT_NEAR(one.outcome.result.metrics["gpus_allocated_share"], 1.0 / 3.0, 1e-9);
  }
}

// The first is killed after 100 s, the second completes in 50 s.
TEST(CountedGpuHours, OfAJobThatIsStoppedAtItsLimitAreThoseThatItGot) {
  const StudyResult result = of_log("0,1000,100,a\n200,50,100,a\n",
                                    R"(, "applications": [{"where": {}, "kind": "interactive"}])",
                                    R"(, "scheduler": {"overrun": "kill"})");
  ASSERT_TRUE(result.first.use.has_value());
  EXPECT_EQ(result.timed_out, 1);
  EXPECT_EQ(result.first.use->all.gpu_seconds, GpuSeconds(150.0));
  EXPECT_EQ(result.first.use->interactive.all.gpu_seconds, GpuSeconds(150.0));
}

}  // namespace
}  // namespace gpuscape
