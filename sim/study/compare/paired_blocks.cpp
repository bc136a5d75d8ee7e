#include "sim/study/compare/paired_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/study/metrics/slo_values.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

MetricWindow common_window(const StudyOutcome& baseline, const StudyOutcome& variant) {
  MetricWindow window = baseline.window;
  window.submitted_from = std::max(window.submitted_from, variant.window.submitted_from);
  return window;
}

}  // namespace

PairedBlocks::PairedBlocks(const StudyOutcome& baseline, const StudyOutcome& variant,
                           const StopCheck& stop)
    : baseline_(baseline),
      variant_(variant),
      stop_(stop),
      window_(common_window(baseline, variant)),
      is_window_of_both_(baseline.window.submitted_from == variant.window.submitted_from),
      grid_(day_grid(window_)),
      bootstrap_(grid_, baseline.result.scenario.run.confidence,
                 baseline.result.scenario.run.seed) {}

Estimate PairedBlocks::of_metric(const Metric& metric, double difference) const {
  if (metric.by_day != nullptr) return of_time_average(metric, difference);
  if (metric.sample == nullptr || metric.of_sorted != nullptr) return exact_of_replay(difference);
  if (metric.quantile == 0.0) return of_mean(metric.sample);
  return of_quantile(taken(metric.sample, baseline_), taken(metric.sample, variant_),
                     metric.quantile, difference);
}

Estimate PairedBlocks::of_objective(const SloSpec& slo, double difference) const {
  if (!slo.of_jobs) return of_metric(metrics()[metric_index(slo.metric)], difference);
  const auto values = [&](const StudyOutcome& side) {
    return slo_values(side.result.first, window_, side.result.scenario, slo, stop_);
  };
  DatedValues before = values(baseline_);
  DatedValues after = values(variant_);
  if (before.value.empty() || after.value.empty())
    return {.value = std::nan(""), .low = {}, .high = {}, .method = "no interval: no such jobs"};
  return of_quantile(std::move(before), std::move(after), slo.quantile, difference);
}

Estimate PairedBlocks::of_mean(JobSample sample) const {
  const DayCells before = taken(sample, baseline_).cells(grid_.days());
  const DayCells after = taken(sample, variant_).cells(grid_.days());
  return estimate(after.ratio() - before.ratio(), bootstrap_.difference_interval(after, before));
}

Estimate PairedBlocks::of_quantile(DatedValues at_baseline, DatedValues at_variant, double p,
                                   double difference) const {
  if (at_baseline.value.empty() || at_variant.value.empty())
    return estimate(std::nan(""), std::nullopt);
  const SortedByDay before(std::move(at_baseline), grid_.days(), stop_);
  const SortedByDay after(std::move(at_variant), grid_.days(), stop_);
  // Where nothing moved, the test behind the interval could only tell that from a little more.
  if (before.values() == after.values())
    return estimate(0.0, Interval{0.0, 0.0, IntervalMethod::percentile});
  if (!is_window_of_both_) difference = quantile(after.values(), p) - quantile(before.values(), p);
  return estimate(difference, quantile_difference_interval(after, before, p, bootstrap_, stop_));
}

Estimate PairedBlocks::of_time_average(const Metric& metric, double difference) const {
  const DayCells before = days_of(metric, baseline_);
  const DayCells after = days_of(metric, variant_);
  if (!is_window_of_both_) difference = after.ratio() - before.ratio();
  return estimate(difference, bootstrap_.difference_t_interval(after, before));
}

DatedValues PairedBlocks::taken(JobSample sample, const StudyOutcome& side) const {
  return sample(side.result.first, window_, grid_, stop_);
}

/// A share is of what each side has.
DayCells PairedBlocks::days_of(const Metric& metric, const StudyOutcome& side) const {
  DayCells days = metric.by_day(side.result.first, grid_, stop_);
  if (metric.divided_by == nullptr) return days;
  for (double& value : days.numerator) value /= metric.divided_by(side.result.first);
  return days;
}

Estimate PairedBlocks::estimate(double value, const std::optional<Interval>& interval) const {
  Estimate made{.value = value, .low = {}, .high = {}, .method = bootstrap_.method(interval)};
  if (!interval) return made;
  made.low = interval->low;
  made.high = interval->high;
  made.method = "paired " + made.method;
  return made;
}

Estimate exact_of_replay(double value) {
  return {.value = value, .low = {}, .high = {}, .method = "exact: of this replay"};
}

}  // namespace gpuscape
