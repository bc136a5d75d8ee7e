#pragma once
/// The jobs that run, for policies that take nodes away from them.

#include <map>
#include <vector>

#include "sim/scheduling/job_queue.hpp"
#include "sim/scheduling/placer.hpp"

namespace gpuscape {

struct RunningJob {
  WaitingJob asks;       ///< as it stood in the queue when it started
  Seconds started{0.0};  ///< of the stretch that it runs now
  Seconds expected_end{0.0};
  Allocation shares;
  bool leaves = false;  ///< in its grace time: at `expected_end` at the latest it is gone
};

/// By rising job.
using RunningJobs = std::map<std::uint32_t, RunningJob>;

}  // namespace gpuscape
