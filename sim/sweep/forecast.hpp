#pragma once
/// What a sweep takes, before it is begun.

#include <optional>

#include "sim/base/units/quantity.hpp"
#include "sim/sweep/design_space.hpp"
#include "sim/sweep/run_record.hpp"

namespace gpuscape {

struct SweepForecast {
  std::int64_t designs = 0;
  Seconds each{0.0};         ///< processor time of one design on this machine, reading included
  bool is_at_least = false;  ///< a design that was tried did not end in the time allowed
  Bytes memory{0.0};         ///< of all runs on one thread, and of what is kept of each
  std::optional<RunRecord> sample = {};  ///< one that was tried
};

/// Runs the first, the middle and the last design on this thread, for at most `most` of processor
/// time together. Nothing where none of them can be run.
std::optional<SweepForecast> forecast_sweep(const DesignSpace& space, const ScenarioSource& source,
                                            const Registry& registry, Seconds most);

}  // namespace gpuscape
