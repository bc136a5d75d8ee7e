#pragma once
/// The jobs that run, by queue, as far as others may stop them.

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "models/scheduler/quota/waiting_jobs.hpp"

namespace gpuscape::quota {

/// In the order in which jobs of one queue are stopped: the least important and the newest first.
struct StopPlace {
  std::int64_t priority = 0;
  double less_started = 0.0;   ///< s before date 0
  std::uint32_t less_job = 0;  ///< counted from the largest number
  friend auto operator<=>(const StopPlace&, const StopPlace&) = default;
};

struct RunningOne {
  JobFacts facts;
  Seconds started{0.0};
  bool leaves = false;  ///< in its grace time
};

class RunningSet {
 public:
  explicit RunningSet(std::size_t queues) : stoppable_(queues) {}

  void start(std::uint32_t job, const JobFacts& facts, Seconds now);
  /// It ended; returns what it was.
  RunningOne end(std::uint32_t job);
  /// It is in its grace time from now on: nobody stops it again.
  void leave(std::uint32_t job);
  [[nodiscard]] bool contains(std::uint32_t job) const { return all_.contains(job); }
  [[nodiscard]] const RunningOne& operator[](std::uint32_t job) const { return all_.at(job); }

  /// Those of a queue that may be stopped at all, the first to be stopped first.
  using Stoppable = std::set<std::pair<StopPlace, std::uint32_t>>;
  [[nodiscard]] const Stoppable& stoppable(std::size_t queue) const { return stoppable_[queue]; }
  [[nodiscard]] bool any_stoppable() const { return count_ > 0; }

 private:
  std::unordered_map<std::uint32_t, RunningOne> all_;
  std::vector<Stoppable> stoppable_;
  std::size_t count_ = 0;
};

}  // namespace gpuscape::quota
