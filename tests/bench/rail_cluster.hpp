#pragma once
/// 128 nodes of eight GPUs on eight rails, as the catalogue and the networks build them.

#include "sim/engine/transfer_network.hpp"

namespace gpuscape::bench {

/// A node of the map is a GPU; routes go over NVSwitch within a node, and through PCIe, adapter,
/// leaf and spine between nodes.
NetworkMap rail_cluster_map();

}  // namespace gpuscape::bench
