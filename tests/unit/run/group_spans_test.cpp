/// Jobs on several groups of one GPU model, by hand.

#include <gmock/gmock.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

NodeGroup a100(std::string name, std::uint32_t count, std::int32_t gpus = 4) {
  NodeGroup group = test::nodes(count, gpus, std::move(name));
  group.gpu_model = "a100";
  return group;
}

RunResult run_spanning(std::vector<NodeGroup> groups, std::vector<Job> jobs,
                       const test::PolicyNames& names = {}) {
  Platform platform(std::move(groups));
  platform.span_groups();
  return test::run_on(std::move(platform), std::move(jobs), names);
}

Job on_nodes(Job made, std::int32_t nodes) {
  made.demand.nodes = nodes;
  return made;
}

/// The nodes of the job in the order of its shares; none: it never started.
std::vector<std::uint32_t> nodes_of(const RunResult& result, std::size_t job) {
  std::vector<std::uint32_t> nodes;
  if (!result.jobs.started(job)) return nodes;
  for (const AllocationSpan& span : result.jobs.spans(result.jobs.segments(job).back()))
    nodes.push_back(span.node);
  return nodes;
}

TEST(GroupSpans, AJobThatNoGroupHoldsIsOnTwo) {
  const std::vector<NodeGroup> groups{a100("a", 1), a100("b", 1)};
  const RunResult result = run_spanning(groups, {job(0, 8, 10), job(1, 8, 10)});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 10}));
  EXPECT_THAT(nodes_of(result, 0), ElementsAre(0U, 1U));
  EXPECT_EQ(test::run_jobs(groups, {job(0, 8, 10)}).never_fit, 1) << "not unless it may";
}

TEST(GroupSpans, AGroupThatHasRoomComesFirst) {
  const RunResult result = run_spanning({a100("a", 1), a100("b", 2)}, {job(0, 8, 10)});
  EXPECT_THAT(nodes_of(result, 0), ElementsAre(1U, 2U));
}

TEST(GroupSpans, NobodyWaitsForOneGroupWhereTwoHaveRoom) {
  const RunResult result =
      run_spanning({a100("a", 1), a100("b", 2)}, {job(0, 1, 100), job(0, 1, 100), job(1, 8, 10)},
                   {.placement_parameters = R"({"groups_first": ["b"]})"});
  EXPECT_THAT(nodes_of(result, 0), ElementsAre(1U));
  EXPECT_THAT(nodes_of(result, 2), ElementsAre(2U, 0U));
  EXPECT_EQ(test::start_dates(result)[2], 1.0);
}

TEST(GroupSpans, GroupsFillInTheOrderOfThePlacement) {
  for (const char* placement : {"best-fit", "pack", "spread", "same-leaf"}) {
    const RunResult result = run_spanning(
        {a100("a", 2), a100("b", 2)}, {job(0, 12, 10)},
        {.placement = placement, .placement_parameters = R"({"groups_first": ["b"]})"});
    EXPECT_THAT(nodes_of(result, 0), ElementsAre(2U, 3U, 0U)) << placement;
  }
}

TEST(GroupSpans, OtherModelsAndUnknownOnesAreNotJoined) {
  NodeGroup h100 = a100("h", 1);
  h100.gpu_model = "h100";
  EXPECT_EQ(run_spanning({a100("a", 1), h100}, {job(0, 8, 10)}).never_fit, 1);
  EXPECT_EQ(
      run_spanning({test::nodes(1, 4, "x"), test::nodes(1, 4, "y")}, {job(0, 8, 10)}).never_fit, 1);
}

TEST(GroupSpans, NodesOfTwoSizesTogetherHoldJobsThatSayTheirNumberOfNodes) {
  const std::vector<NodeGroup> groups{a100("a", 1, 4), a100("b", 1, 8)};
  const RunResult result = run_spanning(groups, {job(0, 12, 10), on_nodes(job(0, 8, 10), 2)});
  EXPECT_EQ(result.never_fit, 1);
  EXPECT_THAT(nodes_of(result, 0), IsEmpty());
  EXPECT_THAT(nodes_of(result, 1), ElementsAre(0U, 1U));
}

TEST(GroupSpans, GroupsThatAreNotWhatTheJobAsksForAreLeftOut) {
  std::vector<NodeGroup> groups{a100("a", 1), a100("b", 1), a100("c", 1)};
  groups[0].features = groups[2].features = {"ib"};
  const auto origins = std::make_shared<OriginTable>();
  std::vector<Job> jobs{job(0, 8, 10), job(0, 12, 10), job(20, 12, 10)};
  jobs[0].demand.asks = jobs[1].demand.asks = origins->asks().intern("a100", "ib").value();
  WorkloadFacts facts;
  facts.origins = origins;
  Platform platform(groups);
  platform.span_groups();
  RunState state(std::move(platform), test::make_policies({}),
                 std::make_unique<test::ListSource>(jobs), {}, std::move(facts));
  run_natively(state.simulation(), kForever, {});
  const RunResult result = state.take_result({});
  EXPECT_THAT(nodes_of(result, 0), ElementsAre(0U, 2U));
  EXPECT_EQ(result.jobs.state(1), JobState::never_fits);
  EXPECT_THAT(nodes_of(result, 2), ElementsAre(0U, 1U, 2U));
}

TEST(GroupSpans, CoresOfEachGroupsNodesCount) {
  std::vector<NodeGroup> groups{a100("a", 1), a100("b", 1), a100("c", 1)};
  groups[0].capacity.milli_cores = groups[2].capacity.milli_cores = 16000;
  groups[1].capacity.milli_cores = 8000;
  Job wide = job(0, 8, 10);
  wide.demand.milli_cores = 24000;  // 12 cores beside each 4 GPUs
  EXPECT_THAT(nodes_of(run_spanning(groups, {wide}), 0), ElementsAre(0U, 2U));
}

TEST(GroupSpans, AJobThatWaitsForWholeNodesSaysSo) {
  // Two, one, one and one GPUs are free: the last job asks for two on each of two nodes.
  const std::vector<Job> jobs{job(0, 2, 100), job(0, 3, 100), job(0, 3, 100),
                              job(0, 3, 100), job(1, 4, 10),  on_nodes(job(2, 4, 10), 2)};
  const RunResult result =
      run_spanning({a100("a", 1), a100("b", 1), a100("c", 1), a100("d", 1)}, jobs);
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 0, 0, 100, 100}));
  EXPECT_EQ(result.waits.jobs.at(1).reason, WaitReason::no_whole_node);
}

TEST(GroupSpans, EasyPromisesTheFirstDateAtWhichTheGroupsTogetherHaveRoom) {
  // The head wants all three nodes: at 100. Until then others may use them, and no longer.
  const std::vector<Job> jobs{job(0, 4, 100, 100), job(0, 4, 50, 50), job(2, 12, 10, 10),
                              job(3, 4, 97, 97),   job(4, 4, 60, 60), job(5, 4, 50, 50)};
  const RunResult result = run_spanning({a100("a", 1), a100("b", 2)}, jobs, {.backfill = "easy"});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 0, 100, 3, 110, 50}));
}

TEST(GroupSpans, EasyLeavesOtherNodesToThoseWhoStayLonger) {
  // a/0 and b/0 are kept for the head from 50 on; the H100 node is not.
  NodeGroup h100 = a100("h", 1);
  h100.gpu_model = "h100";
  const std::vector<Job> jobs{job(0, 4, 50, 50), job(1, 8, 10, 10), job(2, 4, 500, 500),
                              job(3, 4, 500, 500), job(4, 4, 46, 46)};
  const RunResult result =
      run_spanning({a100("a", 1), a100("b", 1), h100}, jobs, {.backfill = "easy"});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 50, 2, 60, 4}));
  EXPECT_THAT(nodes_of(result, 2), ElementsAre(2U));
}

}  // namespace
}  // namespace gpuscape
