#pragma once
/// Experiments on scheduling: how long jobs take from submission to end, and how much of a cluster
/// pods fill.

#include <map>
#include <string>
#include <vector>

#include "sim/validation/figure_failing.hpp"

namespace gpuscape {

/// Whether it measures such.
[[nodiscard]] bool is_scheduling(const Experiment& experiment);

/// What was measured, in the order of the published values, and what of it is waiting.
struct ScheduledOutcome {
  std::vector<double> values;
  double waiting = 0.0;
};
/// By what was run and measured: several experiments of a figure are held against the same one.
using ScheduledOutcomes = std::map<std::string, ScheduledOutcome>;

/// Means over the scenario's replications, for each value that was published. `naive` is what the
/// useless scenario comes to, beside what the experiment says by name. Throws ScenarioError with
/// what is wrong with either.
[[nodiscard]] std::vector<ScenarioPoint> run_scheduling(const Experiment& experiment,
                                                        const Registry& registry,
                                                        ScheduledOutcomes& known);

}  // namespace gpuscape
