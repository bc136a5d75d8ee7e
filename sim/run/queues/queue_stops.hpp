#pragma once
/// Which jobs of queues were stopped for others, as the records of a run say.

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Fills `stops` of the queues of a run that has some, but for `reclaims`.
void count_stops(RunResult& result);

}  // namespace gpuscape
