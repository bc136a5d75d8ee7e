#pragma once

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/catalog_guesses.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Version of the layout of result.json.
inline constexpr int kResultSchema = 1;

/// The whole answer as JSON: `schema`, `partial`, `scenario` (resolved), `results` (SI units, the
/// unit in the key, null for what does not exist) `guesses` (the largest first) and `provenance`.
/// Everything but `provenance` is the same bytes for the same scenario and seed.
std::string result_json(const StudyResult& result, const Provenance& provenance,
                        const std::vector<CatalogGuess>& guesses = {});

/// The objectives by name: what is asked, the value, whether it is met and by how much.
JsonValue slo_json(const std::vector<SloVerdict>& verdicts);

}  // namespace gpuscape
