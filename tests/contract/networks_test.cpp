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

std::unique_ptr<Network> network(const std::string& type, std::uint32_t nodes,
                                 const std::string& parameters) {
  return joined(type, parameters, {test::nodes(nodes, 8)}).network;
}

class EveryNetwork : public testing::TestWithParam<std::string> {
 protected:
  static std::string parameters() {
    return test::example_of(test::all_models().networks, GetParam());
  }
  /// 13 nodes with so many adapters, and a box beside them where the network wants one.
  static test::Joined with_rails(std::uint32_t rails) {
    std::vector<NodeGroup> groups{test::rail_nodes(13, rails, 9e9)};
    if (!test::fault_of(GetParam(), parameters(), groups).empty()) groups.push_back(test::box(8));
    return joined(GetParam(), parameters(), std::move(groups));
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
  EXPECT_EQ(ends.size(), 2U * 13U * all.ports().rails());
}

TEST_P(EveryNetwork, BuildsTheSameNetworkEveryTime) {
  const auto one = with_rails(4);
  const auto other = with_rails(4);
  ASSERT_EQ(one.network->link_count(), other.network->link_count());
  for (LinkIndex link = 0; link < one.network->link_count(); ++link)
    EXPECT_EQ(one.network->capacity(link), other.network->capacity(link));
  for (std::uint32_t pair = 0; pair < 13 * 13; ++pair)
    EXPECT_EQ(route(*one.network, pair % 13, pair / 13),
              route(*other.network, pair % 13, pair / 13));
}

TEST_P(EveryNetwork, IsTheSameInEveryDrawButForItsRoutes) {
  const auto built = with_rails(1);
  const auto drawn = built.network->drawn({.seed = 7, .replication = 3, .network = "compute"});
  EXPECT_TRUE(drawn != nullptr || !built.network->routing().is_drawn());
  if (drawn == nullptr) return;
  ASSERT_EQ(drawn->link_count(), built.network->link_count());
  for (LinkIndex link = 0; link < drawn->link_count(); ++link)
    EXPECT_EQ(drawn->capacity(link), built.network->capacity(link));
  for (std::uint32_t pair = 0; pair < 13 * 13; ++pair)
    if (pair % 13 != pair / 13) {
      EXPECT_EQ(test::route_faults(*drawn, {pair % 13, 0}, {pair / 13, 0}), "");
    }
}

TEST_P(EveryNetwork, NamesItsLinksApart) {
  for (const std::uint32_t rails : {1U, 4U}) {
    const auto built = with_rails(rails);
    std::set<std::string> names;
    for (LinkIndex link = 0; link < built.network->link_count(); ++link)
      names.insert(built.network->link_name(link, built.platform));
    EXPECT_EQ(names.size(), built.network->link_count());
    EXPECT_GE(names.size(), 26U) << "each of 13 nodes has a link in each direction";
  }
}

TEST_P(EveryNetwork, CountsItsParts) {
  const auto built = with_rails(4);
  const NetworkParts parts = built.network->parts();
  EXPECT_EQ(parts.adapters, std::int64_t{13} * built.network->ports().rails());
  ASSERT_FALSE(parts.switches.empty() || parts.cables.empty())
      << "parts() names at least one switch, and first the cables of the adapters";
  EXPECT_GE(parts.switches.front().count, 1);
  EXPECT_EQ(parts.cables.front().count, parts.adapters);
}

TEST_P(EveryNetwork, CanBeAskedWhateverIsWrongWithItsParameters) {
  std::size_t tried = 0;
  for (const std::string& wrong : test::spoilt(test::all_models().networks, GetParam())) {
    const auto model = network_model(GetParam(), wrong);
    std::vector<NodeGroup> groups{test::rail_nodes(13, 2), test::box(8)};
    for (NodeGroup& group : groups) model->add_ports(group);
    EXPECT_NO_THROW((void)model->fault(Platform(std::move(groups)))) << wrong;
    ++tried;
  }
  EXPECT_GE(tried, 6U);
}

TEST_P(EveryNetwork, RefusesAPool) {
  EXPECT_THAT(network_model(GetParam(), parameters())->fault(Platform({test::pool(64)})).message,
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
  ASSERT_EQ(built->link_count(), 128U + 2 * 8 * 8);
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
