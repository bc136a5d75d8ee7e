#pragma once
/// Whose turn it is in a cycle. Without fair sharing: the queue that borrows from the nearest
/// cohort, and before it one that does not borrow, then the higher priority, then the older job.
/// With it: at each cohort, from the queues upwards, the side with the smaller dominant share with
/// its job, then the higher priority, then the older job (Kueue, pkg/scheduler: scheduler.go and
/// fair_sharing_iterator.go, read at 00541031 and 00b0d4bd).

#include <cstdint>
#include <vector>

#include "models/scheduler/cohorts/tree.hpp"
#include "models/scheduler/queues/waiting_jobs.hpp"

namespace gpuscape::quota::cohorts {

/// The first job of a queue.
struct Entrant {
  std::size_t queue = 0;
  Kind* kind = nullptr;  ///< null: it was looked at before, and sets quota aside again
  JobFacts facts;
  std::uint32_t place = 0;
  std::int32_t height = 0;  ///< of the cohort from which it borrows
};

/// The entrant whose turn it is; there is one.
std::size_t next_turn(const CohortTree& tree, const Use& use, const std::vector<Entrant>& entrants,
                      bool fair);

}  // namespace gpuscape::quota::cohorts
