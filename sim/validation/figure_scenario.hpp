#pragma once
/// The scenario of a published figure's experiment.

#include "sim/model/check/check.hpp"
#include "sim/validation/validate.hpp"

namespace gpuscape {

/// With `entries` at `key` ("transfers") as its stream. Throws ScenarioError with what is wrong.
[[nodiscard]] CheckedScenario checked_scenario(const PublishedFigure& figure,
                                               const Experiment& experiment,
                                               const Registry& registry, const char* key,
                                               JsonValue entries);

}  // namespace gpuscape
