#pragma once
/// The cost of a run as it stands in result.json.

#include "sim/base/json/json.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Only of a run with a cost.
JsonValue cost_json(const StudyResult& result);

/// By what is varied: its values, with the total and the cost of a useful GPU-hour at each.
JsonValue varied_json(const std::vector<VariedCost>& all);

}  // namespace gpuscape
