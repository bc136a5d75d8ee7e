#pragma once
/// What a job asks for and what nodes have, in words.

#include <string>

#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// "8 GPUs", "1 GPU", "0.25 of a GPU".
std::string gpu_amount_text(const Demand& demand);
/// "8 GPUs on 2 nodes", "16 cores", "1 GPU, 4 cores, 32 GiB"; "nothing" of an empty one.
std::string demand_text(const Demand& demand);
/// "gpu: 4 nodes with 8 GPUs, 64 cores, 512 GiB", "batch: pool of 100 processors".
std::string group_text(const NodeGroup& group);
/// Of the groups, the one with the most GPUs, else cores; there must be one.
const NodeGroup& largest_group(const std::vector<NodeGroup>& groups);

}  // namespace gpuscape
