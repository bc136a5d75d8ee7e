#pragma once
/// Experiments on storage: a job that reads more than its store gives.

#include "sim/validation/figure_failing.hpp"

namespace gpuscape {

/// Whether the experiment measures what is read.
[[nodiscard]] bool is_reading(const Experiment& experiment);

/// Samples, or bytes, in a second that the scenario's jobs read from its first store over the whole
/// run, for the one value that was published. Throws ScenarioError with what is wrong with it.
[[nodiscard]] ScenarioPoint run_reading(const Experiment& experiment, const Registry& registry);

}  // namespace gpuscape
