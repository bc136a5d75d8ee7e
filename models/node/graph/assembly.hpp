#pragma once

#include "models/node/graph/entry.hpp"
#include "sim/fields/reading_context.hpp"
#include "sim/platform/node_group.hpp"

namespace gpuscape::graph_node {

/// Puts an entry together: gives the group its graph, its ports and, where the entry leaves them
/// open, its counts. What does not fit together goes to the context, and the group then has no
/// graph.
void assemble(const NodeEntry& entry, NodeGroup& group, ReadingContext& context);

}  // namespace gpuscape::graph_node
