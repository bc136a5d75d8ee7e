#pragma once
/// EASY as it is defined, done the slow way: at every instant everything is worked out anew from
/// the list of running jobs. Nodes of one kind, GPUs only.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/workload/job.hpp"

namespace gpuscape::test {

/// Start dates of `jobs` (by rising submit date) on `node_count` nodes; `placement` is pack, spread
/// or best-fit; `depth` waiting jobs behind the head are looked at, 0 for no backfill.
std::vector<double> slow_easy(const std::vector<Job>& jobs, std::uint32_t node_count,
                              std::int32_t gpus_per_node, const std::string& placement,
                              std::size_t depth);

}  // namespace gpuscape::test
