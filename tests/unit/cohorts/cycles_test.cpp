/// Whose job is next under cohorts, and what a cycle is: each worked out by hand.

#include <gmock/gmock.h>

#include "tests/support/random_jobs.hpp"
#include "tests/unit/cohorts/cohort_runs.hpp"

namespace gpuscape {
namespace {

using test::CohortRun;
using test::start_dates;
using testing::Contains;
using testing::ElementsAre;

TEST(Cycles, OneStrictQueueInNoCohortIsFirstInFirstOut) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const std::vector<Job> jobs = test::random_jobs(seed, {.count = 300,
                                                           .gpus_total = 32,
                                                           .load = 1.0,
                                                           .coarse = seed % 2 == 0,
                                                           .share_with_cores = 0.2});
    const auto run = [&](const std::string& scheduler, const std::string& parameters) {
      return test::run_jobs({test::nodes(4, 8)}, jobs,
                            {.scheduler = scheduler, .scheduler_parameters = parameters});
    };
    const RunResult ours = run("cohorts", R"({"queues": {"all": {"default": true,
        "queueing": "strict-fifo", "gpus": {"nominal": 32}}}})");
    const RunResult fifo = run("fifo", "{}");
    EXPECT_EQ(start_dates(ours), start_dates(fifo)) << seed;
    EXPECT_EQ(test::end_dates(ours), test::end_dates(fifo)) << seed;
  }
}

// a's large job waits for what is its own; the small one behind it starts beside it only in a queue
// that does its best.
TEST(Cycles, AJobThatMayNotStartHoldsUpThoseBehindItInAStrictQueue) {
  const auto dates = [](const std::string& queueing) {
    CohortRun run(R"({"queues": {"a": {"queueing": ")" + queueing +
                  R"(", "gpus": {"nominal": 4}}}})");
    run.jobs("a", 1, 0, 2, 100).jobs("a", 1, 1, 4, 10).jobs("a", 1, 2, 2, 10);
    return start_dates(run.run());
  };
  EXPECT_THAT(dates("best-effort-fifo"), ElementsAre(0, 100, 2));
  EXPECT_THAT(dates("strict-fifo"), ElementsAre(0, 100, 110));
}

// What b has is its own, what a would take is not: b goes first, though a came first.
TEST(Cycles, WhoDoesNotBorrowGoesFirst) {
  CohortRun run(R"({"cohorts": {"c": {}}, "queues": {"a": {"cohort": "c", "gpus": {"nominal": 0}},
                    "b": {"cohort": "c", "gpus": {"nominal": 8}}}})");
  run.jobs("b", 1, 0, 8, 10).jobs("a", 1, 1, 8, 10).jobs("b", 1, 2, 8, 10);
  EXPECT_THAT(start_dates(run.run()), ElementsAre(0, 20, 10));
}

TEST(Cycles, OfThoseThatBorrowThePriorityThenTheAgeDecide) {
  const std::string parameters =
      R"({"priorities": {"high": {"value": 60}}, "cohorts": {"c": {"gpus": {"nominal": 8}}},
          "queues": {"a": {"cohort": "c"}, "b": {"cohort": "c"}}})";
  CohortRun by_age(parameters);
  by_age.jobs("b", 1, 0, 8, 10).jobs("b", 1, 1, 8, 10).jobs("a", 1, 2, 8, 10);
  EXPECT_THAT(start_dates(by_age.run()), ElementsAre(0, 10, 20));
  CohortRun by_priority(parameters);
  by_priority.jobs("b", 1, 0, 8, 10).jobs("b", 1, 1, 8, 10).jobs("a", 1, 2, 8, 10, "high");
  EXPECT_THAT(start_dates(by_priority.run()), ElementsAre(0, 20, 10));
}

// The nearer cohort first: a borrows from x, d from the top.
TEST(Cycles, WhoBorrowsFromANearerCohortGoesFirst) {
  CohortRun run(R"({"cohorts": {"top": {"gpus": {"nominal": 4}},
                                "x": {"parent": "top", "gpus": {"nominal": 4}}},
                    "queues": {"a": {"cohort": "x"}, "d": {"cohort": "top"}}})");
  run.jobs("d", 1, 0, 8, 10).jobs("d", 1, 1, 8, 10).jobs("a", 1, 2, 4, 10);
  EXPECT_THAT(start_dates(run.run()), ElementsAre(0, 20, 10));
}

/// Starts of a0 to a2, b0, b1.
std::vector<double> unfair(const std::string& key) {
  CohortRun run("{\"fair_sharing\": true, \"one_per_cycle\": " + key +
                    R"(, "cohorts": {"c": {"gpus": {"nominal": 4}}},
                   "queues": {"a": {"cohort": "c"}, "b": {"cohort": "c"}}})",
                {test::nodes(1, 4)});
  run.jobs("a", 2, 0, 1, 100).jobs("a", 1, 10, 1, 100).jobs("b", 2, 10, 1, 100);
  return start_dates(run.run());
}

// Kueue's issue 9345: of two free GPUs one cycle gives a its third, as it looks at one job of each
// queue; b, which has one then, should have had both.
TEST(Cycles, OneJobOfEachQueueInACycleIsUnfair) {
  EXPECT_THAT(unfair("true"), ElementsAre(0, 0, 10, 10, 100));
}

TEST(Cycles, AllJobsOfQueuesInACycleAreFair) {
  EXPECT_THAT(unfair("false"), ElementsAre(0, 0, 100, 10, 10));
}

// With a time between cycles a queue starts one job in each.
TEST(Cycles, WithATimeBetweenThemAQueueStartsOneJobInEach) {
  const auto dates = [](const std::string& one) {
    CohortRun run(R"({"cycle": "10 s", "one_per_cycle": )" + one +
                  R"(, "queues": {"a": {"gpus": {"nominal": 8}}}})");
    run.jobs("a", 3, 1, 1, 100);
    return start_dates(run.run());
  };
  EXPECT_THAT(dates("true"), ElementsAre(10, 20, 30));
  EXPECT_THAT(dates("false"), ElementsAre(10, 10, 10));
}

// The first of a, which never takes anything back, waits for its own 6; a strict queue's quota is
// set aside, so that b does not borrow it.
TEST(Cycles, WhatAStrictQueueWaitsForIsSetAside) {
  const auto dates = [](const std::string& queueing) {
    CohortRun run(R"({"cohorts": {"c": {}}, "queues": {
        "a": {"cohort": "c", "gpus": {"nominal": 6}, "queueing": ")" +
                  queueing + R"("}, "b": {"cohort": "c", "gpus": {"nominal": 2}}}})");
    run.jobs("b", 1, 0, 2, 20).jobs("b", 1, 0, 2, 100).jobs("a", 1, 1, 6, 10);
    run.jobs("b", 1, 2, 2, 100);
    return start_dates(run.run());
  };
  EXPECT_THAT(dates("strict-fifo"), ElementsAre(0, 0, 20, 30));
  EXPECT_THAT(dates("best-effort-fifo"), ElementsAre(0, 0, 100, 2));
}

TEST(Cycles, JobsWithoutAQueueAreNamedAndCounted) {
  CohortRun run(R"({"queues": {"a": {"gpus": {"nominal": 8}}}})");
  const RunResult result = run.jobs("a", 1, 0, 1, 10).jobs("zoo", 2, 0, 1, 10).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, -1, -1));
  EXPECT_THAT(result.policy_notes, Contains("2 jobs in no queue, never started: \"zoo\""));
}

TEST(Cycles, JobsWithoutAQueueNeverStartOnAPoolEither) {
  for (const char* policy : {"cohorts", "quota-tree"}) {
    test::QuotaRun run(R"({"queues": {"a": {}}})", {test::pool(8)});
    EXPECT_THAT(start_dates(run.jobs("zoo", 1, 0, 1, 10).jobs("a", 1, 0, 1, 10).run(policy)),
                ElementsAre(-1, 0));
  }
}

TEST(Cycles, AGangLargerThanAllThatItsQueueMayBorrowNeverStarts) {
  CohortRun run(R"({"cohorts": {"c": {}}, "queues": {
      "a": {"cohort": "c", "gpus": {"nominal": 2, "borrowing_limit": 2}},
      "b": {"cohort": "c", "gpus": {"nominal": 6}}}})");
  const RunResult result = run.jobs("a", 1, 0, 4, 10).jobs("a", 1, 0, 5, 10).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, -1));
  EXPECT_THAT(result.policy_notes,
              Contains("1 job larger than the quota of the queue with all that it may borrow, "
                       "never started"));
}

// Quota for 8 on a node that has 4: the second waits for the node, and its quota is not used up.
TEST(Cycles, AJobNeedsQuotaAndNodes) {
  CohortRun run(R"({"cohorts": {"c": {}}, "queues": {"a": {"cohort": "c", "gpus": {"nominal": 8}},
                    "b": {"cohort": "c"}}})",
                {test::nodes(1, 4)});
  const RunResult result = run.jobs("a", 1, 0, 4, 10).jobs("a", 1, 0, 4, 10).run();
  EXPECT_THAT(start_dates(result), ElementsAre(0, 10));
  EXPECT_THAT(result.policy_notes,
              Contains("quotas are of 8 GPUs together, and the cluster has 4"));
}

// Cores are counted where some queue has them: a's own two jobs' worth, and no more.
TEST(Cycles, CoresAreCountedWhereAQueueHasThem) {
  CohortRun run(R"({"queues": {"a": {"cores": {"nominal": 4}}}})",
                {{"cpu", 1, Demand{0, 8000, 0}, false}});
  for (int i = 0; i < 3; ++i) {
    run.jobs("a", 1, 0, 0, 10);
    run.last().demand.milli_cores = 2000;
  }
  EXPECT_THAT(start_dates(run.run()), ElementsAre(0, 0, 10));
}

}  // namespace
}  // namespace gpuscape
