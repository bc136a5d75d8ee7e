#pragma once
/// The beginning of a log as a log of its own: an answer long before that of the whole.

#include <cstddef>
#include <optional>

#include "sim/run/run.hpp"

namespace gpuscape {

/// Logs that end early.
struct LogCut {
  Seconds covers{0.0};  ///< submissions before this date, counted from date 0
  RunInputs inputs;
};

/// The jobs of all logs together.
[[nodiscard]] std::size_t jobs_of(const RunInputs& inputs);

/// Logs cut so that about `jobs` are left of them: after whole days where it is a day or more. None
/// where that is no job or all.
[[nodiscard]] std::optional<LogCut> cut_after(const RunInputs& inputs, std::size_t jobs);

}  // namespace gpuscape
