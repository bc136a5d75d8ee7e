#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/platform/demand.hpp"
#include "sim/platform/gpu_cuts.hpp"
#include "sim/platform/gpu_sharing.hpp"
#include "sim/platform/node_graph.hpp"

namespace gpuscape {

/// An adapter through which a node meets a network. Those of one role count through as its rails.
struct NodePort {
  DeviceIndex nic = 0;       ///< in the node's graph
  std::string role;          ///< "compute", "storage", "management", or "all" of them
  BytesPerSecond line{1.0};  ///< payload of its wire, per direction
};

/// Of the ports through which hosts reach devices outside: no messages go there.
inline constexpr std::string_view kComposedRole = "composed";

/// Whether the adapter may be plugged into a network of that role.
[[nodiscard]] inline bool serves(const NodePort& port, std::string_view role) {
  return port.role == role || (port.role == "all" && role != kComposedRole);
}

/// Equal nodes under one name, or one pool of processors without nodes.
struct NodeGroup {
  std::string name;
  std::uint32_t count = 1;  ///< nodes; 1 for a pool
  Demand capacity;          ///< of one node; a pool has all its processors as `gpus`
  bool pool = false;        ///< no node borders, no cores, no memory
  /// What is inside, shared by all nodes of the type; null where nothing is known of it.
  std::shared_ptr<const NodeGraph> graph = nullptr;
  std::vector<NodePort> ports = {};        ///< of the graph's adapters, in their order
  std::string type = {};                   ///< the catalogue's id; empty: described in place
  double rack_units = 0.0;                 ///< of one node; 0: not known
  std::string gpu_model = {};              ///< empty: not known
  Watts gpu_rated_power{0.0};              ///< of one GPU; 0: not known
  Watts gpu_power_limit{0.0};              ///< at most the rated power; 0: none is set
  std::vector<std::string> features = {};  ///< what a job may ask of its nodes, as in Slurm
  std::vector<bool> serves = {};           ///< by Demand::asks of a run; empty: all
  bool shares_gpus = false;                ///< jobs that ask for parts of GPUs share them
  /// Then, how they get on; null: each gets all of its part.
  std::shared_ptr<const GpuSharing> sharing = nullptr;
  std::shared_ptr<const GpuCuts> cuts = nullptr;  ///< then, too; null: parts are thousandths
  std::vector<GpuPartOfAsk> parts = {};           ///< by Demand::asks of a run
  Bytes gpu_memory{0.0};                          ///< of one GPU; 0: not known
  bool lends_only = false;                        ///< its GPUs are lent; no job runs on its nodes

  /// The power limit ÷ the rated power of a GPU; 1 where none is set.
  [[nodiscard]] double gpu_power_share() const {
    return gpu_power_limit > Watts(0.0) ? gpu_power_limit / gpu_rated_power : 1.0;
  }
  /// Whether its nodes are of the kind that a job asks for.
  [[nodiscard]] bool will_do(const Demand& demand) const {
    return (demand.asks == 0 || serves.empty() || serves[demand.asks]) &&
           gpuscape::will_do(cuts.get(), parts, demand);
  }
};

}  // namespace gpuscape
