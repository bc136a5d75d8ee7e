#pragma once
/// The policies of a scenario, in a line.

#include <string>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// "slurm: fifo with easy backfill, pack; kubernetes: kubernetes, least-allocated", or of the one
/// scheduler where there are no parts.
std::string scheduler_text(const SchedulerSpec& spec);

}  // namespace gpuscape
