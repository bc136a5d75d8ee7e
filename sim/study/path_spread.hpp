#pragma once
/// A log is one sample, and so is one draw of hashed paths: the same log over other draws says how
/// much of its slowdowns was chance.

#include <optional>

#include "sim/study/run_study.hpp"

namespace gpuscape {

/// A replay that has been run once, with the first draw.
struct ReplayedOnce {
  const CheckedScenario& scenario;
  const RunInputs& inputs;
  const RunResult& run;
  const RunMetrics& metrics;
};

/// Nothing where paths are not hashed, or no job exchanged anything. Draws that `stop` ends are
/// left out and not counted.
std::optional<PathSpread> spread_over_paths(const ReplayedOnce& replay,
                                            const StudyOptions& options);

}  // namespace gpuscape
