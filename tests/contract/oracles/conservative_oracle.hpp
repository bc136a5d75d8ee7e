#pragma once
/// Conservative backfill as it is defined, done the slow way: every question is answered from the
/// lists of running jobs and plans, at every instant, for all jobs. Rounds of improving the plans
/// come at each pass (an interval of 0).

#include <string>
#include <vector>

#include "sim/platform/node_group.hpp"
#include "sim/platform/planned_outage.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape::test {

/// First start dates of `jobs` (by rising submit date); -1 for one that never fits. `placement` is
/// pack, spread or best-fit; the first `depth` waiting jobs are promised a start. Of one node, no
/// two `outages` at a time; where there are any, jobs end by their limits.
std::vector<double> slow_conservative(const std::vector<Job>& jobs,
                                      const std::vector<NodeGroup>& groups,
                                      const std::string& placement, std::size_t depth,
                                      const std::vector<PlannedOutage>& outages = {});

}  // namespace gpuscape::test
