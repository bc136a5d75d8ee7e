#pragma once
/// Experiments on scheduling: how long jobs take from submission to end, and how much of a cluster
/// pods fill.

#include <vector>

#include "sim/validation/figure_failing.hpp"

namespace gpuscape {

/// Whether it measures such.
[[nodiscard]] bool is_scheduling(const Experiment& experiment);

/// Means over the scenario's replications, for each value that was published. `naive` is what the
/// useless scenario comes to, beside what the experiment says by name. Throws ScenarioError with
/// what is wrong with either.
[[nodiscard]] std::vector<ScenarioPoint> run_scheduling(const Experiment& experiment,
                                                        const Registry& registry);

}  // namespace gpuscape
