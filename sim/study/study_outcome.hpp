#pragma once
/// A study that has ended, with what a comparison with another one needs.

#include <vector>

#include "sim/study/metrics/estimates.hpp"
#include "sim/study/metrics/run_metrics.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

struct StudyOutcome {
  StudyResult result;
  /// By rising replication; those that were stopped are missing.
  std::vector<ReplicationSummary> replications;
  MetricWindow window;  ///< what part of replication 0 the statistics look at
};

}  // namespace gpuscape
