/// What every network model promises, and what the two built in are.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "tests/contract/all_models.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kParameters =
    R"({"link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 4, "oversubscription": 2})";
constexpr const char* kStarParameters = R"({"link": "10 GB/s", "latency": "1 us"})";

std::unique_ptr<NetworkModel> model(const std::string& type, const std::string& parameters) {
  return test::make_model(test::all_models().networks, type, parameters);
}

std::unique_ptr<Network> network(const std::string& type, std::uint32_t nodes,
                                 const std::string& parameters) {
  const Platform platform({test::nodes(nodes, 8)});
  const auto built = model(type, parameters);
  EXPECT_EQ(built->fault(platform).message, "");
  return built->build(platform);
}

std::vector<LinkIndex> route(const Network& network, std::uint32_t from, std::uint32_t to) {
  std::vector<LinkIndex> links;
  network.route(from, to, links);
  return links;
}

class EveryNetwork : public testing::TestWithParam<std::string> {
 protected:
  static std::string parameters() {
    return GetParam() == "single-switch" ? kStarParameters : kParameters;
  }
};

TEST_P(EveryNetwork, LeadsFromTheSendersOwnLinkToTheReceivers) {
  const auto joined = network(GetParam(), 13, parameters());
  std::set<LinkIndex> first;
  std::set<LinkIndex> last;
  for (std::uint32_t from = 0; from < 13; ++from) {
    for (std::uint32_t to = 0; to < 13; ++to) {
      const std::vector<LinkIndex> links = route(*joined, from, to);
      EXPECT_EQ(links, route(*joined, from, to));
      if (from == to) {
        EXPECT_TRUE(links.empty());
        continue;
      }
      EXPECT_EQ(links.front(), route(*joined, from, (from + 1) % 13).front());
      EXPECT_EQ(links.back(), route(*joined, (to + 1) % 13, to).back());
      EXPECT_EQ(std::set<LinkIndex>(links.begin(), links.end()).size(), links.size());
      for (const LinkIndex link : links) {
        ASSERT_LT(link, joined->link_count());
        EXPECT_GT(joined->capacity(link), BytesPerSecond(0.0));
      }
      EXPECT_EQ(joined->capacity(links.front()), joined->host_link());
      EXPECT_EQ(joined->tier(links.front()), LinkTier::host);
      EXPECT_EQ(joined->tier(links.back()), LinkTier::host);
      first.insert(links.front());
      last.insert(links.back());
    }
  }
  EXPECT_EQ(first.size(), 13U);
  EXPECT_EQ(last.size(), 13U);
}

TEST_P(EveryNetwork, NamesItsLinksApart) {
  const Platform platform({test::nodes(13, 8)});
  const auto joined = network(GetParam(), 13, parameters());
  std::set<std::string> names;
  for (LinkIndex link = 0; link < joined->link_count(); ++link)
    names.insert(joined->link_name(link, platform));
  EXPECT_EQ(names.size(), joined->link_count());
}

TEST_P(EveryNetwork, RefusesAPool) {
  EXPECT_THAT(model(GetParam(), parameters())->fault(Platform({test::pool(64)})).message,
              HasSubstr("a pool has no nodes to connect"));
}

INSTANTIATE_TEST_SUITE_P(Networks, EveryNetwork,
                         testing::ValuesIn(test::all_models().networks.names()));

TEST(LeafSpine, SendsOverTheSpineOfTheDestination) {
  const auto joined = network("leaf-spine", 12, kParameters);
  const Platform platform({test::nodes(12, 8)});
  std::vector<std::string> names;
  for (const LinkIndex link : route(*joined, 1, 11))
    names.push_back(joined->link_name(link, platform));
  EXPECT_THAT(names, ElementsAre("gpu/1 → leaf 0", "leaf 0 → spine 1", "spine 1 → leaf 2",
                                 "leaf 2 → gpu/11"));
  EXPECT_EQ(route(*joined, 1, 3).size(), 2U);
  // Two spines: the parity of the destination decides, that of the sender does not.
  EXPECT_EQ(joined->link_name(route(*joined, 2, 11)[1], platform), "leaf 0 → spine 1");
  EXPECT_EQ(joined->link_name(route(*joined, 1, 10)[1], platform), "leaf 0 → spine 0");
}

TEST(LeafSpine, HasUplinksForWhatTheOversubscriptionLeaves) {
  for (const double oversubscription : {1.0, 1.33, 2.0, 4.0}) {
    const auto joined =
        network("leaf-spine", 8,
                fmt::format(R"({{"link": "10 GB/s", "latency": "0 s", "hosts_per_leaf": 4,)"
                            R"( "oversubscription": {}}})",
                            oversubscription));
    double up = 0.0;
    for (LinkIndex link = 0; link < joined->link_count(); ++link)
      if (joined->tier(link) == LinkTier::fabric) up += joined->capacity(link).value();
    EXPECT_NEAR(up / (2.0 * 2.0 * 4.0 * 10e9 / oversubscription), 1.0, 0.003) << oversubscription;
  }
}

TEST(LeafSpine, SpreadsPairsOverSpinesByHash) {
  const auto joined = network("leaf-spine", 64,
                              R"({"link": "10 GB/s", "latency": "0 s", "hosts_per_leaf": 8,)"
                              R"( "path": "hash"})");
  std::vector<int> flows(joined->link_count(), 0);
  for (std::uint32_t from = 0; from < 64; ++from)
    for (std::uint32_t to = 0; to < 64; ++to)
      for (const LinkIndex link : route(*joined, from, to)) ++flows[link];
  // 8 hosts × 56 others over 8 spines: 56 pairs on each uplink, give or take.
  for (LinkIndex link = 128; link < joined->link_count(); ++link) {
    EXPECT_GT(flows[link], 28);
    EXPECT_LT(flows[link], 84);
  }
}

TEST(LeafSpine, RefusesMoreHostsThanItsLeavesHold) {
  const auto small = model(
      "leaf-spine", R"({"link": "1 GB/s", "latency": "0 s", "hosts_per_leaf": 4, "leaves": 2})");
  EXPECT_EQ(small->fault(Platform({test::nodes(8, 8)})).message, "");
  EXPECT_EQ(small->fault(Platform({test::nodes(9, 8)})).message,
            "9 nodes are more than 2 leaves of 4 hosts hold");
}

std::string fault_at(const std::string& more) {
  return model("leaf-spine",
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
