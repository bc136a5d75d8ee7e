#include <gmock/gmock.h>

#include "sim/model/build_model.hpp"
#include "tests/unit/model_check/node_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults_of;
using testing::hint_of;
using ::testing::IsEmpty;
using testing::NodeText;
using testing::path;
using testing::scenario;

NodeGroup built(const NodeText& node) {
  Registry registry;
  register_builtin_models(registry);
  const LoadedScenario loaded = test::load_text(scenario(node), "s.json");
  return build_model(registry.nodes, loaded.spec.cluster.nodes.front().model)->group();
}

const NodeLink& link(const NodeGraph& graph, const std::string& name) {
  for (std::uint32_t i = 0; i < graph.links().size(); ++i)
    if (graph.link_name(i) == name) return graph.links()[i];
  throw std::runtime_error("no link " + name);
}

double gbps(const NodeGraph& graph, const std::string& name) {
  return link(graph, name).capacity.value() / 1e9;
}

TEST(GraphNode, HasWhatTheEntrySays) {
  const NodeGroup group = built({});
  EXPECT_EQ(group.count, 3U);
  EXPECT_EQ(group.capacity.gpus, 2);
  EXPECT_EQ(group.capacity.milli_cores, 20'000);
  EXPECT_EQ(group.capacity.memory_mib, 64 * 1024);
  ASSERT_EQ(group.ports.size(), 2U);
  EXPECT_EQ(group.ports[1].role, "compute");
  EXPECT_DOUBLE_EQ(group.ports[1].line.value(), 100e9 / 8 * 0.96);
  const Device& nic = group.graph->devices()[group.ports[0].nic];
  EXPECT_EQ(nic.model, "cx4");
  EXPECT_DOUBLE_EQ(nic.verbs_latency.value(), 1e-6);
}

TEST(GraphNode, HasTheFeaturesThatAJobMayAskFor) {
  NodeText node;
  EXPECT_THAT(built(node).features, IsEmpty());
  node.more += R"(, "features": ["nvlink", "ib"])";
  EXPECT_THAT(built(node).features, ElementsAre("nvlink", "ib"));
}

TEST(GraphNode, ALinkCarriesThePayloadOfItsLanes) {
  const NodeGroup group = built({});
  EXPECT_DOUBLE_EQ(gbps(*group.graph, "sw0 → gpu1"), 16 * 1.0 * 0.8);
  EXPECT_DOUBLE_EQ(gbps(*group.graph, "ib0 → cpu1"), 8 * 1.0 * 0.8);
  EXPECT_DOUBLE_EQ(gbps(*group.graph, "gpu1 → gpu0"), 2 * 20.0 * 0.9);
  EXPECT_DOUBLE_EQ(gbps(*group.graph, "cpu0 → cpu1"), 2 * 20.0 * 0.5);
  EXPECT_DOUBLE_EQ(gbps(*group.graph, "cpu0 → mem0"), 60.0);
  EXPECT_DOUBLE_EQ(link(*group.graph, "cpu0 → sw0").latency.value(), 100e-9);
}

TEST(GraphNode, PathClassesFollowFromTheLinks) {
  const NodeGroup group = built({});
  EXPECT_EQ(path(*group.graph, "gpu0", "gpu1"), PathClass::nvlink);
  EXPECT_EQ(path(*group.graph, "gpu0", "ib0"), PathClass::sys);
  EXPECT_EQ(path(*group.graph, "gpu0", "mem0"), PathClass::phb);
}

TEST(GraphNode, OneSwitchStandsForAllThatJoinADomain) {
  NodeText node;
  node.more =
      R"(, "gpu_fabric": {"kind": "nvswitch", "type": "nvlink-1", "switch": "nvs", "chips": 6,
                                  "links_per_gpu": 4, "domain_gpus": 2, "non_blocking": true})";
  const NodeGroup group = built(node);
  EXPECT_DOUBLE_EQ(gbps(*group.graph, "gpu0 → nvswitch"), 4 * 20.0 * 0.9);
  EXPECT_DOUBLE_EQ(link(*group.graph, "gpu0 → nvswitch").latency.value(), 100e-9);
  EXPECT_DOUBLE_EQ(link(*group.graph, "nvswitch → gpu0").latency.value(), 0.0);
  EXPECT_EQ(path(*group.graph, "gpu0", "gpu1"), PathClass::nvlink);
}

TEST(GraphNode, TraysStandInTheNodeSeveralTimes) {
  NodeText node;
  node.cpu = R"("inter_socket": {"type": "qpi"})";
  node.more =
      R"(, "trays": 3, "gpu_fabric": {"kind": "nvswitch", "type": "nvlink-1", "links_per_gpu": 1})";
  node.links += R"(, {"between": ["cpu0", "gpu0"], "type": "nvlink-c2c", "lanes": 1})";
  node.nics = R"("ib": {"speed": "100 Gbit/s"})";
  const NodeGroup group = built(node);
  EXPECT_EQ(group.capacity.gpus, 6);
  EXPECT_EQ(group.ports.size(), 3U);
  EXPECT_EQ(path(*group.graph, "gpu0", "gpu5"), PathClass::nvlink);
  EXPECT_THAT(testing::way(*group.graph, "gpu5", "ib2"),
              ElementsAre("gpu5 → sw2", "sw2 → cpu4", "cpu4 → cpu5", "cpu5 → ib2"));
}

TEST(GraphNode, NamesTheDevicesThatNothingReaches) {
  NodeText node;
  node.cpu = R"("sockets": 2)";
  EXPECT_THAT(faults_of(node),
              ElementsAre("/cluster/nodes/n/links: no way leads from cpu0 to cpu1, ib0, mem1"));
  EXPECT_EQ(hint_of(node), "add links; cpu/inter_socket joins the sockets");
}

TEST(GraphNode, RefusesALinkToADeviceThatIsNotThere) {
  NodeText node;
  node.links += R"(, {"between": ["cpu1", "gpu7"], "type": "pcie-gen3", "lanes": 16})";
  EXPECT_THAT(faults_of(node), ElementsAre("/cluster/nodes/n/links/4: unknown device \"gpu7\""));
  EXPECT_THAT(hint_of(node), "did you mean \"gpu0\"?");
}

TEST(GraphNode, RefusesAnNvlinkToAGpuThatIsNotThere) {
  NodeText node;
  node.more = R"(, "gpu_fabric": {"kind": "point_to_point", "type": "nvlink-1",
                                  "links": [{"between": ["gpu0", "gpu2"]}]})";
  EXPECT_THAT(faults_of(node),
              ElementsAre("/cluster/nodes/n/gpu_fabric/links/0: unknown device \"gpu2\""));
}

TEST(GraphNode, RefusesKindsAndTypesThatItDoesNotKnow) {
  NodeText node;
  node.devices += R"(, "x": "gpuu")";
  EXPECT_THAT(faults_of(node), ElementsAre("/cluster/nodes/n/devices/x: unknown choice \"gpuu\""));
  EXPECT_EQ(hint_of(node), "did you mean \"gpu\"?");
  node = {.links = R"({"between": ["cpu0", "gpu0"], "type": "pcie-gen33", "lanes": 16})"};
  EXPECT_THAT(
      faults_of(node),
      ElementsAre(
          "/cluster/nodes/n/links/0/type: unknown entry \"pcie-gen33\" in the catalogue's links"));
  EXPECT_EQ(hint_of(node), "did you mean \"pcie-gen3\"?");
}

TEST(GraphNode, RefusesLanesAndCapacitiesThatCannotBe) {
  const auto fault = [](const std::string& link) {
    NodeText node;
    node.links += R"(, {"between": ["cpu1", "gpu1"], )" + link + "}";
    return faults_of(node);
  };
  const std::string at = "/cluster/nodes/n/links/4";
  EXPECT_THAT(fault(R"("type": "pcie-gen3", "lanes": 17)"),
              ElementsAre(at + "/lanes: 17 is too large: at most 16"));
  EXPECT_THAT(fault(R"("type": "pcie-gen3", "lanes": 0)"),
              ElementsAre(at + "/lanes: 0 is too small: at least 1"));
  EXPECT_THAT(fault(R"("type": "pcie-gen3")"),
              ElementsAre(at + R"(: a link needs "type" and "lanes", or a "bandwidth")"));
  EXPECT_THAT(fault(R"("bandwidth": "-5 GB/s")"),
              ElementsAre(at + "/bandwidth: -5 GB/s is too small: at least 8 bit/s"));
  EXPECT_THAT(fault(R"("bandwidth": "0 GB/s")"),
              ElementsAre(at + "/bandwidth: 0 GB/s is too small: at least 8 bit/s"));
}

TEST(GraphNode, RefusesLinksThatJoinNoTwoDevices) {
  const auto fault = [](const std::string& between) {
    NodeText node;
    node.links += R"(, {"type": "pcie-gen3", "lanes": 16, "between": )" + between + "}";
    return faults_of(node);
  };
  const std::string at = "/cluster/nodes/n/links/4";
  EXPECT_THAT(fault(R"(["gpu0", "gpu0"])"),
              ElementsAre(at + ": the link joins \"gpu0\" with itself"));
  EXPECT_THAT(fault(R"(["gpu0", "sw0"])"),
              ElementsAre(at + ": \"gpu0\" and \"sw0\" are joined twice"));
  EXPECT_THAT(fault(R"(["gpu0"])"),
              ElementsAre(at + "/between: a link joins two devices, found 1"));
}

TEST(GraphNode, ReportsAllFaultsOfAnEntryAtOnce) {
  NodeText node;
  node.links += R"(, {"between": ["cpu1", "gpu7"], "type": "pcie-gen3", "lanes": 32})";
  node.nics = R"("ib0": {"speed": "-1 Gbit/s"}, "ib5": {"speed": "1 Gbit/s"})";
  EXPECT_THAT(
      faults_of(node),
      ElementsAre("/cluster/nodes/n/links/4: unknown device \"gpu7\"",
                  "/cluster/nodes/n/links/4/lanes: 32 is too large: at most 16",
                  "/cluster/nodes/n/nics/ib0/speed: -1 Gbit/s is too small: at least 8 bit/s",
                  "/cluster/nodes/n/nics/ib5: the adapter \"ib5\" is not a device of kind "
                  "\"nic\""));
}

TEST(GraphNode, RefusesMoreGpusThanThereAreDevices) {
  NodeText node;
  node.more += R"(, "gpu": {"model": "x", "count": 8})";
  EXPECT_THAT(
      faults_of(node),
      ElementsAre("/cluster/nodes/n/gpu/count: 8 GPUs are declared, and there are 2 devices of "
                  "kind \"gpu\""));
}

TEST(GraphNode, RefusesAnAdapterThatIsNoDevice) {
  NodeText node;
  node.nics = R"("ib1": {"speed": "100 Gbit/s"})";
  EXPECT_THAT(
      faults_of(node),
      ElementsAre(
          "/cluster/nodes/n/nics/ib1: the adapter \"ib1\" is not a device of kind \"nic\""));
  EXPECT_EQ(hint_of(node), "did you mean \"ib0\"?");
  node.nics = R"("ib0": {"model": "unknown"})";
  EXPECT_THAT(faults_of(node),
              ElementsAre("/cluster/nodes/n/nics/ib0: the speed of \"ib0\" is not known"));
}

TEST(GraphNode, RefusesANameThatItGivesItself) {
  NodeText node;
  node.devices += R"(, "mem1": "gpu")";
  EXPECT_THAT(faults_of(node), ElementsAre("/cluster/nodes/n: there are two devices \"mem1\""));
}

TEST(GraphNode, RefusesANodeWithoutASocket) {
  NodeText node{.devices = R"("gpu0": "gpu")", .links = "", .cpu = "", .more = "", .nics = ""};
  EXPECT_THAT(faults_of(node),
              ElementsAre("/cluster/nodes/n: a node has at least one device of kind \"cpu\""));
}

TEST(GraphNode, AcceptsFactsThatNoGraphNeeds) {
  NodeText node;
  node.more +=
      R"(, "vendor": "V", "notes": "N", "list_price": "1 USD", "source": ["s"], "verified": true)";
  EXPECT_THAT(faults_of(node), IsEmpty());
}

}  // namespace
}  // namespace gpuscape
