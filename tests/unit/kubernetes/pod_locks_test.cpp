/// Jobs that hold what others of them need.

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;
using testing::IsEmpty;

RunResult run(std::vector<Job> jobs, const std::string& parameters = "{}",
              const std::vector<PlannedOutage>& outages = {}) {
  return test::run_with(outages, {test::nodes(4, 8)}, std::move(jobs),
                        {.scheduler = "kubernetes",
                         .backfill = "none",
                         .placement = "pack",
                         .scheduler_parameters = parameters});
}

TEST(PodLocks, TwoJobsThatComeTogetherLockEachOther) {
  // Pods at 0 s and 0.05 s take two nodes for each; the third pods, at 0.1 s, find none.
  const RunResult result = run({job(0, 24, 100), job(0, 24, 100)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(-1, -1));
  ASSERT_EQ(result.pods->locks, 1);
  const PodLock& lock = result.pods->first.front();
  EXPECT_EQ(lock.begin.value(), 0.05);
  EXPECT_THAT(lock.jobs, ElementsAre(0, 1));
  EXPECT_EQ(lock.gpus, 32.0);
  EXPECT_FALSE(lock.end);
}

TEST(PodLocks, AreNoneWhereTheRestCanHaveWhatOneNeeds) {
  // The second job comes when the first holds all but one of its nodes: that one is busy for long.
  const RunResult result = run({job(0, 8, 500), job(1, 32, 100), job(2, 32, 100)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 500, 600));
  EXPECT_EQ(result.pods->locks, 0);
  EXPECT_EQ(result.pods->jobs, 1);
  // The second job had three nodes from 1.1 s on, 16 and 8 GPUs for 0.05 s each before.
  EXPECT_NEAR(result.pods->half_started.value(), 24 * (500 - 1.1) + 16 * 0.05 + 8 * 0.05, 1e-9);
}

TEST(PodLocks, EndWhenTheNewestGivesUp) {
  const RunResult result =
      run({job(0, 24, 100), job(0, 24, 100)}, R"({"give_up_after": "10 min"})");
  // The second job gives two nodes up; the first one takes one of them at once.
  EXPECT_THAT(test::start_dates(result), ElementsAre(600, 700));
  ASSERT_EQ(result.pods->locks, 1);
  EXPECT_EQ(result.pods->first.front().end->value(), 600.0);
  EXPECT_EQ(result.pods->given_up, 1);
  EXPECT_NEAR(result.pods->locked.value(), 32 * (600 - 0.05), 1e-9);
}

TEST(PodLocks, OfThreeJobsEndOneAfterTheOther) {
  // Each holds one node or two of four and needs three.
  const RunResult result =
      run({job(0, 24, 100), job(0, 24, 100), job(0, 24, 100)}, R"({"give_up_after": "10 min"})");
  for (const double date : test::start_dates(result)) EXPECT_GE(date, 600.0);
  EXPECT_EQ(result.jobs.state(2), JobState::completed);
}

TEST(PodLocks, OfJobsThatGaveUpTooOftenAreLeft) {
  // Two nodes never come back, so that neither job ever has three.
  const PlannedOutage outage{
      .begin = Seconds(0.5), .end = Seconds(1e6), .unforeseen = true, .nodes = {{0, 2}, {0, 3}}};
  const RunResult result =
      run({job(1, 24, 100), job(1, 24, 100)}, R"({"give_up_after": "10 min"})", {outage});
  EXPECT_THAT(test::start_dates(result), ElementsAre(-1, -1));
  EXPECT_THAT(result.policy_notes, testing::Contains(testing::HasSubstr("not tried again")));
}

TEST(PodLocks, PodsAreLostWithTheirNodeAndMadeAnew) {
  // At 2 s the second job holds three nodes and waits for the fourth; one of the three fails.
  const PlannedOutage outage{
      .begin = Seconds(2.0), .end = Seconds(50.0), .requeues = true, .nodes = {{0, 1}}};
  const RunResult result = run({job(0, 8, 30), job(1, 32, 10), job(3, 8, 10)}, "{}", {outage});
  // The node is back at 50 s, and the pod has backed off since 2 s and 30 s by then.
  EXPECT_THAT(test::start_dates(result)[0], 0);
  EXPECT_THAT(test::start_dates(result)[1], 50);
  EXPECT_EQ(result.pods->given_up, 1);
}

TEST(PodLocks, WhatPodsHoldIsAllocated) {
  const RunResult result = run({job(0, 24, 100), job(0, 24, 100), job(0.5, 8, 10)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(-1, -1, -1));
  EXPECT_THAT(result.waits.jobs, IsEmpty());
  EXPECT_EQ(result.jobs.state(2), JobState::waiting);
}

}  // namespace
}  // namespace gpuscape
