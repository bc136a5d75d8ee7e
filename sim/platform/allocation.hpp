#pragma once
/// What a job holds while it runs: a list of shares, each on a node of its own.

#include <cstdint>
#include <vector>

#include "sim/platform/demand.hpp"
#include "sim/platform/gpu_set.hpp"

namespace gpuscape {

/// What a job holds of one node.
struct AllocationShare {
  std::uint32_t node = 0;   ///< within the group
  Demand share;             ///< GPUs, cores and memory
  std::uint32_t group = 0;  ///< the shares of one job may be of several
  GpuSetId gpus = {};       ///< which of the node's; none: they are not told apart
  std::uint8_t place = 0;   ///< of a part of a GPU, where the group cuts them at places (GpuCuts)
};

using Allocation = std::vector<AllocationShare>;

}  // namespace gpuscape
