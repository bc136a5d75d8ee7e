#pragma once
/// Fills the estimates of a StudyResult: from one log by bootstrap, or from replications by
/// Student's t.

#include <span>

#include "sim/study/run_metrics.hpp"
#include "sim/study/study_result.hpp"

namespace gpuscape {

/// What one replication leaves behind.
struct ReplicationSummary {
  std::size_t replication = 0;
  RunMetrics metrics;
  std::optional<WorstWeek> worst_week;
  SecondsByReason waited_for{};
  std::vector<double> slo;  ///< the quantile of each slo, s
  std::int64_t unfinished = 0;
  std::int64_t timed_out = 0;
  std::int64_t dependency_failed = 0;
  std::int64_t never_fit = 0;
  std::int64_t started = 0;
};

/// `slo` is the scenario's.
ReplicationSummary summarize(const RunResult& run, const MetricWindow& window,
                             const ScenarioSpec& scenario);

/// The mean of the values with its interval; one value has none. Values of any sign.
Estimate mean_over_replications(std::span<const double> values, double confidence);

/// The same for values that cannot be negative.
Estimate estimate_over_replications(std::span<const double> values, double confidence);

/// From `result.first` alone.
void estimate_by_bootstrap(StudyResult& result, const MetricWindow& window);
/// From every replication.
void estimate_by_replications(StudyResult& result,
                              std::span<const ReplicationSummary> replications);

/// True when the half-width of every mean is at most 5 %, and of every p95 at most 10 % of its
/// value. Near zero an absolute width counts: 1 s for times, half a percentage point for shares.
bool precise_enough(const StudyResult& result);

}  // namespace gpuscape
