#pragma once
/// A comparison of runs at `step` detail as text and as files.

#include <cstddef>
#include <string>
#include <vector>

#include "sim/study/metrics/study_result.hpp"
#include "sim/study/steps/compare_steps.hpp"

namespace gpuscape {

/// What the command prints: a line for each design, a line for each row with the time on each
/// design and how many times that of the baseline it is, what makes the difference, and the
/// verdict. `width` columns are there; 0: as many as it takes.
std::string steps_comparison_text(const StepsComparison& comparison, const std::string& title,
                                  std::size_t width);

/// compare.csv: one line for each row of each design: design, folder, is_baseline, kind, row,
/// time_s, times_baseline, samples_per_s, time_to_train_s, compute_s, calls_s, rest_s, bound_by,
/// basis.
std::string steps_comparison_csv(const StepsComparison& comparison,
                                 const std::vector<std::string>& folders);

/// compare.json, with `kind` "steps".
std::string steps_comparison_json(const StepsComparison& comparison, const std::string& title,
                                  const std::vector<std::string>& folders,
                                  const Provenance& provenance);

/// "pcie is fastest: 1.4 times as fast as base over 5 rows (1.1 to 1.9)"; why there is none.
std::string steps_verdict_text(const StepsComparison& comparison);

}  // namespace gpuscape
