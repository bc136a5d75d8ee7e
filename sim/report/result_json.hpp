#pragma once

#include <string>

#include "sim/study/study_result.hpp"

namespace gpuscape {

/// Version of the layout of result.json.
inline constexpr int kResultSchema = 1;

/// The whole answer as JSON: `schema`, `partial`, `scenario` (resolved), `results` (SI units, the
/// unit in the key, null for what does not exist) and `provenance`. Everything but `provenance` is
/// the same bytes for the same scenario and seed.
std::string result_json(const StudyResult& result, const Provenance& provenance);

}  // namespace gpuscape
