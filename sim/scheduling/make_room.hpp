#pragma once
/// Which running jobs would have to give their nodes back so that a waiting one fits.

#include <cstdint>
#include <span>
#include <vector>

#include "sim/scheduling/scheduling_pass.hpp"

namespace gpuscape {

/// Of `candidates` (running jobs, the first to go first), those that have to go so that `job` can
/// start on nodes that `filter` allows,
/// in the group and on the nodes where that costs fewest GPUs; empty where all of them together
/// would not do. Those that the pass itself started stay; the room of those that leave counts as
/// there already.
std::vector<std::uint32_t> jobs_in_the_way(const SchedulingPass& pass, const WaitingJob& job,
                                           std::span<const std::uint32_t> candidates,
                                           const NodeFilter* filter = nullptr);

}  // namespace gpuscape
