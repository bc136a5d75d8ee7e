#pragma once
/// The jobs that wait, in the order in which the scheduler considers them.

#include <cstdint>
#include <vector>

#include "sim/base/quantity.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape {

/// What a scheduler knows of a waiting job: what its user said, and nothing about its true run time
/// unless the log has no limit.
struct WaitingJob {
  std::uint32_t job = 0;  ///< rank of submission: rises with the submit date
  bool started = false;   ///< by the pass in progress; gone when it ends
  Demand demand;
  Seconds submit{0.0};
  Seconds expected_run_time{0.0};  ///< the time limit, or the true run time where there is none
  double rank = 0.0;
};

/// Ordered by (rank, job). Reading and removing are cheap near the head.
class JobQueue {
 public:
  void insert(const WaitingJob& job);
  [[nodiscard]] bool empty() const { return head_ == jobs_.size(); }
  [[nodiscard]] std::size_t size() const { return jobs_.size() - head_; }
  /// The i-th waiting job; 0 is the head.
  [[nodiscard]] const WaitingJob& operator[](std::size_t i) const { return jobs_[head_ + i]; }
  /// Waiting jobs that ask for no GPU.
  [[nodiscard]] std::size_t without_gpus() const { return without_gpus_; }

  /// True when a job was put before others since `clear_inserted_before_others`.
  [[nodiscard]] bool inserted_before_others() const { return inserted_before_others_; }
  void clear_inserted_before_others() { inserted_before_others_ = false; }

  void mark_started(std::size_t i);
  /// Removes what was marked; every mark must lie before `end`.
  void remove_started(std::size_t end);

 private:
  void compact();

  std::vector<WaitingJob> jobs_;
  std::size_t head_ = 0;
  std::size_t without_gpus_ = 0;
  bool inserted_before_others_ = false;
};

}  // namespace gpuscape
