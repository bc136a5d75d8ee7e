#pragma once
/// What a job got of its run time, as numbers that sum GPU-hours count it.

#include <algorithm>

#include "sim/run/record/job_records.hpp"

namespace gpuscape {

/// The run time as given; of a job that was killed at a limit, the time that it ran. One that has
/// not ended, where jobs are killed at their limits, gets no more than its limit.
[[nodiscard]] inline Seconds run_time_got(const JobRecords& jobs, std::size_t job,
                                          bool kill_overrun) {
  if (jobs.state(job) == JobState::timed_out || jobs.state(job) == JobState::over_budget) {
    Seconds ran{0.0};
    for (const Segment& segment : jobs.segments(job)) ran += segment.end - segment.start;
    return ran;
  }
  return kill_overrun && !jobs.ended(job) ? std::min(jobs.run_time(job), jobs.time_limit(job))
                                          : jobs.run_time(job);
}

}  // namespace gpuscape
