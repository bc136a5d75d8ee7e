#pragma once
/// A drawing of a network: its switches and cables by tier, and what pairs of nodes get.

#include "sim/report/topology/topology_svg.hpp"
#include "sim/topology/cluster_topology.hpp"

namespace gpuscape {

/// From (0, 0), `kPictureWidth` wide.
NodePicture network_picture(const NetworkTopologyMap& map);

}  // namespace gpuscape
