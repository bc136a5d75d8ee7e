#include "sim/platform/gang.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

constexpr Demand kNode{8, 64000, 1000};

TEST(Gang, StaysOnOneNodeAsLongAsItsGpusFit) {
  const Gang gang = cut_into_gang({8, 0, 0}, kNode);
  EXPECT_EQ(gang.full_nodes, 0U);
  EXPECT_EQ(gang.rest.gpus, 8);
}

TEST(Gang, TakesFullNodesAndARest) {
  const Gang gang = cut_into_gang({19, 0, 0}, kNode);
  EXPECT_EQ(gang.full_nodes, 2U);
  EXPECT_EQ(gang.rest.gpus, 3);
  EXPECT_EQ(gang.nodes(), 3U);
  EXPECT_EQ(gang.smallest().gpus, 3);
  EXPECT_EQ(gang.largest().gpus, 8);
}

TEST(Gang, SharesCoresInProportionToGpus) {
  const Gang gang = cut_into_gang({20, 20000, 40}, kNode);
  EXPECT_EQ(gang.full, (Demand{8, 8000, 16}));
  EXPECT_EQ(gang.rest, (Demand{4, 4000, 8}));
}

// Tasks of 3 GPUs: two on a node of 8.
TEST(Gang, OfTasksHasWholeTasksOnANode) {
  const Gang gang = cut_into_gang({15, 0, 0, -5}, kNode);
  EXPECT_EQ(gang.full_nodes, 2U);
  EXPECT_EQ(gang.full.gpus, 6);
  EXPECT_EQ(gang.rest_nodes, 1U);
  EXPECT_EQ(gang.rest.gpus, 3);
  const NodeGroup two{"gpu", 2, kNode, false};
  EXPECT_FALSE(fits_when_empty({15, 0, 0, -5}, two)) << "which holds four of them";
  EXPECT_TRUE(fits_when_empty({15, 0, 0}, two));
  EXPECT_TRUE(fits_when_empty({12, 0, 0, -4}, two));
}

// Tasks of 1 GPU and 24 of 64 cores: two on a node; tasks of 24 cores alone as well.
TEST(Gang, OfTasksCountsCoresAndMemoryOfEach) {
  EXPECT_EQ(cut_into_gang({4, 96000, 0, -4}, kNode).full, (Demand{2, 48000, 0}));
  EXPECT_EQ(cut_into_gang({0, 96000, 0, -4}, kNode).nodes(), 2U);
  EXPECT_EQ(cut_into_gang({4, 0, 2000, -4}, kNode).nodes(), 2U);
  EXPECT_TRUE(fits_when_empty({0, 96000, 0, -4}, {"gpu", 2, kNode, false}));
  EXPECT_FALSE(fits_when_empty({0, 96000, 0, -4}, {"gpu", 1, kNode, false}));
}

TEST(Gang, OfTasksOnOneNodeIsARest) {
  const Gang gang = cut_into_gang({6, 0, 0, -2}, kNode);
  EXPECT_EQ(gang.full_nodes, 0U);
  EXPECT_EQ(gang.rest, (Demand{6, 0, 0}));
}

TEST(Gang, OfATaskThatNoNodeHoldsNeverFits) {
  EXPECT_FALSE(fits_when_empty({18, 0, 0, -2}, {"gpu", 9, kNode, false}));
  EXPECT_FALSE(fits_when_empty({16, 0, 0, -1}, {"gpu", 9, kNode, false}));
}

TEST(Gang, FitsTheEmptyGroupUpToItsLastGpu) {
  const NodeGroup group{"gpu", 3, kNode, false};
  EXPECT_TRUE(fits_when_empty({24, 0, 0}, group));
  EXPECT_FALSE(fits_when_empty({25, 0, 0}, group));
}

TEST(Gang, DoesNotFitWhereANodeLacksTheCoresOfAShare) {
  const NodeGroup group{"gpu", 3, kNode, false};
  EXPECT_TRUE(fits_when_empty({1, 64000, 1000}, group));
  EXPECT_FALSE(fits_when_empty({1, 64001, 0}, group));
  EXPECT_FALSE(fits_when_empty({1, 0, 1001}, group));
}

TEST(Gang, KnowsNoNodeBordersOnAPool) {
  const NodeGroup group{"pool", 1, {100, 0, 0}, true};
  EXPECT_TRUE(fits_when_empty({100, 0, 0}, group));
  EXPECT_FALSE(fits_when_empty({101, 0, 0}, group));
}

TEST(Gang, SpreadsAJobEvenlyOverTheNodesItAsksFor) {
  const Demand node{8, 64000, 1024};
  const Gang even = cut_into_gang({8, 16000, 0, 2}, node);
  EXPECT_EQ(even.full_nodes, 2U);
  EXPECT_EQ(even.rest_nodes, 0U);
  EXPECT_EQ(even.full, (Demand{4, 8000, 0}));
  const Gang uneven = cut_into_gang({7, 0, 0, 2}, node);
  EXPECT_EQ(uneven.full.gpus, 4);
  EXPECT_EQ(uneven.rest.gpus, 3);
  const Gang without_gpus = cut_into_gang({0, 10000, 300, 3}, node);
  EXPECT_EQ(without_gpus.full_nodes, 3U);
  EXPECT_EQ(without_gpus.full, (Demand{0, 3334, 100}));
}

TEST(Gang, HasSharesThatDifferByOneGpuAtMost) {
  // 14 on 8 nodes: six of two and two of one, so that nodes of two GPUs hold it.
  const Gang gang = cut_into_gang({14, 28000, 0, 8}, kNode);
  EXPECT_EQ(gang.full_nodes, 6U);
  EXPECT_EQ(gang.full, (Demand{2, 4000, 0}));
  EXPECT_EQ(gang.rest_nodes, 2U);
  EXPECT_EQ(gang.rest, (Demand{1, 2000, 0}));
  EXPECT_TRUE(fits_when_empty({14, 0, 0, 8}, NodeGroup{"gpu", 8, Demand{2, 0, 0}, false}));
  EXPECT_FALSE(fits_when_empty({14, 0, 0, 8}, NodeGroup{"gpu", 8, Demand{1, 0, 0}, false}));
}

TEST(Gang, HasCoresOnEveryNodeThatItAsksForEvenWithFewerGpus) {
  const Gang gang = cut_into_gang({1, 96000, 0, 2}, kNode);
  EXPECT_EQ(gang.full, (Demand{1, 48000, 0}));
  EXPECT_EQ(gang.rest, (Demand{0, 48000, 0}));
  EXPECT_EQ(gang.nodes(), 2U);
}

TEST(Gang, CutsAmountsOfAnySizeWithoutOverflow) {
  const std::int64_t most = 9'000'000'000'000'000'000;
  EXPECT_EQ(cut_into_gang({4, most, most, 2}, kNode).full, (Demand{2, most / 2, most / 2}));
}

TEST(Gang, MoreNodesThanThereAreNeverFit) {
  const NodeGroup group{"gpu", 2, Demand{8, 0, 0}, false};
  EXPECT_TRUE(fits_when_empty({4, 0, 0, 2}, group));
  EXPECT_FALSE(fits_when_empty({4, 0, 0, 3}, group));
}

}  // namespace
}  // namespace gpuscape
