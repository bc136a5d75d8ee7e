#pragma once

#include <cstdint>
#include <vector>

#include "sim/run/record/run_result.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The requests to each stream that has some, from the first submission of its jobs to the last
/// end: a job answers while it runs, with what it gets of its GPUs (all, where none is shared).
[[nodiscard]] std::vector<ServingResult> serving_of(const RunResult& run,
                                                    const ScenarioSpec& scenario,
                                                    std::uint64_t replication);

}  // namespace gpuscape
