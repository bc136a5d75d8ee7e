#include "sim/study/metrics/estimates.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/base/parallel.hpp"
#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

TEST(ReplicationEstimate, IsStudentsTAroundTheMean) {
  const std::vector<double> values{1.0, 2.0, 3.0, 4.0, 5.0};
  const Estimate estimate = estimate_over_replications(values, 0.95);
  EXPECT_DOUBLE_EQ(estimate.value, 3.0);
  // Standard deviation √2.5, t(4, 97.5 %) = 2.776445.
  EXPECT_NEAR(*estimate.high, 3.0 + 2.776445 * std::sqrt(2.5 / 5.0), 1e-5);
  EXPECT_EQ(estimate.method, "t over 5 replications");
}

TEST(ReplicationEstimate, OfOneHasNoInterval) {
  const std::vector<double> values{1.0};
  const Estimate estimate = estimate_over_replications(values, 0.95);
  EXPECT_FALSE(estimate.high.has_value());
}

ReplicationSummary with_wait(double mean, double p95) {
  ReplicationSummary summary;
  summary.metrics["queue_wait_mean_s"] = mean;
  summary.metrics["queue_wait_p95_s"] = p95;
  return summary;
}

bool precise(const std::vector<ReplicationSummary>& replications) {
  StudyResult result;
  result.scenario.run.confidence = 0.95;
  estimate_by_replications(result, replications);
  return precise_enough(result);
}

TEST(PreciseEnough, AsksFivePercentOfAMean) {
  // Two values 2d apart: half-width t(1, 97.5 %) · d = 12.7062 d.
  const double edge = 0.05 * 1000.0 / 12.7062;
  EXPECT_TRUE(
      precise({with_wait(1000.0 - 0.99 * edge, 0.0), with_wait(1000.0 + 0.99 * edge, 0.0)}));
  EXPECT_FALSE(
      precise({with_wait(1000.0 - 1.01 * edge, 0.0), with_wait(1000.0 + 1.01 * edge, 0.0)}));
}

TEST(PreciseEnough, AsksTenPercentOfAP95) {
  const double edge = 0.10 * 1000.0 / 12.7062;
  EXPECT_TRUE(
      precise({with_wait(0.0, 1000.0 - 0.99 * edge), with_wait(0.0, 1000.0 + 0.99 * edge)}));
  EXPECT_FALSE(
      precise({with_wait(0.0, 1000.0 - 1.01 * edge), with_wait(0.0, 1000.0 + 1.01 * edge)}));
}

TEST(PreciseEnough, AcceptsASecondNearZero) {
  EXPECT_TRUE(precise({with_wait(0.0, 0.0), with_wait(0.15, 0.0)}));   // half-width 0.953 s
  EXPECT_FALSE(precise({with_wait(0.0, 0.0), with_wait(0.16, 0.0)}));  // 1.016 s
}

TEST(BootstrapEstimates, NameTheirMethodAndStayWithinWhatCanBe) {
  RunBuilder builder(2);
  for (int day = 0; day < 10; ++day)
    builder.job(86400.0 * day, 5000.0 * (day + 2), 2, 86400.0 * day);
  StudyResult result;
  result.first = builder.result();
  result.scenario.slo = {{.name = "wait", .quantile = 0.95, .limit = 0.0}};
  const MetricWindow window = whole_log(result.first);
  EXPECT_TRUE(
      estimate_by_bootstrap(result, summarize(result.first, window, result.scenario), window));
  EXPECT_EQ(result.estimates["gpus_allocated_share"].method, "t over 9 days");
  EXPECT_LE(*result.estimates["gpus_allocated_share"].high, 1.0);
  EXPECT_EQ(*result.estimates["queue_wait_mean_s"].low, 0.0);
  EXPECT_TRUE(result.slo.at(0).met);
}

TEST(ForEachIndex, CallsEachOnceWhateverTheThreads) {
  std::vector<std::atomic<int>> calls(100);
  for_each_index(calls.size(), 7, [&](std::size_t i) { ++calls[i]; });
  for (const auto& count : calls) EXPECT_EQ(count, 1);
}

TEST(ForEachIndex, ThrowsTheFirstFailureByIndex) {
  const auto work = [](std::size_t i) {
    if (i >= 3) throw RunError("number " + std::to_string(i));
  };
  try {
    for_each_index(10, 4, work);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "number 3");
  }
}

TEST(Summarize, CountsJobsThatTheirLimitEnded) {
  RunBuilder builder(4);
  RunResult& run =
      builder.job(0.0, 60.0, 2, 0.0).job(0.0, 60.0, 2, {}).job(0.0, 60.0, 2, 0.0).result();
  const AllocationSpan span{0, 2};
  run.jobs.start(1, Seconds(0.0), {&span, 1});
  run.jobs.end(1, Seconds(30.0), JobState::timed_out);
  const ReplicationSummary summary = summarize(run, whole_log(run), ScenarioSpec{});
  EXPECT_EQ(summary.timed_out, 1);
  EXPECT_EQ(summary.unfinished, 0);
}

TEST(Replications, GiveNoIntervalBeyondWhatAValueCanBe) {
  StudyResult result;
  std::vector<ReplicationSummary> replications(2);
  replications[0].metrics["gpus_allocated_share"] = 0.2;
  replications[1].metrics["gpus_allocated_share"] = 0.9;
  replications[0].metrics["job_slowdown_p95"] = 1.0;
  replications[1].metrics["job_slowdown_p95"] = 2.0;
  estimate_by_replications(result, replications);
  EXPECT_EQ(result.estimates["gpus_allocated_share"].low, 0.0);
  EXPECT_EQ(result.estimates["gpus_allocated_share"].high, 1.0);
  EXPECT_EQ(result.estimates["job_slowdown_p95"].low, 1.0);
  EXPECT_GT(result.estimates["job_slowdown_p95"].high, 2.0);
}

/// Five days with a job each, on two GPUs.
RunBuilder five_days() {
  RunBuilder builder(2);
  for (int day = 0; day < 5; ++day) builder.job(86400.0 * day, 600.0, 2, 86400.0 * day + 60.0);
  return builder;
}

TEST(Summarize, CountsJobsAndLeavesTheRestUnknownWhenStopped) {
  RunBuilder builder = five_days();
  const RunResult& run = builder.result();
  ScenarioSpec scenario;
  scenario.slo = {{.name = "wait", .quantile = 0.95, .limit = 100.0}};
  std::stop_source source;
  const StopCheck stop(source.get_token());
  source.request_stop();
  const ReplicationSummary summary = summarize(run, whole_log(run), scenario, stop);
  EXPECT_TRUE(summary.stopped);
  EXPECT_EQ(summary.started, 5);
  EXPECT_TRUE(std::isnan(summary.metrics["queue_wait_mean_s"]));
  EXPECT_TRUE(std::isnan(summary.metrics["gpu_hours_per_hour"]));
  ASSERT_EQ(summary.slo.size(), 1U);
  EXPECT_TRUE(std::isnan(summary.slo[0]));
}

TEST(BootstrapEstimates, KeepValuesWithoutIntervalsWhenStopped) {
  RunBuilder builder = five_days();
  StudyResult result;
  result.first = builder.result();
  result.scenario.slo = {{.name = "wait", .quantile = 0.95, .limit = 100.0}};
  const MetricWindow window = whole_log(result.first);
  const ReplicationSummary summary = summarize(result.first, window, result.scenario);
  std::stop_source source;
  const StopCheck stop(source.get_token());
  source.request_stop();
  EXPECT_FALSE(estimate_by_bootstrap(result, summary, window, stop));
  EXPECT_EQ(result.estimates["queue_wait_mean_s"].value, 60.0);
  EXPECT_FALSE(result.estimates["queue_wait_mean_s"].low);
  EXPECT_EQ(result.estimates["queue_wait_mean_s"].method,
            "no interval: stopped before it was known");
  EXPECT_EQ(result.slo.at(0).value.value, 60.0);
  EXPECT_TRUE(result.slo.at(0).met);
}

}  // namespace
}  // namespace gpuscape
