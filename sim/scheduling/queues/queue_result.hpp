#pragma once
/// What became of queues in a run: what each held, deserved and borrowed, and why its jobs waited.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/scheduling/queues/queue_view.hpp"

namespace gpuscape {

/// Of one queue, those below it included.
struct QueueUse {
  QueueFacts facts;
  double mean_held = 0.0;      ///< GPUs, over the run
  double mean_fair = 0.0;      ///< its fair share, GPUs
  double mean_borrowed = 0.0;  ///< of the held ones, beyond what it deserves
  double mean_waiting = 0.0;   ///< jobs of it alone
  SecondsByRule waited{};      ///< by jobs of it alone
  QueueStops stops;
};

struct QueueResult {
  std::vector<QueueUse> queues;       ///< in the scenario's order
  std::vector<QueueWait> waits;       ///< of jobs that waited, by rising job
  std::vector<std::uint32_t> of_job;  ///< queue of each job; may end before the last one

  /// kInNoQueue: in none.
  [[nodiscard]] std::uint32_t queue_of(std::size_t job) const {
    return job < of_job.size() ? of_job[job] : kInNoQueue;
  }
  /// Null where it did not wait.
  [[nodiscard]] const QueueWait* wait_of(std::size_t job) const {
    const auto at =
        std::ranges::lower_bound(waits, static_cast<std::uint32_t>(job), {}, &QueueWait::job);
    return at == waits.end() || at->job != job ? nullptr : &*at;
  }
  [[nodiscard]] const std::string& name(std::uint32_t queue) const {
    return queues[queue].facts.name;
  }
};

}  // namespace gpuscape
