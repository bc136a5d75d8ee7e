#pragma once
/// The differences between two studies, each with its interval; how they are made is in
/// docs/explanation/statistics.md. Where a StopCheck is given, Interrupted is thrown once a stop
/// was asked for.

#include <span>
#include <vector>

#include "sim/study/compare/compare_result.hpp"
#include "sim/study/metrics/estimates.hpp"

namespace gpuscape {

/// One of the two studies.
enum class Pairing : std::uint8_t {
  blocks,        ///< one run of the same log on either side: its days or weeks are drawn together
  replications,  ///< replications of the same number have the same jobs
  none,          ///< different jobs
};

/// How large a difference must be to matter.
struct Matter {
  double scale = 0.0;  ///< the larger side; what is below 1e-9 of it is rounding
  double least = 0.0;
};

/// That of a metric between two values, as a scenario (NegligibleSpec) sets it.
Matter matter_of(const Metric& metric, double scale, const NegligibleSpec& negligible);

/// What the interval of a difference of that direction says. Where it lies on one side of zero but
/// its value is too small to matter, the difference is negligible.
Verdict verdict_of(const Estimate& difference, Goal goal, const Matter& matter);

/// The difference of two independent estimates from their intervals (method of variance estimates
/// recovery, Zou and Donner 2008).
Estimate unpaired_difference(const Estimate& baseline, const Estimate& variant);

/// What a study says of a metric (into metrics()): its estimate, or of a figure of one replication
/// the mean over all of them.
Estimate compared_estimate(const StudyOutcome& side, std::size_t metric);

std::vector<MetricDifference> metric_differences(const StudyOutcome& baseline,
                                                 const StudyOutcome& variant, Pairing pairing,
                                                 const StopCheck& stop = {});

/// Of the objectives that both scenarios have, with the same quantile, in the baseline's order.
std::vector<SloDifference> slo_differences(const StudyOutcome& baseline,
                                           const StudyOutcome& variant, Pairing pairing,
                                           const StopCheck& stop = {});

}  // namespace gpuscape
