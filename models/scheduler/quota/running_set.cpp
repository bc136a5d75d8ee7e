#include "models/scheduler/quota/running_set.hpp"

#include <limits>

namespace gpuscape::quota {

namespace {

std::pair<StopPlace, std::uint32_t> entry_of(std::uint32_t job, const RunningOne& one) {
  return {
      {one.facts.priority, -one.started.value(), std::numeric_limits<std::uint32_t>::max() - job},
      job};
}

}  // namespace

void RunningSet::start(std::uint32_t job, const JobFacts& facts, Seconds now) {
  const auto [at, added] = all_.insert_or_assign(job, RunningOne{facts, now});
  if (!facts.preemptible) return;
  stoppable_[facts.queue].insert(entry_of(job, at->second));
  ++count_;
}

RunningOne RunningSet::end(std::uint32_t job) {
  const auto at = all_.find(job);
  const RunningOne one = at->second;
  if (one.facts.preemptible && !one.leaves) {
    stoppable_[one.facts.queue].erase(entry_of(job, one));
    --count_;
  }
  all_.erase(at);
  return one;
}

void RunningSet::leave(std::uint32_t job) {
  RunningOne& one = all_.at(job);
  stoppable_[one.facts.queue].erase(entry_of(job, one));
  --count_;
  one.leaves = true;
}

}  // namespace gpuscape::quota
