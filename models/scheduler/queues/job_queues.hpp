#pragma once
/// Which queue a job is in and which class it is of, by what is known of it.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/scheduler/queues/read_queues.hpp"
#include "models/scheduler/queues/waiting_jobs.hpp"
#include "sim/scheduling/job_rules.hpp"

namespace gpuscape::quota {

inline constexpr std::size_t kNoQueue = std::numeric_limits<std::size_t>::max();

class JobQueues {
 public:
  /// `classes` must outlive this.
  JobQueues(QueueOf by, const std::vector<PriorityClass>& classes) : by_(by), classes_(classes) {}

  /// `queues`: those that take jobs, by name; `fallback`: of jobs whose queue is not among them.
  void bind(const PolicyContext& context, const std::map<std::string, std::size_t>& queues,
            std::size_t fallback);
  [[nodiscard]] std::size_t queue_of(const WaitingJob& job) const {
    const auto& of_stream = queue_of_[std::min<std::size_t>(job.stream, queue_of_.size() - 1)];
    return job.origin < of_stream.size() ? of_stream[job.origin] : fallback_;
  }
  /// What no node has is not counted: jobs on a pool, which has no cores, may ask for some.
  [[nodiscard]] JobFacts facts_of(const WaitingJob& job) const;
  /// Of all nodes; of a pool its processors.
  [[nodiscard]] const Amounts& capacity() const { return capacity_; }
  /// Names of queues that are not there, as far as no queue takes their jobs.
  [[nodiscard]] const std::set<std::string>& unknown() const { return unknown_; }

 private:
  [[nodiscard]] const std::string& name_of(const PolicyContext& context, std::size_t stream,
                                           std::uint32_t origin) const;

  QueueOf by_;
  const std::vector<PriorityClass>& classes_;
  std::vector<std::vector<std::size_t>> queue_of_;  // [stream][origin]
  std::vector<const PriorityClass*> class_of_;      // by origin; null: the usual one
  std::size_t fallback_ = kNoQueue;
  Amounts capacity_{};
  std::set<std::string> unknown_;
};

/// Jobs that never start, each counted once, at the first question after it.
class NeverStarted {
 public:
  /// Adds one where the job, which must not start, is asked after for the first time.
  void count(std::uint32_t job, std::int64_t& counter) {
    counter += job >= next_ ? 1 : 0;
    pass(job);
  }
  /// It may start.
  void pass(std::uint32_t job) { next_ = std::max(next_, job + 1); }

 private:
  std::uint32_t next_ = 0;
};

/// "3 jobs in no queue, never started: "a", "b"".
std::string without_queue_note(std::int64_t jobs, const std::set<std::string>& names);
/// "1 job", "2 jobs".
std::string jobs_text(std::int64_t jobs);

}  // namespace gpuscape::quota
