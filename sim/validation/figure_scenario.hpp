#pragma once
/// The scenario of a published figure's experiment.

#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "sim/validation/validate.hpp"

namespace gpuscape {

/// With `entries` at `key` ("transfers") as its stream. Throws ScenarioError with what is wrong.
[[nodiscard]] CheckedScenario checked_scenario(const PublishedFigure& figure,
                                               const Experiment& experiment,
                                               const Registry& registry, const char* key,
                                               JsonValue entries);

/// Of an experiment that has a scenario of its own. Throws ScenarioError with what is wrong with
/// it.
[[nodiscard]] CheckedScenario checked_text(const JsonValue& scenario, const std::string& name,
                                           const Registry& registry);

/// Rows of all entries of the experiment's steps, in their order. Throws like `checked_scenario`.
[[nodiscard]] std::vector<StepRow> run_steps(const PublishedFigure& figure,
                                             const Experiment& experiment,
                                             const Registry& registry);

/// A merge patch of a scenario in which the stream `*` stands for every one that it has.
void merge_streams_patch(JsonValue& scenario, JsonValue patch);

}  // namespace gpuscape
