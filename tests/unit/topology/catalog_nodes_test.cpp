/// Every node of the catalogue as a graph, and those whose inside was captured as it was.

#include <gmock/gmock.h>

#include <array>
#include <set>

#include "sim/report/topology/topology_text.hpp"
#include "tests/unit/topology/catalog_nodes.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::map_of;
using testing::node;
using testing::pair;
using testing::path;

TEST(CatalogNodes, EveryOneIsConnectedAndHasTheGpusItSays) {
  for (const std::string& id : testing::node_ids()) {
    const NodeGroup group = node(id);
    ASSERT_NE(group.graph, nullptr) << id;
    EXPECT_THAT(group.graph->unreachable(), IsEmpty()) << id;
    const JsonValue* gpu = testing::shipped_catalog().find("nodes", id)->find("gpu");
    EXPECT_EQ(group.capacity.gpus, gpu->find("count")->integer()) << id;
    EXPECT_EQ(std::ssize(group.graph->of_kind(DeviceKind::gpu)), group.capacity.gpus) << id;
  }
}

TEST(CatalogNodes, EveryLinkCarriesSomethingAndHasItsOtherDirection) {
  for (const std::string& id : testing::node_ids()) {
    const NodeGroup group = node(id);
    const auto& links = group.graph->links();
    EXPECT_GE(links.size(), 2U) << id;
    for (std::size_t i = 0; i < links.size(); i += 2) {
      EXPECT_GT(links[i].capacity.value(), 1e6) << id;
      EXPECT_EQ(links[i].from, links[i + 1].to) << id;
      EXPECT_DOUBLE_EQ(links[i].capacity.value(), links[i + 1].capacity.value()) << id;
    }
  }
}

TEST(CatalogNodes, EveryAdapterWithARoleHasAPort) {
  for (const std::string& id : testing::node_ids()) {
    const NodeGroup group = node(id);
    std::set<DeviceIndex> adapters;
    for (const NodePort& port : group.ports) adapters.insert(port.nic);
    for (const DeviceIndex nic : group.graph->of_kind(DeviceKind::nic))
      EXPECT_TRUE(adapters.contains(nic)) << id << " " << group.graph->devices()[nic].name;
    for (const NodePort& port : group.ports) {
      EXPECT_GT(port.line.value(), 1e7) << id;
      EXPECT_THAT((std::array<std::string, 4>{"compute", "storage", "management", "all"}),
                  ::testing::Contains(port.role))
          << id;
    }
  }
}

// The captured matrices that the entries cite: NVLinks by pair, 0 where it is SYS.
TEST(CatalogNodes, TheCubeMeshOfADgx1HasItsLinkCounts) {
  constexpr std::array<std::array<std::uint32_t, 8>, 8> kV100{{{0, 1, 1, 2, 2, 0, 0, 0},
                                                               {1, 0, 2, 1, 0, 2, 0, 0},
                                                               {1, 2, 0, 2, 0, 0, 1, 0},
                                                               {2, 1, 2, 0, 0, 0, 0, 1},
                                                               {2, 0, 0, 0, 0, 1, 1, 2},
                                                               {0, 2, 0, 0, 1, 0, 2, 1},
                                                               {0, 0, 1, 0, 1, 2, 0, 2},
                                                               {0, 0, 0, 1, 2, 1, 2, 0}}};
  const NodeMap v100 = map_of("dgx1-v100");
  const NodeMap p100 = map_of("dgx1-p100");
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 8; ++j) {
      EXPECT_EQ(v100.pairs[i][j].nvlinks, kV100[i][j]) << i << " " << j;
      EXPECT_EQ(p100.pairs[i][j].nvlinks, kV100[i][j] > 0 ? 1U : 0U) << i << " " << j;
    }
}

TEST(CatalogNodes, AdaptersOfADgx1AreWhereTheyWereCaptured) {
  const NodeGroup dgx = node("dgx1-v100");
  EXPECT_EQ(path(*dgx.graph, "gpu0", "ib0"), PathClass::pix);
  EXPECT_EQ(path(*dgx.graph, "gpu0", "ib1"), PathClass::phb);
  EXPECT_EQ(path(*dgx.graph, "gpu0", "ib2"), PathClass::sys);
  EXPECT_EQ(path(*dgx.graph, "gpu7", "ib3"), PathClass::pix);
  EXPECT_EQ(path(*dgx.graph, "gpu0", "gpu5"), PathClass::sys);
}

/// Every GPU and compute adapter to every compute adapter, by their numbers.
template <class Expected>
void expect_adapters(const std::string& id, std::size_t adapters, const Expected& expected) {
  const NodeGroup group = node(id);
  const NodeGraph& graph = *group.graph;
  for (std::size_t nic = 0; nic < adapters; ++nic) {
    const std::string name = "ib" + std::to_string(nic);
    for (std::size_t gpu = 0; gpu < graph.of_kind(DeviceKind::gpu).size(); ++gpu)
      EXPECT_EQ(path(graph, "gpu" + std::to_string(gpu), name), expected(gpu, nic, true))
          << id << " gpu" << gpu << " " << name;
    for (std::size_t other = 0; other < nic; ++other)
      EXPECT_EQ(path(graph, "ib" + std::to_string(other), name), expected(other, nic, false))
          << id << " ib" << other << " " << name;
  }
}

// NVIDIA/nccl issue 1505. Four NUMA nodes a socket there, between which nvidia-smi prints SYS; with
// one a socket it is NODE.
TEST(CatalogNodes, ADgxA100PrintsPxbToTheAdaptersOfItsQuadrant) {
  for (const char* id : {"dgx-a100-40gb", "dgx-a100-80gb"})
    expect_adapters(id, 8, [](std::size_t end, std::size_t nic, bool /*gpu*/) {
      if (end / 2 == nic / 2) return PathClass::pxb;
      return end / 4 == nic / 4 ? PathClass::node : PathClass::sys;
    });
}

// nvidia-smi topo -m of a DGX H100 with driver 580: NIC0, NIC3, NIC4, NIC5 of socket 0 are ib0 to
// ib3, NIC1 and NIC2 the two ports of st0; likewise on socket 1.
TEST(CatalogNodes, ADgxH100PrintsPxbToItsOwnAdapterAndNodeToTheOthersOfTheSocket) {
  for (const char* id : {"dgx-h100", "dgx-h200"}) {
    expect_adapters(id, 8, [](std::size_t end, std::size_t nic, bool gpu) {
      if (gpu && end == nic) return PathClass::pxb;
      return end / 4 == nic / 4 ? PathClass::node : PathClass::sys;
    });
    EXPECT_EQ(path(*node(id).graph, "gpu0", "st0"), PathClass::node);
    EXPECT_EQ(path(*node(id).graph, "ib3", "st0"), PathClass::node);
    EXPECT_EQ(path(*node(id).graph, "gpu0", "st1"), PathClass::sys);
  }
}

// NVIDIA/nccl-tests issue 78.
TEST(CatalogNodes, ADgx2PrintsNodeBetweenThePcieTreesOfASocket) {
  expect_adapters("dgx2", 8, [](std::size_t end, std::size_t nic, bool gpu) {
    const std::size_t beside = gpu ? end / 2 : end;
    if (beside == nic) return PathClass::pix;
    if (beside / 2 == nic / 2) return PathClass::pxb;
    return beside / 4 == nic / 4 ? PathClass::node : PathClass::sys;
  });
}

TEST(CatalogNodes, NvswitchJoinsEveryPairAlike) {
  struct Machine {
    const char* id;
    std::uint32_t links;
    std::size_t gpus;
  };
  for (const Machine& machine : {Machine{"dgx2", 6, 16}, Machine{"dgx-a100-40gb", 12, 8},
                                 Machine{"dgx-h100", 18, 8}, Machine{"dgx-b200", 18, 8}}) {
    const NodeMap map = map_of(machine.id);
    EXPECT_EQ(map.rows.size(), machine.gpus) << machine.id;
    for (std::size_t i = 0; i < map.rows.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_EQ(path_text(map.pairs[i][j]), "NV" + std::to_string(machine.links)) << machine.id;
  }
}

TEST(CatalogNodes, TheRackOfEighteenTraysIsOneNvlinkDomain) {
  const NodeGroup rack = node("gb200-nvl72");
  EXPECT_EQ(rack.capacity.gpus, 72);
  EXPECT_EQ(path(*rack.graph, "gpu0", "gpu71"), PathClass::nvlink);
  EXPECT_EQ(path(*rack.graph, "gpu0", "cpu35"), PathClass::sys);
  EXPECT_EQ(rack.graph->nearest(testing::find(*rack.graph, "gpu71"), DeviceKind::memory),
            rack.graph->find("mem35"));
}

// The decks' orders. K has one x16 link for four GPUs, G one for two; K has NVLink.
TEST(CatalogNodes, ConfigurationKIsBelowGFromHostToGpuAndAboveItBetweenGpus) {
  const NodeMap g = map_of("dell-c4130-g");
  const NodeMap k = map_of("dell-c4130-k");
  EXPECT_DOUBLE_EQ(k.from_host.least.value() * 2.0, g.from_host.least.value());
  EXPECT_GT(k.all_pairs.least.value(), 4.0 * g.all_pairs.least.value());
  EXPECT_GT(pair(k, "gpu0", "gpu3").alone, pair(g, "gpu0", "gpu3").alone);
}

TEST(CatalogNodes, ConfigurationLKeepsTheRootComplexOutOfTheWayToTheAdapter) {
  const NodeGroup l = node("dell-c4130-l");
  const NodeGroup k = node("dell-c4130-k");
  EXPECT_THAT(testing::way(*l.graph, "gpu0", "hca0"), ElementsAre("gpu0 → sw0", "sw0 → hca0"));
  EXPECT_EQ(path(*k.graph, "gpu0", "hca0"), PathClass::phb);
}

TEST(CatalogNodes, NvswitchIsNearestThenAPcieFabricThenTheAdapter) {
  const NodeMap dgx = map_of("dgx-h100");
  const NodeMap fabric = map_of("fujitsu-cdi-a100x10");
  EXPECT_LT(pair(dgx, "gpu0", "gpu7").path, pair(fabric, "gpu0", "gpu9").path);
  EXPECT_GT(pair(dgx, "gpu0", "gpu7").alone.value(),
            10.0 * pair(fabric, "gpu0", "gpu9").alone.value());
  EXPECT_EQ(pair(fabric, "gpu0", "gpu9").path, PathClass::pix);
}

}  // namespace
}  // namespace gpuscape
