#pragma once
/// The differences of two runs of the same jobs: their days or weeks are drawn together.

#include <optional>

#include "sim/study/metrics/metrics.hpp"
#include "sim/study/statistics/dated_values.hpp"
#include "sim/study/study_outcome.hpp"

namespace gpuscape {

/// Over the jobs that both sides look at: those after the longer warm-up. Both sides must outlive
/// it. Throws Interrupted.
class PairedBlocks {
 public:
  PairedBlocks(const StudyOutcome& baseline, const StudyOutcome& variant, const StopCheck& stop);

  /// `difference` is that of the two values as they are printed.
  [[nodiscard]] Estimate of_metric(const Metric& metric, double difference) const;
  /// Of the jobs that the objective means, on either side.
  [[nodiscard]] Estimate of_objective(const SloSpec& slo, double difference) const;

 private:
  [[nodiscard]] Estimate of_mean(JobSample sample) const;
  [[nodiscard]] Estimate of_quantile(DatedValues at_baseline, DatedValues at_variant, double p,
                                     double difference) const;
  [[nodiscard]] Estimate of_time_average(const Metric& metric, double difference) const;

  [[nodiscard]] DatedValues taken(JobSample sample, const StudyOutcome& side) const;
  [[nodiscard]] DayCells days_of(const Metric& metric, const StudyOutcome& side) const;
  [[nodiscard]] Estimate estimate(double value, const std::optional<Interval>& interval) const;

  const StudyOutcome& baseline_;
  const StudyOutcome& variant_;
  const StopCheck& stop_;
  MetricWindow window_;
  bool is_window_of_both_;  // as each side has it for itself, so that printed values are of it
  DayGrid grid_;
  RatioBootstrap bootstrap_;
};

/// A value without an interval, because another sample of the same kind cannot be had.
[[nodiscard]] Estimate exact_of_replay(double value);

}  // namespace gpuscape
