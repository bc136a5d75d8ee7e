/// What goes away at once: nodes by their GPUs, adapters, leaf switches; servers; slow nodes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/model_check/failing_scenario.hpp"

namespace gpuscape {
namespace {

using test::failing_scenario;
using test::fault_of;
using test::parts_of;
using testing::HasSubstr;

/// Six nodes, two below each leaf, of that kind of network, which names them `nic`.
std::string networked(const std::string& network, const std::string& failures) {
  return R"({"format": 1, "cluster": {"nodes": {
      "a": {"type": "custom", "count": 6, "gpus": 8}}, "networks": {"fabric": )" +
         network + R"(}, "failures": {"f": )" + failures +
         R"(}}, "workload": {"streams": {"s": {"generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
         "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
}

constexpr const char* kLeafSpine =
    R"({"type": "leaf-spine", "link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 2})";

TEST(FailingUnits, ALeafSwitchTakesAllNodesBelowIt) {
  const FailingParts all =
      test::checked(networked(kLeafSpine, R"({"of": "leaf-switches", "mean_time": "900 d",
                                              "repair": {"time": "4 h"}})"))
          .failing.at(0);
  ASSERT_EQ(all.units.size(), 3U);
  EXPECT_EQ(all.units[1].nodes, (std::vector<OutageNode>{{0, 2}, {0, 3}}));
  EXPECT_EQ(all.mean_time, Seconds(900 * 86'400.0));
}

TEST(FailingUnits, ANodeFailsWithTheFirstOfItsAdapters) {
  const FailingParts all =
      test::checked(networked(kLeafSpine, R"({"of": "adapters", "mean_time": "900 d",
                                              "repair": {"time": "4 h"}})"))
          .failing.at(0);
  EXPECT_EQ(all.units.size(), 6U);
  EXPECT_EQ(all.mean_time, Seconds(900 * 86'400.0)) << "a node of which nothing is known has one";
}

// dgx-a100-40gb has eight compute adapters, each of which is below a leaf of its own.
TEST(FailingUnits, AUnitOfRailsFailsWithTheFirstOfItsLeaves) {
  const std::string text = R"({"format": 1, "cluster": {"nodes": {
      "a": {"type": "dgx-a100-40gb", "count": 6}}, "networks": {"compute": {
        "type": "rail-optimised", "link": "25 GB/s", "latency": "1 us", "nodes_per_unit": 3,
        "ports": 40}},
      "failures": {"f": {"of": "OF", "mean_time": "800 d", "repair": {"time": "4 h"}}}},
      "workload": {"streams": {"s": {"generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1},
         "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
  const auto units_of = [&](const std::string& of) {
    std::string with = text;
    with.replace(with.find("OF"), 2, of);
    return test::checked(with).failing.at(0);
  };
  const FailingParts leaves = units_of("leaf-switches");
  ASSERT_EQ(leaves.units.size(), 2U);
  EXPECT_EQ(leaves.units[0].nodes.size(), 3U);
  EXPECT_EQ(leaves.mean_time, Seconds(100 * 86'400.0));
  const FailingParts adapters = units_of("adapters");
  EXPECT_EQ(adapters.units.size(), 6U);
  EXPECT_EQ(adapters.mean_time, Seconds(100 * 86'400.0));
}

TEST(FailingUnits, WhatTheClusterLacksCannotFail) {
  EXPECT_THAT(fault_of(failing_scenario(R"({"of": "leaf-switches", "mean_time": "1 d",
                                 "repair": {"time": "1 h"}})")),
              HasSubstr("nodes \"a\" have no leaf switches: the cluster has no networks"));
  EXPECT_THAT(fault_of(networked(kLeafSpine, R"({"of": "adapters", "network": "fabrik",
                                              "mean_time": "1 d", "repair": {"time": "1 h"}})")),
              HasSubstr("there is no network \"fabrik\""));
}

TEST(FailingUnits, ManagersAreServersOfTheirOwn) {
  const FailingParts all = parts_of(
      R"({"of": "managers", "servers": 3, "mean_time": "300 d", "repair": {"time": "2 h"}})");
  ASSERT_EQ(all.units.size(), 3U);
  EXPECT_TRUE(all.units[0].nodes.empty());
  EXPECT_EQ(all.effect, OutageEffect::no_starts);
  EXPECT_THAT(fault_of(failing_scenario(
                  R"({"of": "managers", "mean_time": "1 d", "repair": {"time": "1 h"}})")),
              HasSubstr("managers need \"servers\""));
  EXPECT_THAT(fault_of(failing_scenario(R"({"of": "managers", "servers": 0, "mean_time": "1 d",
                                 "repair": {"time": "1 h"}})")),
              HasSubstr("/cluster/failures/f/servers"));
  for (const char* key : {R"("nodes": "a")", R"("pace": 0.5)", R"("retire_after": 3)",
                          R"("wrong_node": 0.1)", R"("idle_factor": 0.5)", R"("nodes_each": 2)"})
    EXPECT_THAT(fault_of(failing_scenario(R"({"of": "managers", "servers": 3, "mean_time": "1 d",
                                   "repair": {"time": "1 h"}, )" +
                                          std::string(key) + "}")),
                HasSubstr("does not apply to managers"))
        << key;
  EXPECT_THAT(fault_of(failing_scenario(
                  R"({"servers": 3, "mean_time": "1 d", "repair": {"time": "1 h"}})")),
              HasSubstr("\"servers\" does not apply to nodes"));
}

TEST(FailingUnits, SlowNodesStayInService) {
  const FailingParts all = parts_of(
      R"({"of": "gpus", "nodes": "a", "pace": 0.7, "mean_time": "80 d", "repair": {"time": "1 d"}})");
  EXPECT_EQ(all.effect, OutageEffect::slow);
  EXPECT_EQ(all.pace, 0.7);
  EXPECT_EQ(all.mean_time, Seconds(864'000.0));
  for (const char* pace : {"0", "-1", "1.5"})
    EXPECT_THAT(
        fault_of(failing_scenario(R"({"mean_time": "1 d", "repair": {"time": "1 h"}, "pace": )" +
                                  std::string(pace) + "}")),
        HasSubstr("/cluster/failures/f/pace"))
        << pace;
  EXPECT_THAT(
      fault_of(failing_scenario(R"({"mean_time": "1 d", "repair": {"time": "1 h"}, "pace": 0.5,
                                 "retire_after": 2})")),
      HasSubstr("slow and stay in service"));
}

}  // namespace
}  // namespace gpuscape
