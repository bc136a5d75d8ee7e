#pragma once
/// A fixed number of jobs in circulation: what a cluster gets done, rather than how long its users
/// wait.

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/scenario/spec.hpp"
#include "sim/workload/draw/generator.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

/// One entry of `gpus` for each place in circulation: what its jobs ask for unless the spec draws
/// it. All begin at date 0; when the job of a place has ended, its next one is submitted after the
/// think time, unless that is `duration` or later. The k-th job of place p has the id p + 1 + k ×
/// places, and draws by that alone: variants are paired job by job.
std::unique_ptr<WorkloadSource> make_closed_source(const ClosedSpec& spec,
                                                   std::vector<std::int32_t> gpus,
                                                   const GeneratorKey& key);

}  // namespace gpuscape
