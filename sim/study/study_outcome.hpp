#pragma once
/// A study that has ended, with what a comparison with another one needs.

#include <span>
#include <vector>

#include "sim/study/metrics/estimates.hpp"
#include "sim/study/metrics/run_metrics.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// The same replications over the jobs after a longer warm-up than the study's own.
struct LaterStart {
  Seconds from{0.0};
  std::vector<ReplicationSummary> replications = {};
};

struct StudyOutcome {
  StudyResult result;
  /// By rising replication; those that were stopped are missing.
  std::vector<ReplicationSummary> replications;
  MetricWindow window;  ///< what part of replication 0 the statistics look at
  /// By rising start: what a comparison with designs of longer warm-ups takes.
  std::vector<LaterStart> later_starts = {};
};

/// Whether the statistics of replications over the jobs from that date on are there.
[[nodiscard]] bool has_replications_from(const StudyOutcome& outcome, Seconds from);
/// Those. A defect where they are not.
[[nodiscard]] std::span<const ReplicationSummary> replications_from(const StudyOutcome& outcome,
                                                                    Seconds from);

}  // namespace gpuscape
