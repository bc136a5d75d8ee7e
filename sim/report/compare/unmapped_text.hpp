#pragma once
/// What jobs without an application would make of a comparison.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Lines of the report; empty where it was not asked, or there are no such jobs.
std::string unmapped_lines(const CompareResult& result);

/// Of compare.json; null likewise.
JsonValue unmapped_json(const CompareResult& result);

}  // namespace gpuscape
