#include "sim/platform/node_graph.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "tests/support/node_graph_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::find;
using testing::GraphBuilder;
using ::testing::IsEmpty;
using testing::path;
using testing::two_sockets;
using testing::way;

TEST(NodeGraph, ARouteListsItsLinksInOrder) {
  const NodeGraph graph = two_sockets().build();
  EXPECT_THAT(way(graph, "gpu0", "gpu4"),
              ElementsAre("gpu0 → sw0", "sw0 → cpu0", "cpu0 → cpu1", "cpu1 → gpu4"));
  EXPECT_THAT(way(graph, "gpu0", "mem0"), ElementsAre("gpu0 → sw0", "sw0 → cpu0", "cpu0 → mem0"));
  EXPECT_THAT(way(graph, "gpu0", "gpu0"), IsEmpty());
}

TEST(NodeGraph, ARouteIsAppendedToWhatIsThere) {
  const NodeGraph graph = two_sockets().build();
  std::vector<std::uint32_t> links{99};
  graph.route(find(graph, "gpu0"), find(graph, "gpu1"), links);
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0], 99U);
  EXPECT_EQ(graph.link_name(links[1]), "gpu0 → sw0");
}

TEST(NodeGraph, ADeviceThatIsNoSwitchPassesNothingOn) {
  GraphBuilder node = two_sockets();
  node.join("gpu0", "gpu4", NodeLinkKind::nvlink);  // a way for gpu1 if gpu0 passed things on
  EXPECT_THAT(way(node.build(), "gpu1", "gpu4"),
              ElementsAre("gpu1 → sw0", "sw0 → cpu0", "cpu0 → cpu1", "cpu1 → gpu4"));
}

TEST(NodeGraph, NvlinkGoesBeforePcieUnlessItIsRefused) {
  GraphBuilder node = two_sockets();
  node.join("gpu0", "gpu1", NodeLinkKind::nvlink);
  const NodeGraph graph = node.build();
  EXPECT_THAT(way(graph, "gpu0", "gpu1"), ElementsAre("gpu0 → gpu1"));
  EXPECT_THAT(way(graph, "gpu0", "gpu1", false), ElementsAre("gpu0 → sw0", "sw0 → gpu1"));
  EXPECT_EQ(graph.path_class(find(graph, "gpu0"), find(graph, "gpu1"), false), PathClass::pix);
}

TEST(NodeGraph, PathClassesAreThoseOfNvidiaSmi) {
  const NodeGraph graph = two_sockets().build();
  EXPECT_EQ(path(graph, "gpu0", "gpu0"), PathClass::same);
  EXPECT_EQ(path(graph, "gpu0", "gpu1"), PathClass::pix);
  EXPECT_EQ(path(graph, "gpu2", "gpu3"), PathClass::pxb);
  EXPECT_EQ(path(graph, "gpu0", "gpu2"), PathClass::phb);
  EXPECT_EQ(path(graph, "gpu0", "nic1"), PathClass::phb);
  EXPECT_EQ(path(graph, "gpu0", "gpu4"), PathClass::sys);
}

TEST(NodeGraph, SeveralHostBridgesOfOneSocketAreANodeApart) {
  GraphBuilder node;
  node.device("cpu0", DeviceKind::cpu).device("mem0", DeviceKind::memory);
  node.join("cpu0", "mem0", NodeLinkKind::memory);
  for (const char* name : {"hb0", "hb1"})
    node.device(name, DeviceKind::host_bridge).pcie("cpu0", name);
  for (const char* name : {"gpu0", "gpu1", "gpu2"}) node.device(name, DeviceKind::gpu);
  node.pcie("hb0", "gpu0").pcie("hb0", "gpu1").pcie("hb1", "gpu2");
  const NodeGraph graph = node.build();
  EXPECT_EQ(path(graph, "gpu0", "gpu1"), PathClass::phb);
  EXPECT_EQ(path(graph, "gpu0", "gpu2"), PathClass::node);
  EXPECT_EQ(path(graph, "gpu0", "mem0"), PathClass::phb);
}

TEST(NodeGraph, AGpuBesideItsCpuPassesOnWhatHasNoOtherWay) {
  GraphBuilder node;
  for (const char* name : {"cpu0", "cpu1"}) node.device(name, DeviceKind::cpu);
  for (const char* name : {"gpu0", "gpu1"}) node.device(name, DeviceKind::gpu);
  node.device("nvswitch", DeviceKind::nvswitch);
  node.join("cpu0", "gpu0", NodeLinkKind::c2c).join("cpu1", "gpu1", NodeLinkKind::c2c);
  node.join("gpu0", "nvswitch", NodeLinkKind::nvlink);
  node.join("gpu1", "nvswitch", NodeLinkKind::nvlink);
  EXPECT_THAT(way(node.build(), "cpu0", "cpu1"),
              ElementsAre("cpu0 → gpu0", "gpu0 → nvswitch", "nvswitch → gpu1", "gpu1 → cpu1"));
  node.join("cpu0", "cpu1", NodeLinkKind::inter_socket);
  EXPECT_THAT(way(node.build(), "cpu0", "cpu1"), ElementsAre("cpu0 → cpu1"));
  EXPECT_THAT(way(node.build(), "cpu0", "gpu1"), ElementsAre("cpu0 → cpu1", "cpu1 → gpu1"));
}

TEST(NodeGraph, NearestIsByPathClassThenByLinks) {
  const NodeGraph graph = two_sockets().build();
  EXPECT_EQ(graph.nearest(find(graph, "gpu1"), DeviceKind::nic), graph.find("nic0"));
  EXPECT_EQ(graph.nearest(find(graph, "gpu3"), DeviceKind::nic), graph.find("nic1"));
  EXPECT_EQ(graph.nearest(find(graph, "gpu3"), DeviceKind::nvme), std::nullopt);
}

TEST(NodeGraph, NamesWhatTheFirstCpuCannotReach) {
  GraphBuilder node = two_sockets();
  EXPECT_THAT(node.build().unreachable(), IsEmpty());
  node.device("gpu5", DeviceKind::gpu).device("gpu6", DeviceKind::gpu);
  node.join("gpu0", "gpu5", NodeLinkKind::nvlink).pcie("gpu5", "gpu6");
  const NodeGraph graph = node.build();
  EXPECT_THAT(graph.unreachable(), ElementsAre(find(graph, "gpu5"), find(graph, "gpu6")));
}

TEST(NodeGraph, ALinkToADeviceThatIsNotThereIsADefectOfOurs) {
  EXPECT_THROW((void)two_sockets().pcie("cpu0", "gpu9").build(), InternalError);
}

TEST(NodeGraph, ARouteThatIsNotThereIsADefectOfOurs) {
  const NodeGraph graph = two_sockets().device("gpu5", DeviceKind::gpu).build();
  std::vector<std::uint32_t> links;
  EXPECT_THROW(graph.route(find(graph, "gpu0"), find(graph, "gpu5"), links), InternalError);
}

}  // namespace
}  // namespace gpuscape
