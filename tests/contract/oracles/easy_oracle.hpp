#pragma once
/// EASY as it is defined, done the slow way: at every instant everything is worked out anew from
/// the list of running jobs. Nodes of one kind, GPUs only.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/platform/future/outages.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape::test {

/// Start dates of `jobs` (by rising submit date) on `node_count` nodes; `placement` is pack, spread
/// or best-fit; `depth` waiting jobs behind the head are looked at, 0 for no backfill. `outages`
/// are of nodes of the one group; of a job that is stopped, the date of its first start counts.
std::vector<double> slow_easy(const std::vector<Job>& jobs, std::uint32_t node_count,
                              std::int32_t gpus_per_node, const std::string& placement,
                              std::size_t depth, const std::vector<PlannedOutage>& outages = {});

}  // namespace gpuscape::test
