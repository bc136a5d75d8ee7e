#pragma once
/// A machine that stands somewhere, on its way into the catalogue.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/platform/node_graph.hpp"
#include "sim/topology/import/topo_matrix.hpp"

namespace gpuscape {

/// What the catalogue says of the machine's GPUs that neither of its files does.
struct ImportedGpu {
  std::string id;
  std::int64_t pcie_generation = 3;
  std::string nvlink_type = {};  ///< empty: it has no NVLink
  std::uint32_t nvlinks = 0;
  std::string nvlink_rate = {};  ///< of one link, as the entry writes it
  std::string nvswitch = {};     ///< that joins such GPUs; empty: none is known
};
ImportedGpu gpu_of_entry(const std::string& id, const JsonValue& entry);
/// The NVSwitch of that one among the catalogue's nodes which joins the same GPUs, or else GPUs
/// with the same NVLink; empty where none does.
std::string nvswitch_beside(const ImportedGpu& gpu, const std::vector<const JsonValue*>& nodes);

struct ImportedNode {
  struct Link {
    std::string a;
    std::string b;
    std::string type = {};  ///< empty: inside a socket
    std::uint32_t lanes = 0;
    bool assumed = false;        ///< neither width nor speed is told
    std::string bandwidth = {};  ///< where a type and lanes do not say it
  };
  struct Nic {
    std::string name;
    std::string speed = {};  ///< "100 Gbit/s"
    bool assumed = false;
  };
  std::vector<std::pair<std::string, DeviceKind>> devices;
  std::vector<Link> links;
  std::vector<Link> nvlinks;               ///< lanes are links
  std::uint32_t switched_links = 0;        ///< from each GPU to NVSwitches; 0: point to point
  std::vector<std::string> switched = {};  ///< GPUs that have them; none: all
  std::string nvlink_type = "nvlink-2";
  std::optional<ImportedGpu> gpu = {};
  bool divided_sockets = false;  ///< several NUMA nodes to a socket: SYS may be within one
  std::vector<Nic> nics;
  std::string cpu_model = {};
  std::int64_t cores_per_socket = 0;
  double memory_bytes = 0.0;
  std::vector<std::string> notes;

  [[nodiscard]] std::vector<std::string> names(DeviceKind kind) const;
};

/// A machine as its matrix shows it: switches where devices are nearer to each other than a host
/// bridge; widths and speeds are not in a matrix, so they are the GPU's or assumed, and noted.
/// Throws ScenarioError where no machine has such a matrix.
ImportedNode node_from_matrix(const TopoMatrix& matrix,
                              const std::optional<ImportedGpu>& gpu = std::nullopt);

/// Adds what only the matrix knows: NVLink. Throws ScenarioError where the matrix is another
/// machine's: other GPUs, other adapters, other classes.
void add_matrix(ImportedNode& node, const TopoMatrix& matrix);

/// The same for a machine that was made of this matrix: throws where the matrix contradicts itself.
void complete_from_itself(ImportedNode& node, const TopoMatrix& matrix);

/// The machine has these GPUs: links of unknown speed are of their generation. Before `add_matrix`.
void name_gpu(ImportedNode& node, const ImportedGpu& gpu);

/// The graph that the entry will have, with links of no particular speed.
NodeGraph graph_of(const ImportedNode& node);

/// A file for a catalogue folder, with the machine as its only node.
JsonValue imported_catalog(const ImportedNode& node, const std::string& id,
                           const std::string& source);

}  // namespace gpuscape
