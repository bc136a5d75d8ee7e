#pragma once
/// Parts of a page's data, each from a document that was read.

#include <string>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

// All throw ScenarioError with the place at fault.

/// result.json of jobs.
PageResult page_result(const JsonValue& json, const std::string& folder);
/// Whether a result.json is of transfers, collectives or steps.
bool is_of_transfers(const JsonValue& json);
/// That one.
PageSteps page_steps(const JsonValue& json);

}  // namespace gpuscape
