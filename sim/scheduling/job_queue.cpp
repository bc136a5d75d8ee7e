#include "sim/scheduling/job_queue.hpp"

#include <algorithm>
#include <limits>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr std::uint32_t kErased = std::numeric_limits<std::uint32_t>::max();

bool comes_before(const QueueEntry& a, const QueueEntry& b) { return a.before(b); }

}  // namespace

std::uint32_t JobQueue::claim_slot(const WaitingJob& job) {
  if (free_slots_.empty()) {
    jobs_.push_back(job);
    return static_cast<std::uint32_t>(jobs_.size() - 1);
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  jobs_[slot] = job;
  return slot;
}

void JobQueue::insert(const WaitingJob& job) {
  if (job.demand.gpus == 0) ++without_gpus_;
  ++size_;
  const std::uint32_t slot = claim_slot(job);
  const double rank = job.rank + backlog_.offset(job.rank_class);
  if (followed_) {
    if (job.job >= slot_of_.size()) slot_of_.resize(job.job + std::size_t{1});
    slot_of_[job.job] = slot;
  }
  if (backlog_.empty() && (!short_front_ || in_front() < kLargestFront) &&
      (in_front() == 0 || !QueueEntry{rank, job.place()}.before(front_.back()))) {
    front_.push_back({rank, job.place(), slot});
  } else {
    put_before_others({rank, job.place(), slot}, job);
  }
}

void JobQueue::put_before_others(const QueueEntry& entry, const WaitingJob& job) {
  if (in_front() == 0 || !entry.before(front_.back())) {
    first_changed_ = std::min(first_changed_, in_front());
    backlog_.put({job.rank, entry.place, entry.slot}, job.rank_class);
    return;
  }
  const auto first = front_.begin() + static_cast<std::ptrdiff_t>(head_);
  const auto at = std::upper_bound(first, front_.end(), entry, comes_before);
  first_changed_ = std::min(first_changed_, static_cast<std::size_t>(at - first));
  front_.insert(at, entry);
  if (in_front() > kLargestFront) give_back(kLargestFront / 2);
}

/// What stands in front from that position on becomes backlog.
void JobQueue::give_back(std::size_t from) {
  while (in_front() > from) {
    QueueEntry entry = front_.back();
    front_.pop_back();
    const WaitingJob& job = jobs_[entry.slot];
    entry.rank = job.rank;
    backlog_.put_first(entry, job.rank_class);
  }
  compact();
}

void JobQueue::bring_forward(std::size_t i) const {
  constexpr std::size_t kAtATime = 256;
  const std::size_t wanted = i + kAtATime;
  while (in_front() < wanted && !backlog_.empty()) {
    const QueueEntry entry = backlog_.take();
    if (jobs_[entry.slot].job == kErased) {
      free_slots_.push_back(entry.slot);
    } else {
      front_.push_back(entry);
    }
  }
}

void JobQueue::set_class_offset(std::uint32_t rank_class, double offset) {
  if (offset == backlog_.offset(rank_class)) return;
  backlog_.set_offset(rank_class, offset);
  first_changed_ = 0;
  give_back(0);
}

void JobQueue::change(std::uint32_t job, double rank, std::uint32_t rank_class) {
  WaitingJob changed = erase(job);
  changed.rank = rank;
  changed.rank_class = rank_class;
  insert(changed);
}

WaitingJob JobQueue::erase(std::uint32_t job) {
  ensure(followed_, "only where jobs are followed can one be found");
  const std::uint32_t slot = slot_of_[job];
  const WaitingJob erased = jobs_[slot];
  ensure(erased.job == job && !erased.started, "a job that waits is erased");
  const QueueEntry entry{erased.rank + backlog_.offset(erased.rank_class), erased.place(), slot};
  const auto first = front_.begin() + static_cast<std::ptrdiff_t>(head_);
  const auto at = std::lower_bound(first, front_.end(), entry, comes_before);
  first_changed_ = std::min(first_changed_, static_cast<std::size_t>(at - first));
  jobs_[slot].job = kErased;
  if (at != front_.end() && at->slot == slot) {
    front_.erase(at);
    free_slots_.push_back(slot);
    compact();
  }  // else its entry is dropped when it would be brought forward
  if (erased.demand.gpus == 0) --without_gpus_;
  --size_;
  return erased;
}

/// What stands before a marked job moves up to where it stood.
void JobQueue::close_gaps() {
  std::ranges::sort(started_);
  const auto at = [this](std::size_t i) {
    return front_.begin() + static_cast<std::ptrdiff_t>(head_ + i);
  };
  auto free = at(started_.back() + 1);  // from here on all is in place
  for (std::size_t k = started_.size(); k-- > 0;) {
    free_slots_.push_back(at(started_[k])->slot);
    free = std::move_backward(at(k == 0 ? 0 : started_[k - 1] + 1), at(started_[k]), free);
  }
}

void JobQueue::compact() {
  if (in_front() == 0) {
    front_.clear();
    head_ = 0;
  } else if (head_ > 4096 && head_ * 2 > front_.size()) {
    front_.erase(front_.begin(), front_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
}

}  // namespace gpuscape
