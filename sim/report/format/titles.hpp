#pragma once
/// What every report calls a scenario, its variant and what its groups have.

#include <string>

#include "sim/run/record/run_result.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// The scenario's title, or its file's name without ending.
std::string title_of(const ScenarioSpec& scenario);

/// "base" or the variant's name.
std::string variant_of(const ScenarioSpec& scenario);

/// "cores" where load and use are of cores, "processors" where all groups are pools, else "GPUs".
std::string capacity_noun(const RunResult& run);

}  // namespace gpuscape
