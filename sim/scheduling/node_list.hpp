#pragma once
/// Nodes by name, as users write them: "gpu" (a whole group), "gpu/3", "gpu/0-3", joined by commas.

#include <string>
#include <string_view>

#include "sim/scheduling/node_mask.hpp"

namespace gpuscape {

/// Opens the nodes of the list in `mask`; an empty list opens all. Returns why it cannot, or an
/// empty text.
std::string open_nodes(std::string_view list, const Platform& platform, NodeMask& mask);

}  // namespace gpuscape
