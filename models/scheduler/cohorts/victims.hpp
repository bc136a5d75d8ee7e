#pragma once
/// Which running jobs make room for a waiting one, and which rule forbids it. The rules are Kueue's
/// (pkg/scheduler/preemption: classical_strategy.go, classical/, fair_strategy.go, fairsharing/,
/// read at 06199165, 01c0b270, 2cfce051 and 00b0d4bd).
///
/// Classic: candidates are jobs of queues that use more than their own quota, below cohorts that do
/// so too, and jobs of the own queue, as the policies of the queue allow. First those below cohorts
/// whose quota covers the job though it borrows from them, then other queues', then the own ones;
/// within each the least priority and the newest first. A queue that would borrow takes from others
/// only for what `borrow_within_cohort` allows, or from below a cohort whose own quota covers it.
///
/// Fair: from the top down the cohort or queue with the largest dominant share gives, as long as a
/// strategy allows: the share of the waiting job's side with it is no larger than that of the
/// victim's side without the victim; or, once for each queue, smaller than with it. A job within
/// its queue's own quota takes whatever the shares.
///
/// Candidates go in that order until quota and nodes have room; then those that are needed for
/// neither stay, the last first.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/scheduler/cohorts/tree.hpp"
#include "models/scheduler/queues/running_set.hpp"
#include "sim/scheduling/queues/queue_view.hpp"

namespace gpuscape::quota::cohorts {

/// Room on nodes for the job with those gone: which of them have to go; none: there is none.
using TryRoom =
    std::function<std::optional<std::vector<std::uint32_t>>(const std::vector<std::uint32_t>&)>;

struct Wish {
  std::uint32_t job = 0;
  JobFacts facts;
};

struct Found {
  std::vector<std::uint32_t> jobs = {};  ///< empty: none are stopped
  QueueRule rule = QueueRule::order;     ///< why not
};

/// The world in which a search happens.
struct Scene {
  const CohortTree& tree;
  const RunningSet& running;
  const Settings& settings;
  const Use& use;      ///< expected
  const Use& planned;  ///< with what is set aside for others
  const std::function<bool(std::uint32_t)>& may_stop;
  const TryRoom& try_room;
};

/// Resources of which there is too little quota; those that are asked for where quota is there, and
/// nodes are not.
std::array<bool, kResources> scarce(const CohortTree& tree, const Use& planned,
                                    const JobFacts& facts);
/// False where quota is missing, and the job is not one for which others are stopped: larger than
/// its queue's own quota, without a rule for those that borrow.
bool may_take(const CohortTree& tree, const Settings& settings, const Use& planned,
              const JobFacts& facts);

Found find_victims(const Scene& scene, const Wish& wish);

}  // namespace gpuscape::quota::cohorts
