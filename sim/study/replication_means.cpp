#include "sim/study/replication_means.hpp"

namespace gpuscape {

std::optional<WorstWeek> mean_worst_week(std::span<const ReplicationSummary> replications) {
  WorstWeek sum;
  double count = 0.0;
  for (const ReplicationSummary& replication : replications) {
    if (!replication.worst_week) continue;
    if (replications.size() == 1) return replication.worst_week;
    count += 1.0;
    sum.weeks += replication.worst_week->weeks;
    sum.queue_wait_p95 += replication.worst_week->queue_wait_p95;
    sum.weeks_without_wait_at_p95 += replication.worst_week->weeks_without_wait_at_p95;
  }
  if (count == 0.0) return std::nullopt;
  sum.weeks /= count;
  sum.queue_wait_p95 /= count;
  sum.weeks_without_wait_at_p95 /= count;
  return sum;
}

SecondsByReason mean_waited_for(std::span<const ReplicationSummary> replications) {
  SecondsByReason mean{};
  for (const ReplicationSummary& replication : replications) {
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] += replication.waited_for[i] / static_cast<double>(replications.size());
  }
  return mean;
}

Usage mean_usage(std::span<const ReplicationSummary> replications) {
  Usage mean;
  double count = 0.0;
  for (const ReplicationSummary& replication : replications)
    if (!replication.usage.pools.empty()) ++count;
  for (const ReplicationSummary& replication : replications) {
    const Usage& usage = replication.usage;
    if (usage.pools.empty()) continue;
    mean.pools.resize(usage.pools.size());
    for (std::size_t i = 0; i < mean.pools.size(); ++i) {
      mean.pools[i].held_share += usage.pools[i].held_share / count;
      mean.pools[i].up_share += usage.pools[i].up_share / count;
      mean.pools[i].core_share += usage.pools[i].core_share / count;
      mean.pools[i].useful_share += usage.pools[i].useful_share / count;
    }
    mean.jobs_per_second += usage.jobs_per_second / count;
    mean.failures_per_second += usage.failures_per_second / count;
    mean.window += usage.window / count;
  }
  return mean;
}

}  // namespace gpuscape
