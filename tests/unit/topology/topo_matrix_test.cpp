#include "sim/topology/import/topo_matrix.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "sim/topology/import/imported_node.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;

constexpr const char* kTwo =
    "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV4\tPIX\t0-7\t0\n"
    "GPU1\tNV4\t X \tNODE\t0-7\t0\n"
    "NIC0\tPIX\tNODE\t X \n"
    "\nLegend:\n\n  X    = Self\n\nNIC Legend:\n\n  NIC0: mlx5_3\n";

std::string fault(const std::string& text) {
  try {
    read_topo_matrix(text, "m.txt");
    return "none";
  } catch (const ScenarioError& error) {
    const Issue& issue = error.issues().front();
    return std::to_string(issue.line) + ": " + issue.message;
  }
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(TopoMatrix, ReadsClassesLinksAffinityAndTheLegend) {
  const TopoMatrix matrix = read_topo_matrix(kTwo, "m.txt");
  EXPECT_THAT(matrix.names, ElementsAre("gpu0", "gpu1", "mlx5_3"));
  EXPECT_EQ(matrix.gpus, 2U);
  EXPECT_EQ(matrix.cells[0][1].nvlinks, 4U);
  EXPECT_EQ(matrix.cells[2][1].path, PathClass::node);
  EXPECT_EQ(matrix.affinity[1], "0-7");
}

TEST(TopoMatrix, ReadsTheUnderlinedHeaderOfATerminalAndSpacesForTabs) {
  std::string text = with(kTwo, "\tGPU0\tGPU1", "\t\x1b[4mGPU0\tGPU1");
  EXPECT_EQ(read_topo_matrix(text, "m.txt").gpus, 2U);
  for (std::size_t at = text.find('\t'); at != std::string::npos; at = text.find('\t', at))
    text.replace(at, 1, "    ");
  EXPECT_EQ(read_topo_matrix(text, "m.txt").names.size(), 3U);
}

/// Two GPUs below one bridge cannot be on different NUMA nodes, nor two across sockets on one.
TEST(TopoMatrix, NumaColumnsThatContradictTheClassesAreNamed) {
  const auto noted = [](const std::string& text) {
    for (const std::string& note : node_from_matrix(read_topo_matrix(text, "m.txt")).notes)
      if (note.starts_with("The NUMA Affinity column contradicts")) return note;
    return std::string();
  };
  const std::string same = with(with(kTwo, "NV4", "NODE"), "NV4", "NODE");
  std::string far = with(with(kTwo, "NV4", "SYS"), "NV4", "SYS");
  far = with(with(far, "NODE", "SYS"), "NODE", "SYS");
  EXPECT_EQ(noted(same), "");
  EXPECT_EQ(noted(with(same, "NODE\t0-7\t0\n", "NODE\t0-7\t1\n")),
            "The NUMA Affinity column contradicts the classes of gpu0 and gpu1 (NODE): classes are "
            "taken.");
  EXPECT_THAT(noted(far), testing::HasSubstr("gpu0 and gpu1 (SYS)"));
  EXPECT_EQ(noted(with(far, "SYS\t0-7\t0\n", "SYS\t0-7\t1\n")), "");
  EXPECT_EQ(noted(with(far, "SYS\t0-7\t0\n", "SYS\t0-7\tN/A\n")), "");
}

TEST(TopoMatrix, SaysWhereItIsNoMatrix) {
  EXPECT_EQ(fault("hello\n"), "1: no row begins with GPU0");
  EXPECT_EQ(fault(with(kTwo, "GPU1\tNV4\t X \tNODE\t0-7\t0\n", "")),
            "1: the matrix is not square: 3 columns, 1 rows");
  EXPECT_EQ(fault(with(kTwo, "NIC0\tPIX\tNODE\t X ", "NIC0\tPIX")),
            "4: NIC0 has 1 cells for 3 columns");
  EXPECT_EQ(fault(with(kTwo, "NODE", "NEAR")), "3: GPU1 to NIC0: unknown class \"NEAR\"");
  EXPECT_EQ(fault(with(kTwo, "NV4", "NV5")),
            "3: the matrix is not symmetric: GPU1 to GPU0 and GPU0 to GPU1 differ");
  EXPECT_EQ(fault(with(kTwo, " X ", "SYS")), "2: GPU0 to itself is not X");
}

}  // namespace
}  // namespace gpuscape
