#pragma once
/// Fills the estimates of a StudyResult: from one log by bootstrap, or from replications by
/// Student's t.

#include <span>

#include "sim/study/metrics/replication_summary.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// The mean of the values with its interval; one value has none. Values of any sign.
Estimate mean_over_replications(std::span<const double> values, double confidence);

/// The same for values that cannot be negative.
Estimate estimate_over_replications(std::span<const double> values, double confidence);

/// From `result.first` alone, whose values are `of_first`. False once a stop was asked for:
/// intervals that were not known by then are missing.
bool estimate_by_bootstrap(StudyResult& result, const ReplicationSummary& of_first,
                           const MetricWindow& window, const StopCheck& stop = {});
/// From every replication.
void estimate_by_replications(StudyResult& result,
                              std::span<const ReplicationSummary> replications);

/// True when the half-width of every mean is at most 5 %, and of every p95 at most 10 % of its
/// value. Near zero an absolute width counts: 1 s for times, half a percentage point for shares.
bool precise_enough(const StudyResult& result);
/// An estimate of how many replications that needs, from the intervals of those already run (at
/// least two): half-widths fall with the square root of the number. Never fewer than were run.
double replications_for_precision(const StudyResult& result);

}  // namespace gpuscape
