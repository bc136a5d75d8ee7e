#pragma once

#include "sim/base/stop_check.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// Whose jobs end later in `variant` than in `baseline`, by every kind of group that there is: two
/// runs of the same jobs. Jobs submitted before `from` are left out. Throws
/// Interrupted.
std::vector<LaterJobs> later_jobs(const RunResult& baseline, const RunResult& variant, Seconds from,
                                  const StopCheck& stop = {});

/// True when both runs were given the same jobs: number, dates, streams; and durations, limits and
/// demands, unless one of the runs rescaled those to its hardware. Throws Interrupted.
bool same_jobs(const RunResult& a, const RunResult& b, const StopCheck& stop = {});

}  // namespace gpuscape
