#pragma once
/// Whose cores prepare the samples of a job.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "sim/model/applications/job_costs.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// As JobCosts asks: none where its GPUs are in its own nodes.
inline JobCosts::Clients clients_of(std::span<const AllocationSpan> spans,
                                    const Platform& platform) {
  JobCosts::Clients clients;
  if (!uses_lent_gpus(spans)) return clients;
  clients.count = clients_among(spans);
  clients.milli_cores = std::numeric_limits<std::int64_t>::max();
  for (const AllocationSpan& span : spans.first(clients.count)) {
    const NodeGroup& group = platform.groups()[platform.group_of(span.node)];
    clients.milli_cores = std::min(clients.milli_cores, group.capacity.milli_cores);
  }
  return clients;
}

}  // namespace gpuscape
