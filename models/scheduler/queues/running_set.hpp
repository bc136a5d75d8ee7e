#pragma once
/// The jobs that run, by queue, as far as others may stop them.

#include <cstdint>
#include <optional>
#include <vector>

#include "models/scheduler/queues/waiting_jobs.hpp"

namespace gpuscape::quota {

struct RunningOne {
  JobFacts facts;
  Seconds started{0.0};
  std::uint32_t start = 0;  ///< number among all starts
  bool leaves = false;      ///< in its grace time
};

/// Starting and ending cost the same however many jobs run.
class RunningSet {
 public:
  explicit RunningSet(std::size_t queues) : by_priority_(queues) {}

  void start(std::uint32_t job, const JobFacts& facts, Seconds now);
  /// It has that from now on.
  void resize(std::uint32_t job, const Amounts& amounts) {
    slots_[slot_of_[job] - 1].facts.amounts = amounts;
  }
  /// It ended; returns what it was.
  RunningOne end(std::uint32_t job);
  /// It is in its grace time from now on: nobody stops it again.
  void leave(std::uint32_t job);
  [[nodiscard]] const RunningOne& operator[](std::uint32_t job) const {
    return slots_[slot_of_[job] - 1];
  }

  [[nodiscard]] bool any_stoppable() const { return count_ > 0; }
  /// The least priority of jobs of a queue that may be stopped at all; none: there are none.
  [[nodiscard]] std::optional<std::int64_t> least_priority(std::size_t queue) const;
  /// Those of a queue that may be stopped at all, the least important and the newest first.
  [[nodiscard]] std::vector<std::uint32_t> stoppable(std::size_t queue) const;

 private:
  struct Entry {
    std::uint32_t job = 0;
    std::uint32_t start = 0;
  };
  /// Jobs of one priority in the order in which they started, with some that are gone.
  struct Started {
    std::int64_t priority = 0;
    std::vector<Entry> jobs = {};
    std::size_t alive = 0;
  };
  [[nodiscard]] bool is_alive(const Entry& entry) const;
  Started& of(const JobFacts& facts);
  void forget(const JobFacts& facts);

  std::vector<RunningOne> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint32_t> slot_of_;             // by job, one more than the slot; 0: none
  std::vector<std::vector<Started>> by_priority_;  // by queue, rising
  std::uint32_t starts_ = 0;
  std::size_t count_ = 0;
};

}  // namespace gpuscape::quota
