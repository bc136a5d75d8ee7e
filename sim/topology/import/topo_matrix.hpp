#pragma once
/// The matrix that `nvidia-smi topo -m` prints.

#include <string>
#include <string_view>
#include <vector>

#include "sim/platform/node_graph.hpp"

namespace gpuscape {

struct TopoMatrix {
  struct Cell {
    PathClass path = PathClass::same;
    std::uint32_t nvlinks = 0;
  };
  std::string file;
  std::vector<std::string> names;  ///< "gpu0", …, then adapters, by the legend's names
  std::size_t gpus = 0;
  std::vector<std::vector<Cell>> cells;
  std::vector<std::string> affinity;   ///< the CPUs beside each GPU; empty where it is not said
  std::vector<std::string> numa = {};  ///< the NUMA node beside each GPU, likewise
  bool own_numa = false;   ///< GPUs' memories are NUMA nodes of their own: no PCIe leads to them
  std::vector<int> lines;  ///< where each row stands
};

/// Throws ScenarioError where the text is no such matrix: a row too many or too short, a class that
/// does not exist, two devices that see each other differently.
TopoMatrix read_topo_matrix(std::string_view text, const std::string& file);

}  // namespace gpuscape
