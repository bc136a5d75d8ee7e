#pragma once
/// Colours and widths of what is drawn of a node.

#include "sim/platform/node_graph.hpp"

namespace gpuscape {

struct Look {
  const char* fill;
  const char* edge;
};

Look look_of(DeviceKind kind);
const char* colour_of(NodeLinkKind kind);
/// In pixels; grows with the square root of what a link carries.
double width_of(BytesPerSecond capacity);

}  // namespace gpuscape
