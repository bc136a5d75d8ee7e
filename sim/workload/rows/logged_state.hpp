#pragma once
/// Part of the trace readers: how logs name the way in which a job ended.

#include <string_view>

#include "sim/workload/job.hpp"

namespace gpuscape {

/// Slurm's names and their like, whatever their capitals ("COMPLETED", "CANCELLED by 1001",
/// "Failed"); unknown for any other.
LoggedState logged_state(std::string_view text);

}  // namespace gpuscape
