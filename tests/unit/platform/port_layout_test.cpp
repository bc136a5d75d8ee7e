#include "sim/platform/cluster/port_layout.hpp"

#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/support/rail_nodes.hpp"

namespace gpuscape {
namespace {

/// 2 nodes of 4 adapters, 3 that are not joined, 2 of which nothing is known.
Platform mixed() {
  std::vector<NodeGroup> groups{test::rail_nodes(2, 4, 5e9),
                                test::rail_nodes(3, 2, 1e9, "storage")};
  groups.push_back({.name = "plain", .count = 2, .capacity = Demand{8, 0, 0}});
  return Platform(std::move(groups));
}

TEST(PortLayout, NumbersAdaptersNodeByNodeAndRailByRail) {
  const PortLayout ports(mixed(), "compute");
  EXPECT_EQ(ports.port_count(), 2U * 4U + 2U);
  EXPECT_EQ(ports.rails(), 4U);
  EXPECT_EQ(ports.index({1, 2}), 6U);
  EXPECT_EQ(ports.index({5, 0}), 8U);
  for (std::uint32_t index = 0; index < ports.port_count(); ++index)
    EXPECT_EQ(ports.index(ports.port(index)), index);
}

TEST(PortLayout, LeavesOutNodesWithoutSuchAnAdapter) {
  const PortLayout ports(mixed(), "compute");
  EXPECT_EQ(ports.host_count(), 4U);
  EXPECT_EQ(ports.rails_of(3), 0U);
  EXPECT_EQ(ports.host_number(5), 2U) << "the three before it do not count";
  EXPECT_THROW((void)ports.index({3, 0}), InternalError);
  EXPECT_EQ(PortLayout(mixed(), "storage").port_count(), 3U * 2U + 2U);
}

TEST(PortLayout, LetsANodeWithFewerRailsUseItsOwnInTurn) {
  const PortLayout ports(mixed(), "compute");
  EXPECT_EQ(ports.index({5, 3}), ports.index({5, 0}));
  EXPECT_EQ(ports.own_rail({0, 6}), 2U);
}

TEST(PortLayout, KnowsWhatAnAdapterCarries) {
  const PortLayout ports(mixed(), "compute");
  EXPECT_EQ(ports.line(0), BytesPerSecond(5e9));
  EXPECT_GT(ports.line(8), BytesPerSecond(1e15)) << "nothing is known of it";
}

TEST(PortLayout, TakesAdaptersForEverythingForMessagesAlone) {
  const Platform all({test::rail_nodes(2, 2, 1e9, "all")});
  EXPECT_EQ(PortLayout(all, "storage").port_count(), 4U);
  EXPECT_EQ(PortLayout(all, kComposedRole).port_count(), 0U);
}

}  // namespace
}  // namespace gpuscape
