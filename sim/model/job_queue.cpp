#include "sim/model/job_queue.hpp"

#include <algorithm>

namespace gpuscape {

void JobQueue::insert(const WaitingJob& job) {
  if (job.demand.gpus == 0) ++without_gpus_;
  const auto comes_before = [](const WaitingJob& a, const WaitingJob& b) {
    return a.rank < b.rank || (a.rank == b.rank && a.job < b.job);
  };
  if (empty() || !comes_before(job, jobs_.back())) {
    jobs_.push_back(job);
    return;
  }
  inserted_before_others_ = true;
  const auto first = jobs_.begin() + static_cast<std::ptrdiff_t>(head_);
  jobs_.insert(std::upper_bound(first, jobs_.end(), job, comes_before), job);
}

void JobQueue::mark_started(std::size_t i) {
  WaitingJob& job = jobs_[head_ + i];
  job.started = true;
  if (job.demand.gpus == 0) --without_gpus_;
}

void JobQueue::remove_started(std::size_t end) {
  if (end == 1 && jobs_[head_].started) {  // the head alone: the common case
    ++head_;
    compact();
    return;
  }
  std::size_t to = head_ + end;
  for (std::size_t from = head_ + end; from-- > head_;) {
    if (!jobs_[from].started && --to != from) jobs_[to] = jobs_[from];
  }
  head_ = to;
  compact();
}

void JobQueue::compact() {
  if (empty()) {
    jobs_.clear();
    head_ = 0;
  } else if (head_ > 4096 && head_ * 2 > jobs_.size()) {
    jobs_.erase(jobs_.begin(), jobs_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
}

}  // namespace gpuscape
