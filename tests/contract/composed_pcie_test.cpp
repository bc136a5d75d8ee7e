/// Composable PCIe: ports, hosts, boxes, and the ways over the fabric.

#include <gmock/gmock.h>

#include "sim/platform/cluster/cluster_graph.hpp"
#include "tests/contract/network_builders.hpp"

namespace gpuscape {
namespace {

using test::fault_of;
using test::Joined;
using test::joined;
using test::route_names;
using testing::ElementsAre;

constexpr const char* kFabric =
    R"({"fabric": {"fabric_ports": 24, "lanes_per_port": 4, "pcie_generation": 4,)"
    R"( "port_bandwidth": "7.88 GB/s", "hop_latency": "150 ns", "reassign_time": "10 s",)"
    R"( "max_hosts": 4, "gpu_slots_per_box": 8}})";

TEST(ComposedPcie, JoinsHostsAndBoxesOverAFabric) {
  const Joined pcie = joined("composed-pcie", kFabric, {test::rail_nodes(4, 1), test::box(8, 2)});
  EXPECT_THAT(route_names(pcie, {0, 0}, {5, 0}),
              ElementsAre("gpu/0 → PCIe fabric", "PCIe fabric → box/1"));
  // Four ports of four lanes each, of which generation 4 leaves 0.826.
  EXPECT_NEAR(pcie.network->host_link().value(), 4 * 7.88e9 * 0.826, 1.0);
  EXPECT_EQ(pcie.network->hops(2), 2U);
  const auto model = test::network_model("composed-pcie", kFabric);
  EXPECT_EQ(model->composition()->attach, Seconds(10.0));
}

TEST(ComposedPcie, ChecksPortsHostsAndSlots) {
  EXPECT_EQ(fault_of("composed-pcie", kFabric, {test::rail_nodes(4, 1), test::box(8, 3)}),
            "4 hosts and 3 boxes take 28 ports of the PCIe fabric, which has 24: a link of 16 "
            "lanes takes 4");
  EXPECT_EQ(fault_of("composed-pcie", kFabric, {test::rail_nodes(5, 1), test::box(8)}),
            "5 hosts are more than the 4 that the PCIe fabric can have");
  EXPECT_EQ(fault_of("composed-pcie", kFabric, {test::rail_nodes(4, 1), test::box(9)}),
            "a box of \"box\" has 9 GPUs, and a box of the fabric has 8 slots");
  EXPECT_EQ(fault_of("composed-pcie", kFabric, {test::rail_nodes(4, 1)}),
            "the PCIe fabric has no GPU box");
}

/// Two hosts and two boxes on a fabric and, where asked, on a network of messages too.
struct Rack {
  Joined fabric = joined("composed-pcie", kFabric, {test::rail_nodes(2, 1), test::box(8, 2)});
  ClusterGraph graph{fabric.platform,
                     {{"fabric", std::string(kComposedRole), std::move(fabric.network)}}};

  Endpoint at(const std::string& name) const {
    std::string fault;
    return graph.find(name, fault).value();
  }
};

TEST(ComposedPcie, IsTheWayFromAHostToAGpuInABox) {
  const Rack rack;
  const auto route = rack.graph.route(rack.at("gpu/0/cpu0"), rack.at("box/1/gpu3"));
  ASSERT_TRUE(route);
  EXPECT_EQ(route->path, PathClass::composed);
  std::vector<std::string> names;
  for (const ClusterLink link : route->links) names.push_back(rack.graph.link_name(link));
  EXPECT_THAT(names, ElementsAre("gpu/0: cpu0 → fabric0", "gpu/0 → PCIe fabric",
                                 "PCIe fabric → box/1", "box/1: sw0 → gpu3"));
  // The nodes' own links have no latency here: the switches of the fabric and the box are left.
  EXPECT_NEAR(route->latency.value(), 2 * 150e-9, 1e-15);
}

TEST(ComposedPcie, ASwitchInTheBoxIsTheFabricsOnlyOne) {
  Joined inside = joined("composed-pcie",
                         R"({"fabric": {"fabric_ports": 4, "port_bandwidth": "31.5 GB/s",)"
                         R"( "hop_latency": "150 ns"}, "box_uplinks": 0})",
                         {test::rail_nodes(1, 1), test::box(8)});
  EXPECT_EQ(inside.network->hops(2), 1U);
}

TEST(ComposedPcie, CarriesNoMessagesBetweenHosts) {
  const Rack rack;
  EXPECT_FALSE(rack.graph.route(rack.at("gpu/0/cpu0"), rack.at("gpu/1/cpu0")));
  EXPECT_TRUE(rack.graph.route(rack.at("box/0/gpu0"), rack.at("box/1/gpu0")));
}

TEST(GpuBox, HoldsGpusAndNoJobs) {
  const NodeGroup box = test::make_model(test::all_models().nodes, "gpu-box",
                                         R"({"count": 2, "gpus": 8, "link": "26 GB/s"})")
                            ->group();
  EXPECT_EQ(box.capacity.gpus, 0);
  EXPECT_EQ(box.graph->of_kind(DeviceKind::gpu).size(), 8U);
  EXPECT_TRUE(box.graph->unreachable().empty());
}

}  // namespace
}  // namespace gpuscape
