#include "sim/topology/node_topology.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "sim/report/catalog/node_comparison.hpp"
#include "sim/report/topology/node_drawing.hpp"
#include "sim/report/topology/topology_json.hpp"
#include "sim/report/topology/topology_text.hpp"
#include "tests/unit/topology/catalog_nodes.hpp"

namespace gpuscape {
namespace {

using testing::gbps;
using testing::GraphBuilder;
using ::testing::HasSubstr;
using testing::map_of;
using testing::pair;
using testing::two_sockets;

NodeMap mapped(const GraphBuilder& builder) {
  return map_node(std::make_shared<const NodeGraph>(builder.build()));
}

// tests/support/node_graph_builder.hpp: every PCIe link 10 GB/s and 1 us, between sockets 30 GB/s.
// Five GPUs, two adapters, two memories: 81 pairs, and the links of every way between two.
TEST(NodeMap, TheLinksThatItsWaysCrossAreCountedUpToALimit) {
  const NodeGraph graph = two_sockets().build();
  std::size_t links = 81;
  std::vector<std::uint32_t> way;
  for (DeviceIndex from = 0; from < graph.devices().size(); ++from)
    for (DeviceIndex to = 0; to < graph.devices().size(); ++to) {
      const auto ends = [&](DeviceIndex d) {
        const DeviceKind kind = graph.devices()[d].kind;
        return kind != DeviceKind::cpu && kind != DeviceKind::pcie_switch;
      };
      way.clear();
      if (ends(from) && ends(to)) graph.route(from, to, way);
      links += way.size();
    }
  EXPECT_EQ(crossings(graph, links), links);
  EXPECT_EQ(crossings(graph, links - 1), std::nullopt);
}

TEST(NodeMap, APairAloneHasItsNarrowestLinkAndTheLatencyOfAll) {
  const NodeMap map = mapped(two_sockets());
  EXPECT_DOUBLE_EQ(gbps(pair(map, "gpu0", "gpu4").alone), 10.0);
  EXPECT_DOUBLE_EQ(pair(map, "gpu0", "gpu4").latency.value(), 4e-6);
  EXPECT_EQ(pair(map, "gpu0", "gpu4").path, PathClass::sys);
}

// cpu0 → sw0 carries what gpu2, gpu3 and gpu4 send to gpu0 and gpu1: a sixth each.
TEST(NodeMap, PairsThatTalkAtOnceShareTheLinksThatTheyHaveInCommon) {
  const NodeMap map = mapped(two_sockets());
  EXPECT_DOUBLE_EQ(gbps(pair(map, "gpu4", "gpu0").when_all_talk), 10.0 / 6.0);
  EXPECT_EQ(map.all_pairs.flows, 20U);
  EXPECT_LE(gbps(map.all_pairs.least), 2.5);
}

TEST(NodeMap, GpusBelowOneRootPortShareItTowardsTheHost) {
  const NodeMap map = mapped(two_sockets());
  ASSERT_EQ(map.root_ports.size(), 3U);
  EXPECT_EQ(map.graph->link_name(map.root_ports[0].uplink), "sw0 → cpu0");
  EXPECT_DOUBLE_EQ(gbps(map.root_ports[0].each), 5.0);
  EXPECT_EQ(map.root_ports[1].gpus.size(), 2U);
  EXPECT_DOUBLE_EQ(gbps(map.root_ports[2].each), 10.0);
  EXPECT_DOUBLE_EQ(gbps(map.to_host.total), 10.0 + 10.0 + 10.0);
}

TEST(NodeMap, TheWorstSplitOfFourGpusOnTwoSwitchesIsBetweenTheSwitches) {
  GraphBuilder node;
  node.device("cpu0", DeviceKind::cpu).device("mem0", DeviceKind::memory);
  node.join("cpu0", "mem0", NodeLinkKind::memory, 100);
  for (const char* name : {"sw0", "sw1"})
    node.device(name, DeviceKind::pcie_switch).pcie("cpu0", name, 8);
  for (const char* name : {"gpu0", "gpu1", "gpu2", "gpu3"}) node.device(name, DeviceKind::gpu);
  node.pcie("sw0", "gpu0").pcie("sw0", "gpu2").pcie("sw1", "gpu1").pcie("sw1", "gpu3");
  const NodeMap map = mapped(node);
  EXPECT_EQ(map.bisection.splits, 3U);
  EXPECT_DOUBLE_EQ(gbps(map.bisection.bandwidth), 8.0);
  EXPECT_EQ(map.name(map.bisection.half[1]), "gpu2");
}

TEST(NodeMap, ABoundOfAPairHoldsAloneAndAmongOthers) {
  const auto bound = [](DeviceIndex, DeviceIndex) { return BytesPerSecond(1e9); };
  const NodeMap map = map_node(std::make_shared<const NodeGraph>(two_sockets().build()), bound);
  EXPECT_DOUBLE_EQ(gbps(pair(map, "gpu0", "gpu1").alone), 1.0);
  EXPECT_LE(gbps(map.all_pairs.most), 1.0);
}

// Shifts by 1 and 2 leave 18.3 GB/s each at least; by 2 all get that, 4 x 18.3 in all.
TEST(NodeMap, OfShiftsWithOneLeastRateTheWorstIsThatWithTheLeastInAll) {
  const NodeMap k = map_of("dell-c4130-k");
  EXPECT_NEAR(gbps(k.worst_shift.total), 73.2, 0.05);
  EXPECT_DOUBLE_EQ(gbps(k.worst_shift.total), 4.0 * gbps(k.worst_shift.least));
  EXPECT_EQ(k.worst_step, 2U);
}

TEST(NodeMap, AHostBridgeIsNotTheLinkThatGpusShare) {
  const NodeMap dgx = map_of("dgx-h100");
  ASSERT_EQ(dgx.root_ports.size(), 8U);
  EXPECT_EQ(dgx.graph->link_name(dgx.root_ports[0].uplink), "sw0 → hb0");
  EXPECT_NEAR(gbps(dgx.root_ports[0].each), 16 * 3.9385 * 0.88, 1e-9);
}

TEST(NodeMap, LinksAreOrderedByThePairsThatCrossThem) {
  const NodeMap map = mapped(two_sockets());
  ASSERT_FALSE(map.shared.empty());
  EXPECT_TRUE(std::ranges::is_sorted(map.shared, std::greater<>(), &SharedLink::pairs));
  // Ends that are mapped: 7 of the first socket and its memory, gpu4 and mem1 of the second.
  EXPECT_EQ(map.graph->link_name(map.shared[0].link), "cpu0 → sw0");
}

TEST(NodeMap, ANodeWithoutGpusIsMappedByItsAdaptersAndMemory) {
  const NodeMap map = map_of("dell-r730");
  EXPECT_EQ(map.rows.size(), map.columns.size());
  EXPECT_EQ(map.bisection.splits, 0U);
  EXPECT_EQ(map.to_host.flows, 0U);
}

TEST(NodeMapText, FitsOnATerminalForEveryNodeOfTheCatalogue) {
  for (const std::string& id : testing::node_ids()) {
    std::istringstream text(node_map_text(map_of(id)));
    int lines = 0;
    for (std::string line; std::getline(text, line); ++lines)
      EXPECT_LE(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }), 100)
          << id << ": " << line;
    EXPECT_GE(lines, 5) << id;
  }
}

TEST(NodeMapText, SaysWhatGpusBelowOneLinkGet) {
  EXPECT_THAT(node_map_text(map_of("dell-c4130-k")), HasSubstr("3.15 GB/s, 4 GPUs on it"));
}

TEST(NodeMapJson, HoldsEveryPairAndEveryLink) {
  const NodeMap map = map_of("dell-c4130-k");
  const JsonValue json = node_map_json(map);
  EXPECT_EQ(json.find("links")->items().size(), map.graph->links().size());
  EXPECT_EQ(json.find("pairs")->items().size(), 4 * (map.columns.size() - 1));
  EXPECT_EQ(json.find("pairs")->items()[0].find("path")->text(), "NV1");
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(NodeMapSvg, SeveralAreDrawnBesideEachOtherThreeInARow) {
  const TitledMap one{map_of("dell-c4130-k"), "one"};
  const std::string svg = node_maps_svg({one, one, one, one});
  EXPECT_EQ(count_of(svg, "class=\"title\""), 4U);
  EXPECT_EQ(count_of(svg, "<svg "), 1U);
  EXPECT_THAT(svg, HasSubstr("width=\"2880\""));
  EXPECT_THAT(svg, HasSubstr("<g transform=\"translate(1920 0.0)\">"));
  EXPECT_EQ(count_of(svg, "<g transform=\"translate(0 "), 2U);
  EXPECT_EQ(node_maps_svg({one}), node_map_svg(one.map, one.title));
}

// Alone the darkest square is of the machine itself, beside a quicker one of that one.
TEST(NodeMapSvg, SeveralShareOneScaleOfColours) {
  constexpr const char* kDarkest = "#113f7a";
  const TitledMap slow{map_of("dell-c4130-g"), "slow"};
  const TitledMap quick{map_of("dgx-h100"), "quick"};
  const std::size_t of_quick = count_of(node_map_svg(quick.map, ""), kDarkest);
  EXPECT_GT(count_of(node_map_svg(slow.map, ""), kDarkest), 0U);
  EXPECT_EQ(count_of(node_maps_svg({slow, quick}), kDarkest), of_quick);
}

TEST(NodeComparison, HasALineForEveryMachine) {
  const TitledMap g{map_of("dell-c4130-g"), "g"};
  const TitledMap k{map_of("dell-c4130-k"), "k"};
  const std::string text = node_comparison_text({g, k});
  EXPECT_EQ(std::ranges::count(text, '\n'), 3);
  EXPECT_THAT(text, HasSubstr("\nk "));
  EXPECT_THAT(text, HasSubstr("18.3 · 73.2"));
}

TEST(NodeDrawing, NoBoxOfARowCoversAnother) {
  for (const std::string& id : testing::node_ids()) {
    const NodeDrawing drawing = draw_node(*testing::node(id).graph, 0.0, 900.0, 0.0);
    EXPECT_GE(drawing.boxes.size(), 3U) << id;
    for (std::size_t i = 0; i < drawing.boxes.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const DrawnDevice& a = drawing.boxes[i];
        const DrawnDevice& b = drawing.boxes[j];
        if (a.y != b.y) continue;
        EXPECT_GE(std::abs(a.x - b.x), (a.width + b.width) / 2.0 - 1e-6)
            << id << " " << a.label << " " << b.label;
      }
  }
}

TEST(NodeMapSvg, DrawsEveryNodeOfTheCatalogueWithinItsBorders) {
  for (const std::string& id : testing::node_ids()) {
    const std::string svg = node_map_svg(map_of(id), "<" + id + ">");
    EXPECT_THAT(svg, HasSubstr("&lt;" + id + "&gt;"));
    EXPECT_THAT(svg, ::testing::Not(HasSubstr("nan"))) << id;
    EXPECT_THAT(svg, ::testing::Not(HasSubstr("x=\"-"))) << id;
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
  }
}

}  // namespace
}  // namespace gpuscape
