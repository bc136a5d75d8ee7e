#pragma once
/// The bill of materials of result.json, read back.

#include "sim/bill/bill.hpp"
#include "sim/report/reading/saved_json.hpp"

namespace gpuscape {

/// What bill_json() wrote: enough for all words of it. Throws ScenarioError.
Bill saved_bill(const SavedObject& says);

}  // namespace gpuscape
