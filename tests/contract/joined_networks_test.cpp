/// Several networks as one: each keeps its own routes, and all promise together what each does.

#include <gmock/gmock.h>

#include <map>

#include "sim/platform/cluster/cluster.hpp"
#include "tests/contract/network_builders.hpp"

namespace gpuscape {
namespace {

using testing::StartsWith;

constexpr const char* kLeaves =
    R"({"link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 2, "oversubscription": 2,)"
    R"( "path": "dst-mod-k"})";
constexpr const char* kSwitch = R"({"link": "3 GB/s", "latency": "5 us"})";

/// Five nodes of two adapters and three of one below leaves; between them four below one switch,
/// and then two without a network.
class TwoNetworks : public testing::Test {
 protected:
  TwoNetworks()
      : platform_({test::rail_nodes(5, 2, 9e9), test::rail_nodes(4, 1, 9e9),
                   test::rail_nodes(3, 1, 9e9), test::rail_nodes(2, 1, 9e9)}) {
    for (const auto& [type, parameters] :
         {std::pair("leaf-spine", kLeaves), {"single-switch", kSwitch}})
      networks_.push_back(
          {type, "compute", test::network_model(type, parameters)->build(platform_)});
    const NetworkOfGroup of_group{0, 1, 0, std::nullopt};
    all_ = std::make_unique<JoinedNetworks>(platform_, networks_, of_group);
  }
  [[nodiscard]] const NamedNetwork& of(std::uint32_t node) const {
    return networks_[platform_.group_of(node) == 1 ? 1 : 0];
  }
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    for (std::uint32_t from = 0; from < 12; ++from)
      for (std::uint32_t to = 0; to < 12; ++to)
        if (from != to && &of(from) == &of(to))
          for (const std::uint32_t rail : {0U, 1U})
            visit(Port{from, rail % all_->rails_of(from)}, Port{to, rail % all_->rails_of(to)});
  }

  Platform platform_;
  std::vector<NamedNetwork> networks_;
  std::unique_ptr<JoinedNetworks> all_;
};

TEST_F(TwoNetworks, KeepTheirRoutes) {
  int pairs = 0;
  for_each_pair([&](Port from, Port to) {
    ++pairs;
    EXPECT_EQ(test::route_faults(*all_, from, to), "");
    const Network& own = *of(from.node).network;
    const std::vector<LinkIndex> whole = test::port_route(*all_, from, to);
    const std::vector<LinkIndex> part = test::port_route(own, from, to);
    ASSERT_EQ(whole.size(), part.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_EQ(all_->capacity(whole[i]), own.capacity(part[i]));
      EXPECT_THAT(all_->link_name(whole[i], platform_),
                  testing::EndsWith(own.link_name(part[i], platform_)));
      EXPECT_EQ(all_->tier(whole[i]), own.tier(part[i]));
    }
    EXPECT_EQ(all_->latency(whole.size(), from.node), own.latency(part.size(), from.node));
  });
  EXPECT_EQ(pairs, 2 * (8 * 7 + 4 * 3));
}

TEST_F(TwoNetworks, ShareNoLink) {
  std::map<LinkIndex, const NamedNetwork*> used;
  for_each_pair([&](Port from, Port to) {
    for (const LinkIndex link : test::port_route(*all_, from, to)) {
      ASSERT_LT(link, all_->link_count());
      EXPECT_EQ(used.emplace(link, &of(from.node)).first->second, &of(from.node));
    }
  });
  for (LinkIndex link = 0; link < 2 * all_->ports().port_count(); ++link)
    EXPECT_TRUE(used.contains(link)) << all_->link_name(link, platform_);
}

TEST_F(TwoNetworks, NameLinksBetweenSwitchesByTheirNetwork) {
  const LinkIndex fabric = 2 * all_->ports().port_count();
  ASSERT_GT(all_->link_count(), fabric);
  EXPECT_THAT(all_->link_name(fabric, platform_), StartsWith("leaf-spine: "));
}

TEST_F(TwoNetworks, LeaveOutNodesOfNone) {
  EXPECT_EQ(all_->ports().port_count(), 5U * 2U + 4U + 3U);
  EXPECT_EQ(all_->rails_of(12), 0U);
  EXPECT_THROW((void)test::port_route(*all_, {12, 0}, {13, 0}), InternalError);
  EXPECT_THROW((void)test::port_route(*all_, {0, 0}, {5, 0}), InternalError);
}

TEST(Cluster, PlacesNodesBelowTheLeavesOfTheirNetwork) {
  const Platform platform({test::rail_nodes(6, 1, 9e9), test::rail_nodes(4, 1, 9e9)});
  const auto built = [&](const char* parameters) {
    return std::shared_ptr<const Network>(
        test::network_model("leaf-spine", parameters)->build(platform));
  };
  const Cluster cluster(
      platform,
      {{"a", "compute", built(kLeaves)},
       {"b", "compute", built(R"({"link": "1 GB/s", "latency": "0 s", "hosts_per_leaf": 5})")}},
      {0, 1});
  EXPECT_EQ(cluster.platform().leaves(0).hosts_per_leaf, 2U);
  EXPECT_EQ(cluster.platform().leaves(1).hosts_per_leaf, 5U);
  EXPECT_EQ(cluster.platform().leaves(1).first_node, 6U);
  EXPECT_EQ(Cluster(platform, cluster.networks(), {1, 1}).network_for_jobs(),
            cluster.networks()[1].network)
      << "one network is that network";
  std::vector<NamedNetwork> three = cluster.networks();
  three.insert(three.begin(), {"storage", "compute", built(kLeaves)});
  EXPECT_EQ(Cluster(platform, three, {1, 2}).network_for_jobs()->link_count(),
            cluster.network_for_jobs()->link_count())
      << "a network that carries nothing adds no links";
  EXPECT_EQ(Cluster(platform, cluster.networks()).network_for_jobs(), nullptr);
}

}  // namespace
}  // namespace gpuscape
