/// Who starts next under a quota tree, and what keeps a job from it: each worked out by hand.

#include <gmock/gmock.h>

#include "tests/support/random_jobs.hpp"
#include "tests/unit/quota/quota_runs.hpp"

namespace gpuscape {
namespace {

using test::QuotaRun;
using test::start_dates;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Both wait when the GPUs come back at 10; the second would stay within what it deserves and goes
// first, though the first came first and has the higher priority (misread: priorities of queues are
// of what nobody deserves).
TEST(QuotaRules, WhoStaysWithinWhatItDeservesGoesFirst) {
  QuotaRun run(R"({"queues": {"a": {"priority": 200}, "b": {"gpus": {"deserved": 8}},
                              "c": {"reclaim_min_run_time": "1 h"}}})");
  run.jobs("c", 1, 0, 8, 10).jobs("a", 1, 1, 8, 10).jobs("b", 1, 2, 8, 10);
  EXPECT_THAT(start_dates(run.run()), ElementsAre(0, 20, 10));
}

// Nobody deserves anything. At 10 two GPUs are free: the first queue is above its share, and what
// the third asks for does not fit. At 20 the third's comes first.
TEST(QuotaRules, ThenTheHigherPriorityThenTheSmallerShare) {
  QuotaRun run(R"({"reclaim": false, "queues": {"a": {}, "b": {}, "c": {"priority": 200}}})");
  run.jobs("a", 1, 0, 6, 20).jobs("b", 1, 0, 2, 10);
  run.jobs("a", 1, 1, 2, 10).jobs("b", 1, 1, 2, 10).jobs("c", 1, 2, 6, 10);
  EXPECT_THAT(start_dates(run.run()), ElementsAre(0, 0, 20, 10, 20));
}

TEST(QuotaRules, InAQueueTheMoreImportantJobsGoFirstThenTheOlder) {
  QuotaRun run(R"({"preempt": false, "queues": {"a": {}}, "priorities": {"high": {"value": 75}}})");
  run.jobs("a", 1, 0, 8, 10).jobs("a", 2, 1, 8, 10).jobs("a", 1, 2, 8, 10, "high");
  EXPECT_THAT(start_dates(run.run()), ElementsAre(0, 20, 30, 10));
}

TEST(QuotaRules, ALimitBindsAllBelowIt) {
  QuotaRun run(R"({"queues": {"all": {"gpus": {"limit": 4}}, "x": {"parent": "all"},
                              "y": {"parent": "all"}, "z": {}}})");
  run.jobs("x", 3, 0, 1, 10).jobs("y", 2, 0, 1, 10).jobs("z", 4, 0, 1, 10);
  const RunResult result = run.run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 10, 0, 0, 0, 0, 0, 0));
}

TEST(QuotaRules, CoresAndMemoryAreCountedToo) {
  QuotaRun run(R"({"queues": {"a": {"cores": {"limit": 8}}, "b": {"memory": {"limit": "2 GiB"}}}})",
               {{"gpu", 1, Demand{8, 64000, 65536}, false}});
  run.jobs("a", 2, 0, 1, 10);
  run.last().demand.milli_cores = 6000;
  run.jobs("a", 1, 0, 1, 10);
  run.last().demand.milli_cores = 6000;
  run.jobs("b", 1, 0, 1, 10);
  run.last().demand.memory_mib = 1500;
  run.jobs("b", 1, 0, 1, 10);
  run.last().demand.memory_mib = 1000;
  EXPECT_THAT(start_dates(run.run()), ElementsAre(0, 0, 10, 0, 10));
}

// What a queue deserves is all that jobs get which nobody may stop, though everything is free.
TEST(QuotaRules, JobsThatCannotBePreemptedStayWithinWhatTheirQueueDeserves) {
  const std::string parameters = R"({"queues": {"a": {"gpus": {"deserved": 2}}},
                                     "priorities": {"build": {"value": 100}}})";
  EXPECT_THAT(start_dates(QuotaRun(parameters).jobs("a", 4, 0, 1, 10, "build").run()),
              ElementsAre(0, 0, 10, 10));
  EXPECT_THAT(start_dates(QuotaRun(parameters).jobs("a", 4, 0, 1, 10, "train").run()),
              ElementsAre(0, 0, 0, 0));
}

TEST(QuotaRules, TheNextJobIsTriedWhereOneDoesNotFitUnlessHeadsBlock) {
  const std::string queues = R"("reclaim": false, "preempt": false, "queues": {"a": {}}})";
  const auto dates = [&](const std::string& blocking) {
    QuotaRun run("{\"blocking\": " + blocking + ", " + queues);
    run.jobs("a", 1, 0, 4, 10).jobs("a", 1, 1, 8, 10).jobs("a", 1, 2, 4, 10);
    return start_dates(run.run());
  };
  EXPECT_THAT(dates("false"), ElementsAre(0, 12, 2));
  EXPECT_THAT(dates("true"), ElementsAre(0, 10, 20));
}

TEST(QuotaRules, OneQueueWhoseHeadBlocksIsFirstInFirstOut) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::vector<Job> jobs = test::random_jobs(seed, {.count = 300, .gpus_total = 32, .load = 1.0});
    const auto run = [&](const std::string& scheduler, const std::string& parameters) {
      return start_dates(test::run_jobs(
          {test::nodes(4, 8)}, jobs, {.scheduler = scheduler, .scheduler_parameters = parameters}));
    };
    EXPECT_EQ(run("quota-tree", R"({"blocking": true, "queues": {"all": {"default": true}}})"),
              run("fifo", "{}"))
        << seed;
  }
}

TEST(QuotaRules, DecisionsFallAtCyclesWhereThereAreSome) {
  QuotaRun run(R"({"cycle": "60 s", "queues": {"a": {}}})");
  run.jobs("a", 1, 10, 8, 100).jobs("a", 1, 70, 8, 30);
  EXPECT_THAT(start_dates(run.run()), ElementsAre(60, 180));
}

TEST(QuotaRules, JobsWithoutAQueueAreNamedAndCounted) {
  QuotaRun run(R"({"queues": {"a": {}}})");
  const RunResult result =
      run.jobs("a", 1, 0, 1, 10).jobs("b", 2, 0, 1, 10).jobs("zoo", 1, 0, 1, 10).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, -1, -1, -1));
  EXPECT_EQ(result.never_fit, 3);
  EXPECT_THAT(result.policy_notes, Contains("3 jobs in no queue, never started: \"b\", \"zoo\""));
}

TEST(QuotaRules, JobsLargerThanALimitOnTheirPathAreCounted) {
  QuotaRun run(R"({"queues": {"top": {"gpus": {"limit": 4}}, "a": {"parent": "top"}}})");
  const RunResult result = run.jobs("a", 1, 0, 8, 10).jobs("a", 1, 0, 4, 10).run();
  EXPECT_THAT(start_dates(result), ElementsAre(-1, 0));
  EXPECT_THAT(result.policy_notes,
              Contains("1 job larger than the queue may ever hold, never started"));
}

TEST(QuotaRules, OneQueueMayTakeTheJobsOfAllOthers) {
  QuotaRun run(R"({"queues": {"a": {}, "rest": {"default": true, "gpus": {"limit": 1}}}})");
  EXPECT_THAT(start_dates(run.jobs("b", 2, 0, 1, 10).run()), ElementsAre(0, 10));
}

TEST(QuotaRules, JobsWaitForNodesThatAreAway) {
  const std::vector<PlannedOutage> outages = {
      {.begin = 0_s, .end = 1000_s, .nodes = {{.group = 0, .node = 1}}}};
  std::vector<Job> jobs(8, test::job(1, 1, 100));
  const RunResult result =
      test::run_with(outages, {test::nodes(2, 4)}, jobs,
                     {.scheduler = "quota-tree",
                      .scheduler_parameters = R"({"queues": {"all": {"default": true}}})"});
  EXPECT_THAT(start_dates(result), ElementsAre(1, 1, 1, 1, 101, 101, 101, 101));
}

// The first queue held all 8 GPUs for one half-life: its past use is 1 − 1/2. Weights are halves,
// so parts are 0.5 + (0.5 − 0.5) and 0.5 + (0.5 − 0), one to two: 2.67 and 5.33 of 8 GPUs, and the
// last one by the larger remainder: 3 and 5. What ended this very instant counts until now.
TEST(QuotaRules, PastUseIsWhatWasHeldUntilNow) {
  QuotaRun run(R"({"reclaim": false, "use_weight": 1, "half_life": "100 s",
                   "queues": {"a": {}, "b": {}}})");
  run.jobs("a", 1, 0, 8, 100).jobs("a", 8, 50, 1, 1000).jobs("b", 8, 50, 1, 1000);
  const std::vector<double> dates = start_dates(run.run());
  EXPECT_EQ(std::count(dates.begin() + 1, dates.begin() + 9, 100.0), 3);
  EXPECT_EQ(std::count(dates.begin() + 9, dates.end(), 100.0), 5);
}

}  // namespace
}  // namespace gpuscape
