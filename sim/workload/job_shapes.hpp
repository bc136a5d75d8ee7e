#pragma once
/// What the jobs of a workload ask for, each kind once.

#include <cstdint>
#include <vector>

#include "sim/platform/demand.hpp"

namespace gpuscape {

class WorkloadSource;

/// Jobs that ask for the same GPUs, cores, number of nodes and kind of node. Memory makes no kind
/// of its own: that of the first is kept.
struct JobShape {
  Demand demand;
  std::int64_t count = 0;
};

/// Of all jobs that the source has to give, in the order in which their kinds come; what follows on
/// the end of others is not among them.
[[nodiscard]] std::vector<JobShape> shapes_of(WorkloadSource& source);

/// The most frequent ones that make up `share` of the jobs; of equals those that came first.
[[nodiscard]] std::vector<JobShape> typical_shapes(std::vector<JobShape> shapes, double share);

}  // namespace gpuscape
