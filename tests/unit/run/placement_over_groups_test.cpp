/// Which node a job gets where groups of nodes differ, by hand.

#include <gtest/gtest.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::nodes;

/// The first node of each job, numbered through the cluster.
std::vector<std::uint32_t> first_nodes(const RunResult& result) {
  std::vector<std::uint32_t> first;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    first.push_back(result.jobs.spans(result.jobs.segments(i).back()).front().node);
  return first;
}

/// Jobs that ask for so many GPUs, one after the other; none of them ends meanwhile.
std::vector<std::uint32_t> nodes_for(std::vector<NodeGroup> groups,
                                     const std::vector<std::int32_t>& gpus,
                                     const std::string& placement,
                                     const std::string& parameters = "{}") {
  std::vector<Job> jobs;
  for (const std::int32_t count : gpus)
    jobs.push_back(job(static_cast<double>(jobs.size()), count, 1000));
  test::PolicyNames names;
  names.placement = placement;
  names.placement_parameters = parameters;
  return first_nodes(test::run_jobs(std::move(groups), std::move(jobs), names));
}

using Numbers = std::vector<std::uint32_t>;
constexpr const char* kInOrder = R"({"groups": "in-order"})";

/// Nodes 0 and 1 with four GPUs, node 2 with eight.
std::vector<NodeGroup> small_and_large() { return {nodes(2, 4, "small"), nodes(1, 8, "large")}; }

TEST(PlacementOverGroups, BestFitTakesTheFullestNodeOfAllGroups) {
  // Five go on the large node alone; three fill it; then three are left on neither.
  EXPECT_EQ(nodes_for(small_and_large(), {5, 3, 3, 2}, "best-fit"), (Numbers{2, 2, 0, 1}));
  EXPECT_EQ(nodes_for(small_and_large(), {5, 3, 3, 2}, "same-leaf"), (Numbers{2, 2, 0, 1}));
  // In order, five are cut into four and one.
  EXPECT_EQ(nodes_for(small_and_large(), {5, 3, 3}, "best-fit", kInOrder), (Numbers{0, 1, 2}));
}

TEST(PlacementOverGroups, SpreadTakesTheEmptiestNodeOfAllGroups) {
  // Of eight free GPUs four are taken one by one; then all nodes have four free.
  EXPECT_EQ(nodes_for(small_and_large(), {1, 1, 1, 1, 1, 1, 1}, "spread"),
            (Numbers{2, 2, 2, 2, 0, 2, 1}));
  EXPECT_EQ(nodes_for(small_and_large(), {1, 1, 1}, "spread", kInOrder), (Numbers{0, 1, 0}));
}

TEST(PlacementOverGroups, PackFillsGroupsInTheirOrder) {
  EXPECT_EQ(nodes_for(small_and_large(), {1, 1, 3, 5, 3}, "pack"), (Numbers{0, 0, 1, 2, 2}));
}

TEST(PlacementOverGroups, NamedGroupsComeBeforeAllOthers) {
  const std::vector<NodeGroup> groups{nodes(1, 4, "a"), nodes(1, 2, "b"), nodes(1, 8, "c")};
  const char* first = R"({"groups_first": "c"})";
  EXPECT_EQ(nodes_for(groups, {1, 7, 1}, "best-fit", first), (Numbers{2, 2, 1}));
  const char* both = R"({"groups_first": "c", "groups": "in-order"})";
  EXPECT_EQ(nodes_for(groups, {1, 7, 1}, "best-fit", both), (Numbers{2, 2, 0}));
}

TEST(PlacementOverGroups, AJobTakesAsFewNodesAsItCan) {
  const std::vector<NodeGroup> groups{nodes(8, 4, "small"), nodes(2, 8, "large")};
  EXPECT_EQ(nodes_for(groups, {16, 16}, "best-fit"), (Numbers{8, 0}));
  EXPECT_EQ(nodes_for(groups, {16, 16}, "best-fit", kInOrder), (Numbers{0, 4}));
}

TEST(PlacementOverGroups, AGangGoesToAnotherGroupWhereOneLacksRoom) {
  // Either group could hold sixteen on two nodes; one node of the first is half taken.
  const std::vector<NodeGroup> groups{nodes(2, 8, "a"), nodes(2, 8, "b")};
  EXPECT_EQ(nodes_for(groups, {4, 16}, "best-fit"), (Numbers{0, 2}));
}

TEST(PlacementOverGroups, EqualGroupsTakeTurnsByTheirSizes) {
  // In a list in which both are evenly mixed: large/0, then one/0 and large/1 side by side.
  const std::vector<NodeGroup> groups{nodes(1, 4, "one"), nodes(3, 4, "large")};
  EXPECT_EQ(nodes_for(groups, {4, 4, 4, 4}, "best-fit"), (Numbers{1, 0, 2, 3}));
}

/// Four GPUs each; the first node has 64 cores, the second 16.
RunResult run_on_many_and_few_cores(std::int64_t milli_cores) {
  std::vector<NodeGroup> groups{nodes(1, 4, "many"), nodes(1, 4, "few")};
  groups[0].capacity.milli_cores = 64000;
  groups[1].capacity.milli_cores = 16000;
  Job one = job(0, 1, 10);
  one.demand.milli_cores = milli_cores;
  return test::run_jobs(groups, {one});
}

TEST(PlacementOverGroups, CoresCountWhereTheJobAsksForThem) {
  EXPECT_EQ(first_nodes(run_on_many_and_few_cores(4000)), Numbers{1});
  EXPECT_EQ(first_nodes(run_on_many_and_few_cores(0)), Numbers{0});
}

TEST(PlacementOverGroups, AGpuAndCoresWeighAsSharesOfTheLargestNode) {
  // One GPU of eight weighs as much as 16 cores of 128, and a little more than 15.
  for (const std::int64_t cores : {15000, 17000}) {
    std::vector<NodeGroup> groups{nodes(1, 8, "a"), nodes(1, 7, "b")};
    groups[0].capacity.milli_cores = 128000 - cores;
    groups[1].capacity.milli_cores = 128000;
    Job one = job(0, 1, 10);
    one.demand.milli_cores = 1000;
    EXPECT_EQ(first_nodes(test::run_jobs(groups, {one})), Numbers{cores < 16000 ? 1U : 0U});
  }
}

TEST(PlacementOverGroups, APartJoinsTheSharedGpuOfAnyGroup) {
  std::vector<NodeGroup> groups{nodes(1, 2, "two"), nodes(1, 1, "one")};
  for (NodeGroup& group : groups) group.shares_gpus = true;
  std::vector<Job> jobs;
  for (const std::uint16_t milli : std::initializer_list<std::uint16_t>{600, 300, 500, 400}) {
    jobs.push_back(job(static_cast<double>(jobs.size()), 1, 100));
    jobs.back().demand.gpu_milli = milli;
  }
  // 0.6 leave least on one GPU; 0.3 join them; 0.5 do not fit beside; 0.4 join those.
  EXPECT_EQ(first_nodes(test::run_jobs(groups, jobs)), (Numbers{1, 1, 0, 0}));
  const test::PolicyNames in_order{.placement_parameters = kInOrder};
  EXPECT_EQ(first_nodes(test::run_jobs(groups, jobs, in_order)), (Numbers{0, 0, 0, 0}));
}

TEST(PlacementOverGroups, APoolIsComparedAsOneNode) {
  const std::vector<NodeGroup> groups{test::pool(100), nodes(1, 4)};
  EXPECT_EQ(nodes_for(groups, {2, 2, 2}, "best-fit"), (Numbers{1, 1, 0}));
  EXPECT_EQ(nodes_for(groups, {2, 2, 2}, "best-fit", kInOrder), (Numbers{0, 0, 0}));
}

}  // namespace
}  // namespace gpuscape
