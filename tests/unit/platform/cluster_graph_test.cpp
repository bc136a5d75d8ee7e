#include "sim/platform/cluster/cluster_graph.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/node_graph_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::two_sockets;

/// A switch with a link from and to every adapter of a role.
class Star final : public Network {
 public:
  Star(const Platform& platform, const std::string& role)
      : Network(PortLayout(platform, role),
                {.host_link = BytesPerSecond(5e9), .hop_latency = Seconds(3e-6)}) {}
  [[nodiscard]] BytesPerSecond capacity(LinkIndex /*link*/) const override { return host_link(); }
  void route(Port from, Port to, std::vector<LinkIndex>& links) const override {
    if (from.node == to.node) return;
    links.push_back(ports().index(from));
    links.push_back(ports().port_count() + ports().index(to));
  }
  [[nodiscard]] std::string link_name(LinkIndex link, const Platform& platform) const override {
    const Port port = ports().port(link % ports().port_count());
    return fmt::format("{} rail {}{}", platform.node_name(port.node), port.rail,
                       link < ports().port_count() ? " out" : " in");
  }
  [[nodiscard]] NetworkParts parts() const override { return {}; }
};

NodeGroup group(const std::string& name, std::uint32_t count, const std::string& second_role) {
  auto graph = std::make_shared<const NodeGraph>(two_sockets().build());
  return {.name = name,
          .count = count,
          .capacity = {},
          .graph = graph,
          .ports = {{.nic = testing::find(*graph, "nic0"), .role = "compute"},
                    {.nic = testing::find(*graph, "nic1"), .role = second_role}}};
}

/// Three nodes "a" with two compute rails, one node "b" with one compute and one storage adapter,
/// and "c", of which nothing is known.
struct Fixture {
  Platform platform{
      {group("a", 3, "compute"), group("b", 1, "storage"), {.name = "c", .capacity = {}}}};
  ClusterGraph graph{platform,
                     {{"compute", "compute", std::make_shared<Star>(platform, "compute")},
                      {"storage", "storage", std::make_shared<Star>(platform, "storage")}}};

  [[nodiscard]] Endpoint end(const std::string& name) const {
    std::string fault;
    return graph.find(name, fault).value();
  }
  [[nodiscard]] std::string fault(const std::string& name) const {
    std::string fault;
    return graph.find(name, fault) ? "none" : fault;
  }
  [[nodiscard]] std::vector<std::string> way(const std::string& from, const std::string& to) const {
    std::vector<std::string> names;
    const ClusterRoute route = graph.route(end(from), end(to)).value();
    for (const ClusterLink link : route.links) names.push_back(graph.link_name(link));
    return names;
  }
};

TEST(ClusterGraph, FindsDevicesByName) {
  const Fixture cluster;
  EXPECT_EQ(cluster.graph.name(cluster.end("a/2/gpu3")), "a/2/gpu3");
  EXPECT_EQ(cluster.graph.name(cluster.end("b/gpu0")), "b/0/gpu0");
  EXPECT_EQ(cluster.graph.name(cluster.end("b")), "b/0/mem0");
  EXPECT_EQ(cluster.graph.name(cluster.end("a/1")), "a/1/mem0");
  EXPECT_EQ(cluster.end("b/gpu0").node, 3U);
}

TEST(ClusterGraph, SaysWhyANameMeansNothing) {
  const Fixture cluster;
  EXPECT_EQ(cluster.fault("d/0"), "unknown node group \"d\"");
  EXPECT_EQ(cluster.fault("a/gpu0"), "\"a\" has 3 nodes: say which, as in \"a/0/gpu0\"");
  EXPECT_EQ(cluster.fault("a/3"), "\"a\" has the nodes 0 to 2");
  EXPECT_EQ(cluster.fault("c/0/gpu0"), "the devices inside the nodes of \"c\" are not known");
  EXPECT_EQ(cluster.fault("a/0/gpu7"), "the nodes of \"a\" have no device \"gpu7\"");
  EXPECT_EQ(cluster.fault("a/0/sw0"), "\"sw0\" is a switch: nothing begins or ends there");
  EXPECT_EQ(cluster.fault("a/99999999999/gpu0"),
            "\"a\" has 3 nodes: say which, as in \"a/0/99999999999/gpu0\"");
}

TEST(ClusterGraph, WithinANodeItIsTheNodesRoute) {
  const Fixture cluster;
  EXPECT_THAT(cluster.way("a/1/gpu0", "a/1/gpu1"),
              ElementsAre("a/1: gpu0 → sw0", "a/1: sw0 → gpu1"));
  const auto route = cluster.graph.route(cluster.end("a/1/gpu0"), cluster.end("a/1/gpu1"));
  EXPECT_EQ(route->path, PathClass::pix);
  EXPECT_DOUBLE_EQ(route->latency.value(), 2e-6);
}

TEST(ClusterGraph, BetweenNodesItTakesTheNearestAdapters) {
  const Fixture cluster;
  EXPECT_THAT(
      cluster.way("a/0/gpu1", "a/2/gpu3"),
      ElementsAre("a/0: gpu1 → sw0", "a/0: sw0 → nic0", "a/0 rail 0 out", "a/2 rail 1 in",
                  "a/2: nic1 → cpu0", "a/2: cpu0 → sw1", "a/2: sw1 → sw2", "a/2: sw2 → gpu3"));
  const auto route = cluster.graph.route(cluster.end("a/0/gpu1"), cluster.end("a/2/gpu3"));
  EXPECT_EQ(route->path, PathClass::network);
  EXPECT_EQ(cluster.graph.name(*route->from_nic), "a/0/nic0");
  EXPECT_DOUBLE_EQ(route->latency.value(), 2e-6 + 2 * 3e-6 + 4e-6);
}

TEST(ClusterGraph, AnEndMayNameTheAdapterByWhichBytesLeave) {
  const Fixture cluster;
  const auto route =
      cluster.graph.route(cluster.end("a/0/mem0@nic0"), cluster.end("a/2/gpu0@nic1"));
  EXPECT_EQ(cluster.graph.name(*route->from_nic), "a/0/nic0");
  EXPECT_EQ(cluster.graph.name(*route->to_nic), "a/2/nic1");
  EXPECT_EQ(cluster.graph.name(cluster.end("b@nic1")), "b/0/mem0@nic1");
  const auto chosen = cluster.graph.route(cluster.end("a/0/mem0"), cluster.end("a/2/gpu0"));
  EXPECT_EQ(cluster.graph.name(*chosen->from_nic), "a/0/nic1");  // two links away, nic0 is three
}

TEST(ClusterGraph, ANamedAdapterChoosesTheNetworkThatItIsOn) {
  const Fixture cluster;
  EXPECT_EQ(cluster.graph.route(cluster.end("b/gpu0@nic0"), cluster.end("a/0"))->network, 0U);
  EXPECT_FALSE(cluster.graph.route(cluster.end("b/gpu0@nic1"), cluster.end("a/0")).has_value());
  EXPECT_EQ(cluster.fault("a/0/gpu0@nic7"),
            "\"nic7\" is not an adapter of that node, which has nic0, nic1");
  EXPECT_EQ(cluster.fault("a/0/gpu0@gpu1"),
            "\"gpu1\" is not an adapter of that node, which has nic0, nic1");
  EXPECT_EQ(cluster.fault("a/0@"), "\"\" is not an adapter of that node, which has nic0, nic1");
}

TEST(ClusterGraph, ANetworkJoinsAdaptersOfItsRole) {
  const Fixture cluster;
  const Endpoint from = cluster.end("b/gpu0");
  EXPECT_EQ(cluster.graph.route(from, cluster.end("a/0/gpu0"))->network, 0U);
  EXPECT_FALSE(cluster.graph.route(from, cluster.end("a/0/gpu0"), {.network = 1}).has_value());
}

TEST(ClusterGraph, LinksAreNumberedThroughNodesAndNetworks) {
  const Fixture cluster;
  const auto inside = static_cast<ClusterLink>(two_sockets().build().links().size());
  // Of "a" six compute adapters, of "b" one of each role, and one that "c" has on either network.
  EXPECT_EQ(cluster.graph.link_count(), 4 * inside + 2 * (6 + 1 + 1) + 2 * (1 + 1));
  EXPECT_EQ(cluster.graph.link_name(0), "a/0: cpu0 → mem0");
  EXPECT_EQ(cluster.graph.link_name(inside), "a/1: cpu0 → mem0");
  EXPECT_EQ(cluster.graph.link_name(4 * inside), "a/0 rail 0 out");
  EXPECT_DOUBLE_EQ(cluster.graph.capacity(0).value(), 60e9);
  EXPECT_DOUBLE_EQ(cluster.graph.capacity(4 * inside).value(), 5e9);
}

TEST(ClusterGraph, TellsWhatKindOfLinkItIs) {
  const Fixture cluster;
  EXPECT_EQ(cluster.graph.node_link_kind(0), NodeLinkKind::memory);
  EXPECT_EQ(cluster.graph.node_link_kind(cluster.graph.link_count() - 1), std::nullopt);
}

}  // namespace
}  // namespace gpuscape
