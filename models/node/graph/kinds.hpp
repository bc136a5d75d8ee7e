#pragma once

#include <string_view>

#include "models/node/graph/entry.hpp"
#include "sim/platform/node_graph.hpp"

namespace gpuscape::graph_node {

/// The kind of device that an entry calls by this name; a CPU where it is none of the others.
[[nodiscard]] DeviceKind kind_named(std::string_view name);

/// What kind of link an entry's link between devices of two kinds is, by its type.
[[nodiscard]] NodeLinkKind kind_of(const LinkEntry& link, DeviceKind a, DeviceKind b);

}  // namespace gpuscape::graph_node
