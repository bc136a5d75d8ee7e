#pragma once
/// What other values of the catalogue's guesses would come to, as text and in compare.json.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Whether the verdict stays, which guesses turn it, and which move the jobs most. Empty where no
/// guess was tried.
[[nodiscard]] std::string guess_trial_lines(const CompareResult& result);

/// Every trial.
[[nodiscard]] JsonValue guess_trials_json(const CompareResult& result);

}  // namespace gpuscape
