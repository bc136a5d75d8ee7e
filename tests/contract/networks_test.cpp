/// What every network model promises, and what a leaf-spine is.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "tests/contract/network_builders.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using test::joined;
using test::network_model;
using test::port_route;
using test::route;

constexpr const char* kParameters =
    R"({"link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 4, "oversubscription": 2,)"
    R"( "path": "dst-mod-k"})";

/// Small enough for all levels on 13 nodes.
std::string parameters_of(const std::string& type) {
  if (type == "single-switch") return R"({"link": "10 GB/s", "latency": "1 us"})";
  if (type == "leaf-spine") return kParameters;
  if (type == "composed-pcie")
    return R"({"fabric": {"fabric_ports": 64, "port_bandwidth": "12.5 GB/s", "pcie_generation": 3,)"
           R"( "hop_latency": "150 ns"}, "box_uplinks": 1})";
  const std::string path = type == "fat-tree" ? "dst-mod-k" : "hash";
  return R"({"link": "10 GB/s", "latency": "1 us", "ports": 8, "path": ")" + path + "\"}";
}

std::unique_ptr<Network> network(const std::string& type, std::uint32_t nodes,
                                 const std::string& parameters) {
  return joined(type, parameters, {test::nodes(nodes, 8)}).network;
}

class EveryNetwork : public testing::TestWithParam<std::string> {
 protected:
  /// 13 nodes with so many adapters, and a box for a fabric that wants one.
  static test::Joined with_rails(std::uint32_t rails) {
    std::vector<NodeGroup> groups{test::rail_nodes(13, rails, 9e9)};
    if (GetParam() == "composed-pcie") groups.push_back(test::box(8));
    return joined(GetParam(), parameters_of(GetParam()), std::move(groups));
  }
};

TEST_P(EveryNetwork, LeadsFromTheSendersOwnLinkToTheReceivers) {
  const auto built = with_rails(1);
  const Network& all = *built.network;
  std::set<LinkIndex> ends;
  for (std::uint32_t from = 0; from < 13; ++from) {
    EXPECT_TRUE(route(all, from, from).empty());
    for (std::uint32_t to = 0; to < 13; ++to) {
      if (from == to) continue;
      EXPECT_EQ(test::route_faults(all, {from, 0}, {to, 0}), "");
      const std::vector<LinkIndex> links = route(all, from, to);
      ends.insert({links.front(), links.back()});
    }
  }
  EXPECT_EQ(ends.size(), 26U) << "each node has one link in each direction";
}

TEST_P(EveryNetwork, LeadsFromAdapterToAdapter) {
  const auto built = with_rails(4);
  const Network& all = *built.network;
  std::set<LinkIndex> ends;
  for (std::uint32_t pair = 0; pair < 13 * 13 * 16; ++pair) {
    const Port from{pair % 13, pair / 169 % 4};
    const Port to{pair / 13 % 13, pair / 676};
    if (from.node == to.node || from.rail >= all.rails_of(from.node)) continue;
    EXPECT_EQ(test::route_faults(all, from, to), "");
    ends.insert({port_route(all, from, to).front(), port_route(all, from, to).back()});
  }
  EXPECT_EQ(ends.size(), 2U * 13U * all.rails());
}

TEST_P(EveryNetwork, NamesItsLinksApart) {
  for (const std::uint32_t rails : {1U, 4U}) {
    const auto built = with_rails(rails);
    std::set<std::string> names;
    for (LinkIndex link = 0; link < built.network->link_count(); ++link)
      names.insert(built.network->link_name(link, built.platform));
    EXPECT_EQ(names.size(), built.network->link_count());
  }
}

TEST_P(EveryNetwork, CountsItsParts) {
  const auto built = with_rails(4);
  const NetworkParts parts = built.network->parts();
  EXPECT_EQ(parts.adapters, std::int64_t{13} * built.network->rails());
  EXPECT_GE(parts.switches.front().count, 1);
  EXPECT_EQ(parts.cables.front().count, parts.adapters);
}

TEST_P(EveryNetwork, RefusesAPool) {
  EXPECT_THAT(network_model(GetParam(), parameters_of(GetParam()))
                  ->fault(Platform({test::pool(64)}))
                  .message,
              HasSubstr("a pool has no nodes to connect"));
}

INSTANTIATE_TEST_SUITE_P(Networks, EveryNetwork,
                         testing::ValuesIn(test::all_models().networks.names()));

TEST(LeafSpine, SendsOverTheSpineOfTheDestination) {
  const auto built = network("leaf-spine", 12, kParameters);
  const Platform platform({test::nodes(12, 8)});
  std::vector<std::string> names;
  for (const LinkIndex link : route(*built, 1, 11))
    names.push_back(built->link_name(link, platform));
  EXPECT_THAT(names, ElementsAre("gpu/1 → leaf 0", "leaf 0 → spine 1", "spine 1 → leaf 2",
                                 "leaf 2 → gpu/11"));
  EXPECT_EQ(route(*built, 1, 3).size(), 2U);
  // Two spines: the parity of the destination decides, that of the sender does not.
  EXPECT_EQ(built->link_name(route(*built, 2, 11)[1], platform), "leaf 0 → spine 1");
  EXPECT_EQ(built->link_name(route(*built, 1, 10)[1], platform), "leaf 0 → spine 0");
}

TEST(LeafSpine, HasUplinksForWhatTheOversubscriptionLeaves) {
  for (const double oversubscription : {1.0, 1.33, 2.0, 4.0}) {
    const auto built =
        network("leaf-spine", 8,
                fmt::format(R"({{"link": "10 GB/s", "latency": "0 s", "hosts_per_leaf": 4,)"
                            R"( "oversubscription": {}}})",
                            oversubscription));
    double up = 0.0;
    for (LinkIndex link = 0; link < built->link_count(); ++link)
      if (built->tier(link) == LinkTier::fabric) up += built->capacity(link).value();
    EXPECT_NEAR(up / (2.0 * 2.0 * 4.0 * 10e9 / oversubscription), 1.0, 0.003) << oversubscription;
  }
}

TEST(LeafSpine, SpreadsPairsOverSpinesByHash) {
  const auto built = network("leaf-spine", 64,
                             R"({"link": "10 GB/s", "latency": "0 s", "hosts_per_leaf": 8,)"
                             R"( "path": "hash"})");
  std::vector<int> flows(built->link_count(), 0);
  for (std::uint32_t from = 0; from < 64; ++from)
    for (std::uint32_t to = 0; to < 64; ++to)
      for (const LinkIndex link : route(*built, from, to)) ++flows[link];
  // 8 hosts × 56 others over 8 spines: 56 pairs on each uplink, give or take.
  for (LinkIndex link = 128; link < built->link_count(); ++link) {
    EXPECT_GT(flows[link], 28);
    EXPECT_LT(flows[link], 84);
  }
}

TEST(LeafSpine, RefusesMoreHostsThanItsLeavesHold) {
  const auto small = network_model(
      "leaf-spine", R"({"link": "1 GB/s", "latency": "0 s", "hosts_per_leaf": 4, "leaves": 2})");
  EXPECT_EQ(small->fault(Platform({test::nodes(8, 8)})).message, "");
  EXPECT_EQ(small->fault(Platform({test::nodes(9, 8)})).message,
            "9 nodes are more than 2 leaves of 4 hosts hold");
}

std::string fault_at(const std::string& more) {
  return network_model("leaf-spine",
                       R"({"link": "1 GB/s", "latency": "0 s", "hosts_per_leaf": 4, )" + more + "}")
      ->fault(Platform({test::nodes(8, 8)}))
      .message;
}

TEST(LeafSpine, RefusesAPartOfAnUplinkAndNamesItsNeighbours) {
  EXPECT_EQ(fault_at(R"("oversubscription": 5)"),
            "oversubscription 5 makes 0.8 uplinks of 1 GB/s to a leaf of 4 hosts, and there are "
            "only whole ones: 4 makes 1, 2 makes 2");
  EXPECT_EQ(fault_at(R"("oversubscription": 1.5)"),
            "oversubscription 1.5 makes 2.667 uplinks of 1 GB/s to a leaf of 4 hosts, and there "
            "are only whole ones: 2 makes 2, 1.333 makes 3");
  EXPECT_EQ(fault_at(R"("oversubscription": 1.33)"), "");
}

TEST(LeafSpine, HasFewerUplinksWhereTheyAreFaster) {
  EXPECT_EQ(fault_at(R"("oversubscription": 2, "uplink": "2 GB/s")"), "");
  EXPECT_NE(fault_at(R"("oversubscription": 2, "uplink": "4 GB/s")"), "");
  EXPECT_EQ(fault_at(R"("oversubscription": 0.5, "uplink": "4 GB/s")"), "");
  const auto fat = network("leaf-spine", 8,
                           R"({"link": "1 GB/s", "latency": "0 s", "hosts_per_leaf": 4, )"
                           R"("oversubscription": 1, "uplink": "4 GB/s"})");
  EXPECT_EQ(fat->link_count(), 16U + 4U);
  EXPECT_EQ(fat->capacity(16), BytesPerSecond(4e9));
}

}  // namespace
}  // namespace gpuscape
