#pragma once
/// Where the devices of a node stand in a picture: sockets above, what hangs below them in layers.

#include <string>
#include <vector>

#include "sim/platform/node_graph.hpp"

namespace gpuscape {

/// A box; several equal devices with one neighbour may share one.
struct DrawnDevice {
  std::vector<DeviceIndex> devices;
  DeviceKind kind = DeviceKind::cpu;
  std::string label;
  double x = 0.0;  ///< of its centre
  double y = 0.0;
  double width = 0.0;
  double height = 0.0;
  std::size_t above = 0;  ///< index of the box it hangs from; itself for a socket
};

struct NodeDrawing {
  std::vector<DrawnDevice> boxes;
  double bottom = 0.0;       ///< of the lowest row
  std::size_t left_out = 0;  ///< sockets that the picture has no room for
  /// The box of a device; null where it is not drawn.
  [[nodiscard]] const DrawnDevice* find(DeviceIndex device) const;
};

/// Lays the node out between `left` and `right`, the sockets at `top`.
NodeDrawing draw_node(const NodeGraph& graph, double left, double right, double top);

}  // namespace gpuscape
