#pragma once
/// Whether the GPUs of a node have the links by which it joins them.

#include "models/node/graph/entry.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape::graph_node {

/// Records what the node's `gpu_fabric` and the entry of its GPUs say unlike.
void check_fabric(const NodeEntry& entry, ReadingContext& context);

}  // namespace gpuscape::graph_node
