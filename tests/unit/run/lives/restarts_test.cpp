/// How often a job restarts after failures, and where it waits, by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "sim/study/metrics/goodput.hpp"
#include "tests/unit/run/lives/run_with_failures.hpp"

namespace gpuscape {
namespace {

using test::failure;
using test::job;
using test::last_end_of;
using testing::ElementsAre;

Job after(std::uint32_t place, DependsOn how, Job job) {
  job.after = StreamJobId(place);
  job.after_how = how;
  return job;
}

TEST(Restarts, TheFailureAfterTheLastRestartEndsTheJob) {
  const std::vector<PlannedOutage> failures{failure(50, 60), failure(80, 90), failure(110, 120)};
  const auto run = [&](std::optional<std::int64_t> most) {
    return test::run_failing({.jobs = {job(0, 8, 100)},
                              .failures = failures,
                              .terms = {{.restart = 7_s, .max_restarts = most}}});
  };
  EXPECT_EQ(last_end_of(run({})), 120 + 7 + 100);
  EXPECT_EQ(run({}).jobs.state(0), JobState::completed);
  EXPECT_EQ(run(3).jobs.state(0), JobState::completed);
  for (const std::int64_t most : {0, 1, 2}) {
    const RunResult result = run(most);
    EXPECT_EQ(result.jobs.state(0), JobState::failed) << most;
    EXPECT_EQ(last_end_of(result), failures[static_cast<std::size_t>(most)].begin.value());
    EXPECT_EQ(result.jobs.segments(0).size(), static_cast<std::size_t>(most) + 1);
    EXPECT_EQ(result.jobs.segments(0).back().cause, Cause::node_failed);
    EXPECT_EQ(interruptions(result, {.average_to = 900_s}), static_cast<double>(most) + 1);
  }
}

TEST(Restarts, OfAJobThatWasGivenUpAllGpuTimeIsLost) {
  const RunResult result = test::run_failing({.jobs = {job(0, 8, 100), job(10, 8, 40)},
                                              .failures = {failure(50, 60), failure(80, 90)},
                                              .terms = {{.restart = 7_s, .max_restarts = 1}}});
  const MetricWindow all{.average_to = 200_s, .last_submit = 10_s};
  EXPECT_EQ(result.jobs.state(0), JobState::failed);
  EXPECT_EQ(last_end_of(result, 1), 130) << "it starts when the node is back";
  const GpuTimeSplit split = gpu_time_split(result);
  EXPECT_EQ(split.failed, GpuSeconds(8.0 * (50 + 20)));
  EXPECT_EQ(split.held, GpuSeconds(8.0 * (50 + 20 + 40)));
  EXPECT_EQ(split.useful, GpuSeconds(8.0 * 40));
  EXPECT_EQ(split.redone, GpuSeconds(0.0)) << "of jobs that completed";
  EXPECT_EQ(goodput_share(result, all), 40.0 / 110.0);
  EXPECT_EQ(share_of_held(result, all, &GpuTimeSplit::failed), 70.0 / 110.0);
  EXPECT_EQ(effective_time_share(result, all), 1.0) << "of jobs that completed";
  const DatedValues completed = completion_times(result, all, day_grid(all));
  EXPECT_THAT(completed.value, ElementsAre(120.0));
  EXPECT_EQ(usage_of(result, all).jobs_per_second, 1.0 / 200.0);
  EXPECT_DOUBLE_EQ(result.timeline["gpus_allocated"].at(0), 8.0 * 50 / 60);
}

TEST(Restarts, DependentsSeeAJobThatWasGivenUpAsOneThatFailed) {
  const RunResult result =
      test::run_failing({.jobs = {job(0, 8, 100), after(0, DependsOn::success, job(0, 1, 5)),
                                  after(0, DependsOn::end, job(0, 1, 5))},
                         .failures = {failure(50, 60)},
                         .terms = {{.max_restarts = 0}}});
  EXPECT_EQ(result.jobs.state(1), JobState::dependency_failed);
  EXPECT_EQ(result.jobs.state(2), JobState::completed);
  EXPECT_EQ(test::start_dates(result)[2], 60);
}

TEST(Restarts, AFailureThatAStandbySurvivesCounts) {
  const auto run = [](std::int64_t most) {
    return test::run_failing(
        {.nodes = 3,
         .jobs = {job(0, 16, 100)},
         .failures = {failure(20, 21, 2), failure(50, 60, 0), failure(80, 90, 1)},
         .terms = {{.restart = 7_s, .standbys = {.nodes = 1}, .max_restarts = most}}});
  };
  EXPECT_EQ(last_end_of(run(2)), 187) << "the first failure is of the standby";
  EXPECT_EQ(run(2).jobs.state(0), JobState::completed);
  EXPECT_EQ(last_end_of(run(1)), 80);
  EXPECT_EQ(run(1).jobs.state(0), JobState::failed);
  EXPECT_EQ(interruptions(run(1), {.average_to = 900_s}), 2.0);
  EXPECT_EQ(gpu_time_split(run(1)).failed, gpu_time_split(run(1)).held);
}

TEST(Restarts, MaintenanceIsNoFailure) {
  const RunResult result = test::run_failing(
      {.jobs = {job(0, 8, 100)},
       .failures = {failure(90, 95)},
       .terms = {{.max_restarts = 1}},
       .planned = {
           {.name = "work", .begin = 50_s, .end = 60_s, .requeues = true, .nodes = {{0, 0}}}}});
  EXPECT_EQ(result.jobs.state(0), JobState::completed);
  EXPECT_EQ(last_end_of(result), 195);
}

class Requeues : public testing::Test {
 protected:
  RunResult run(bool at_back) {
    of_.terms = {{.restart = 7_s, .requeue_at_back = at_back}};
    return test::run_failing(of_);
  }
  test::FailingRun of_;
};

TEST_F(Requeues, ToTheFrontOrBehindThoseThatWait) {
  of_ = {.jobs = {job(0, 8, 100), job(10, 8, 20), job(55, 8, 30)}, .failures = {failure(50, 60)}};
  const RunResult front = run(false);
  EXPECT_EQ(last_end_of(front), 60 + 107);
  EXPECT_THAT(test::start_dates(front), ElementsAre(0, 167, 187));
  const RunResult back = run(true);
  EXPECT_EQ(last_end_of(back), 80 + 107) << "before what is submitted later";
  EXPECT_THAT(test::start_dates(back), ElementsAre(0, 60, 187));
}

// At 40 job 1 is stopped, at 50 job 0: nobody is submitted in between.
TEST_F(Requeues, ThoseAtTheBackStandInTheOrderInWhichTheyWereStopped) {
  of_ = {.nodes = 2,
         .jobs = {job(0, 8, 100), job(0, 8, 100), job(10, 16, 20), job(55, 16, 30)},
         .failures = {failure(40, 60, 1), failure(50, 60, 0)}};
  const RunResult front = run(false);
  EXPECT_EQ(last_end_of(front, 0), 167);
  EXPECT_EQ(last_end_of(front, 1), 167);
  EXPECT_THAT(test::start_dates(front), ElementsAre(0, 0, 167, 187));
  of_.jobs[0].demand.gpus = of_.jobs[1].demand.gpus = 5;  // one to a node
  const RunResult back = run(true);
  EXPECT_EQ(test::start_dates(back)[2], 60);
  EXPECT_EQ(last_end_of(back, 1), 80 + 107);
  EXPECT_EQ(last_end_of(back, 0), 80 + 107);
  of_.failures = {failure(40, 41, 1), failure(50, 200, 0)};  // one node for both, at 41
  of_.jobs = {job(0, 8, 100), job(0, 8, 100), job(10, 8, 20)};
  const RunResult one = run(true);
  EXPECT_EQ(test::start_dates(one)[2], 41);
  EXPECT_EQ(last_end_of(one, 1), 61 + 107);
  EXPECT_EQ(last_end_of(one, 0), 168 + 107);
}

TEST_F(Requeues, MaintenanceSendsToTheBackToo) {
  of_ = {.jobs = {job(0, 8, 100), job(10, 8, 20)},
         .planned = {
             {.name = "work", .begin = 50_s, .end = 60_s, .requeues = true, .nodes = {{0, 0}}}}};
  EXPECT_EQ(last_end_of(run(false)), 167);
  EXPECT_EQ(last_end_of(run(true)), 187);
}

// The head has the reservation: at 90, when both nodes are there. The third job fits in before.
TEST_F(Requeues, WithEasyTheHeadIsReservedFor) {
  of_ = {.nodes = 2,
         .jobs = {job(0, 16, 100), job(10, 16, 20), job(55, 8, 25)},
         .failures = {failure(50, 90, 0)},
         .names = {.backfill = "easy"}};
  const RunResult front = run(false);
  EXPECT_THAT(test::start_dates(front), ElementsAre(0, 197, 55));
  EXPECT_EQ(last_end_of(front), 197);
  const RunResult back = run(true);
  EXPECT_THAT(test::start_dates(back), ElementsAre(0, 90, 55));
  EXPECT_EQ(last_end_of(back), 110 + 107);
}

// sjf ranks by what is left of a job, the restart aside: as long as that of job 1.
TEST_F(Requeues, AmongEqualRanksThePlaceDecides) {
  of_ = {.jobs = {job(0, 8, 100), job(10, 8, 100), job(20, 8, 99), job(20, 8, 101)},
         .failures = {failure(50, 60)},
         .names = {.scheduler = "sjf"}};
  const RunResult front = run(false);
  EXPECT_THAT(test::start_dates(front), ElementsAre(0, 266, 60, 366));
  EXPECT_EQ(last_end_of(front), 266);
  const RunResult back = run(true);
  EXPECT_THAT(test::start_dates(back), ElementsAre(0, 159, 60, 366));
  EXPECT_EQ(last_end_of(back), 366);
}

// Age counts from the date at which it was stopped: job 1 is older by then.
TEST_F(Requeues, AgeOfSlurmsPriorityBeginsAnew) {
  of_ = {.jobs = {job(0, 8, 100), job(10, 8, 20)},
         .failures = {failure(50, 60)},
         .names = {.scheduler = "slurm-multifactor",
                   .scheduler_parameters = R"({"weights": {"age": 1000}})"}};
  EXPECT_EQ(last_end_of(run(false)), 167);
  EXPECT_EQ(last_end_of(run(true)), 187);
}

}  // namespace
}  // namespace gpuscape
