/// Any bytes as what `nvidia-smi topo -m` printed: a machine, or refused.

#include <cstdint>

#include "sim/base/error.hpp"
#include "sim/topology/import/imported_node.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gpuscape;
  try {
    const TopoMatrix matrix =
        read_topo_matrix({reinterpret_cast<const char*>(data), size}, "fuzz.txt");
    imported_catalog(node_from_matrix(matrix), "fuzz", "fuzz.txt");
  } catch (const ScenarioError&) {
  }
  return 0;
}
