#pragma once
/// From the jobs of a run to what its machines draw over time, and what each job's share of it is.

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Adds `power_kw` to the timeline where the power of all machines is known, `power_kw NAME` for
/// each group of nodes where there are several, `hall_power_kw` where the building's share is
/// known, and the energy of each job: that of the GPUs (without GPUs, of the cores) that it holds,
/// idle power in it; NaN on nodes whose power is not known. Nothing where the run's cost does not
/// say what machines draw.
void add_power(RunResult& run);

}  // namespace gpuscape
