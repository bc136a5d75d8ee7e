#pragma once
/// Experiments on what fails: a scenario with failures, run or drawn.

#include <optional>
#include <vector>

#include "sim/validation/validate.hpp"

namespace gpuscape {

/// Of an experiment that is a scenario of its own.
struct ScenarioPoint {
  double published = 0.0;
  ValidatedPoint point;
};

/// What the experiment's scenario comes to, for each value that was published. `naive` is what the
/// useless one comes to. Throws ScenarioError with what is wrong with either.
[[nodiscard]] std::vector<ScenarioPoint> run_failing(const Experiment& experiment,
                                                     const Registry& registry);

/// The median error of the useless scenarios; none where points have none.
[[nodiscard]] std::optional<double> baseline_of_failing(const std::vector<ValidatedPoint>& points);

}  // namespace gpuscape
