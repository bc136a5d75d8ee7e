#include "models/scheduler/queues/running_set.hpp"

#include <algorithm>
#include <utility>

namespace gpuscape::quota {

RunningSet::Started& RunningSet::of(const JobFacts& facts) {
  std::vector<Started>& all = by_priority_[facts.queue];
  const auto at = std::ranges::lower_bound(all, facts.priority, {}, &Started::priority);
  if (at != all.end() && at->priority == facts.priority) return *at;
  return *all.insert(at, Started{.priority = facts.priority});
}

void RunningSet::start(std::uint32_t job, const JobFacts& facts, Seconds now) {
  if (free_slots_.empty()) {
    slots_.emplace_back();
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
  }
  if (job >= slot_of_.size()) slot_of_.resize(job + std::size_t{1}, 0);
  slot_of_[job] = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot_of_[job] - 1] = {facts, now, ++starts_, false};
  if (!facts.preemptible) return;
  Started& started = of(facts);
  started.jobs.push_back({job, starts_});
  ++started.alive;
  ++count_;
}

bool RunningSet::is_alive(const Entry& entry) const {
  if (slot_of_[entry.job] == 0) return false;
  const RunningOne& one = (*this)[entry.job];
  return one.start == entry.start && !one.leaves;
}

/// One of them is gone, or may not be stopped any more.
void RunningSet::forget(const JobFacts& facts) {
  Started& started = of(facts);
  --started.alive;
  --count_;
  constexpr std::size_t kFew = 64;
  if (started.jobs.size() > kFew && started.jobs.size() > 2 * started.alive)
    std::erase_if(started.jobs, [this](const Entry& entry) { return !is_alive(entry); });
}

RunningOne RunningSet::end(std::uint32_t job) {
  const std::uint32_t slot = std::exchange(slot_of_[job], 0U);
  const RunningOne one = slots_[slot - 1];
  free_slots_.push_back(slot);
  if (one.facts.preemptible && !one.leaves) forget(one.facts);
  return one;
}

void RunningSet::leave(std::uint32_t job) {
  slots_[slot_of_[job] - 1].leaves = true;
  forget((*this)[job].facts);
}

std::optional<std::int64_t> RunningSet::least_priority(std::size_t queue) const {
  for (const Started& started : by_priority_[queue])
    if (started.alive > 0) return started.priority;
  return std::nullopt;
}

std::vector<std::uint32_t> RunningSet::stoppable(std::size_t queue) const {
  std::vector<std::uint32_t> jobs;
  for (const Started& started : by_priority_[queue])
    for (auto at = started.jobs.rbegin(); at != started.jobs.rend(); ++at)
      if (is_alive(*at)) jobs.push_back(at->job);
  return jobs;
}

}  // namespace gpuscape::quota
