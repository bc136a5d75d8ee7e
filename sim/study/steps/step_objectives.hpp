#pragma once
/// Objectives of a run at `step` detail.

#include <vector>

#include "sim/run/transfers/transfer_result.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Each objective of the scenario with the value of its worst row, NaN (and missed) where no row
/// has one or where a row that would have one did not end. Nothing is drawn in such a run: values
/// are without intervals.
std::vector<SloVerdict> step_objectives(const ScenarioSpec& scenario, const TransferResult& result);

}  // namespace gpuscape
