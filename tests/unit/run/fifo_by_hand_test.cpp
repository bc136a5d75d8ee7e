#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::run_jobs;
using test::start_dates;
using Dates = std::vector<double>;

TEST(FifoByHand, StartsAtOnceWhatFitsAndMakesTheRestWaitInOrder) {
  const RunResult result =
      run_jobs({test::nodes(1, 8)}, {job(0, 6, 100), job(10, 4, 50), job(20, 1, 5)});
  EXPECT_EQ(start_dates(result), (Dates{0, 100, 100}));
  EXPECT_EQ(result.jobs.wait(1), Seconds(90));
  EXPECT_EQ(result.jobs.completion_time(1), Seconds(140));
}

TEST(FifoByHand, NeedsAWholeNodeForEightGpusEvenWhenEightAreFree) {
  const std::vector<Job> jobs = {job(0, 4, 100), job(0, 4, 200), job(10, 8, 10)};
  EXPECT_EQ(start_dates(run_jobs({test::nodes(2, 8)}, jobs, {.placement = "spread"})),
            (Dates{0, 0, 100}));
  EXPECT_EQ(start_dates(run_jobs({test::nodes(2, 8)}, jobs, {.placement = "pack"})),
            (Dates{0, 0, 10}));
}

TEST(FifoByHand, GivesAGangWholeNodesAndOneForTheRest) {
  const RunResult result = run_jobs({test::nodes(3, 8)}, {job(0, 19, 100)}, {.placement = "pack"});
  const std::vector<AllocationSpan> expected = {{0, 8}, {1, 8}, {2, 3}};
  const auto spans = result.jobs.spans(result.jobs.segments(0).front());
  EXPECT_EQ(std::vector<AllocationSpan>(spans.begin(), spans.end()), expected);
}

TEST(FifoByHand, LetsAJobThatFitsNowhereNotHoldUpTheOthers) {
  const RunResult result = run_jobs({test::nodes(2, 8)}, {job(0, 17, 10), job(1, 16, 10)});
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
  EXPECT_EQ(result.never_fit, 1);
  EXPECT_EQ(start_dates(result)[1], 1.0);
}

TEST(FifoByHand, RunsAJobPastItsLimitOrKillsItThere) {
  const std::vector<Job> jobs = {job(0, 8, 100, 30), job(1, 8, 10, 20)};
  const RunResult run_on = run_jobs({test::nodes(1, 8)}, jobs);
  EXPECT_EQ(start_dates(run_on), (Dates{0, 100}));
  EXPECT_EQ(run_on.jobs.state(0), JobState::completed);
  const RunResult killed = run_jobs({test::nodes(1, 8)}, jobs, {.kill_overrun = true});
  EXPECT_EQ(start_dates(killed), (Dates{0, 30}));
  EXPECT_EQ(killed.jobs.state(0), JobState::timed_out);
  EXPECT_EQ(killed.jobs.state(1), JobState::completed);
}

TEST(FifoByHand, HandlesJobsOfNoDurationAtOneInstant) {
  const RunResult result =
      run_jobs({test::nodes(1, 8)}, {job(5, 8, 0), job(5, 8, 0), job(5, 8, 7)});
  EXPECT_EQ(start_dates(result), (Dates{5, 5, 5}));
  EXPECT_EQ(result.end, Seconds(12));
}

TEST(FifoByHand, MarksAResultThatWasTakenBeforeTheEndAsPartial) {
  RunState state(Platform({test::nodes(1, 8)}), test::make_policies({}),
                 std::make_unique<test::ListSource>(
                     std::vector{job(0, 8, 100), job(1, 8, 10), job(60, 1, 1)}));
  run_natively(state.simulation(), Seconds(50), {});
  const RunResult result = state.take_result({});
  EXPECT_TRUE(result.partial);
  EXPECT_EQ(result.jobs.state(0), JobState::running);
  EXPECT_EQ(result.jobs.state(1), JobState::waiting);
  EXPECT_EQ(result.not_submitted, 1);
}

/// Of a run that begins in the middle of its log.
Job carried(Job job, CarriedOver past) {
  job.carried_over = past;
  return job;
}

TEST(CarriedOver, WhatRanIsThereBeforeAnybodyElse) {
  const std::vector<Job> jobs = {carried(job(0, 1, 50), CarriedOver::queued),
                                 carried(job(0, 4, 100), CarriedOver::running), job(0, 1, 10)};
  EXPECT_THAT(start_dates(run_jobs({test::nodes(1, 4)}, jobs)),
              ::testing::ElementsAre(100.0, 0.0, 100.0));
}

TEST(CarriedOver, IsNotInTheStatistics) {
  const RunResult result =
      run_jobs({test::nodes(1, 4)}, {carried(job(0, 4, 100), CarriedOver::running), job(0, 4, 10)});
  EXPECT_FALSE(result.jobs.in_statistics(0));
  EXPECT_TRUE(result.jobs.in_statistics(1));
}

}  // namespace
}  // namespace gpuscape
