/// What queues may take along a tree of cohorts, and dominant shares: each worked out by hand.

#include <gmock/gmock.h>

#include <limits>

#include "tests/unit/cohorts/cohort_runs.hpp"

namespace gpuscape {
namespace {

using test::Quotas;
using testing::DoubleEq;

const char* const kTwo = R"("a": {"cohort": "c", "gpus": {"nominal": 4}},
                            "b": {"cohort": "c", "gpus": {"nominal": 4}})";

TEST(Available, AQueueInNoCohortHasItsOwnQuota) {
  Quotas quotas("", R"("a": {"gpus": {"nominal": 4}})");
  EXPECT_EQ(quotas.available("a"), 4);
  EXPECT_EQ(quotas.use("a", 3).available("a"), 1);
  EXPECT_EQ(quotas.most("a"), 4);
}

TEST(Available, WhatOneDoesNotUseOthersMay) {
  Quotas quotas(R"("c": {})", kTwo);
  EXPECT_EQ(quotas.available("a"), 8);
  quotas.use("a", 3);
  EXPECT_EQ(quotas.available("a"), 5);
  EXPECT_EQ(quotas.available("b"), 5);
  quotas.use("b", 5);
  EXPECT_EQ(quotas.available("a"), 0);
  EXPECT_EQ(quotas.free("b", 2).available("a"), 2);
}

// The cohort has 2 of its own, which belong to nobody in it.
TEST(Available, ACohortHasQuotaOfItsOwn) {
  Quotas quotas(R"("c": {"gpus": {"nominal": 2}})", kTwo);
  EXPECT_EQ(quotas.most("a"), 10);
  EXPECT_EQ(quotas.use("a", 10).available("b"), 0);
}

TEST(Available, ABorrowingLimitIsBeyondTheNominalQuota) {
  Quotas quotas(R"("c": {})", R"("a": {"cohort": "c", "gpus": {"nominal": 4, "borrowing_limit": 1}},
                                 "b": {"cohort": "c", "gpus": {"nominal": 4}})");
  EXPECT_EQ(quotas.available("a"), 5);
  EXPECT_EQ(quotas.most("a"), 5);
  EXPECT_EQ(quotas.use("a", 2).available("a"), 3);
  EXPECT_EQ(quotas.use("b", 4).available("a"), 2);
}

// b keeps 3 of its 4: a may borrow one, and what b keeps does not count in the cohort.
TEST(Available, ALendingLimitLeavesTheRestToItsOwner) {
  Quotas quotas(R"("c": {})", R"("a": {"cohort": "c", "gpus": {"nominal": 4}},
                                 "b": {"cohort": "c", "gpus": {"nominal": 4, "lending_limit": 1}})");
  EXPECT_EQ(quotas.most("a"), 5);
  EXPECT_EQ(quotas.most("b"), 8);
  quotas.use("b", 2);
  EXPECT_EQ(quotas.used("c"), 0);
  EXPECT_EQ(quotas.available("a"), 5);
  quotas.use("a", 5);
  EXPECT_EQ(quotas.available("b"), 1);
  quotas.use("b", 1);
  EXPECT_EQ(quotas.used("c"), 5);
  EXPECT_EQ(quotas.available("b"), 0);
}

// Two levels: 4 and 4 below x, 8 below y; x lends 3 to the top, and borrows 2 at most.
TEST(Available, LimitsOfCohortsBindAllThatIsInThem) {
  Quotas quotas(R"("top": {}, "x": {"parent": "top", "gpus": {"borrowing_limit": 2,
                                    "lending_limit": 3}}, "y": {"parent": "top"})",
                R"("a": {"cohort": "x", "gpus": {"nominal": 4}},
                   "b": {"cohort": "x", "gpus": {"nominal": 4}},
                   "d": {"cohort": "y", "gpus": {"nominal": 8}})");
  EXPECT_EQ(quotas.most("a"), 10);
  EXPECT_EQ(quotas.most("d"), 11);
  quotas.use("a", 5);
  EXPECT_EQ(quotas.used("top"), 0);
  EXPECT_EQ(quotas.available("b"), 5);
  quotas.use("d", 11);
  EXPECT_EQ(quotas.available("b"), 0);
  EXPECT_EQ(quotas.free("d", 2).available("b"), 2);
}

TEST(Available, UseIsTheSameInWhateverOrderItCame) {
  const std::string cohorts =
      R"("top": {}, "x": {"parent": "top", "gpus": {"nominal": 1, "lending_limit": 2}})";
  const std::string queues =
      R"("a": {"cohort": "x", "gpus": {"nominal": 3, "lending_limit": 1}},
         "b": {"cohort": "x", "gpus": {"nominal": 2}}, "d": {"cohort": "top"})";
  Quotas one(cohorts, queues);
  Quotas other(cohorts, queues);
  one.use("a", 3).use("b", 2).use("d", 1).free("a", 2);
  other.use("d", 1).use("b", 2).use("a", 1);
  for (const char* node : {"a", "b", "d", "x", "top"}) EXPECT_EQ(one.used(node), other.used(node));
}

// From which cohort a job borrows: its own queue's quota, x's, or the top's.
TEST(Available, AJobBorrowsFromTheNearestCohortThatHasIt) {
  Quotas quotas(R"("top": {}, "x": {"parent": "top"})",
                R"("a": {"cohort": "x", "gpus": {"nominal": 2}},
                   "b": {"cohort": "x", "gpus": {"nominal": 2}},
                   "d": {"cohort": "top", "gpus": {"nominal": 4}})");
  EXPECT_EQ(quotas.height("a", 2), 0);
  EXPECT_EQ(quotas.height("a", 4), 1);
  EXPECT_EQ(quotas.height("a", 5), 2);
  EXPECT_EQ(quotas.use("d", 1).height("d", 4), 2);
}

// 3 of 4 borrowed of 8 that the cohort could lend: 375; by a weight of 3 a third.
TEST(DominantShare, IsWhatIsBorrowedOfWhatCanBeLent) {
  Quotas quotas(R"("c": {})", R"("a": {"cohort": "c", "weight": 3, "gpus": {"nominal": 4}},
                                 "b": {"cohort": "c", "gpus": {"nominal": 4}})");
  EXPECT_EQ(quotas.use("a", 4).share("a").weighted, 0);
  EXPECT_THAT(quotas.use("a", 3).share("a").weighted, DoubleEq(125));
  EXPECT_EQ(quotas.share("b").weighted, 0);
  EXPECT_EQ(quotas.share("c").weighted, 0);  // the top borrows from nobody
}

// Kueue's own example: 4 GPUs in the cohort, none of the queues'; 3 of them are 750, one 250.
TEST(DominantShare, QueuesWithoutQuotaOfTheirOwnBorrowAllThatTheyHold) {
  Quotas quotas(R"("c": {"gpus": {"nominal": 4}})",
                R"("a": {"cohort": "c"}, "b": {"cohort": "c"})");
  quotas.use("a", 3).use("b", 1);
  EXPECT_THAT(quotas.share("a").weighted, DoubleEq(750));
  EXPECT_THAT(quotas.share("b").weighted, DoubleEq(250));
}

// x holds 6 beyond its 2 of 10 at the top; of the queue in it 7 beyond its 1, of 10 that x may use.
TEST(DominantShare, EachLevelHasItsOwn) {
  Quotas quotas(
      R"("top": {"gpus": {"nominal": 8}}, "x": {"parent": "top", "gpus": {"nominal": 1}})",
      R"("a": {"cohort": "x", "gpus": {"nominal": 1}})");
  quotas.use("a", 8);
  EXPECT_THAT(quotas.share("a").weighted, DoubleEq(700));
  EXPECT_THAT(quotas.share("x").weighted, DoubleEq(600));
}

TEST(DominantShare, AWeightOfZeroIsBehindAllOthersThatBorrow) {
  Quotas quotas(R"("c": {"gpus": {"nominal": 8}})",
                R"("a": {"cohort": "c", "weight": 0}, "b": {"cohort": "c", "weight": 0},
                   "d": {"cohort": "c"})");
  EXPECT_EQ(quotas.share("a").weighted, 0);
  quotas.use("a", 2).use("b", 1).use("d", 5);
  EXPECT_EQ(quotas.share("a").weighted, std::numeric_limits<double>::infinity());
  EXPECT_LT(quotas.share("d"), quotas.share("b"));
  EXPECT_LT(quotas.share("b"), quotas.share("a"));
}

}  // namespace
}  // namespace gpuscape
