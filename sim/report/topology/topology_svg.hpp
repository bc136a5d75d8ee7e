#pragma once

#include <string>
#include <string_view>

#include "sim/topology/node_topology.hpp"

namespace gpuscape {

/// From (0, 0), `kPictureWidth` wide.
struct NodePicture {
  std::string body;
  double height = 0.0;
};

/// A drawing of the node, links as wide as they carry, and heat maps of its bandwidths. The darkest
/// colour stands for `most`; 0: for the most in each.
NodePicture node_picture(const NodeMap& map, std::string_view title, double most);

/// The quickest pair of rows, alone, in bytes per second.
double most_alone(const NodeMap& map);

}  // namespace gpuscape
