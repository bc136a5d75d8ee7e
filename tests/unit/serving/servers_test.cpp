/// Jobs that are servers, in a run: what they get of their GPUs is what their answers take.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

/// One GPU, which `sharing` cuts; a server of half of it that is there for ten hours, and streams
/// `before` it and `more`.
CheckedScenario scenario(const std::string& sharing, const std::string& more,
                         const std::string& before = "") {
  return test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "custom", "gpus": 1,
            "gpu_memory": "80 GB"}}}}}},
          "scheduler": {{"gpu_sharing": {}}}, "run": {{"replications": 1, "warm_up": "0 s"}},
          "workload": {{"streams": {{{}"chat": {{"gpu_memory": "30 GB", "gpu_use": 1,
            "closed": {{"jobs": 1, "duration": "10 h",
                        "run_time": {{"distribution": "constant", "value": "10 h"}}}},
            "serves": {{"per_hour": 360, "work": "1 s", "within": "3 s"}}}}{}}}}}}})",
      sharing, before, more));
}

StudyResult run(const std::string& sharing, const std::string& more) {
  return test::study(scenario(sharing, more));
}

const std::string kTurns = R"({"type": "time-slices", "replicas": 2})";
const std::string kTrainer = R"(, "training": {"gpu_memory": "30 GB", "gpu_use": 1,
    "closed": {"jobs": 1, "duration": "5 h",
               "run_time": {"distribution": "constant", "value": "5 h"}}})";

double quantile(const StudyResult& result, double q) {
  return result.first.serving.at(0).latencies.quantile(q).value();
}

TEST(Servers, AloneOnAGpuAnswerAsFastAsIt) {
  const StudyResult result = run(kTurns, "");
  EXPECT_NEAR(quantile(result, 0.5), 1.0, 0.001);
  EXPECT_NEAR(static_cast<double>(result.first.serving.at(0).requests), 3600.0, 250.0);
  EXPECT_EQ(result.first.jobs.segments(0)[0].end, Seconds(36'000.0));
}

// Training would take five hours alone, and takes all ten beside a server that has every second
// turn. The server is there as long as it was to be.
TEST(Servers, BesideTrainingTakeTwiceAsLong) {
  const StudyResult result = run(kTurns, kTrainer);
  EXPECT_NEAR(quantile(result, 0.5), 2.0, 0.002);
  EXPECT_EQ(result.first.jobs.segments(0)[0].end, Seconds(36'000.0));
  EXPECT_EQ(result.first.jobs.segments(1)[0].end, Seconds(36'000.0));
}

TEST(Servers, WithAllTheWeightHardlySeeTraining) {
  const std::string weighted = R"({"type": "time-slices", "replicas": 2, "weights": {"chat": 99}})";
  EXPECT_NEAR(quantile(run(weighted, kTrainer), 0.5), 1.0 / 0.99, 0.002);
}

// Three of seven slices, whoever is beside them.
TEST(Servers, OnAnInstanceHaveItsSlices) {
  const std::string mig = R"({"type": "mig", "board": "a100-sxm4-80gb"})";
  const double alone = quantile(run(mig, ""), 0.5);
  EXPECT_NEAR(alone, 7.0 / 3.0, 0.01);
  EXPECT_DOUBLE_EQ(quantile(run(mig, kTrainer), 0.5), alone);
}

// Whole GPUs have no neighbours.
TEST(Servers, OnAWholeGpuHaveAllOfIt) {
  EXPECT_NEAR(quantile(run(R"("whole")", ""), 0.5), 1.0, 0.001);
}

// A job that came before has the only GPU. Until it leaves, after four hours, requests wait.
const std::string kBefore = R"("a": {"closed": {"jobs": 1, "duration": "1 h",
    "run_time": {"distribution": "constant", "value": "4 h"}}}, )";

TEST(Servers, ThatComeLateAreMissedUntilThen) {
  const StudyResult result = test::study(scenario(R"("whole")", "", kBefore));
  const ServingResult& of = result.first.serving.at(0);
  EXPECT_EQ(of.first, Seconds(0.0));
  EXPECT_EQ(of.last, Seconds(14.0 * 3600.0));
  EXPECT_GE(of.served, of.requests - 1) << "the last one is worked on when it leaves";
  EXPECT_GT(of.latencies.quantile(1.0), Seconds(3.9 * 3600.0));
}

// A run that is stopped before that has requests that nobody answers.
TEST(Servers, ThatNeverCameAreMissed) {
  const std::string others =
      R"(, "b": {"generate": {"duration": "3 h", "jobs_per_hour": 60, "gpus": {"1": 1},
      "run_time": {"distribution": "constant", "value": "1 h"}}})";
  const CheckedScenario checked = scenario(R"("whole")", others, kBefore);
  gpuscape::Run stopped(checked, load_traces(checked.spec));
  stopped.step_until(Seconds(7200.0), {});
  const RunResult result = stopped.finish();
  const ServingResult& of = result.serving.at(0);
  EXPECT_NEAR(static_cast<double>(of.requests), 360.0 * result.end.value() / 3600.0, 90.0);
  EXPECT_GT(of.requests, 100);
  EXPECT_EQ(of.served, 0);
}

TEST(Servers, AreCountedInMetrics) {
  const StudyResult result = run(kTurns, kTrainer);
  EXPECT_NEAR(result.estimates["latency_p50_s"].value, quantile(result, 0.5), 1e-9);
  EXPECT_EQ(result.estimates["requests_served_share"].value, 1.0);
  const ServingResult& of = result.first.serving.at(0);
  EXPECT_DOUBLE_EQ(result.estimates["requests_in_time_share"].value,
                   static_cast<double>(of.in_time) / static_cast<double>(of.requests));
  EXPECT_LT(of.in_time, of.requests) << "some wait for more than a second";
}

}  // namespace
}  // namespace gpuscape
