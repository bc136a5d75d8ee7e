/// Fragmentation gradient descent: what it chooses, by hand, and that it remembers nothing wrong.

#include <random>

#include "tests/unit/run/placements/placed.hpp"

namespace gpuscape {
namespace {

using test::At;
using test::part;
using test::Placed;
using test::sharing;
using test::whole;

/// Two GPUs of one node.
const Demand kPod{2, 0, 0, -1};
const std::vector<JobShape> kHalves = {{part(500), 1}, {whole(1), 1}};

// Half of the jobs ask for half a GPU. Beside the other half of a GPU the part takes away a
// fragment of 0.5 that the other jobs cannot use; on a free GPU it makes one.
TEST(FragmentationGradient, FillsAFragment) {
  Placed cluster({sharing(2, 2, 8)}, "fgd", kHalves);
  cluster.take(1, part(500));
  EXPECT_EQ(cluster.put(part(500)), (At{0, 1, 0}));
  EXPECT_EQ(cluster.put(part(500)), (At{0, 0, 0}));
}

// Jobs ask for a GPU with four cores. The node with four cores left would keep a GPU that nobody
// can use; of the other ones both stay of use.
TEST(FragmentationGradient, LeavesCoresForTheGpusThatStay) {
  Placed cluster({sharing(2, 2, 8)}, "fgd", {{whole(1, 4), 1}});
  cluster.take(0, whole(0, 4));
  EXPECT_EQ(cluster.put(whole(1, 4)), (At{0, 1, 0}));
  EXPECT_EQ(cluster.put(whole(1, 4)), (At{0, 1, 0}));  // no more is lost there
  EXPECT_EQ(cluster.put(whole(1, 4)), (At{0, 0, 0}));
}

// A job without GPUs takes its cores where the GPUs are of no use any more.
TEST(FragmentationGradient, CoresAloneComeFromNodesWithoutFreeGpus) {
  Placed cluster({sharing(2, 2, 8)}, "fgd", {{whole(1, 4), 1}});
  cluster.take(1, whole(2));
  EXPECT_EQ(cluster.put(whole(0, 6)), (At{0, 1, 0}));
}

// Jobs of two GPUs find none on these nodes: what is taken of them is equally useless.
TEST(FragmentationGradient, OfEqualsTheFirstNodeInTheMixedOrder) {
  Placed cluster({sharing(4, 1, 8, "a"), sharing(1, 1, 8, "b")}, "fgd", {{kPod, 1}});
  EXPECT_EQ(cluster.put(whole(1)), (At{0, 0, 0}));
  EXPECT_EQ(cluster.put(whole(1)), (At{0, 1, 0}));
  EXPECT_EQ(cluster.put(whole(1)), (At{1, 0, 0}));
  EXPECT_EQ(cluster.put(whole(1)), (At{0, 2, 0}));
}

// Nobody can use a GPU of these nodes but the jobs of 0.6, to which 0.4 of a GPU is useless: a free
// GPU loses that. Where they are four of a hundred they do not count, and the first node is taken.
TEST(FragmentationGradient, RareJobsDoNotCount) {
  const auto node_with = [](std::int64_t parts) {
    Placed cluster({sharing(2, 1, 8)}, "fgd", {{part(600), parts}, {kPod, 100 - parts}});
    cluster.take(1, part(400));
    return cluster.put(part(600))[1];
  };
  EXPECT_EQ(node_with(4), 0U);
  EXPECT_EQ(node_with(50), 1U);
}

// What was weighed before is not weighed again: the choices are those of a policy that knows
// nothing from before.
TEST(FragmentationGradient, ChoosesAsIfItRememberedNothing) {
  std::mt19937 draw(5);
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(draw()) % bound;
  };
  const std::vector<JobShape> shapes = {
      {part(500, 2), 30}, {whole(1, 4), 40}, {part(200, 1), 20}, {whole(0, 6), 15}, {whole(4), 5}};
  const Platform platform({sharing(5, 4, 24, "a"), sharing(3, 8, 40, "b"), sharing(4, 1, 8, "c")});
  const OriginTable origins;
  const PolicyContext context{
      .platform = platform, .origins = origins, .streams = {}, .demand = {}, .shapes = shapes};
  FreeCapacity free(platform);
  const auto make = [&] {
    auto policy = test::make_model(test::builtin_models().placements, "fgd", "{}");
    policy->bind(context);
    return policy;
  };
  const auto remembers = make();
  Placer placer(free, *remembers);
  Allocation held;
  for (int i = 0; i < 600; ++i) {
    Demand demand = shapes[below(5)].demand;
    demand.milli_cores += std::int64_t{500} * below(3);
    const auto fresh = make();
    Placer other(free, *fresh);
    Allocation found;
    const bool fits = other.place(demand, nullptr, found);
    for (const AllocationShare& share : found) free.group(share.group).give(share);
    ASSERT_EQ(placer.place(demand, nullptr, held), fits);
    if (fits) {
      ASSERT_EQ(held.back().group, found.back().group) << i;
      ASSERT_EQ(held.back().node, found.back().node) << i;
      ASSERT_EQ(held.back().gpus, found.back().gpus) << i;
    }
    if (held.empty() || below(3) != 0) continue;
    std::swap(held[below(static_cast<std::uint32_t>(held.size()))], held.back());
    free.group(held.back().group).give(held.back());
    held.pop_back();
  }
}

}  // namespace
}  // namespace gpuscape
