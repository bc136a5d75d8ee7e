/// Whose jobs make room for whose by dominant shares: each worked out by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/unit/cohorts/cohort_runs.hpp"

namespace gpuscape {
namespace {

using test::CohortRun;
using test::start_dates;
using test::stop_dates;
using testing::Each;
using testing::ElementsAre;

/// 8 GPUs of the cohort, none of the queues'; b takes back, a has that weight.
std::string shared(const std::string& more = "", const std::string& weight = "1") {
  return R"({"fair_sharing": true, )" + more + R"("cohorts": {"c": {"gpus": {"nominal": 8}}},
      "queues": {"a": {"cohort": "c", "weight": )" +
         weight + R"(}, "b": {"cohort": "c",
      "preemption": {"reclaim_within_cohort": "any"}}, "d": {"cohort": "c"}}})";
}

// S2-a: b's share with the job is no larger than a's without the victim: 1 ≤ 7, 2 ≤ 6, 3 ≤ 5,
// 4 ≤ 4; 5 > 3 no more.
TEST(FairSharing, QueuesShareEqually) {
  CohortRun run(shared());
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 8, 10, 1, 100).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 4);
  EXPECT_EQ(std::ranges::count(start_dates(result), 10.0), 4);
}

// By S2-a alone equal shares are reached as well: "no larger" it says, not "smaller".
TEST(FairSharing, TheFirstStrategyAloneLeadsToEqualShares) {
  CohortRun run(shared(R"("preemption_strategies": ["less-than-or-equal-to-final-share"], )"));
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 8, 10, 1, 100).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 4);
}

// With a weight of 3, a's share is a third of what it holds: 1 ≤ 7/3, 2 ≤ 6/3, 3 > 5/3.
TEST(FairSharing, WeightsDivideShares) {
  CohortRun run(shared("", "3"));
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 8, 10, 1, 100).run();
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 2);
}

// A gang of 5 against 8 single jobs: S2-a, 5 > 7; S2-b, 5 < 8, takes one alone, which is not
// enough.
TEST(FairSharing, TheSecondStrategyTakesOneJobOfEachQueue) {
  CohortRun gang(shared());
  EXPECT_THAT(stop_dates(gang.jobs("a", 8, 0, 1, 100).jobs("b", 1, 10, 5, 10).run()), Each(-1));
}

// One gang of 8 against a job of 1: without the victim a would have 0: S2-a fails; S2-b, 1 < 8.
TEST(FairSharing, TheSecondStrategyComparesWithTheShareBefore) {
  const auto stops = [](const std::string& more) {
    CohortRun run(shared(more));
    return stop_dates(run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 10).run())[0];
  };
  EXPECT_EQ(stops(""), 10);
  EXPECT_EQ(stops(R"("preemption_strategies": ["less-than-or-equal-to-final-share"], )"), -1);
  EXPECT_EQ(stops(R"("preemption_strategies": ["less-than-initial-share"], )"), 10);
}

// b's 4 would be as much as a has: neither rule holds, though 4 < 8 of both together.
TEST(FairSharing, NobodyTakesFromAQueueWithTheSameShare) {
  CohortRun run(shared());
  run.jobs("a", 1, 0, 4, 100).jobs("d", 1, 0, 4, 100).jobs("b", 1, 10, 4, 10);
  EXPECT_THAT(stop_dates(run.run()), Each(-1));
}

// a has 5 of 8, d 3: the larger share gives first, until shares are equal: 5, 4, 3; then d's newer.
TEST(FairSharing, TheLargestShareGivesFirst) {
  CohortRun run(shared());
  run.jobs("a", 5, 0, 1, 100).jobs("d", 3, 1, 1, 100).jobs("b", 2, 10, 1, 10);
  EXPECT_THAT(stop_dates(run.run()), ElementsAre(-1, -1, -1, 10, 10, -1, -1, -1, -1, -1));
}

// What is b's own comes back whatever the shares: a's single gang of 8 goes for one GPU.
TEST(FairSharing, WhatIsAQueuesOwnIsTakenBackWhateverTheShares) {
  CohortRun run(R"({"fair_sharing": true, "preemption_strategies": [
      "less-than-or-equal-to-final-share"], "cohorts": {"c": {}}, "queues": {
      "a": {"cohort": "c", "weight": 1000, "gpus": {"nominal": 4}}, "b": {"cohort": "c",
      "gpus": {"nominal": 4}, "preemption": {"reclaim_within_cohort": "any"}}}})");
  EXPECT_THAT(stop_dates(run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 10, 1, 10).run()),
              ElementsAre(10, -1));
}

// The smaller share with its job goes first: a has 2, b 1; each asks for 2.
TEST(FairSharing, TheSmallerShareGoesFirst) {
  CohortRun run(shared(), {test::nodes(1, 8)});
  run.jobs("d", 1, 0, 5, 10).jobs("a", 1, 0, 2, 100).jobs("b", 1, 0, 1, 100);
  run.jobs("a", 1, 1, 4, 10).jobs("b", 1, 2, 4, 10);
  const std::vector<double> starts = start_dates(run.run());
  EXPECT_EQ(starts[4], 10);
  EXPECT_EQ(starts[3], 20);
}

// Level by level: x has 6 of 8 for both of its queues, y 2; y's z is behind neither of them.
TEST(FairSharing, CohortsCompareBeforeTheirQueues) {
  CohortRun run(R"({"fair_sharing": true, "cohorts": {"top": {"gpus": {"nominal": 8}},
      "x": {"parent": "top"}, "y": {"parent": "top"}}, "queues": {"a": {"cohort": "x"},
      "b": {"cohort": "x"},
      "z": {"cohort": "y", "preemption": {"reclaim_within_cohort": "any"}}}})");
  run.jobs("a", 3, 0, 1, 100).jobs("b", 3, 0, 1, 100).jobs("z", 2, 0, 1, 100);
  const RunResult result = run.jobs("z", 4, 10, 1, 10).run();
  // z has 2, x 6: 3 ≤ 5, 4 ≤ 4, and no more; alone z is above each of a and b.
  EXPECT_EQ(std::ranges::count(stop_dates(result), 10.0), 2);
}

// The table of docs/explanation/policies.md: 2 of product's own and 2 of the cohort's come back, by
// shares; without them what is its own.
TEST(FairSharing, TakesBackWhatTheDocumentationSays) {
  const auto stops = [](int own, int of_cohort, const std::string& fair) {
    CohortRun run(fmt::format(
        R"({{"fair_sharing": {}, "cohorts": {{"c": {{"gpus": {{"nominal": {}}}}}}}, "queues": {{
            "research": {{"cohort": "c", "gpus": {{"nominal": {}}}}},
            "product": {{"cohort": "c", "gpus": {{"nominal": {}}},
                         "preemption": {{"reclaim_within_cohort": "any"}}}}}}}})",
        fair, of_cohort, own, own));
    run.jobs("research", 8, 0, 1, 100).jobs("product", 8, 10, 1, 100);
    return std::ranges::count(stop_dates(run.run()), 10.0);
  };
  EXPECT_EQ(stops(4, 0, "false"), 4);
  EXPECT_EQ(stops(4, 0, "true"), 4);
  EXPECT_EQ(stops(2, 4, "false"), 2);
  EXPECT_EQ(stops(2, 4, "true"), 4);
  EXPECT_EQ(stops(0, 8, "false"), 0);
  EXPECT_EQ(stops(0, 8, "true"), 4);
  test::Quotas quotas(R"("c": {"gpus": {"nominal": 4}})",
                      R"("research": {"cohort": "c", "gpus": {"nominal": 2}},
                         "product": {"cohort": "c", "gpus": {"nominal": 2}})");
  quotas.use("research", 5).use("product", 3);
  EXPECT_EQ(quotas.share("research").weighted, 375);
  EXPECT_EQ(quotas.share("product").weighted, 125);
  EXPECT_EQ(quotas.free("research", 1).share("research").weighted, 250);
}

}  // namespace
}  // namespace gpuscape
