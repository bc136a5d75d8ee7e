#include <gmock/gmock.h>

#include "sim/model/check/check.hpp"
#include "sim/report/catalog/cluster_drawing.hpp"
#include "sim/report/topology/cluster_map_text.hpp"
#include "sim/report/topology/topology_text.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

/// DGX-1 nodes on a network; its map.
NetworkTopologyMap map_of(int nodes, const std::string& network, const std::string& more = "") {
  const std::string cluster = R"("cluster": {"nodes": {"dgx": {"type": "dgx1-v100", "count": )" +
                              std::to_string(nodes) + more + R"(}}, "networks": {"compute": )" +
                              network + "}}";
  const CheckedScenario scenario = test::checked(testing::ScenarioText{.cluster = cluster}.text());
  return map_network(scenario.cluster->graph(), 0);
}

std::string leaf_spine(double oversubscription) {
  return R"({"type": "leaf-spine", "link": "100 Gbit/s", "latency": "1 us", "hosts_per_leaf": 2, )"
         R"("oversubscription": )" +
         std::to_string(oversubscription) + "}";
}

double share(const NetworkTopologyMap& map) {
  return map.bisection.bandwidth / map.bisection.injection;
}

// Two hosts a leaf: four are below two leaves.
TEST(ClusterMap, IsDrawnWithItsTiersAndCablesBelowTheNodes) {
  const NetworkTopologyMap map = map_of(4, leaf_spine(1.0));
  const std::string svg = maps_svg({}, {map});
  EXPECT_THAT(svg, HasSubstr(">network compute<"));
  EXPECT_THAT(svg, HasSubstr(">2 leaf switches<"));
  EXPECT_THAT(svg, HasSubstr(">4 nodes<"));
  EXPECT_THAT(svg, HasSubstr("between leaf and spine<"));
  EXPECT_THAT(svg, HasSubstr(">across spines<"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(ClusterMap, ASwitchThatNeverBlocksHasOneClassOfNodes) {
  const NetworkTopologyMap map =
      map_of(4, R"({"type": "single-switch", "link": "100 Gbit/s", "latency": "1 us"})");
  ASSERT_EQ(map.classes.size(), 2U);
  EXPECT_EQ(map.classes[0].name, "same node");
  EXPECT_EQ(map.classes[1].name, "same switch");
  EXPECT_EQ(map.classes[1].pairs, 12U);
  EXPECT_DOUBLE_EQ(map.injection.value(), 4 * 12.5e9);
}

// Two GPUs share an adapter's PCIe switch: each adapter carries both, 12.5 GB/s in all.
TEST(ClusterMap, EachGpuHasItsShareOfTheAdapterBesideIt) {
  const NetworkTopologyMap map =
      map_of(2, R"({"type": "single-switch", "link": "100 Gbit/s", "latency": "1 us"})");
  EXPECT_DOUBLE_EQ(map.classes[1].alone.value(), 12.5e9);
  EXPECT_DOUBLE_EQ(map.classes[1].all_talk.least.value(), 12.5e9 / 2.0);
  EXPECT_DOUBLE_EQ(share(map), 1.0);
}

TEST(ClusterMap, AHalvedLeafSpineCarriesHalfAcrossLeavesAndAllWithinThem) {
  const NetworkTopologyMap full = map_of(8, leaf_spine(1.0));
  const NetworkTopologyMap half = map_of(8, leaf_spine(2.0));
  EXPECT_LE(share(half), 0.5 + 1e-9);
  EXPECT_GT(share(full), share(half));
  const auto within = [](const NetworkTopologyMap& map) { return map.classes[1].all_talk.least; };
  EXPECT_DOUBLE_EQ(within(half).value(), within(full).value());
}

// What is inside them is not known; that they are on the network is.
TEST(ClusterMap, SaysWhichGroupsANetworkJoins) {
  const std::string cluster =
      R"("cluster": {"nodes": {"dgx": {"type": "dgx1-v100", "count": 2},
           "host": {"type": "cpu-2s-2024"}, "box": {"type": "gpu-box", "gpus": 8, "link": "26 GB/s"}},
         "networks": {"compute": {"type": "single-switch", "link": "100 Gbit/s", "latency": "1 us"},
           "fabric": {"type": "composed-pcie", "fabric": "liqid-grid-gen4",
                      "joins": ["host", "box"]}}})";
  const CheckedScenario scenario = test::checked(testing::ScenarioText{.cluster = cluster}.text());
  const ClusterGraph& graph = scenario.cluster->graph();
  EXPECT_THAT(network_map_text(map_network(graph, 0)),
              HasSubstr("network compute · joins 3 nodes of dgx, host\n"));
  EXPECT_THAT(network_map_text(map_network(graph, 1)),
              HasSubstr("network fabric · joins 2 nodes of host, box\n"));
}

TEST(ClusterMap, NodesWithoutAGraphAreJoined) {
  const std::string cluster =
      R"("cluster": {"nodes": {"own": {"type": "custom", "gpus": 2, "cores": 8, "count": 3}},
          "networks": {"compute": {"type": "single-switch", "link": "100 Gbit/s",
                                   "latency": "1 us"}}})";
  const CheckedScenario scenario = test::checked(testing::ScenarioText{.cluster = cluster}.text());
  const NetworkTopologyMap map = map_network(scenario.cluster->graph(), 0);
  EXPECT_EQ(map.nodes, 3U);
  EXPECT_FALSE(map.sampled);
  EXPECT_THAT(network_map_text(map), HasSubstr("3 nodes"));
}

TEST(ClusterMap, FartherIsSlowerToAnswer) {
  const NetworkTopologyMap map = map_of(8, leaf_spine(1.0));
  ASSERT_EQ(map.classes.size(), 3U);
  EXPECT_LT(map.classes[0].latency, map.classes[1].latency);
  EXPECT_LT(map.classes[1].latency, map.classes[2].latency);
}

/// ConnectX-4 EDR takes 0.75 us over one switch, ConnectX-6 HDR 0.65 us.
TEST(ClusterMap, ASlowerAdapterAddsItsLatency) {
  const std::string one = R"({"type": "single-switch", "link": "100 Gbit/s", "latency": "0.3 us"})";
  const auto latency = [&](const std::string& adapter) {
    const std::string nics = R"(, "nics": {"ib0": {"model": ")" + adapter + R"("}})";
    return map_of(4, one, nics).classes[1].latency.value();
  };
  EXPECT_NEAR(latency("cx4-edr") - latency("cx6-hdr"), 0.1e-6, 1e-12);
}

TEST(ClusterMap, TextAndJsonSayTheSame) {
  const NetworkTopologyMap map = map_of(8, leaf_spine(2.0));
  EXPECT_THAT(network_map_text(map), HasSubstr("across spines"));
  EXPECT_DOUBLE_EQ(network_map_json(map).find("bisection")->find("bytes_per_s")->number(),
                   map.bisection.bandwidth.value());
}

}  // namespace
}  // namespace gpuscape
