#pragma once
/// What the nodes and the network of a collective's ranks can do, as their entries say.

#include <string>

#include "sim/model/collectives/ranks.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct RankHardware {
  std::string vendor;            ///< of the GPUs; empty: not known
  std::string nvlink;            ///< "nvlink-4"; empty: not known
  bool peer_access = true;       ///< GPUs read and write each other's memory over PCIe
  bool switch_reduces = false;   ///< the NVSwitch adds up data
  bool network_reduces = false;  ///< the network's switches do (SHARP)
};

/// Of the first rank's node, and of the network between the first and the last.
[[nodiscard]] RankHardware hardware_of(const ClusterSpec& cluster, const ClusterGraph& graph,
                                       const Ranks& ranks);

}  // namespace gpuscape
