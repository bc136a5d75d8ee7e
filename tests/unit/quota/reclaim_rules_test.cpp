/// Whose jobs make room for whose under a quota tree: each worked out by hand.

#include <gmock/gmock.h>

#include "tests/unit/quota/quota_runs.hpp"

namespace gpuscape {
namespace {

using test::end_dates;
using test::QuotaRun;
using test::start_dates;
using test::stop_dates;
using testing::Each;
using testing::ElementsAre;

// Eight GPUs, two queues alike: the four newest of the first's jobs make room.
TEST(ReclaimRules, TwoEqualQueuesShareEqually) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})");
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 8, 10, 1, 100).run();
  EXPECT_THAT(stop_dates(result),
              ElementsAre(-1, -1, -1, -1, 10, 10, 10, 10, -1, -1, -1, -1, -1, -1, -1, -1));
  EXPECT_EQ(std::ranges::count(start_dates(result), 10.0), 4);
  EXPECT_EQ(result.jobs.segments(7)[0].cause, Cause::reclaimed);
}

// Misread: a queue takes back up to its fair share, which is more than it deserves where not all is
// deserved: 2 each of 8, and 2 each of the rest.
TEST(ReclaimRules, GoesUpToTheFairShareNotOnlyToWhatIsDeserved) {
  QuotaRun run(R"({"queues": {"a": {"gpus": {"deserved": 2}}, "b": {"gpus": {"deserved": 2}}}})");
  const RunResult result = run.jobs("a", 8, 0, 1, 1000).jobs("b", 8, 10, 1, 1000).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 4);
}

// 6 deserved against 2 of 8, all deserved: six are taken back, and no more.
TEST(ReclaimRules, StopsAtTheFairShare) {
  QuotaRun run(R"({"queues": {"a": {"gpus": {"deserved": 2}}, "b": {"gpus": {"deserved": 6}}}})");
  const RunResult result = run.jobs("a", 8, 0, 1, 1000).jobs("b", 8, 10, 1, 1000).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 6);
}

// A gang is stopped whole: the victim's side is above its share before that very removal.
TEST(ReclaimRules, AVictimIsAboveItsShareBeforeItGoesNotAfter) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 100).run();
  EXPECT_THAT(stop_dates(result), ElementsAre(10, -1));
  EXPECT_THAT(end_dates(result), ElementsAre(210, 110));
}

// The first queue holds 4 and is sure of 4: nothing may be taken from it, though it deserves less
// and the second would like more than its share.
TEST(ReclaimRules, NobodyTakesFromAQueueAtItsShare) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})");
  const RunResult result =
      run.jobs("a", 4, 0, 1, 100).jobs("b", 1, 0, 4, 100).jobs("b", 1, 10, 4, 100).run();
  EXPECT_THAT(stop_dates(result), Each(-1));
  EXPECT_EQ(start_dates(result)[5], 100);
}

// (b): the first holds 8 of 12, as much as its share, but its nodes have 1, 1 and 2 free. What the
// second deserves comes before what the first has beyond what it deserves; what it does not deserve
// does not.
TEST(ReclaimRules, WhatIsDeservedComesBeforeWhatIsSharedOut) {
  const auto stops = [](const std::string& deserved) {
    QuotaRun run(R"({"queues": {"a": {"gpus": {"deserved": 2}}, "b": {"gpus": {"deserved": )" +
                     deserved + "}}}}",
                 {test::nodes(3, 4)});
    run.jobs("a", 2, 0, 3, 100).jobs("a", 1, 0, 2, 100).jobs("b", 1, 10, 4, 10);
    return stop_dates(run.run());
  };
  EXPECT_THAT(stops("4"), ElementsAre(-1, -1, 10, -1));
  EXPECT_THAT(stops("0"), Each(-1));
}

// Misread: one queue is above its share and protected; the other holds its share. Nobody gives.
TEST(ReclaimRules, NobodyGivesInThePlaceOfAQueueThatIsProtected) {
  QuotaRun run(R"({"queues": {"safe": {"reclaim_min_run_time": "1 d"}, "c": {}, "b": {}}})",
               {test::nodes(2, 4)});
  run.jobs("safe", 2, 0, 3, 100).jobs("c", 2, 0, 1, 100);
  const RunResult none = run.jobs("b", 1, 10, 2, 100).run();
  EXPECT_THAT(stop_dates(none), Each(-1));
  EXPECT_EQ(start_dates(none)[4], 100);
}

// The third could give two GPUs, one on each node; the job needs both on one.
TEST(ReclaimRules, NobodyIsStoppedWhereThatMakesNoRoom) {
  QuotaRun run(R"({"queues": {"safe": {"gpus": {"deserved": 4}}, "c": {},
                              "b": {"gpus": {"deserved": 4}}}})",
               {test::nodes(2, 4)});
  run.jobs("c", 1, 0, 1, 100).jobs("safe", 1, 0, 3, 100).jobs("safe", 1, 0, 3, 100);
  run.jobs("c", 1, 0, 1, 100);
  const RunResult result = run.jobs("b", 1, 10, 4, 100).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 2);  // one of the second's gangs too
  EXPECT_EQ(start_dates(result)[4], 10);
}

TEST(ReclaimRules, AJobRunsItsLeastTimeBeforeOthersReclaimIt) {
  QuotaRun run(R"({"queues": {"a": {"reclaim_min_run_time": "60 s"}, "b": {}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 100).run();
  EXPECT_THAT(stop_dates(result), ElementsAre(60, -1));
}

TEST(ReclaimRules, AJobWaitsForTheDelayBeforeOthersAreStopped) {
  QuotaRun run(R"({"preemption_delay": "30 s", "queues": {"a": {}, "b": {}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 100).run();
  EXPECT_THAT(stop_dates(result), ElementsAre(40, -1));
}

TEST(ReclaimRules, JobsThatCannotBePreemptedStay) {
  QuotaRun run(R"({"queues": {"a": {"gpus": {"deserved": 8}}, "b": {"gpus": {"deserved": 8}}},
                   "priorities": {"build": {"value": 100}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 100, "build").jobs("b", 1, 10, 1, 100).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 100));
}

TEST(ReclaimRules, PrioritiesOfJobsPlayNoPartBetweenQueues) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}, "priorities": {"high": {"value": 99}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 100, "high").jobs("b", 1, 10, 1, 100).run();
  EXPECT_THAT(stop_dates(result), ElementsAre(10, -1));
}

TEST(ReclaimRules, TheLeastImportantAndNewestJobsGoFirst) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}, "priorities": {"high": {"value": 75}}})");
  run.jobs("a", 1, 0, 2, 100).jobs("a", 1, 1, 2, 100).jobs("a", 2, 2, 2, 100, "high");
  const RunResult result = run.jobs("b", 1, 10, 2, 100).run();
  EXPECT_THAT(stop_dates(result), ElementsAre(-1, 10, -1, -1, -1));
}

// The third queue is above its share by more: it gives first.
TEST(ReclaimRules, TheQueueWhoseTurnWouldBeLastGivesFirst) {
  QuotaRun run(R"({"queues": {"a": {}, "c": {}, "b": {}}})", {test::nodes(1, 12)});
  run.jobs("a", 5, 0, 1, 100).jobs("c", 7, 0, 1, 100);
  const RunResult result = run.jobs("b", 2, 10, 1, 100).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 2);
  const std::vector<double> stops = stop_dates(result);
  EXPECT_EQ(std::count(stops.begin(), stops.begin() + 5, -1.0), 5);
}

// Two departments; the teams of the first share 4 of 8 between them.
TEST(ReclaimRules, SharesOfTeamsAreWithinThoseOfTheirDepartment) {
  QuotaRun run(R"({"queues": {"d1": {}, "d2": {}, "x": {"parent": "d1"}, "y": {"parent": "d1"},
                              "z": {"parent": "d2"}}})");
  run.jobs("x", 8, 0, 1, 1000).jobs("z", 8, 10, 1, 1000).jobs("y", 8, 20, 1, 1000);
  const RunResult result = run.run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 4);
  // y takes two from x, and nothing from z.
  EXPECT_EQ(std::ranges::count(stop_dates(result), 20.0), 2);
  const std::vector<double> stops = stop_dates(result);
  EXPECT_EQ(std::count(stops.begin() + 8, stops.begin() + 16, -1.0), 8);
}

TEST(ReclaimRules, WithinAQueueLessImportantJobsMakeRoom) {
  QuotaRun run(R"({"queues": {"a": {}}, "priorities": {"high": {"value": 75}}})");
  const RunResult result =
      run.jobs("a", 2, 0, 4, 100).jobs("a", 1, 5, 4, 10).jobs("a", 1, 10, 4, 10, "high").run();
  EXPECT_THAT(stop_dates(result, Cause::preempted), ElementsAre(-1, 10, -1, -1));
  EXPECT_THAT(stop_dates(result), Each(-1));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 100, 10));
}

// At its limit of 4, the queue can start the important job only for another of its own, though
// GPUs are free.
TEST(ReclaimRules, APreemptorMayTakeTheRoomBelowTheLimitOfItsQueue) {
  QuotaRun run(
      R"({"queues": {"a": {"gpus": {"limit": 4}}}, "priorities": {"high": {"value": 75}}})");
  const RunResult result = run.jobs("a", 2, 0, 2, 100).jobs("a", 1, 10, 2, 10, "high").run();
  EXPECT_THAT(stop_dates(result, Cause::preempted), ElementsAre(-1, 10, -1));
  EXPECT_EQ(start_dates(result)[2], 10);
}

// The victims leave at 40; what is free then is the first one's for whom they left, though the
// older job of the other queue would fit as well.
TEST(ReclaimRules, TheRoomOfThoseThatLeaveIsForWhomTheyLeft) {
  QuotaRun run(R"({"grace_time": "30 s", "queues": {"a": {}, "b": {}}})");
  const RunResult result =
      run.jobs("a", 8, 0, 1, 1000).jobs("a", 4, 1, 1, 1000).jobs("b", 1, 10, 4, 50).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 40.0), 4);
  EXPECT_EQ(start_dates(result)[12], 40);
}

// Progress: begun anew 100 + 10 + 100, or gone on.
TEST(ReclaimRules, AStoppedJobBeginsAnewOrGoesOn) {
  const auto end = [](const std::string& preempted) {
    QuotaRun run(R"({"preempted": ")" + preempted + R"(", "queues": {"a": {}, "b": {}}})");
    return end_dates(run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 20).run())[0];
  };
  EXPECT_EQ(end("begin-anew"), 130);
  EXPECT_EQ(end("go-on"), 120);
}

TEST(ReclaimRules, CanBeOff) {
  QuotaRun run(R"({"reclaim": false, "queues": {"a": {}, "b": {"gpus": {"deserved": 8}}}})");
  EXPECT_THAT(start_dates(run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 8, 10).run()),
              ElementsAre(0, 100));
}

// The second's gang of 16 would be within its share of 16 of 32: victims on two nodes.
TEST(ReclaimRules, MakesRoomForAGangOnSeveralNodes) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})", {test::nodes(4, 8)});
  const RunResult result = run.jobs("a", 4, 0, 8, 100).jobs("b", 1, 10, 16, 100).run();
  EXPECT_THAT(stop_dates(result), ElementsAre(-1, -1, 10, 10, -1));
}

// A gang of more than the share of its queue may start where GPUs are free, and takes nothing.
TEST(ReclaimRules, AGangAboveItsQueuesShareTakesNothing) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})", {test::nodes(4, 8)});
  const RunResult result = run.jobs("a", 4, 0, 8, 100).jobs("b", 1, 10, 24, 100).run();
  EXPECT_THAT(stop_dates(result), Each(-1));
  EXPECT_EQ(start_dates(result)[4], 100);
}

// Jobs without GPUs: 8 cores, half of them each. Two of the four that run make room.
TEST(ReclaimRules, CoresAreReclaimedFromJobsWithoutGpus) {
  QuotaRun run(R"({"queues": {"a": {"cores": {}}, "b": {"cores": {}}}})",
               {{"cpu", 1, Demand{0, 8000, 0}, false}});
  for (const auto& [queue, submit] : {std::pair("a", 0.0), std::pair("b", 10.0)}) {
    for (int i = 0; i < 4; ++i) {
      run.jobs(queue, 1, submit, 0, 100);
      run.last().demand.milli_cores = 2000;
    }
  }
  const RunResult result = run.run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 2);
  EXPECT_EQ(std::ranges::count(start_dates(result), 10.0), 2);
}

// Processors of a pool are taken back like GPUs of nodes.
TEST(ReclaimRules, ProcessorsOfAPoolAreReclaimed) {
  QuotaRun run(R"({"queues": {"a": {}, "b": {}}})", {test::pool(8)});
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 4, 10, 1, 100).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 4);
}

}  // namespace
}  // namespace gpuscape
