#pragma once

#include "sim/study/compare_result.hpp"

namespace gpuscape {

/// Whose jobs end later in `variant` than in `baseline`, by every kind of group that there is: two
/// runs of the same jobs. Jobs submitted before `from` are left out.
std::vector<LaterJobs> later_jobs(const RunResult& baseline, const RunResult& variant,
                                  Seconds from);

/// True when both runs were given the same jobs: number, dates, durations, limits, demands,
/// streams.
bool same_jobs(const RunResult& a, const RunResult& b);

}  // namespace gpuscape
