/// Machines that stand somewhere: this one, and a DGX-1 as hwloc and nvidia-smi see it.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "sim/base/error.hpp"
#include "sim/topology/import/hwloc_node.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/topology/catalog_nodes.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GPUSCAPE_LEAKS_ARE_FOUND 1
#include <sanitizer/lsan_interface.h>
#endif
#endif

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// This machine, read by hwloc's plugins. That for PCI loads libpciaccess, which keeps its list of
/// names for ever: the leak sanitizer, where there is one, passes over it.
ImportedNode this_machine() {
#if GPUSCAPE_LEAKS_ARE_FOUND
  const __lsan::ScopedDisabler of_others;
#endif
  return node_from_hwloc("this-machine");
}

std::string fixture(const std::string& name) { return source_file("tests/fixtures/nodes/" + name); }

std::string written(const ScratchFolder& folder, const std::string& text) {
  write_text(folder.path() / "machine.xml", text);
  return folder.path() / "machine.xml";
}

TopoMatrix matrix() {
  return read_topo_matrix(read_text(fixture("dgx1-v100.topo.txt")), "dgx1-v100.topo.txt");
}

/// The entry that the import prints, read by the node's model.
NodeGroup built(const ImportedNode& node) {
  Catalog catalog = Catalog::shipped();
  ReadingContext context;
  catalog.overlay_text(write_json(imported_catalog(node, "ours", "a test")), "ours.json", context);
  catalog.check_own(context);
  context.throw_if_issues();
  return testing::node("ours", catalog);
}

/// As a DGX H100 prints it: eight GPUs on NVSwitches, an adapter below each one's switch, NODE
/// between what is on one socket.
TopoMatrix h100_matrix() {
  std::string text;
  for (int i = 0; i < 16; ++i) text += fmt::format("\t{}{}", i < 8 ? "GPU" : "NIC", i % 8);
  text += "\tCPU Affinity\n";
  for (int row = 0; row < 16; ++row) {
    text += fmt::format("{}{}", row < 8 ? "GPU" : "NIC", row % 8);
    for (int column = 0; column < 16; ++column) {
      const bool gpus = row < 8 && column < 8;
      const bool beside = row % 8 == column % 8;
      const bool socket = row % 8 / 4 == column % 8 / 4;
      text += row == column ? "\t X "
              : gpus        ? "\tNV18"
              : beside      ? "\tPXB"
              : socket      ? "\tNODE"
                            : "\tSYS";
    }
    text += row < 4 ? "\t0-55\n" : row < 8 ? "\t56-111\n" : "\n";
  }
  return read_topo_matrix(text, "h100.txt");
}

ImportedGpu shipped_gpu(const std::string& id) {
  return gpu_of_entry(id, *testing::shipped_catalog().find("gpus", id));
}

/// Two GPUs with that many NVLinks between them.
TopoMatrix pair_of_gpus(int nvlinks) {
  return read_topo_matrix(
      fmt::format("\tGPU0\tGPU1\nGPU0\t X \tNV{0}\nGPU1\tNV{0}\t X \n", nvlinks), "two.txt");
}

void expect_as_in_the_matrix(const NodeGroup& group, const TopoMatrix& wanted = matrix()) {
  const NodeMap map = map_node(group.graph);
  for (std::size_t i = 0; i < wanted.gpus; ++i)
    for (std::size_t j = 0; j < wanted.names.size(); ++j) {
      const PairFacts& pair = testing::pair(map, wanted.names[i], wanted.names[j]);
      EXPECT_EQ(pair.path, wanted.cells[i][j].path) << i << " " << j;
      EXPECT_EQ(pair.nvlinks, wanted.cells[i][j].nvlinks) << i << " " << j;
    }
}

/// The first fault; "none" where there is none. Anything but a ScenarioError fails the test.
template <class Import>
std::string fault_of(const Import& import) {
  try {
    import();
    return "none";
  } catch (const ScenarioError& error) {
    return error.issues().front().message;
  }
}

TEST(Import, AMatrixAloneGivesAMachineWithThatMatrix) {
  expect_as_in_the_matrix(built(node_from_matrix(matrix())));
}

TEST(Import, HwlocAndAMatrixGiveAMachineWithThatMatrix) {
  ImportedNode node = node_from_hwloc(fixture("dgx1-v100.xml"));
  add_matrix(node, matrix());
  expect_as_in_the_matrix(built(node));
}

TEST(Import, NodeBetweenTheTreesOfASocketIsImported) {
  const ImportedNode node = node_from_matrix(h100_matrix());
  expect_as_in_the_matrix(built(node), h100_matrix());
  EXPECT_EQ(node.names(DeviceKind::cpu).size(), 2U);
  EXPECT_EQ(node.names(DeviceKind::host_bridge).size(), 8U);
}

TEST(Import, ANamedGpuGivesPcieAndNvlinkOfItsEntry) {
  const NodeMap h100 =
      map_node(built(node_from_matrix(h100_matrix(), shipped_gpu("h100-sxm5-80gb"))).graph);
  EXPECT_NEAR(testing::gbps(testing::pair(h100, "gpu0", "mem0").alone), 16 * 3.9385 * 0.88, 1e-9);
  EXPECT_NEAR(testing::gbps(testing::pair(h100, "gpu0", "gpu7").alone), 18 * 25 * 0.958, 1e-9);
  // Four links of 14.06 GB/s, where nvlink-3 has 25.
  const NodeMap a40 = map_node(built(node_from_matrix(pair_of_gpus(4), shipped_gpu("a40"))).graph);
  EXPECT_NEAR(testing::gbps(testing::pair(a40, "gpu0", "gpu1").alone), 4 * 14.06 * 0.958, 1e-9);
}

TEST(Import, LinksOfUnknownSpeedAreOfTheNamedGpusGeneration) {
  ImportedNode node = node_from_hwloc(fixture("dgx1-v100.xml"));
  node.links.front().assumed = true;
  name_gpu(node, shipped_gpu("a100-sxm4-40gb"));
  EXPECT_EQ(node.links.front().type, "pcie-gen4");
  EXPECT_EQ(node.links.back().type, "pcie-gen3");
  EXPECT_EQ(node.nvlink_type, "nvlink-3");
}

TEST(Import, MoreNvlinksThanTheGpuHasAreRefused) {
  const auto fault = [](int links, const char* gpu) {
    return fault_of([&] { node_from_matrix(pair_of_gpus(links), shipped_gpu(gpu)); });
  };
  EXPECT_EQ(fault(40, "a40"), "gpu0 has 40 NVLinks here, and the catalogue's a40 has 4");
  EXPECT_EQ(fault(5, "a40"), "gpu0 has 5 NVLinks here, and the catalogue's a40 has 4");
  EXPECT_EQ(fault(4, "a40"), "none");
  EXPECT_EQ(fault(1, "t4"), "gpu0 has 1 NVLink here, and the catalogue's t4 has none");
  EXPECT_EQ(fault(18, "h100-sxm5-80gb"), "none");
}

constexpr const char* kContradictory =
    "\tGPU0\tGPU1\tGPU2\nGPU0\t X \tPIX\tPIX\nGPU1\tPIX\t X \tSYS\nGPU2\tPIX\tSYS\t X \n";

TEST(Import, AMatrixThatContradictsItselfBlamesNoOtherFile) {
  try {
    node_from_matrix(read_topo_matrix(kContradictory, "w.txt"));
    FAIL();
  } catch (const ScenarioError& error) {
    const Issue& issue = error.issues().front();
    EXPECT_EQ(issue.message,
              "gpu2 to gpu1 is SYS here, and PIX by what else the matrix says of the two");
    EXPECT_THAT(issue.hint, ::testing::Not(HasSubstr("file")));
    EXPECT_EQ(issue.line, 4);
  }
}

TEST(Import, SysWithinASocketThatFirmwareDividesIsNoContradiction) {
  TopoMatrix divided = matrix();
  for (auto& row : divided.cells)
    for (auto& cell : row)
      if (cell.path == PathClass::phb) cell.path = PathClass::sys;
  ImportedNode node = node_from_hwloc(fixture("dgx1-v100.xml"));
  EXPECT_THAT(fault_of([&] { add_matrix(node, divided); }),
              HasSubstr("is SYS here, and PHB by where they are plugged in"));
  ImportedNode in_parts = node_from_hwloc(fixture("dgx1-v100.xml"));
  in_parts.divided_sockets = true;
  EXPECT_EQ(fault_of([&] { add_matrix(in_parts, divided); }), "none");
}

TEST(Import, HwlocTellsWidthsSpeedsAndTheHost) {
  const NodeGroup group = built(node_from_hwloc(fixture("dgx1-v100.xml")));
  EXPECT_EQ(group.capacity.gpus, 8);
  EXPECT_EQ(group.graph->of_kind(DeviceKind::pcie_switch).size(), 4U);
  EXPECT_EQ(group.capacity.milli_cores, 2000);
  EXPECT_EQ(group.capacity.memory_mib, 540'000'000'000 / 1'048'576);
  EXPECT_EQ(group.ports.size(), 4U);
  EXPECT_DOUBLE_EQ(group.ports[0].line.value(), 100e9 / 8.0);
  const NodeMap map = map_node(group.graph);
  EXPECT_NEAR(testing::gbps(testing::pair(map, "gpu0", "mem0").alone), 16 * 0.9846 * 0.8, 1e-9);
}

TEST(Import, ThisMachineBecomesANodeThatIsConnected) {
  const NodeGroup group = built(this_machine());
  EXPECT_THAT(group.graph->unreachable(), IsEmpty());
  EXPECT_GE(group.graph->of_kind(DeviceKind::cpu).size(), 1U);
  EXPECT_GE(group.capacity.milli_cores, 1000);
  EXPECT_GT(group.capacity.memory_mib, 0);
}

TEST(Import, AMatrixOfAnotherMachineIsRefused) {
  ImportedNode node = node_from_hwloc(fixture("dgx1-v100.xml"));
  const TopoMatrix small = read_topo_matrix("\tGPU0\nGPU0\t X \n", "m.txt");
  EXPECT_EQ(fault_of([&] { add_matrix(node, small); }),
            "the matrix has 1 GPUs, and the machine has 8");
  TopoMatrix renamed = matrix();
  renamed.names[8] = "mlx5_9";
  EXPECT_EQ(fault_of([&] { add_matrix(node, renamed); }), "the machine has no \"mlx5_9\"");
  TopoMatrix moved = matrix();
  std::swap(moved.names[8], moved.names[9]);
  EXPECT_THAT(fault_of([&] { add_matrix(node, moved); }),
              HasSubstr("by where they are plugged in"));
}

TEST(Import, HwlocFilesOfOtherVersionsAreRefusedByName) {
  const ScratchFolder folder;
  std::string text = read_text(fixture("dgx1-v100.xml"));
  const std::size_t at = text.find(" version=\"2.0\"");
  const auto fault = [&](const std::string& version) {
    std::string changed = text;
    changed.replace(at, 14, version);
    return fault_of([&] { node_from_hwloc(written(folder, changed)); });
  };
  EXPECT_EQ(fault(""), "this was written by hwloc 1");
  EXPECT_EQ(fault(" version=\"3.0\""), "hwloc's version 3.0 is not known here");
  EXPECT_EQ(fault_of([&] { node_from_hwloc(written(folder, "<a/>")); }),
            "not an hwloc file: no <topology> at its beginning");
  EXPECT_EQ(fault_of([] { node_from_hwloc("no/such/file.xml"); }),
            "cannot be read: No such file or directory");
}

/// What became of files that were broken at random.
struct Fates {
  int refused = 0;
  int read = 0;

  /// Counts one; a file that is refused has a message of its own, one that is read has devices.
  template <class Import>
  void add(const Import& import) {
    const std::string fault = fault_of([&] { EXPECT_FALSE(import().devices.empty()); });
    EXPECT_NE(fault, "");
    ++(fault == "none" ? read : refused);
  }
};

TEST(Import, BrokenHwlocFilesAreRefusedOrRead) {
  Fates fates;
  const ScratchFolder folder;
  const std::string text = read_text(fixture("dgx1-v100.xml"));
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    std::string broken = text;
    if (i % 3 == 0) broken.resize(random() % broken.size());
    for (int change = 0; change < 1 + i % 4 && !broken.empty(); ++change)
      broken[random() % broken.size()] = static_cast<char>(32 + random() % 95);
    fates.add([&] { return node_from_hwloc(written(folder, broken)); });
  }
  // How much hwloc itself overlooks depends on its version: 2.12 reads 11 of the 60, 2.9 some 18.
  EXPECT_GE(fates.refused, 30);
  EXPECT_GE(fates.read, 5);
}

// The catalogue's DGX H100 has third-generation NVSwitches, which add up: what collectives look at.
TEST(Import, TheNvSwitchIsThatOfTheCataloguesMachinesWithSuchGpus) {
  const Catalog& catalog = testing::shipped_catalog();
  std::vector<const JsonValue*> nodes;
  for (const std::string& id : catalog.ids("nodes")) nodes.push_back(catalog.find("nodes", id));
  EXPECT_EQ(nvswitch_beside(shipped_gpu("h100-sxm5-80gb"), nodes), "nvswitch-3");
  EXPECT_EQ(nvswitch_beside(shipped_gpu("a100-sxm4-40gb"), nodes), "nvswitch-2");
  EXPECT_EQ(nvswitch_beside({.id = "h20", .nvlink_type = "nvlink-4"}, nodes), "nvswitch-3");
  EXPECT_EQ(nvswitch_beside(shipped_gpu("p100-pcie-16gb"), nodes), "");
}

TEST(Import, BrokenMatricesAreRefusedOrRead) {
  Fates fates;
  const std::string text = read_text(fixture("dgx1-v100.topo.txt"));
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string broken = text;
    for (int change = 0; change < 1 + i % 5; ++change)
      broken[random() % broken.size()] = "GPUNIX0123456789\t\n SYS"[random() % 22];
    fates.add([&] { return node_from_matrix(read_topo_matrix(broken, "b.txt")); });
  }
  EXPECT_GE(fates.refused, 2300);
  EXPECT_GE(fates.read, 500);
}

}  // namespace
}  // namespace gpuscape
