#pragma once
/// What a run says of GPUs that are used from other nodes.

#include "sim/platform/free_capacity.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Brings together what jobs paid for them, who shared their servers, and why jobs that never fit
/// could not have them either.
void add_remote(const FreeCapacity& capacity, RunResult& result);

}  // namespace gpuscape
