#pragma once

#include <span>
#include <string>

#include "sim/sweep/run_record.hpp"

namespace gpuscape {

/// runs.csv: a row for each run in the order given; columns design (its index), the axes, fault,
/// infeasible, jobs, replications, …, each figure with `_low` and `_high` where any run has an
/// interval, each objective by its name with `_met`, and key. Empty cells for what a run lacks.
[[nodiscard]] std::string runs_csv(std::span<const RunRecord> runs);

}  // namespace gpuscape
