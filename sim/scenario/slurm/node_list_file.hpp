#pragma once
/// A list of nodes as a table, one row each, as groups of equal nodes.

#include <string_view>

#include "sim/base/json/json.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// From a text with commas and a header that names `gpu` or `gpus`, and perhaps `cpu_milli` or
/// `cores`, `memory_mib` and `model` (Alibaba's openb node list is one): what a scenario's
/// "cluster" may hold, a group named "model-GPUs" for each kind in the order in which they come.
/// Records rows that cannot be read, and a header without GPUs, at their lines in `file`; null
/// after a fault.
JsonValue read_node_list(std::string_view text, const std::string& file, ReadingContext& context);

}  // namespace gpuscape
