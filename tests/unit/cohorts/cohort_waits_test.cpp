/// What is told of cohorts: what queues held and borrowed, and why jobs waited.

#include <gmock/gmock.h>

#include "tests/unit/cohorts/cohort_runs.hpp"

namespace gpuscape {
namespace {

using test::CohortRun;
using testing::DoubleEq;

/// The rule that kept the last job longest, and whose it was.
std::pair<QueueRule, std::string> last_rule(const RunResult& result) {
  const QueueWait& wait = result.queues->waits.back();
  return {wait.rule, result.queues->name(wait.of)};
}

const char* const kAny = R"(, "preemption": {"reclaim_within_cohort": "any"})";

/// a has 4, b 4 with those further keys; `limit` of a.
std::string two(const std::string& of_b, const std::string& limit = "") {
  return R"({"priorities": {"low": {"value": 10}, "fixed": {"preemptible": false}},
      "cohorts": {"c": {}}, "queues": {"a": {"cohort": "c", "gpus": {"nominal": 4)" +
         limit + R"(}}, "b": {"cohort": "c", "gpus": {"nominal": 4})" + of_b + "}}}";
}

TEST(CohortWaits, ABorrowingLimitIsThatOfItsQueue) {
  CohortRun run(two("", R"(, "borrowing_limit": 2)"));
  run.jobs("a", 1, 0, 6, 100).jobs("a", 1, 1, 1, 10);
  EXPECT_EQ(last_rule(run.run()), std::pair(QueueRule::limit, std::string("a")));
}

TEST(CohortWaits, NobodyLendsWhereAllIsUsed) {
  CohortRun run(two(""));
  run.jobs("a", 1, 0, 4, 100).jobs("b", 1, 0, 4, 100).jobs("a", 1, 1, 1, 10);
  EXPECT_EQ(last_rule(run.run()), std::pair(QueueRule::nothing_to_borrow, std::string("c")));
}

TEST(CohortWaits, AQueueThatReclaimsNothingWaitsForWhatIsItsOwn) {
  CohortRun run(two(""));
  run.jobs("a", 1, 0, 8, 100).jobs("b", 1, 1, 4, 10);
  EXPECT_EQ(last_rule(run.run()).first, QueueRule::not_reclaiming);
}

TEST(CohortWaits, JobsThatCannotBePreemptedAreProtected) {
  CohortRun run(two(kAny));
  run.jobs("a", 1, 0, 8, 100, "fixed").jobs("b", 1, 1, 4, 10);
  EXPECT_EQ(last_rule(run.run()).first, QueueRule::protected_jobs);
}

TEST(CohortWaits, NobodyIsAboveItsQuotaWhereNodesAreTooFew) {
  CohortRun run(two(kAny), {test::nodes(1, 4)});
  run.jobs("a", 1, 0, 4, 100).jobs("b", 1, 1, 4, 10);
  EXPECT_EQ(last_rule(run.run()).first, QueueRule::nobody_above);
}

TEST(CohortWaits, AShareThatWouldBeLargerTakesNothing) {
  CohortRun run(R"({"fair_sharing": true, "cohorts": {"c": {"gpus": {"nominal": 8}}}, "queues": {
      "a": {"cohort": "c"}, "b": {"cohort": "c",
      "preemption": {"reclaim_within_cohort": "any"}}}})");
  run.jobs("a", 8, 0, 1, 100).jobs("b", 1, 1, 8, 10);
  EXPECT_EQ(last_rule(run.run()).first, QueueRule::share_reached);
}

// For 100 s a holds 8, 4 of them borrowed, and b, which has 4 of its own, nothing.
TEST(CohortWaits, WhatIsHeldAndBorrowedIsTold) {
  CohortRun run(two(""));
  const RunResult result = run.jobs("a", 1, 0, 8, 100).run();
  const auto& queues = result.queues->queues;
  ASSERT_EQ(queues.size(), 3U);
  EXPECT_EQ(queues[0].facts.name, "c");
  EXPECT_EQ(queues[1].facts.parent, 0U);
  EXPECT_THAT(*queues[0].facts.gpus_deserved, DoubleEq(8));
  EXPECT_THAT(queues[0].mean_held, DoubleEq(8));
  EXPECT_THAT(queues[0].mean_borrowed, DoubleEq(0));
  EXPECT_THAT(queues[1].mean_borrowed, DoubleEq(4));
  EXPECT_THAT(queues[1].mean_fair, DoubleEq(8));
  EXPECT_THAT(queues[2].mean_fair, DoubleEq(4));
}

// The example of docs/explanation/policies.md: 24 and 16 of 40; vision has 16 lent to it.
TEST(CohortWaits, StopsAreCountedWithWhatTheyWereFor) {
  CohortRun run(two(kAny));
  const RunResult result = run.jobs("a", 8, 0, 1, 100).jobs("b", 3, 10, 1, 20).run();
  EXPECT_EQ(result.queues->queues[2].stops.reclaims, 3);
  EXPECT_EQ(result.queues->queues[1].stops.reclaimed, 3);
  EXPECT_THAT(result.queues->queues[1].stops.gpu_seconds, DoubleEq(30));
}

}  // namespace
}  // namespace gpuscape
