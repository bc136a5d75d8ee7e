#pragma once
/// A machine that stands somewhere, on its way into the catalogue.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json.hpp"
#include "sim/platform/node_graph.hpp"
#include "sim/study/topo_matrix.hpp"

namespace gpuscape {

struct ImportedNode {
  struct Link {
    std::string a;
    std::string b;
    std::string type = {};  ///< empty: inside a socket
    std::uint32_t lanes = 0;
  };
  struct Nic {
    std::string name;
    std::string speed = {};  ///< "100 Gbit/s"
  };
  std::vector<std::pair<std::string, DeviceKind>> devices;
  std::vector<Link> links;
  std::vector<Link> nvlinks;         ///< lanes are links
  std::uint32_t switched_links = 0;  ///< from each GPU to NVSwitches; 0: point to point
  std::string nvlink_type = "nvlink-2";
  std::string gpu_model = {};  ///< the catalogue's id, where it is told
  std::vector<Nic> nics;
  std::string cpu_model = {};
  std::int64_t cores_per_socket = 0;
  double memory_bytes = 0.0;
  std::vector<std::string> notes;

  [[nodiscard]] std::vector<std::string> names(DeviceKind kind) const;
};

/// A machine as its matrix shows it: switches where devices are nearer to each other than a host
/// bridge; widths and speeds are not in a matrix, so they are assumed and noted.
ImportedNode node_from_matrix(const TopoMatrix& matrix);

/// Adds what only the matrix knows: NVLink. Throws ScenarioError where the matrix is another
/// machine's: other GPUs, other adapters, other classes.
void add_matrix(ImportedNode& node, const TopoMatrix& matrix);

/// The graph that the entry will have, with links of no particular speed.
NodeGraph graph_of(const ImportedNode& node);

/// A file for a catalogue folder, with the machine as its only node.
JsonValue imported_catalog(const ImportedNode& node, const std::string& id,
                           const std::string& source);

}  // namespace gpuscape
