#include "sim/scheduling/job_backlog.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

bool comes_later(const QueueEntry& a, const QueueEntry& b) { return b.before(a); }

}  // namespace

const QueueEntry& JobBacklog::RankClass::first() const {
  if (in_order.empty()) return others.front();
  if (others.empty()) return in_order.front();
  return others.front().before(in_order.front()) ? others.front() : in_order.front();
}

JobBacklog::RankClass& JobBacklog::of(std::uint32_t rank_class) {
  if (rank_class >= classes_.size()) classes_.resize(rank_class + std::size_t{1});
  return classes_[rank_class];
}

void JobBacklog::set_offset(std::uint32_t rank_class, double offset) {
  if (rank_class >= offsets_.size()) offsets_.resize(rank_class + std::size_t{1}, 0.0);
  offsets_[rank_class] = offset;
  candidates_.clear();
  candidates_known_ = false;
}

void JobBacklog::put(const QueueEntry& entry, std::uint32_t rank_class) {
  RankClass& there = of(rank_class);
  if (there.in_order.empty() || there.in_order.back().before(entry)) {
    there.in_order.push_back(entry);
  } else {
    there.others.push_back(entry);
    std::push_heap(there.others.begin(), there.others.end(), comes_later);
  }
  ++size_;
  if (there.first().slot == entry.slot) add_candidate(rank_class);
}

void JobBacklog::put_first(const QueueEntry& entry, std::uint32_t rank_class) {
  of(rank_class).in_order.push_front(entry);
  ++size_;
  add_candidate(rank_class);
}

QueueEntry JobBacklog::take() {
  if (!candidates_known_) make_candidates();
  Candidate candidate = take_candidate();
  while (!is_first_of_its_class(candidate)) candidate = take_candidate();
  RankClass& there = classes_[candidate.rank_class];
  if (!there.in_order.empty() && there.in_order.front().slot == candidate.entry.slot) {
    there.in_order.pop_front();
  } else {
    std::pop_heap(there.others.begin(), there.others.end(), comes_later);
    there.others.pop_back();
  }
  --size_;
  if (!there.empty()) add_candidate(candidate.rank_class);
  return candidate.entry;
}

void JobBacklog::add_candidate(std::uint32_t rank_class) {
  if (!candidates_known_) return;
  QueueEntry entry = classes_[rank_class].first();
  entry.rank += offset(rank_class);
  candidates_.push_back({entry, rank_class});
  std::push_heap(candidates_.begin(), candidates_.end(),
                 [](const Candidate& a, const Candidate& b) { return b.entry.before(a.entry); });
}

JobBacklog::Candidate JobBacklog::take_candidate() {
  std::pop_heap(candidates_.begin(), candidates_.end(),
                [](const Candidate& a, const Candidate& b) { return b.entry.before(a.entry); });
  const Candidate candidate = candidates_.back();
  candidates_.pop_back();
  return candidate;
}

/// False for what another entry of the class has come before, or what is gone already.
bool JobBacklog::is_first_of_its_class(const Candidate& candidate) const {
  const RankClass& there = classes_[candidate.rank_class];
  if (there.empty()) return false;
  const QueueEntry& first = there.first();
  return first.slot == candidate.entry.slot && first.place == candidate.entry.place &&
         first.rank + offset(candidate.rank_class) == candidate.entry.rank;
}

void JobBacklog::make_candidates() {
  candidates_known_ = true;
  for (std::uint32_t rank_class = 0; rank_class < classes_.size(); ++rank_class) {
    if (!classes_[rank_class].empty()) add_candidate(rank_class);
  }
}

}  // namespace gpuscape
