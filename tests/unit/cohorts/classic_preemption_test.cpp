/// Whose jobs make room for whose without fair sharing: each worked out by hand.

#include <gmock/gmock.h>

#include "tests/unit/cohorts/cohort_runs.hpp"

namespace gpuscape {
namespace {

using test::CohortRun;
using test::end_dates;
using test::start_dates;
using test::stop_dates;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;

/// Two queues of 4 GPUs in a cohort; the second has that preemption.
std::string two(const std::string& preemption, const std::string& more = "") {
  return "{" + more + R"("priorities": {"low": {"value": 10}, "high": {"value": 90}},
      "cohorts": {"c": {}}, "queues": {"a": {"cohort": "c", "gpus": {"nominal": 4}},
      "b": {"cohort": "c", "gpus": {"nominal": 4}, "preemption": {)" +
         preemption + "}}}}";
}

TEST(ClassicPreemption, NobodyIsStoppedByItself) {
  CohortRun run(two(""));
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 4, 10, 1, 10).run();
  EXPECT_THAT(stop_dates(result), Each(-1));
  EXPECT_EQ(start_dates(result)[8], 100);
}

// b takes back its own 4, and no more: the newest of a's jobs go.
TEST(ClassicPreemption, AQueueTakesItsOwnQuotaBack) {
  CohortRun run(two(R"("reclaim_within_cohort": "any")"));
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 6, 10, 1, 10).run();
  EXPECT_THAT(stop_dates(result),
              ElementsAre(-1, -1, -1, -1, 10, 10, 10, 10, -1, -1, -1, -1, -1, -1));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 10, 10, 10, 10, 20, 20));
  EXPECT_EQ(result.jobs.segments(7)[0].cause, Cause::reclaimed);
}

// What a holds of its own stays, though b has 4 of its own free: nodes are too few.
TEST(ClassicPreemption, WhoDoesNotBorrowGivesNothing) {
  CohortRun run(two(R"("reclaim_within_cohort": "any")"), {test::nodes(1, 4)});
  EXPECT_THAT(stop_dates(run.jobs("a", 4, 0, 1, 100).jobs("b", 4, 10, 1, 10).run()), Each(-1));
}

TEST(ClassicPreemption, TheLeastImportantThenTheNewestGoFirst) {
  CohortRun run(two(R"("reclaim_within_cohort": "any")"));
  run.jobs("a", 1, 0, 2, 100, "low").jobs("a", 1, 1, 2, 100).jobs("a", 1, 2, 2, 100);
  run.jobs("a", 1, 3, 2, 100, "high").jobs("b", 1, 10, 4, 10);
  EXPECT_THAT(stop_dates(run.run()), ElementsAre(10, -1, 10, -1, -1));
}

TEST(ClassicPreemption, ByPriorityOnlyLessImportantJobsOfOthersGo) {
  CohortRun run(two(R"("reclaim_within_cohort": "lower-priority")"));
  run.jobs("a", 1, 0, 4, 100, "low").jobs("a", 1, 1, 4, 100).jobs("b", 1, 10, 4, 10);
  EXPECT_THAT(stop_dates(run.run()), ElementsAre(10, -1, -1));
  CohortRun equal(two(R"("reclaim_within_cohort": "lower-priority")"));
  equal.jobs("a", 2, 0, 4, 100).jobs("b", 1, 10, 4, 10);
  EXPECT_THAT(stop_dates(equal.run()), Each(-1));
}

// A gang of 3 goes as a is above its quota before it does, not after.
TEST(ClassicPreemption, AVictimIsAboveItsQuotaBeforeItGoes) {
  CohortRun run(two(R"("reclaim_within_cohort": "any")"));
  run.jobs("a", 1, 0, 2, 100).jobs("a", 1, 1, 3, 100).jobs("b", 1, 10, 4, 10);
  EXPECT_THAT(stop_dates(run.run()), ElementsAre(-1, 10, -1));
}

// The 1 goes first and is not enough; with the 4 gone it is not needed, and stays.
TEST(ClassicPreemption, VictimsThatAreNotNeededStay) {
  CohortRun run(two(R"("reclaim_within_cohort": "any")"));
  run.jobs("a", 1, 0, 3, 100).jobs("a", 1, 1, 4, 100).jobs("a", 1, 2, 1, 100);
  EXPECT_THAT(stop_dates(run.jobs("b", 1, 10, 4, 10).run()), ElementsAre(-1, 10, -1, -1));
}

TEST(ClassicPreemption, WithinAQueueLessImportantJobsMakeRoom) {
  CohortRun run(two(R"("within_queue": "lower-priority")"));
  run.jobs("b", 2, 0, 4, 100).jobs("b", 1, 10, 4, 10, "high").jobs("b", 1, 11, 4, 10);
  const RunResult result = run.run();
  EXPECT_THAT(stop_dates(result, Cause::preempted), ElementsAre(-1, 10, -1, -1));
  EXPECT_THAT(stop_dates(result), Each(-1));
}

// The first comes after the second has begun, on a carried date: equal priorities, older first.
TEST(ClassicPreemption, WithinAQueueNewerJobsMakeRoomForOlderOnes) {
  const auto starts = [](const std::string& within) {
    CohortRun run(two("\"within_queue\": \"" + within + "\""), {test::nodes(1, 4)});
    run.jobs("b", 1, 0, 3, 10).jobs("b", 1, 1, 4, 10).jobs("b", 1, 2, 1, 100);
    return start_dates(run.run());
  };
  // At 2 one GPU is free, and the newest starts; at 10 the older needs it.
  EXPECT_THAT(starts("lower-priority"), ElementsAre(0, 102, 2));
  EXPECT_THAT(starts("lower-or-newer-equal-priority"), ElementsAre(0, 10, 2));
}

// 6 GPUs: 2 would be borrowed of the cohort's. Others give for that only where it is said, and only
// less important jobs up to the threshold.
TEST(ClassicPreemption, OthersGiveToAQueueThatBorrowsByPriorityOnly) {
  const auto stops = [](const std::string& preemption, const std::string& qos) {
    CohortRun run(R"({"priorities": {"low": {"value": 10}, "high": {"value": 90}},
        "cohorts": {"c": {"gpus": {"nominal": 4}}}, "queues": {"a": {"cohort": "c"},
        "b": {"cohort": "c", "gpus": {"nominal": 4},
              "preemption": {"reclaim_within_cohort": "any")" +
                  preemption + "}}}}");
    run.jobs("a", 4, 0, 2, 100, qos).jobs("b", 1, 10, 6, 10, "high");
    return std::ranges::count(stop_dates(run.run()), 10.0);
  };
  EXPECT_EQ(stops("", "low"), 0);
  EXPECT_EQ(stops(R"(, "borrow_within_cohort": "lower-priority")", "low"), 3);
  EXPECT_EQ(stops(R"(, "borrow_within_cohort": {"max_priority": 10})", "low"), 3);
  EXPECT_EQ(stops(R"(, "borrow_within_cohort": {"max_priority": 9})", "low"), 0);
  EXPECT_EQ(stops(R"(, "borrow_within_cohort": "lower-priority")", "high"), 0);
}

/// 4 at the top, 4 in x; a and b in x, d at the top.
const char* const kTwoLevels =
    R"({"cohorts": {"top": {}, "x": {"parent": "top", "gpus": {"nominal": 4}}},
        "queues": {"a": {"cohort": "x", "preemption": {"reclaim_within_cohort": "any"}},
                   "b": {"cohort": "x", "preemption": {"reclaim_within_cohort": "any"}},
                   "d": {"cohort": "top", "gpus": {"nominal": 4}}}})";

// a borrows, but only what is its cohort's: what d borrowed of that comes back.
TEST(ClassicPreemption, ACohortsOwnQuotaIsTakenBackForTheQueuesInIt) {
  CohortRun run(kTwoLevels);
  EXPECT_THAT(stop_dates(run.jobs("d", 2, 0, 4, 100).jobs("a", 1, 10, 4, 10).run()),
              ElementsAre(-1, 10, -1));
}

// Of what x has a holds all: b, which would borrow like a, takes nothing from it.
TEST(ClassicPreemption, QueuesThatBorrowAlikeTakeNothingFromEachOther) {
  CohortRun run(kTwoLevels);
  EXPECT_THAT(
      stop_dates(run.jobs("d", 1, 0, 4, 100).jobs("a", 1, 0, 4, 100).jobs("b", 1, 10, 4, 10).run()),
      Each(-1));
}

// The third's job on each node borrows; only both gone make room for the pair on one node.
TEST(ClassicPreemption, VictimsMakeRoomOnNodes) {
  CohortRun run(two(R"("reclaim_within_cohort": "any")"), {test::nodes(2, 4)});
  run.jobs("a", 4, 0, 2, 100).jobs("b", 1, 10, 4, 10);
  const std::vector<double> stops = stop_dates(run.run());
  EXPECT_EQ(std::ranges::count(stops, 10.0), 2);
  EXPECT_EQ(stops[0], stops[1]);  // those on one node
}

TEST(ClassicPreemption, TheRoomOfThoseThatLeaveIsForWhomTheyLeft) {
  CohortRun run(two(R"("reclaim_within_cohort": "any")", R"("grace_time": "30 s", )"));
  const RunResult result =
      run.jobs("a", 8, 0, 1, 1000).jobs("a", 4, 1, 1, 1000).jobs("b", 1, 10, 4, 50).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 40.0), 4);
  EXPECT_EQ(start_dates(result)[12], 40);
}

TEST(ClassicPreemption, AStoppedJobBeginsAnewOrGoesOn) {
  const auto end = [](const std::string& preempted) {
    CohortRun run(
        two(R"("reclaim_within_cohort": "any")", "\"preempted\": \"" + preempted + "\", "));
    return end_dates(run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 4, 20).run())[0];
  };
  EXPECT_EQ(end("begin-anew"), 130);
  EXPECT_EQ(end("go-on"), 120);
}

// One of each queue in a cycle: a borrows what comes free at 10, in the same instant as b, which
// then takes back what it has yet to have.
TEST(ClassicPreemption, WhatWasBorrowedInTheSameInstantIsTakenBackInIt) {
  CohortRun run(two(R"("reclaim_within_cohort": "lower-priority")"));
  run.jobs("a", 1, 0, 8, 10).jobs("a", 8, 1, 1, 100, "low").jobs("b", 4, 2, 1, 100);
  const RunResult result = run.run();
  for (std::size_t job = 9; job < 13; ++job) EXPECT_EQ(start_dates(result)[job], 10) << job;
}

// Of 6 GPUs: "low" of 3 is within b's own 3 and takes them back from d, which borrows; "old" of 4,
// older, takes b's newer job, and borrows; d's important 5 takes that. No job would ever end.
TEST(ClassicPreemption, CirclesEnd) {
  CohortRun run(R"({"grace_time": "7 s", "priorities": {"low": {"value": 10},
      "high": {"value": 90}}, "cohorts": {"c": {"gpus": {"nominal": 2}}}, "queues": {
      "b": {"cohort": "c", "gpus": {"nominal": 3}, "preemption": {"reclaim_within_cohort": "any",
            "borrow_within_cohort": "lower-priority",
            "within_queue": "lower-or-newer-equal-priority"}},
      "d": {"cohort": "c", "gpus": {"nominal": 1}, "preemption": {
            "reclaim_within_cohort": "any", "borrow_within_cohort": "lower-priority"}}}})",
                {test::nodes(1, 6)});
  run.jobs("b", 1, 0, 4, 50, "low").jobs("d", 1, 1, 5, 50, "high").jobs("b", 1, 2, 3, 50, "low");
  const RunResult result = run.run();
  for (std::size_t job = 0; job < 3; ++job) EXPECT_TRUE(result.jobs.ended(job)) << job;
  EXPECT_THAT(result.policy_notes,
              Contains("3 jobs stopped 100 times and not again: queues took from each other in "
                       "circles"));
}

}  // namespace
}  // namespace gpuscape
