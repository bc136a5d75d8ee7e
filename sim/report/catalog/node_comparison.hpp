#pragma once
/// Maps of one or several nodes, side by side.

#include <string>
#include <string_view>
#include <vector>

#include "sim/topology/node_topology.hpp"

namespace gpuscape {

struct TitledMap {
  NodeMap map;
  std::string title;
};

/// Drawings from (0, 0), without the begin and the end of a picture.
struct MapsPicture {
  std::string body = {};
  double width = 0.0;
  double height = 0.0;
};
/// Three beside each other; one scale of colours for all heat maps. As wide as one of none.
MapsPicture node_maps_picture(const std::vector<TitledMap>& maps);
/// Drawings of all of them, three beside each other; one scale of colours for all heat maps.
std::string node_maps_svg(const std::vector<TitledMap>& maps);
std::string node_map_svg(const NodeMap& map, std::string_view title);

/// A table with a line for each, by what their GPUs get when all talk at once.
std::string node_comparison_text(const std::vector<TitledMap>& maps);

}  // namespace gpuscape
