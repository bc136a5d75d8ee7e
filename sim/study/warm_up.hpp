#pragma once
/// How much of the start of a generated workload is still the empty cluster filling up.

#include <optional>
#include <span>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// MSER-5 (White 1997): the number of values to drop from the start so that the standard error of
/// the mean of the rest is smallest, over means of five values, at most half of them. None where
/// half is best (the series has not settled) or there are fewer than twenty values.
std::optional<std::size_t> mser5(std::span<const double> series);

/// GPUs held or waited for, averaged over `steps` equal steps from 0 to `end`. This is the state of
/// the system: waits and allocation follow from it. It starts at 0 and is seldom flat at the start,
/// where queue waits often are (0 for every early job).
std::vector<double> gpus_in_system(const RunResult& run, Seconds end, std::size_t steps);

/// What to remove: found on the series averaged over the runs. None where it has not settled.
std::optional<Seconds> find_warm_up(std::span<const RunResult* const> runs, Seconds end);

}  // namespace gpuscape
