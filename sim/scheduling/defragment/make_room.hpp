#pragma once
/// Which running jobs would have to give their nodes back so that a waiting one fits.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/scheduling/scheduling_pass.hpp"

namespace gpuscape {

/// Of `candidates` (running jobs, the first to go first), those that have to go so that `job` can
/// start on nodes that `filter` allows, in the group and on the nodes where that costs fewest GPUs.
/// None where all of them together would not do; empty where nobody has to go, as there is room or
/// will be: that of jobs that leave counts as there already. Those that the pass itself started
/// stay. `some_leave`: false where the caller knows that no job is in its grace time.
std::optional<std::vector<std::uint32_t>> jobs_in_the_way(const SchedulingPass& pass,
                                                          const WaitingJob& job,
                                                          std::span<const std::uint32_t> candidates,
                                                          const NodeFilter* filter = nullptr,
                                                          bool some_leave = true);

}  // namespace gpuscape
