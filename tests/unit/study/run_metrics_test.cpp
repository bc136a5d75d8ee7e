#include "sim/study/metrics/run_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/study/metrics/worst_week.hpp"
#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

constexpr double kDay = 86400.0;

TEST(RunMetrics, AreWhatAHandComputes) {
  RunBuilder builder(4);
  builder.job(0.0, 10.0, 2, 0.0).job(0.0, 10.0, 4, 10.0).job(5.0, 5.0, 4, 20.0);
  const RunResult& run = builder.result();
  const RunMetrics metrics = run_metrics(run, whole_log(run), false);
  EXPECT_DOUBLE_EQ(metrics["queue_wait_mean_s"], 25.0 / 3.0);
  EXPECT_DOUBLE_EQ(metrics["queue_wait_p50_s"], 10.0);
  EXPECT_DOUBLE_EQ(metrics["queue_wait_p95_s"], 14.5);  // rank 1.9 of 0, 10, 15
  EXPECT_DOUBLE_EQ(metrics["completion_mean_s"], (10.0 + 20.0 + 20.0) / 3.0);
  EXPECT_DOUBLE_EQ(metrics["gpus_allocated_share"], 2.0 * 5.0 / (4.0 * 5.0))
      << "to the last submission";
  EXPECT_DOUBLE_EQ(metrics["queue_length_mean"], 5.0 / 5.0);
  EXPECT_EQ(metrics["queue_length_max"], 2.0);
  EXPECT_DOUBLE_EQ(metrics["offered_load"], 80.0 / (4.0 * 5.0));
  EXPECT_EQ(metrics["makespan_s"], 25.0);
}

/// Two jobs of 16 cores and 50 s, at 0 s and at 100 s, on 32 cores.
RunResult run_of_cores() {
  RunResult run;
  for (const double submit : {0.0, 100.0}) {
    Job job;
    job.submit = Seconds(submit);
    job.run_time = Seconds(50.0);
    job.demand.milli_cores = 16'000;
    const std::uint32_t index = run.jobs.add(job);
    run.jobs.start(index, Seconds(submit), {});
    run.jobs.end(index, Seconds(submit + 50.0), JobState::completed);
  }
  run.cores_total = 32;
  run.counts_cores = true;
  run.end = Seconds(150.0);
  return run;
}

TEST(RunMetrics, AreOfCoresWhereNoJobAsksForAGpu) {
  const RunResult run = run_of_cores();
  const RunMetrics metrics = run_metrics(run, whole_log(run), false);
  EXPECT_DOUBLE_EQ(metrics["offered_load"], 2.0 * 16.0 * 50.0 / (32.0 * 100.0));
  // Until the last submission at 100 s: the first job alone.
  EXPECT_DOUBLE_EQ(metrics["gpus_allocated_share"], 16.0 * 50.0 / (32.0 * 100.0));
}

TEST(RunMetrics, LeaveOutJobsBeforeTheWarmUpAndTimeAfterTheLastSubmission) {
  RunBuilder builder(2);
  builder.job(0.0, 100.0, 2, 0.0).job(50.0, 10.0, 1, 100.0).job(120.0, 30.0, 1, 120.0);
  const RunResult& run = builder.result();
  const RunMetrics metrics = run_metrics(run, after_warm_up(run, Seconds(40.0)), false);
  EXPECT_DOUBLE_EQ(metrics["queue_wait_mean_s"], 25.0);  // 50 and 0
  // From 40 to 120: 60 s with 2 GPUs, 10 s with 1, 10 s with none.
  EXPECT_DOUBLE_EQ(metrics["gpus_allocated_share"], (120.0 + 10.0) / (2.0 * 80.0));
}

TEST(RunMetrics, CountJobsThatNeverFitNeitherAsWaitingNorAsLoad) {
  RunBuilder builder(2);
  builder.job(0.0, 10.0, 1, 0.0).job(0.0, 10.0, 64, {}).job(10.0, 10.0, 1, 10.0);
  builder.result().jobs.mark_never_fits(1);
  const RunMetrics metrics = run_metrics(builder.result(), whole_log(builder.result()), false);
  EXPECT_EQ(metrics["queue_length_max"], 0.0);
  EXPECT_EQ(metrics["queue_length_mean"], 0.0);
  EXPECT_DOUBLE_EQ(metrics["offered_load"], 20.0 / (2.0 * 10.0));
}

TEST(RunMetrics, CountAJobThatHasNotStartedAsWaitingUntilTheEnd) {
  RunBuilder builder(1);
  builder.job(0.0, 10.0, 1, 0.0).job(5.0, 10.0, 1, {}).job(10.0, 0.0, 1, 10.0);
  const RunMetrics metrics = run_metrics(builder.result(), whole_log(builder.result()), false);
  EXPECT_DOUBLE_EQ(metrics["queue_length_mean"], 0.5);
  EXPECT_DOUBLE_EQ(metrics["queue_wait_mean_s"], 0.0);  // of those started
}

TEST(RunMetrics, OfNoJobsAreNotNumbers) {
  const RunBuilder builder(1);
  RunBuilder copy = builder;
  const RunMetrics metrics = run_metrics(copy.result(), whole_log(copy.result()), false);
  EXPECT_TRUE(std::isnan(metrics["queue_wait_mean_s"]));
  EXPECT_TRUE(std::isnan(metrics["completion_p95_s"]));
}

TEST(OfferedLoad, IsWhatIsAllocatedInTheSameTimeWhereNobodyWaits) {
  RunBuilder builder(2);
  for (int job = 0; job < 10; ++job) builder.job(100.0 * job, 100.0, 1, 100.0 * job);
  builder.job(1000.0, 5000.0, 1, 1000.0);  // the last one, which nobody follows
  const RunResult& run = builder.result();
  const MetricWindow window = after_warm_up(run, Seconds(500.0), Seconds(1000.0));
  EXPECT_DOUBLE_EQ(run_metrics(run, window, false)["gpus_allocated_share"], 0.5);
  EXPECT_DOUBLE_EQ(run_metrics(run, whole_log(run), false)["gpus_allocated_share"], 0.5);
  EXPECT_DOUBLE_EQ(offered_load(run, after_warm_up(run, Seconds(500.0), Seconds(6000.0)), false),
                   (5.0 * 100.0 + 5000.0) / (2.0 * 5500.0));
}

TEST(OfferedLoad, OfJobsAtOneInstantIsInfiniteAndAveragesReachTheLastEnd) {
  RunBuilder builder(1);
  builder.job(0.0, 10.0, 1, 0.0).job(0.0, 10.0, 1, 10.0);
  const RunMetrics metrics = run_metrics(builder.result(), whole_log(builder.result()), false);
  EXPECT_TRUE(std::isinf(metrics["offered_load"]));
  EXPECT_DOUBLE_EQ(metrics["gpus_allocated_share"], 1.0);
}

TEST(OfferedLoad, CountsAKilledJobUpToItsLimit) {
  RunBuilder builder(1);
  Job job;
  job.run_time = Seconds(100.0);
  job.time_limit = Seconds(40.0);
  job.demand.gpus = 1;
  builder.result().jobs.add(job);
  builder.job(100.0, 0.0, 1, 100.0);
  const MetricWindow window = whole_log(builder.result());
  EXPECT_DOUBLE_EQ(offered_load(builder.result(), window, true), 0.4);
  EXPECT_DOUBLE_EQ(offered_load(builder.result(), window, false), 1.0);
}

TEST(AllocatedByDay, SplitsAJobAtMidnight) {
  RunBuilder builder(1);
  builder.job(0.0, 1.5 * kDay, 1, 0.0).job(2.0 * kDay, 0.0, 1, 2.0 * kDay);
  const DayCells cells = allocated_by_day(builder.result(), day_grid(whole_log(builder.result())));
  EXPECT_EQ(cells.numerator, (std::vector<double>{kDay, 0.5 * kDay}));
  EXPECT_EQ(cells.denominator, (std::vector<double>{kDay, kDay}));
}

TEST(WorstWeek, IsTheOneWithTheLongestP95) {
  RunBuilder builder(1);
  builder.job(0.0, 1.0, 1, 0.0)
      .job(8.0 * kDay, 1.0, 1, 8.0 * kDay + 60.0)
      .job(15.0 * kDay, 1.0, 1, 15.0 * kDay + 5.0);
  const auto worst = worst_week(builder.result().jobs, whole_log(builder.result()));
  ASSERT_TRUE(worst.has_value());
  EXPECT_EQ(worst->week, 2);
  EXPECT_EQ(worst->weeks, 3.0);
  EXPECT_DOUBLE_EQ(worst->queue_wait_p95, 60.0);
  EXPECT_EQ(worst->weeks_without_wait_at_p95, 1.0);
}

TEST(WorstWeek, NeedsTwoWeeks) {
  RunBuilder builder(1);
  builder.job(0.0, 1.0, 1, 0.0).job(13.9 * kDay, 1.0, 1, 14.0 * kDay);
  EXPECT_FALSE(worst_week(builder.result().jobs, whole_log(builder.result())).has_value());
}

TEST(RunMetrics, SaysWhatTheNetworkCostTheJobsOfTheWindow) {
  // Four GPUs; jobs submitted at 0, 100, 200 and 300 s that ran for 60 s each.
  RunBuilder builder(4);
  for (const double date : {0.0, 100.0, 200.0, 300.0}) builder.job(date, 60.0, 2, date);
  RunResult& run = builder.result();
  run.traffic.emplace();
  run.traffic->jobs = {{0, SlowingLink::none(), 9.0},
                       {1, SlowingLink::none(), 1.0},
                       {2, SlowingLink::none(), 1.02},
                       {3, SlowingLink::none(), 1.5}};
  const RunMetrics metrics = run_metrics(run, after_warm_up(run, Seconds(50)), false);
  EXPECT_DOUBLE_EQ(metrics["job_slowdown_mean"], (1.0 + 1.02 + 1.5) / 3.0)
      << "without the warm-up's";
  EXPECT_DOUBLE_EQ(metrics["job_slowdown_p50"], 1.02);
  EXPECT_DOUBLE_EQ(metrics["job_slowed_share"], 2.0 / 3.0) << "by 1 % or more";
  // Of 60 s at slowdown s, 60 − 60 / s were lost, on 2 of 4 GPUs over 250 s.
  const double lost = (60.0 - 60.0 / 1.02) + (60.0 - 60.0 / 1.5);
  EXPECT_NEAR(metrics["network_load"], 2.0 * lost / (4.0 * 250.0), 1e-12);
  EXPECT_NEAR(metrics["job_slowdown_by_gpu_hours"], 180.0 / (180.0 - lost), 1e-12);
  EXPECT_NEAR(metrics["offered_load"], 3.0 * 2.0 * 60.0 / (4.0 * 250.0), 1e-12);
}

TEST(RunMetrics, KnowsNoSlowdownWhereNothingIsExchanged) {
  RunBuilder builder(4);
  const RunMetrics metrics =
      run_metrics(builder.job(0.0, 60.0, 2, 0.0).result(), whole_log(builder.result()), false);
  EXPECT_TRUE(std::isnan(metrics["job_slowdown_p50"]));
  EXPECT_EQ(metrics["network_load"], 0.0);
}

// 95 jobs on one GPU as if alone and one on 64 GPUs that runs twice as long, all for 100 s.
TEST(RunMetrics, WeightsASlowdownByGpuHours) {
  RunBuilder builder(200);
  for (int job = 0; job < 96; ++job) builder.job(job, 100.0, job == 95 ? 64 : 1, job);
  RunResult& run = builder.result();
  run.traffic.emplace();
  for (std::uint32_t job = 0; job < 96; ++job)
    run.traffic->jobs.push_back({job, SlowingLink::none(), job == 95 ? 2.0 : 1.0});
  const RunMetrics metrics = run_metrics(run, whole_log(run), false);
  EXPECT_DOUBLE_EQ(metrics["job_slowdown_p95"], 1.0);
  EXPECT_NEAR(metrics["job_slowdown_by_gpu_hours"], (95.0 + 64.0) / (95.0 + 32.0), 1e-12);
}

}  // namespace
}  // namespace gpuscape
