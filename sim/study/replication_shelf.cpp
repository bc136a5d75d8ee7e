#include "sim/study/replication_shelf.hpp"

#include <utility>

namespace gpuscape {

namespace {

/// About what a run takes up: its jobs with their spans, its timeline, its traffic.
std::size_t bytes_of(const RunResult& run) {
  constexpr std::size_t kJob = sizeof(Job) + sizeof(Segment) + 2 * sizeof(AllocationSpan);
  std::size_t bytes = run.jobs.size() * kJob + run.waits.jobs.size() * sizeof(JobWait);
  bytes += run.timeline.series().size() * run.timeline.size() * sizeof(double);
  if (run.traffic) bytes += run.traffic->jobs.size() * sizeof(TrafficRecord);
  return bytes;
}

}  // namespace

std::shared_ptr<const RunResult> ReplicationShelf::find(std::size_t replication) const {
  const std::scoped_lock lock(mutex_);
  const auto found = runs_.find(replication);
  return found == runs_.end() ? nullptr : found->second;
}

void ReplicationShelf::keep(std::size_t replication, const std::shared_ptr<const RunResult>& run) {
  const std::size_t bytes = bytes_of(*run);
  const std::scoped_lock lock(mutex_);
  if (bytes_ + bytes > most_bytes_) return;
  if (runs_.try_emplace(replication, run).second) bytes_ += bytes;
}

void ReplicationShelf::lend(std::size_t replication, std::shared_ptr<const RunResult> run) {
  const std::scoped_lock lock(mutex_);
  runs_.insert_or_assign(replication, std::move(run));
}

}  // namespace gpuscape
