/// Placements that score nodes and GPUs: what each chooses, by hand.

#include <map>

#include "tests/unit/run/placements/placed.hpp"

namespace gpuscape {
namespace {

using test::At;
using test::part;
using test::Placed;
using test::sharing;
using test::whole;

// Three nodes of two groups: of 3 000 jobs each gets 1 000, give or take five standard deviations.
TEST(RandomPlacement, EachNodeIsAsLikely) {
  Placed cluster({sharing(1, 4, 8, "a"), sharing(2, 2, 8, "b")}, "random");
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> on;
  for (std::uint32_t job = 0; job < 3000; ++job) {
    const At at = cluster.put(whole(1), job);
    ++on[{at[0], at[1]}];
    cluster.give_last();
  }
  ASSERT_EQ(on.size(), 3U);
  for (const auto& [node, jobs] : on) EXPECT_NEAR(jobs, 1000, 130) << node.first << node.second;
}

// One GPU is shared and three are free: a part joins the first one in a quarter of the cases.
TEST(RandomPlacement, EachGpuIsAsLikely) {
  Placed cluster({sharing(1, 4, 8)}, "random");
  cluster.take(0, part(400));
  int joined = 0;
  for (std::uint32_t job = 0; job < 3000; ++job) {
    joined += cluster.put(part(600), job)[2] == 0 ? 1 : 0;
    cluster.give_last();
  }
  EXPECT_NEAR(joined, 750, 120);
  for (std::uint32_t job = 0; job < 100; ++job) {  // 0.7 does not fit beside 0.4
    EXPECT_NE(cluster.put(part(700), job)[2], 0U);
    cluster.give_last();
  }
}

TEST(RandomPlacement, IsKeyedBySeedReplicationAndJob) {
  const auto nodes_of = [](std::uint64_t seed, std::uint64_t replication, std::uint32_t first) {
    Placed cluster({sharing(64, 2, 8)}, "random", {}, seed, replication);
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t job = first; job < first + 16; ++job) {
      nodes.push_back(cluster.put(whole(1), job)[1]);
      cluster.give_last();
    }
    return nodes;
  };
  EXPECT_EQ(nodes_of(1, 0, 0), nodes_of(1, 0, 0));
  EXPECT_NE(nodes_of(1, 0, 0), nodes_of(2, 0, 0));
  EXPECT_NE(nodes_of(1, 0, 0), nodes_of(1, 1, 0));
  EXPECT_NE(nodes_of(1, 0, 0), nodes_of(1, 0, 16));
}

// A GPU of eight with 4 cores of 64 come to 10 percent on the large node, to 4 on a small one with
// both GPUs and 32 cores free, and to 3 where one is in use.
TEST(DotProduct, GoesWhereLittleIsFree) {
  Placed cluster({sharing(1, 8, 64, "large"), sharing(2, 2, 32, "small")}, "dot-product");
  EXPECT_EQ(cluster.put(whole(1, 4)), (At{1, 0, 0}));
  EXPECT_EQ(cluster.put(whole(1, 4)), (At{1, 0, 0}));
  EXPECT_EQ(cluster.put(whole(1, 4)), (At{1, 1, 0}));
  EXPECT_EQ(cluster.put(whole(2, 4)), (At{0, 0, 0}));
}

// Half a GPU without cores: 4 percent on the large node, 2 on a small one with its four GPUs free,
// 1 where 1.5 are left; there it joins the shared GPU.
TEST(DotProduct, APartJoinsTheFullestGpuOfItsNode) {
  Placed cluster({sharing(1, 8, 64, "large"), sharing(2, 4, 32, "small")}, "dot-product");
  cluster.take(1, whole(2), 1);
  cluster.take(1, part(500), 1);
  EXPECT_EQ(cluster.put(part(500)), (At{1, 1, 2}));
  EXPECT_EQ(cluster.put(part(500)), (At{1, 1, 3}));
}

TEST(GpuPacking, SharedGpusThenNodesInUseThenEmptyOnes) {
  Placed cluster({sharing(4, 4, 8)}, "gpu-packing");
  cluster.take(1, whole(2));
  cluster.take(2, whole(1));
  cluster.take(3, part(300));
  EXPECT_EQ(cluster.put(part(600)), (At{0, 3, 0}));  // 0.7 is left of that GPU, 0.1 then
  EXPECT_EQ(cluster.put(part(200)), (At{0, 1, 2}));  // two free GPUs, elsewhere three
  EXPECT_EQ(cluster.put(whole(1)), (At{0, 1, 0}));
  EXPECT_EQ(cluster.put(whole(3)), (At{0, 2, 0}));
  EXPECT_EQ(cluster.put(whole(4)), (At{0, 0, 0}));
  EXPECT_EQ(cluster.put(part(800)), (At{0, 1, 2}));  // what is left of the shared one
}

// Empty nodes of two kinds: the smaller one.
TEST(GpuPacking, OfEmptyNodesTheSmallest) {
  Placed cluster({sharing(2, 8, 8, "large"), sharing(2, 4, 8, "small")}, "gpu-packing");
  EXPECT_EQ(cluster.put(whole(2)), (At{1, 0, 0}));
  EXPECT_EQ(cluster.put(whole(4)), (At{1, 1, 0}));
  EXPECT_EQ(cluster.put(whole(4)), (At{0, 0, 0}));
}

TEST(GpuClustering, EqualRequestsGoTogether) {
  Placed cluster({sharing(4, 4, 8)}, "gpu-clustering");
  cluster.take(1, whole(2));
  cluster.take(2, whole(1));
  EXPECT_EQ(cluster.put(whole(2)), (At{0, 1, 0}));
  EXPECT_EQ(cluster.put(whole(1)), (At{0, 2, 0}));
  EXPECT_EQ(cluster.put(part(400)), (At{0, 0, 0}));  // no parts yet: an empty node
  EXPECT_EQ(cluster.put(part(500)), (At{0, 0, 0}));  // parts are alike, and the GPU has room
  EXPECT_EQ(cluster.put(whole(4)), (At{0, 3, 0}));
  EXPECT_EQ(cluster.put(whole(2)), (At{0, 2, 0}));  // nowhere else: the fullest that can take it
}

TEST(GpuClustering, WhoHasLeftIsForgotten) {
  Placed cluster({sharing(3, 4, 8)}, "gpu-clustering");
  cluster.take(2, whole(2));
  cluster.take(1, part(100));
  cluster.give_last();
  EXPECT_EQ(cluster.put(part(100)), (At{0, 0, 0}));
  cluster.give_last();
  EXPECT_EQ(cluster.put(whole(2)), (At{0, 2, 0}));
  cluster.give_last();
  cluster.give_last();
  EXPECT_EQ(cluster.put(whole(2)), (At{0, 0, 0}));
}

// A part finds a shared GPU where no GPU is free, of one group and of several, under each of them.
TEST(ScoringPlacements, APartNeedsNoFreeGpu) {
  for (const char* placement : {"random", "dot-product", "gpu-packing", "gpu-clustering", "fgd"})
    for (const int groups : {1, 2}) {
      SCOPED_TRACE(placement);
      std::vector<NodeGroup> all = {sharing(1, 1, 8, "a")};
      if (groups == 2) all.push_back(sharing(1, 1, 8, "b"));
      Placed cluster(all, placement, {{part(500), 1}, {whole(1), 1}});
      cluster.take(0, part(400));
      if (groups == 2) cluster.take(0, whole(1), 1);
      EXPECT_TRUE(cluster.has_room(part(600)));
      EXPECT_FALSE(cluster.has_room(part(601)));
      EXPECT_FALSE(cluster.has_room(part(600, 9)));  // cores
      EXPECT_FALSE(cluster.has_room(whole(1)));
    }
}

}  // namespace
}  // namespace gpuscape
