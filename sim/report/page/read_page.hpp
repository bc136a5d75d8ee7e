#pragma once
/// Parts of a page's data, each from a document that was read.

#include <string>

#include "sim/report/page/page_data.hpp"
#include "sim/report/reading/saved_json.hpp"

namespace gpuscape {

// All throw ScenarioError with the place at fault.

/// result.json of jobs.
PageResult page_result(const JsonValue& json, const std::string& folder);
/// Whether a result.json is of transfers, collectives or steps.
bool is_of_transfers(const JsonValue& json);
/// That one.
PageSteps page_steps(const JsonValue& json);
/// compare.json of such runs.
PageStepsComparison page_steps_comparison(const JsonValue& json);
/// The guesses that a document names; none where it has no such list.
std::vector<PageGuess> page_guesses(const SavedObject& document);

}  // namespace gpuscape
