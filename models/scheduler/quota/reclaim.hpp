#pragma once
/// Which running jobs make room for a waiting one, by KAI's rules, and which rule forbids it.
///
/// Reclaim, between queues: the queue of the waiting job, with it, stays within its fair share in
/// every resource (a job that cannot be preempted: also within what the queue deserves). A victim
/// can be preempted, and where the two queues' paths part, the victim's side (a) holds more than
/// its allocatable share before this very removal, or (b) holds more than it deserves while the
/// other side, with the job, stays within what it deserves. Afterwards no level of the waiting
/// job's path that has grown may be above its fair share and as far above as a sibling. Priorities
/// of jobs play no part between queues. Preempt, within a queue: victims can be preempted and have
/// a lower priority. Victims come from the queue whose turn would be last, least important and
/// newest first; of the shortest such list that makes room, those that are not needed stay.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/scheduler/queues/running_set.hpp"
#include "models/scheduler/quota/queue_order.hpp"
#include "sim/scheduling/queues/queue_view.hpp"

namespace gpuscape::quota {

/// Room for a job with the first so many of a list gone: which of them have to go; none: it does
/// not fit.
using TryRoom =
    std::function<std::optional<std::vector<std::uint32_t>>(const std::vector<std::uint32_t>&)>;

struct Stops {
  std::vector<std::uint32_t> jobs = {};  ///< empty: none are stopped
  QueueRule rule = QueueRule::order;     ///< why not
  std::size_t queue = 0;                 ///< whose rule that is
  std::optional<Seconds> retry = {};     ///< jobs ran too shortly until then
};

/// Where the paths of the waiting job's queue and of a victim's part: the queues below that.
struct PartedPaths {
  std::size_t mine = 0;
  std::size_t theirs = 0;
};

class Reclaim {
 public:
  Reclaim(const QuotaTree& tree, const RunningSet& running) : tree_(tree), running_(running) {}

  /// `may_stop`: false of a job that the pass itself started.
  [[nodiscard]] Stops between_queues(const JobFacts& job, Seconds now,
                                     const std::function<bool(std::uint32_t)>& may_stop,
                                     const TryRoom& try_room) const;
  [[nodiscard]] Stops within_queue(const JobFacts& job, Seconds now,
                                   const std::function<bool(std::uint32_t)>& may_stop,
                                   const TryRoom& try_room) const;

  /// Whether a job's queue may have that side give something up, of what queues hold then.
  [[nodiscard]] bool is_admissible(const std::vector<Amounts>& held, const JobFacts& job,
                                   const PartedPaths& paths) const;
  /// Whether the job's path may have it then.
  [[nodiscard]] bool stays_balanced(const std::vector<Amounts>& held, const JobFacts& job) const;

 private:
  class Search;
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> among_relatives(
      Search& search, std::size_t above, const TryRoom& try_room, const TryRoom& balanced) const;

  const QuotaTree& tree_;
  const RunningSet& running_;
};

}  // namespace gpuscape::quota
