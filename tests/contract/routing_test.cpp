/// Which paths routes take where the scenario does not say: one rule for every topology, and for
/// hashed paths one draw for every replication.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <memory>

#include "tests/contract/network_builders.hpp"

namespace gpuscape {
namespace {

using test::Joined;
using test::joined;
using testing::Each;
using testing::ElementsAre;

constexpr const char* kTopologies[] = {"leaf-spine", "fat-tree", "rail-optimised"};

/// 36 nodes with two adapters each that speak that; several leaves in every topology.
NodeGroup speaking(const std::vector<std::string>& protocols) {
  NodeGroup group = test::rail_nodes(36, 2);
  std::vector<Device> devices = group.graph->devices();
  for (Device& device : devices)
    if (device.kind == DeviceKind::nic) device.protocols = protocols;
  group.graph = std::make_shared<NodeGraph>(std::move(devices), group.graph->links());
  return group;
}

/// A switch of 16 ports, and what else is said of the network.
std::string of_switches(const std::string& kind, const std::string& more = "") {
  return R"({"switch": {"ports": 16, "speed": "10 GB/s", "port_to_port_latency": "0 s")" +
         (kind.empty() ? "" : R"(, "kind": ")" + kind + "\"") + "}" + more + "}";
}

/// "path by what says the kind" in each topology.
std::vector<std::string> routing(const std::string& parameters,
                                 const std::vector<std::string>& protocols = {}) {
  std::vector<std::string> found;
  for (const char* topology : kTopologies) {
    const RoutingFacts facts =
        joined(topology, parameters, {speaking(protocols)}).network->routing();
    found.push_back(fmt::format("{}{} {} by {}", facts.path, facts.given ? " as given" : "",
                                facts.kind, facts.kind_from));
  }
  EXPECT_GE(found.size(), 3U);
  return found;
}

TEST(Routing, FollowsTheKindOfTheSwitchesInEveryTopologyAlike) {
  EXPECT_THAT(routing(of_switches("infiniband")), Each("adaptive infiniband by switch"));
  EXPECT_THAT(routing(of_switches("ethernet")), Each("hash ethernet by switch"));
  EXPECT_THAT(routing(of_switches("ethernet"), {"infiniband"}), Each("hash ethernet by switch"));
}

TEST(Routing, FollowsTheAdaptersWhereTheySpeakOneKind) {
  EXPECT_THAT(routing(of_switches(""), {"ethernet"}), Each("hash ethernet by adapters"));
  EXPECT_THAT(routing(of_switches(""), {"infiniband"}), Each("adaptive infiniband by adapters"));
}

TEST(Routing, FollowsTheTransportWhereAdaptersSpeakBothKinds) {
  const std::vector<std::string> both{"infiniband", "ethernet"};
  EXPECT_THAT(routing(of_switches("", R"(, "transport": {"protocol": "ethernet"})"), both),
              Each("hash ethernet by transport"));
  EXPECT_THAT(routing(of_switches("", R"(, "transport": {"protocol": "infiniband"})"), both),
              Each("adaptive infiniband by transport"));
}

TEST(Routing, IsAdaptiveWhereNothingSaysTheKind) {
  EXPECT_THAT(routing(of_switches("")), Each("adaptive  by "));
  EXPECT_THAT(routing(of_switches(""), {"infiniband", "ethernet"}), Each("adaptive  by "));
  EXPECT_THAT(routing(of_switches(""), {"ethernet_srd"}), Each("adaptive  by "));
}

TEST(Routing, IsAsGivenWhateverTheKind) {
  for (const char* path : {"adaptive", "hash", "dst-mod-k"})
    EXPECT_THAT(routing(of_switches("ethernet", fmt::format(R"(, "path": "{}")", path))),
                Each(fmt::format("{} as given ethernet by switch", path)));
}

TEST(Routing, HasNoChoiceWhereThereIsOnePath) {
  const std::string one_uplink =
      R"({"link": "1 GB/s", "latency": "0 s", "hosts_per_leaf": 4, "oversubscription": 4})";
  EXPECT_EQ(joined("leaf-spine", one_uplink, {test::nodes(8, 8)}).network->routing().path, "");
  const std::string one_leaf = R"({"link": "1 GB/s", "latency": "0 s", "hosts_per_leaf": 8})";
  EXPECT_EQ(joined("leaf-spine", one_leaf, {test::nodes(8, 8)}).network->routing().path, "");
  EXPECT_EQ(joined("leaf-spine", one_leaf, {test::nodes(9, 8)}).network->routing().path,
            "adaptive");
}

/// The routes between 200 pairs of hosts under a draw.
std::vector<std::vector<LinkIndex>> routes(const std::string& topology, const std::string& path,
                                           const PathDraw& draw) {
  const Joined built =
      joined(topology, of_switches("", R"(, "path": ")" + path + "\""), {speaking({})});
  const std::unique_ptr<Network> drawn = built.network->drawn(draw);
  const Network& network = drawn ? *drawn : *built.network;
  std::vector<std::vector<LinkIndex>> all;
  for (std::uint32_t pair = 0; pair < 200; ++pair)
    all.push_back(
        test::port_route(network, {pair % 36, pair % 2}, {(pair * 7 + 5) % 36, (pair / 2) % 2}));
  return all;
}

TEST(Routing, DrawsHashedPathsByItsSeedReplicationAndNetworkAlone) {
  for (const char* topology : kTopologies) {
    const auto drawn = routes(topology, "hash", {3, 4, "compute"});
    EXPECT_EQ(routes(topology, "hash", {3, 4, "compute"}), drawn);
    EXPECT_NE(routes(topology, "hash", {3, 5, "compute"}), drawn);
    EXPECT_NE(routes(topology, "hash", {4, 4, "compute"}), drawn);
    EXPECT_NE(routes(topology, "hash", {3, 4, "storage"}), drawn);
  }
}

TEST(Routing, DrawsNothingWherePathsAreNotHashed) {
  for (const char* path : {"adaptive", "dst-mod-k"})
    for (const char* topology : kTopologies)
      EXPECT_EQ(routes(topology, path, {3, 4, "compute"}), routes(topology, path, {9, 9, "other"}));
}

}  // namespace
}  // namespace gpuscape
