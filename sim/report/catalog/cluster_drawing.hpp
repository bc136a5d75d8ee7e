#pragma once
/// Nodes and networks of a cluster in one picture.

#include <string>
#include <vector>

#include "sim/report/catalog/node_comparison.hpp"
#include "sim/topology/cluster_topology.hpp"

namespace gpuscape {

/// The nodes as `node_maps_svg` has them, each network below.
std::string maps_svg(const std::vector<TitledMap>& nodes,
                     const std::vector<NetworkTopologyMap>& networks);

}  // namespace gpuscape
