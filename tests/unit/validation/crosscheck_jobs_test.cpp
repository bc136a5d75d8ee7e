/// Steps run one by one as flows, against the averages that a replay takes.

#include "sim/validation/crosscheck_jobs.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/validation/steps_as_flows.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

/// Two steppers on one link of 1 B/s, each computing for 3 s and sending 1 B.
double step_of_two(Seconds apart, Seconds hidden) {
  const std::vector<BytesPerSecond> link = {BytesPerSecond(1.0)};
  const std::vector<TrafficFlow> flows = {{.links = {0}, .bytes = Bytes(1.0)}};
  StepsAsFlows steps(link);
  const MeanPresence::Step step{.private_time = Seconds(3.0), .hidden = hidden};
  steps.add(step, flows, Seconds(0.0));
  steps.add(step, flows, apart);
  EXPECT_TRUE(steps.run(2, 10, 1000, {}));
  return steps.mean_step(1, 10).value_or(Seconds(0.0)).value();
}

TEST(StepsAsFlows, ThoseThatBeginTogetherShareTheLink) {
  EXPECT_NEAR(step_of_two(Seconds(0.0), Seconds(0.0)), 5.0, 1e-9);
}

TEST(StepsAsFlows, ThoseInEachOthersGapsDoNotMeet) {
  EXPECT_NEAR(step_of_two(Seconds(2.0), Seconds(0.0)), 4.0, 1e-9);
}

TEST(StepsAsFlows, WhatIsHiddenPassesWhileTheStepComputes) {
  EXPECT_NEAR(step_of_two(Seconds(0.0), Seconds(2.0)), 3.0, 1e-9);
  EXPECT_NEAR(step_of_two(Seconds(0.0), Seconds(0.5)), 4.5, 1e-9);
}

TEST(StepsAsFlows, TooFewStepsHaveNoMean) {
  const std::vector<BytesPerSecond> link = {BytesPerSecond(1.0)};
  StepsAsFlows steps(link);
  steps.add({.private_time = Seconds(1.0)}, {}, Seconds(0.0));
  EXPECT_TRUE(steps.run(2, 10, 5, {}));
  EXPECT_FALSE(steps.mean_step(0, 10));
}

/// Jobs of three nodes each that begin together, below leaves of four nodes with a thin uplink: of
/// four jobs the second and the third meet there.
std::string thin(int jobs, const std::string& application) {
  return R"({"format": 1, "cluster": {"nodes": {"n": {"type": "dgx1-v100", "count": 12}}, "networks":
    {"compute": {"type": "leaf-spine", "link": "5 Gbit/s", "latency": "1 us", "hosts_per_leaf": 4,
     "oversubscription": 16, "path": "dst-mod-k"}}}, "scheduler": {"placement": "spread"},
    "workload": {"streams": {"s": {"application": )" +
         application + R"(, "closed": {"jobs": )" + std::to_string(jobs) +
         R"(, "duration": "10 min", "run_time": {"distribution": "constant", "value": "5 min"},
     "gpus": {"24": 1}}}}}})";
}

JobStepsResult crosschecked(const std::string& text, std::int64_t most = 100) {
  const CheckedScenario scenario = test::checked(text);
  return crosscheck_jobs(scenario, load_traces(scenario.spec), most, {});
}

TEST(CrosscheckJobs, AJobAloneStepsAsItsAverageSays) {
  for (const char* application :
       {R"("vgg-16")", R"({"step_time": "100 ms", "bytes_per_step": "50 MB", "overlap": 0.5})",
        R"({"step_time": "10 ms", "bytes_per_step": "500 MB", "collective": "tree"})"}) {
    const JobStepsResult result = crosschecked(thin(1, application));
    ASSERT_FALSE(result.rows.empty()) << application;
    for (const JobStepsRow& row : result.rows) {
      EXPECT_NEAR(row.error(), 0.0, 1e-9) << application;
      EXPECT_NEAR(row.baseline_error(), 0.0, 1e-9) << application;
      EXPECT_GT(row.load, 0.0);
    }
    EXPECT_EQ(result.contended.jobs, 0);
    EXPECT_TRUE(result.agrees());
  }
}

TEST(CrosscheckJobs, AveragesBeatAModelWithoutContention) {
  const JobStepsResult result = crosschecked(
      thin(4, R"({"step_time": "400 ms", "bytes_per_step": "400 MB", "overlap": 0.2})"));
  EXPECT_EQ(result.contended.jobs, 2);
  EXPECT_LT(result.contended.median, 0.1);
  EXPECT_GT(result.contended.skill(), 0.5);
  EXPECT_TRUE(result.agrees());
}

TEST(CrosscheckJobs, NoMoreJobsAreComparedThanAsked) {
  EXPECT_EQ(crosschecked(thin(4, R"("vgg-16")"), 3).rows.size(), 3u);
}

TEST(CrosscheckJobs, AStopLeavesAPartialResult) {
  std::stop_source source;
  source.request_stop();
  const CheckedScenario scenario = test::checked(thin(4, R"("vgg-16")"));
  const RunInputs inputs = load_traces(scenario.spec);
  const JobStepsResult result = crosscheck_jobs(scenario, inputs, 10, source.get_token());
  EXPECT_TRUE(result.partial);
  EXPECT_TRUE(result.rows.empty());
  EXPECT_FALSE(result.agrees());
}

TEST(CrosscheckJobs, WithoutExchangesThereIsNothingToCompare) {
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "gpus": 8, "count": 2}}}, "workload":
      {"streams": {"s": {"closed": {"jobs": 2, "duration": "1 h", "run_time": {"distribution":
      "constant", "value": "1 min"}}}}}})";
  EXPECT_THROW((void)crosschecked(text), RunError);
}

}  // namespace
}  // namespace gpuscape
