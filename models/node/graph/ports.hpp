#pragma once

#include <vector>

#include "models/node/graph/entry.hpp"
#include "sim/fields/reading_context.hpp"
#include "sim/platform/node_group.hpp"

namespace gpuscape::graph_node {

/// Gives the group a port for each cable of the entry's adapters, in the order of the devices, and
/// the adapters what the catalogue says of them. Adapters that are not there go to the context.
void add_ports(const NodeEntry& entry, std::vector<Device>& devices, NodeGroup& group,
               ReadingContext& context);

}  // namespace gpuscape::graph_node
