#pragma once
/// What two designs cost beside each other: lines of the comparison, and a part of compare.json.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Which design is cheaper, what turns that round, where owning and renting break even. Empty where
/// no two designs have a cost over the same horizon.
std::string cost_lines(const CompareResult& result);

/// The same of one variant; null where there is nothing to compare.
JsonValue cost_comparison_json(const CompareResult& result, const Comparison& comparison);

}  // namespace gpuscape
