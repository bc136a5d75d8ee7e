#pragma once

#include <string>
#include <vector>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Version of the layout of compare.json.
inline constexpr int kCompareSchema = 1;

/// "no_difference_shown", as compare.json calls it.
std::string_view verdict_name(Verdict verdict);

/// The whole comparison as JSON. `folders` holds the folder of each variant's own results, as seen
/// from the file. Everything but `provenance` is the same bytes for the same scenarios and seed.
std::string compare_json(const CompareResult& result, const std::vector<std::string>& folders,
                         const Provenance& provenance);

}  // namespace gpuscape
