/// Fat trees and rail-optimised fabrics: how many parts they have, which way routes take, and what
/// permutations find there (progressive filling as oracle).

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numeric>

#include "sim/base/philox.hpp"
#include "tests/contract/network_builders.hpp"
#include "tests/support/oracles/max_min_oracle.hpp"

namespace gpuscape {
namespace {

using test::cables_of;
using test::count_of;
using test::fault_of;
using test::Joined;
using test::joined;
using test::port_route;
using test::route_names;
using testing::ElementsAre;

/// An EDR switch: 36 ports of 100 Gbit/s.
constexpr const char* kEdr =
    R"("switch": {"ports": 36, "speed": "100 Gbit/s", "port_to_port_latency": "90 ns"})";
constexpr const char* kNdr =
    R"("switch": {"ports": 64, "speed": "400 Gbit/s", "port_to_port_latency": "200 ns"})";

std::string with(const std::string& of, const std::string& more = "") {
  return "{" + of + (more.empty() ? "" : ", " + more) + "}";
}

/// The least rate of any host's flow, as a share of its link, when each sends to one other.
double least_share(const Joined& built, const std::vector<std::uint32_t>& to) {
  std::vector<double> capacities;
  for (LinkIndex link = 0; link < built.network->link_count(); ++link)
    capacities.push_back(built.network->capacity(link).value());
  std::vector<test::OracleActivity> flows;
  for (std::uint32_t from = 0; from < to.size(); ++from) {
    if (from == to[from]) continue;
    flows.emplace_back();
    for (const LinkIndex link : test::route(*built.network, from, to[from]))
      flows.back().uses.push_back({link, 1.0});
  }
  const std::vector<double> rates = test::max_min_rates(capacities, flows);
  return *std::min_element(rates.begin(), rates.end()) / built.network->host_link().value();
}

std::vector<std::uint32_t> shift_by(std::uint32_t hosts, std::uint32_t distance) {
  std::vector<std::uint32_t> to(hosts);
  for (std::uint32_t host = 0; host < hosts; ++host) to[host] = (host + distance) % hosts;
  return to;
}

std::vector<std::uint32_t> random_permutation(std::uint32_t hosts, std::uint32_t seed) {
  std::vector<std::uint32_t> to(hosts);
  std::iota(to.begin(), to.end(), 0U);
  for (std::uint32_t i = hosts; i > 1; --i)
    std::swap(to[i - 1], to[philox4x32({i, 0, 0, 0}, {seed, 0})[0] % i]);
  return to;
}

TEST(FatTree, CarriesFullInjectionForAnyPermutationOverAdaptivePaths) {
  for (const char* levels : {"2", "3"}) {
    const Joined edr = joined("fat-tree", with(kEdr, fmt::format(R"("levels": {})", levels)),
                              {test::nodes(216, 8)});
    for (std::uint32_t seed = 0; seed < 5; ++seed)
      EXPECT_NEAR(least_share(edr, random_permutation(216, seed)), 1.0, 1e-9);
    EXPECT_NEAR(least_share(edr, shift_by(216, 18)), 1.0, 1e-9);
  }
}

// Shifts keep a leaf's hosts consecutive, so that their destinations differ modulo the uplinks
// where whole leaves (on three levels, whole pods) are full: Zahavi, "Fat-tree routing and node
// ordering providing contention free traffic for MPI global collectives", 2012.
TEST(FatTree, CarriesEveryShiftByDstModK) {
  const Joined two = joined("fat-tree", with(kEdr, R"("path": "dst-mod-k")"), {test::nodes(72, 8)});
  for (std::uint32_t distance = 1; distance < 72; ++distance)
    EXPECT_NEAR(least_share(two, shift_by(72, distance)), 1.0, 1e-9) << distance;
  // 4-port switches: leaves of 2, pods of 2 leaves, 16 hosts on three levels.
  const Joined three =
      joined("fat-tree", R"({"link": "1 GB/s", "latency": "0 s", "ports": 4, "path": "dst-mod-k"})",
             {test::nodes(16, 8)});
  for (std::uint32_t distance = 1; distance < 16; ++distance)
    EXPECT_NEAR(least_share(three, shift_by(16, distance)), 1.0, 1e-9) << distance;
}

TEST(FatTree, FindsUplinksTakenTwiceForARandomPermutationByFixedPaths) {
  for (const char* path : {"dst-mod-k", "hash"}) {
    const Joined fixed =
        joined("fat-tree", with(kEdr, fmt::format(R"("path": "{}")", path)), {test::nodes(216, 8)});
    const double least = least_share(fixed, random_permutation(216, 1));
    EXPECT_LT(least, 0.51) << path;
    EXPECT_GT(least, 0.1) << path;
  }
}

TEST(FatTree, CarriesHalfAcrossLeavesWhereTwiceOversubscribed) {
  // 24 hosts and 12 uplinks on 36 ports; a shift by a leaf sends all of it upwards.
  const Joined thin =
      joined("fat-tree", with(kEdr, R"("oversubscription": 2)"), {test::nodes(96, 8)});
  EXPECT_EQ(thin.network->hosts_per_leaf(), 24U);
  EXPECT_NEAR(least_share(thin, shift_by(96, 24)), 0.5, 1e-9);
}

TEST(LeafSpineOfSwitches, CarriesHalfAcrossLeavesWhereTwiceOversubscribed) {
  const Joined thin =
      joined("leaf-spine", with(kEdr, R"("oversubscription": 2)"), {test::nodes(96, 8)});
  EXPECT_EQ(thin.network->hosts_per_leaf(), 24U);
  EXPECT_NEAR(least_share(thin, shift_by(96, 24)), 0.5, 1e-9);
  EXPECT_EQ(count_of(thin.network->parts(), "spine"), 2);  // 4 leaves × 12 uplinks ÷ 36 ports
}

TEST(FatTree, HasThePartsOfTheWiringRules) {
  // k = 36: 18 hosts a leaf. 216 hosts: 12 leaves with 18 uplinks, 6 spines.
  const NetworkParts two = joined("fat-tree", with(kEdr), {test::nodes(216, 8)}).network->parts();
  EXPECT_EQ(count_of(two, "leaf"), 12);
  EXPECT_EQ(count_of(two, "spine"), 6);
  EXPECT_EQ(count_of(two, "core"), 0);
  EXPECT_EQ(cables_of(two, "leaf and spine"), 216);
  // Full on three levels: k³/4 = 11664 hosts, k pods of k/2 leaves and k/2 spines, k²/4 cores.
  const NetworkParts full =
      joined("fat-tree", with(kEdr), {test::nodes(11664, 8)}).network->parts();
  EXPECT_EQ(count_of(full, "leaf"), 648);
  EXPECT_EQ(count_of(full, "spine"), 648);
  EXPECT_EQ(count_of(full, "core"), 324);
  EXPECT_EQ(cables_of(full, "spine and core"), 11664);
}

TEST(FatTree, SaysHowManyNodesFit) {
  EXPECT_EQ(fault_of("fat-tree", with(kEdr), {test::nodes(11665, 8)}),
            "11665 nodes are more than 3 levels of switches of 36 ports join: 11664 nodes fit");
  EXPECT_EQ(fault_of("fat-tree", with(kEdr, R"("levels": 2)"), {test::nodes(648, 8)}), "");
  EXPECT_EQ(fault_of("fat-tree", with(kEdr, R"("levels": 2)"), {test::nodes(649, 8)}),
            "649 nodes are more than 2 levels of switches of 36 ports join: 648 nodes fit");
  EXPECT_EQ(fault_of("fat-tree", with(kEdr), {test::rail_nodes(2, 19)}),
            "a node has 19 adapters, and a leaf of 36 ports has 18 for them");
}

TEST(SingleSwitch, TakesAsManyAdaptersAsItHasPorts) {
  EXPECT_EQ(fault_of("single-switch", with(kEdr), {test::rail_nodes(9, 4)}), "");
  EXPECT_EQ(fault_of("single-switch", with(kEdr), {test::rail_nodes(10, 4)}),
            "40 adapters of 10 nodes are more than one switch of 36 ports takes");
}

TEST(LeafSpineOfSwitches, ChecksPortsOfLeavesAndSpines) {
  EXPECT_EQ(fault_of("leaf-spine", with(kEdr, R"("hosts_per_leaf": 20)"), {test::nodes(40, 8)}),
            "20 adapters and 20 uplinks are more than the 36 ports of a leaf");
  EXPECT_EQ(fault_of("leaf-spine", with(kEdr), {test::nodes(648, 8)}), "");
  EXPECT_EQ(fault_of("leaf-spine", with(kEdr), {test::nodes(649, 8)}),
            "37 leaves are more than a spine of 36 ports joins: 648 nodes fit");
}

TEST(Ports, CarryTheLesserOfAdapterAndSwitch) {
  const Joined slow = joined("single-switch", with(kEdr), {test::rail_nodes(2, 2, 5e9)});
  EXPECT_EQ(slow.network->capacity(0), BytesPerSecond(5e9));
  const Joined fast = joined("single-switch", with(kEdr), {test::rail_nodes(2, 2, 50e9)});
  EXPECT_EQ(fast.network->capacity(0), BytesPerSecond(12.5e9));
}

TEST(Ports, AreThoseOfTheNetworksRole) {
  std::vector<NodeGroup> mixed{test::rail_nodes(2, 8), test::rail_nodes(3, 1, 1e9, "storage")};
  mixed[1].name = "store";
  const Joined compute = joined("single-switch", with(kEdr), mixed);
  EXPECT_EQ(compute.network->link_count(), 2U * 16U);
  EXPECT_EQ(compute.network->rails_of(2), 0U);
  EXPECT_EQ(fault_of("single-switch", with(kEdr, R"("role": "management")"), mixed),
            "no node has an adapter for a management network");
}

TEST(Hops, AreLinksOrSwitches) {
  const Joined by_link =
      joined("single-switch", R"({"link": "1 GB/s", "latency": "1 us"})", {test::nodes(2, 8)});
  EXPECT_EQ(by_link.network->hops(2), 2U);
  const Joined by_switch = joined("fat-tree", with(kEdr), {test::nodes(72, 8)});
  EXPECT_EQ(by_switch.network->hops(2), 1U);
  EXPECT_EQ(by_switch.network->hops(4), 3U);
  EXPECT_EQ(by_switch.network->hop_latency(), Seconds(90e-9));
}

struct SuperPod {
  std::int64_t units, leaf, spine, core, node_leaf, leaf_spine, spine_core;
};

// DGX SuperPOD B200 reference architecture, component table: 32 nodes a unit, QM9700 switches.
TEST(RailOptimised, HasThePartsOfTheSuperPodTable) {
  for (const SuperPod& row : {SuperPod{2, 16, 8, 0, 512, 512, 0},
                              {4, 32, 16, 0, 1024, 1024, 0},
                              {8, 64, 32, 0, 2048, 2048, 0},
                              {16, 128, 128, 64, 4096, 4096, 4096},
                              {32, 256, 256, 128, 8192, 8192, 8192},
                              {64, 512, 512, 256, 16384, 16384, 16384}}) {
    const auto nodes = static_cast<std::uint32_t>(32 * row.units);
    const auto parts =
        joined("rail-optimised", with(kNdr), {test::rail_nodes(nodes, 8)}).network->parts();
    const std::vector<std::int64_t> counted{count_of(parts, "leaf"),
                                            count_of(parts, "spine"),
                                            count_of(parts, "core"),
                                            cables_of(parts, "node and leaf"),
                                            cables_of(parts, "leaf and spine"),
                                            cables_of(parts, "spine and core")};
    EXPECT_THAT(counted, ElementsAre(row.leaf, row.spine, row.core, row.node_leaf, row.leaf_spine,
                                     row.spine_core))
        << row.units;
  }
}

TEST(RailOptimised, MeetsOneSwitchOnEqualRailsOfAUnit) {
  const Joined pod = joined("rail-optimised", with(kNdr), {test::rail_nodes(64, 8)});
  EXPECT_THAT(route_names(pod, {0, 3}, {31, 3}),
              ElementsAre("gpu/0 rail 3 → leaf 3 of unit 0", "leaf 3 of unit 0 → gpu/31 rail 3"));
  EXPECT_THAT(route_names(pod, {0, 3}, {32, 3}),
              ElementsAre("gpu/0 rail 3 → leaf 3 of unit 0", "leaf 3 of unit 0 → spines",
                          "spines → leaf 3 of unit 1", "leaf 3 of unit 1 → gpu/32 rail 3"));
  EXPECT_EQ(port_route(*pod.network, {0, 3}, {31, 4}).size(), 4U) << "other rails: over spines";
}

TEST(RailOptimised, KeepsARailBelowTheSpinesOfItsPods) {
  const Joined big = joined("rail-optimised", with(kNdr), {test::rail_nodes(512, 8)});
  EXPECT_EQ(port_route(*big.network, {0, 3}, {511, 3}).size(), 4U);
  EXPECT_EQ(port_route(*big.network, {0, 3}, {511, 7}).size(), 6U) << "over a core";
}

TEST(RailOptimised, ChecksItsPorts) {
  EXPECT_EQ(
      fault_of("rail-optimised", with(kNdr, R"("nodes_per_unit": 40)"), {test::rail_nodes(80, 8)}),
      "40 nodes in a unit and 40 uplinks are more than the 64 ports of a leaf: 32 nodes fit");
  EXPECT_EQ(fault_of("rail-optimised", with(kNdr), {test::rail_nodes(8192, 8)}), "");
  EXPECT_EQ(fault_of("rail-optimised", with(kNdr), {test::rail_nodes(8193, 8)}),
            "65544 adapters of 8193 nodes are more than three levels of switches of 64 ports join: "
            "8192 nodes fit");
}

}  // namespace
}  // namespace gpuscape
