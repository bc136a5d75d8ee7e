#pragma once

#include <string>
#include <string_view>

#include "sim/study/node_topology.hpp"

namespace gpuscape {

/// A drawing of the node, links as wide as they carry, and heat maps of its bandwidths.
std::string node_map_svg(const NodeMap& map, std::string_view title);

}  // namespace gpuscape
