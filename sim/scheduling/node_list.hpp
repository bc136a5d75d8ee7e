#pragma once
/// Nodes by name, as users write them: "gpu" (a whole group), "gpu/3", "gpu/0-3", joined by commas.

#include <string>
#include <string_view>
#include <variant>

#include "sim/scheduling/node_mask.hpp"

namespace gpuscape {

/// Nodes of one group, from `first` to `last` and with it; numbers are within the group.
struct NamedNodes {
  std::size_t group = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// One item of a list, or why it names no nodes.
std::variant<NamedNodes, std::string> find_nodes(std::string_view item, const Platform& platform);

/// Opens the nodes of the list in `mask`; an empty list opens all. Returns why it cannot, or an
/// empty text.
std::string open_nodes(std::string_view list, const Platform& platform, NodeMask& mask);

}  // namespace gpuscape
