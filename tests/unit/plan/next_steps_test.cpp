/// What can be bought next, as settings of the scenario; and which designs are alike.

#include "sim/plan/next_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/plan/strength.hpp"
#include "sim/session/open_scenario.hpp"
#include "tests/unit/plan/plans.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CheckedScenario opened(const std::string& cluster, const std::string& more = "",
                       const std::string& stream = "") {
  return open_scenario({.file = "test.json",
                        .text = R"({"format": 1, "cluster": )" + cluster + R"(,
    "workload": {"streams": {"s": {"generate": {"jobs": 5, "jobs_per_hour": 1, "gpus": {"1": 1},
      "run_time": {"distribution": "constant", "value": "1 h"}})" +
                                stream + "}}}" + more + "}"},
                       {}, test::builtin_models());
}

/// Null where there is no such ladder.
std::optional<StepLadder> ladder(const CheckedScenario& scenario, const std::string& what) {
  for (StepLadder& one : ladders_of(scenario, test::builtin_models()))
    if (one.what == what) return std::move(one);
  return std::nullopt;
}

std::vector<std::string> sets(const CheckedScenario& scenario, const std::string& what,
                              std::int64_t steps) {
  const std::optional<StepLadder> found = ladder(scenario, what);
  const std::optional<Rung> rung = found ? found->at(steps) : std::nullopt;
  return rung ? rung->sets : std::vector<std::string>();
}

TEST(NextSteps, HalveTheOversubscriptionDownToNone) {
  const CheckedScenario scenario = opened(
      R"({"nodes": {"n": {"type": "custom", "count": 24, "gpus": 1}}, "networks": {"compute": {
      "type": "leaf-spine", "link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 12,
      "oversubscription": 3}}})");
  const std::string at = "/cluster/networks/compute/oversubscription=";
  EXPECT_THAT(sets(scenario, "uplinks of compute", 1), ElementsAre(at + "1.5"));
  EXPECT_THAT(sets(scenario, "uplinks of compute", 2), ElementsAre(at + "1"));
  EXPECT_THAT(sets(scenario, "uplinks of compute", 3), IsEmpty());
}

TEST(NextSteps, AddSpareNodesBehindThoseThereAre) {
  const CheckedScenario scenario =
      opened(R"({"nodes": {"a/b": {"type": "custom", "count": 4, "gpus": 1}},
      "failures": {"f": {"mean_time": "30 d", "repair": {"time": "1 h"}}},
      "spares": {"nodes": ["a/b/3"], "time": "1 min"}})");
  EXPECT_THAT(
      sets(scenario, "spare nodes of a/b", 2),
      ElementsAre("/cluster/nodes/a~1b/count=6", R"(/cluster/spares/nodes=["a/b/3", "a/b/4-5"])"));
}

TEST(NextSteps, AddMachinesAndDrivesOfStorages) {
  const CheckedScenario scenario =
      opened(R"({"nodes": {"n": {"type": "custom", "count": 2, "gpus": 1}}, "storage": {
      "array": {"type": "appliance", "model": {"read_bandwidth": "20 GB/s"}, "count": 2},
      "vol": {"type": "volumes", "drive": {"read_bandwidth": "3 GB/s"}, "servers": 4,
        "drives": 8}}})");
  EXPECT_THAT(sets(scenario, "machines of array", 1),
              ElementsAre("/cluster/storage/array/count=3"));
  EXPECT_THAT(sets(scenario, "servers of vol", 2), ElementsAre("/cluster/storage/vol/servers=6"));
  EXPECT_THAT(sets(scenario, "drives of each machine of vol", 1),
              ElementsAre("/cluster/storage/vol/drives=9"));
}

TEST(NextSteps, AddAdaptersOfHostsOnAPcieFabric) {
  const CheckedScenario scenario = opened(R"({"nodes": {
      "host": {"type": "cpu-2s-2024", "count": 2},
      "box": {"type": "gpu-box", "count": 2, "gpus": 2, "link": "26 GB/s", "gpu": "h100-pcie-80gb"}},
    "networks": {"f": {"type": "composed-pcie", "fabric": "gigaio-fabrex-gen4", "box_uplinks": 1}},
    "gpu_access": {"type": "composed-pcie", "over": "f", "clients": ["host"], "servers": ["box"]}})");
  EXPECT_THAT(sets(scenario, "adapters of each host on f", 1),
              ElementsAre("/cluster/networks/f/host_adapters=2"));
}

/// Another placement keeps the order of groups that was asked for.
TEST(NextSteps, KeepWhatElseIsSet) {
  const std::string nodes = R"({"nodes": {"a": {"type": "custom", "count": 2, "gpus": 1},
      "b": {"type": "custom", "count": 2, "gpus": 1}}})";
  const CheckedScenario ordered = opened(
      nodes, R"(, "scheduler": {"placement": {"type": "pack", "groups_first": ["b", "a"]}})");
  bool found = false;
  for (const StepLadder& one : ladders_of(ordered, test::builtin_models())) {
    if (one.what != "placement") continue;
    found = true;
    EXPECT_TRUE(one.at(1).value().sets.at(0).starts_with("/scheduler/placement/type="));
    EXPECT_FALSE(one.at(2).has_value());
  }
  EXPECT_TRUE(found);
}

/// Two kinds of nodes: where run times were measured on one of them, jobs take longer on the other,
/// and more nodes of that one may be worse.
TEST(Strengths, AreNotComparedWhereGroupsDifferInSpeed) {
  const std::string nodes = R"({"nodes": {"fast": {"type": "dgx-h100", "count": 2},
      "slow": {"type": "dgx1-v100", "count": 2}},
      "networks": {"compute": {"type": "single-switch", "link": "10 GB/s", "latency": "1 us"}}})";
  EXPECT_NE(strength_of(opened(nodes)).like, "");
  EXPECT_EQ(strength_of(opened(nodes, "", R"(, "measured_on": {"node": "dgx-h100"},
      "application": "resnet-50")"))
                .like,
            "");
}

TEST(Strengths, GrowWithNodesAndShrinkWithStartUps) {
  const auto of = [](int nodes, const std::string& start_up) {
    return strength_of(opened(fmt::format(R"({{"nodes": {{"n": {{"type": "custom", "count": {},
      "gpus": 1}}}}}})",
                                          nodes),
                              R"(, "scheduler": {"start_up": ")" + start_up + "\"}"));
  };
  EXPECT_TRUE(of(2, "1 s").is_no_more_than(of(3, "1 s")));
  EXPECT_TRUE(of(2, "2 s").is_no_more_than(of(2, "1 s")));
  EXPECT_FALSE(of(2, "1 s").is_no_more_than(of(2, "1 s")));
  EXPECT_FALSE(of(3, "2 s").is_no_more_than(of(2, "1 s")));
  EXPECT_FALSE(of(2, "1 s").is_no_more_than(of(3, "2 s")));
}

TEST(Strengths, PassOnLimitsOfTimesAlone) {
  const std::vector<SloSpec> objectives{
      {.name = "wait"},
      {.name = "power", .metric = "power_max_kw", .of_jobs = false, .is_time = false},
      {.name = "long", .metric = "queue_wait_mean_s", .of_jobs = false, .at_least = true}};
  EXPECT_TRUE(is_missed_when_weaker(objectives, "wait"));
  EXPECT_TRUE(is_missed_when_weaker(objectives, "overloaded"));
  EXPECT_FALSE(is_missed_when_weaker(objectives, "power"));
  EXPECT_FALSE(is_missed_when_weaker(objectives, "long"));
}

}  // namespace
}  // namespace gpuscape
