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
  EXPECT_EQ(gang.least_share(), 3);
}

TEST(Gang, SharesCoresInProportionToGpus) {
  const Gang gang = cut_into_gang({20, 20000, 40}, kNode);
  EXPECT_EQ(gang.full, (Demand{8, 8000, 16}));
  EXPECT_EQ(gang.rest, (Demand{4, 4000, 8}));
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
  EXPECT_FALSE(even.has_rest);
  EXPECT_EQ(even.full, (Demand{4, 8000, 0}));
  const Gang uneven = cut_into_gang({7, 0, 0, 2}, node);
  EXPECT_EQ(uneven.full.gpus, 4);
  EXPECT_EQ(uneven.rest.gpus, 3);
  const Gang without_gpus = cut_into_gang({0, 10000, 300, 3}, node);
  EXPECT_EQ(without_gpus.full_nodes, 3U);
  EXPECT_EQ(without_gpus.full, (Demand{0, 3334, 100}));
}

TEST(Gang, MoreNodesThanThereAreNeverFit) {
  const NodeGroup group{"gpu", 2, Demand{8, 0, 0}, false};
  EXPECT_TRUE(fits_when_empty({4, 0, 0, 2}, group));
  EXPECT_FALSE(fits_when_empty({4, 0, 0, 3}, group));
}

}  // namespace
}  // namespace gpuscape
