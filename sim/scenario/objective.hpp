#pragma once
/// What a service-level objective may be of. Which metrics there are is handed in by who reads a
/// scenario (LoadOptions), because only sim/study knows them.

#include <span>
#include <string_view>

namespace gpuscape {

struct ObjectiveMetric {
  std::string_view name;   ///< as `metric` says it: "queue_wait", "gpus_allocated_share"
  std::string_view about;  ///< for schema and reference
  bool of_jobs = false;    ///< each job has a value: a quantile of them counts
  bool is_time = false;    ///< limits are times; else numbers
};

/// Where nothing is handed in.
inline constexpr ObjectiveMetric kQueueWait[] = {
    {"queue_wait", "From submission to start, of jobs that started.", true, true}};

/// Kept in a ReadingContext.
struct ObjectiveMetrics {
  std::span<const ObjectiveMetric> all = kQueueWait;
};

}  // namespace gpuscape
