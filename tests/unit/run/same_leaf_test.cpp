#include <gmock/gmock.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

/// Nodes of each job, on `count` nodes of 8 GPUs with four to a leaf.
std::vector<std::vector<std::uint32_t>> placed(std::uint32_t count, std::vector<Job> jobs) {
  Platform platform({test::nodes(count, 8)});
  platform.set_leaves(0, {.hosts_per_leaf = 4});
  RunState state(platform, test::make_policies({.placement = "same-leaf"}),
                 std::make_unique<test::ListSource>(std::move(jobs)));
  run_natively(state.simulation(), kForever, {});
  const RunResult result = state.take_result({});
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    all.emplace_back();
    for (const AllocationSpan& span : result.jobs.spans(result.jobs.segments(i).front()))
      all.back().push_back(span.node);
  }
  return all;
}

TEST(SameLeaf, KeepsAGangBelowOneLeaf) {
  const auto nodes = placed(12, {job(0, 8, 100), job(1, 32, 100), job(2, 24, 100)});
  EXPECT_THAT(nodes[0], ElementsAre(0));
  EXPECT_THAT(nodes[1], ElementsAre(4, 5, 6, 7)) << "leaf 0 has only three left";
  EXPECT_THAT(nodes[2], ElementsAre(1, 2, 3)) << "just enough, and leaf 2 stays whole";
}

TEST(SameLeaf, UsesAsFewLeavesAsItCanWhereOneIsNotEnough) {
  const auto nodes = placed(12, {job(0, 24, 100), job(1, 48, 100)});
  EXPECT_THAT(nodes[0], ElementsAre(0, 1, 2));
  EXPECT_THAT(nodes[1], ElementsAre(4, 5, 6, 7, 8, 9));
}

TEST(SameLeaf, PutsTheRestOfAGangBelowTheSameLeaf) {
  const auto nodes = placed(8, {job(0, 2, 100), job(1, 12, 100), job(2, 4, 100)});
  EXPECT_THAT(nodes[0], ElementsAre(0));
  EXPECT_THAT(nodes[1], ElementsAre(1, 0)) << "the fullest node that can take it";
  EXPECT_THAT(nodes[2], ElementsAre(2));
}

TEST(SameLeaf, GivesSmallJobsTheFullestNode) {
  const auto nodes = placed(8, {job(0, 5, 100), job(1, 6, 100), job(2, 2, 100), job(3, 3, 100)});
  EXPECT_THAT(nodes[2], ElementsAre(1));
  EXPECT_THAT(nodes[3], ElementsAre(0));
}

}  // namespace
}  // namespace gpuscape
