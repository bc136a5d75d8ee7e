#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/workload/job_shapes.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape {

/// What policies may know of the workload before the run: by default nothing.
struct WorkloadFacts {
  std::shared_ptr<const OriginTable> origins = std::make_shared<OriginTable>();
  std::vector<std::string> streams;
  std::vector<std::vector<double>> demand;  ///< GPU seconds, [stream][origin]
  std::optional<Seconds> unix_origin = {};  ///< the run's first second since 1970, where known
  /// By stream: share of a GPU's time that its jobs on parts of one use alone; none: their part.
  std::vector<std::optional<double>> gpu_use = {};
  std::vector<bool> serves = {};  ///< by stream: its jobs answer requests
  std::uint64_t seed = 0;
  std::uint64_t replication = 0;
  std::vector<JobShape> shapes = {};  ///< of all jobs, where a placement wants to know
};

}  // namespace gpuscape
