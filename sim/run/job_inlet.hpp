#pragma once
/// The jobs of a source by date, with those put among them that the ends of others bring.

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/workload/source.hpp"

namespace gpuscape {

class JobInlet {
 public:
  explicit JobInlet(std::unique_ptr<WorkloadSource> source) : source_(std::move(source)) {}

  /// The next job; false when there is none for now.
  bool next(Job& job) {
    if (!put_.empty() && !head_) pull();
    if (put_.empty() && !head_) return source_->next(job);
    if (head_ && (put_.empty() || is_later(put_.front(), *head_))) {
      job = *head_;
      head_.reset();
      return true;
    }
    std::ranges::pop_heap(put_, is_later);
    job = put_.back();
    put_.pop_back();
    return true;
  }

  /// A job ended, while `waiting` (null: none) is the one that came out last and is not yet
  /// submitted. True when another job may now come before it: then it was taken back.
  bool job_ended(const Job& job, Seconds date, const Job* waiting) {
    const auto follows = source_->job_ended(job, date);
    if (!follows) return false;
    put(*follows);
    if (waiting != nullptr) put(*waiting);
    return true;
  }

  [[nodiscard]] std::vector<Dependency> further_dependencies(const Job& job,
                                                             std::uint32_t place) const {
    return source_->further_dependencies(job, place);
  }

  [[nodiscard]] std::size_t expected_jobs() const {
    return source_->expected_jobs() + put_.size() + (head_ ? 1 : 0);
  }

 private:
  static bool is_later(const Job& a, const Job& b) {
    return std::tie(a.submit, a.stream, a.id) > std::tie(b.submit, b.stream, b.id);
  }
  void pull() {
    Job job;
    if (source_->next(job)) head_ = job;
  }
  void put(const Job& job) {
    put_.push_back(job);
    std::ranges::push_heap(put_, is_later);
  }

  std::unique_ptr<WorkloadSource> source_;
  std::vector<Job> put_;     // a heap, the earliest first
  std::optional<Job> head_;  // of the source, to be compared with them
};

}  // namespace gpuscape
