#include "sim/platform/free_capacity.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

Platform two_nodes_of_eight() { return Platform({{"gpu", 2, Demand{8, 16000, 1024}, false}}); }

TEST(FreeCapacity, MovesANodeBetweenTheLevelsOfFreeGpus) {
  const Platform platform = two_nodes_of_eight();
  FreeCapacity capacity(platform);
  capacity.group(0).take(1, {3, 0, 0});
  EXPECT_TRUE(capacity.groups()[0].at_level(FreeLevel(5)).contains(1));
  EXPECT_FALSE(capacity.groups()[0].at_level(FreeLevel(8)).contains(1));
  EXPECT_EQ(capacity.groups()[0].levels().next(0), FreeLevel(5));
  EXPECT_EQ(capacity.free_gpus_total(), 13);
}

TEST(FreeCapacity, IsAsBeforeWhenWhatWasTakenComesBack) {
  const Platform platform = two_nodes_of_eight();
  FreeCapacity capacity(platform);
  capacity.group(0).take(0, {8, 16000, 1024});
  EXPECT_FALSE(capacity.groups()[0].fits(0, {0, 1, 0}));
  capacity.group(0).give(0, {8, 16000, 1024});
  EXPECT_TRUE(capacity.groups()[0].fits(0, {8, 16000, 1024}));
  EXPECT_EQ(capacity.groups()[0].levels().next(0), FreeLevel(8));
}

TEST(FreeCapacity, CountsCoresAndMemoryBesideGpus) {
  const Platform platform = two_nodes_of_eight();
  const FreeCapacity capacity(platform);
  EXPECT_TRUE(capacity.groups()[0].fits(0, {1, 16000, 1024}));
  EXPECT_FALSE(capacity.groups()[0].fits(0, {1, 16001, 1024}));
  EXPECT_FALSE(capacity.groups()[0].fits(0, {1, 16000, 1025}));
}

TEST(Platform, KnowsTheGroupOfANode) {
  const Platform platform({{"a", 3, Demand{8, 0, 0}, false}, {"b", 2, Demand{4, 0, 0}, false}});
  EXPECT_EQ(platform.group_of(2), 0U);
  EXPECT_EQ(platform.group_of(3), 1U);
  EXPECT_EQ(platform.gpus_total(), 3 * 8 + 2 * 4);
}

}  // namespace
}  // namespace gpuscape
