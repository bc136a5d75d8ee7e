#include "sim/report/catalog/cluster_drawing.hpp"

#include <fmt/format.h>

#include "sim/report/format/svg_panel.hpp"
#include "sim/report/topology/network_svg.hpp"

namespace gpuscape {

std::string maps_svg(const std::vector<TitledMap>& nodes,
                     const std::vector<NetworkTopologyMap>& networks) {
  const MapsPicture inside = node_maps_picture(nodes);
  std::string bodies = inside.body;
  double bottom = inside.height;
  for (const NetworkTopologyMap& network : networks) {
    const NodePicture picture = network_picture(network);
    bodies += fmt::format("<g transform=\"translate(0 {:.1f})\">\n{}</g>\n", bottom, picture.body);
    bottom += picture.height;
  }
  return svg_begin(bottom, inside.width) + bodies + "</svg>\n";
}

}  // namespace gpuscape
