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
};

/// By rising job.
using RunningJobs = std::map<std::uint32_t, RunningJob>;

/// What becomes of a job that is preempted.
struct PreemptionTerms {
  bool keeps_progress = true;  ///< else it begins anew
  Seconds restart{0.0};        ///< added to what is left, for each time
  /// It joins the queue at once, where its rank, which must lie behind those of all jobs that the
  /// pass has looked at, puts it, and may be started in this pass; else when the pass is over.
  bool may_resume = false;
  friend bool operator==(const PreemptionTerms&, const PreemptionTerms&) = default;
};

/// A decision as data: this job gives its nodes back now and waits again.
struct Preemption {
  std::uint32_t job = 0;
  PreemptionTerms terms;
  RunningJob before;
};

}  // namespace gpuscape
