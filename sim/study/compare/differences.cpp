#include "sim/study/compare/differences.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/study/metrics/slo_values.hpp"

namespace gpuscape {

namespace {

Estimate exact(double value) {
  return {.value = value, .low = {}, .high = {}, .method = "exact: of this replay"};
}

/// Of one number of each replication.
Estimate over_replications(const StudyOutcome& side, std::size_t metric) {
  if (side.result.replications == 1) return exact(side.result.metrics[metric]);
  std::vector<double> values;
  values.reserve(side.replications.size());
  for (const ReplicationSummary& replication : side.replications)
    values.push_back(replication.metrics[metric]);
  return estimate_over_replications(values, side.result.scenario.run.confidence);
}

using ValueOf = std::function<double(const ReplicationSummary&)>;

/// The mean difference of the replications that both sides have.
Estimate paired_replications(const StudyOutcome& baseline, const StudyOutcome& variant,
                             const ValueOf& at_baseline, const ValueOf& at_variant) {
  std::vector<double> differences;
  auto other = variant.replications.begin();
  for (const ReplicationSummary& one : baseline.replications) {
    while (other != variant.replications.end() && other->replication < one.replication) ++other;
    if (other == variant.replications.end()) break;
    if (other->replication != one.replication) continue;
    const double difference = at_variant(*other) - at_baseline(one);
    if (!std::isnan(difference)) differences.push_back(difference);
  }
  Estimate estimate = mean_over_replications(differences, baseline.result.scenario.run.confidence);
  if (estimate.low) estimate.method = "paired " + estimate.method;
  return estimate;
}

/// The differences of two runs of the same log.
class PairedBlocks {
 public:
  PairedBlocks(const StudyOutcome& baseline, const StudyOutcome& variant, const StopCheck& stop)
      : baseline_(baseline),
        variant_(variant),
        stop_(stop),
        grid_(day_grid(baseline.window)),
        bootstrap_(grid_, baseline.result.scenario.run.confidence,
                   baseline.result.scenario.run.seed) {
    ensure(day_grid(variant.window).days() == grid_.days(), "the same jobs span the same days");
  }

  [[nodiscard]] Estimate of_mean(JobSample sample) const {
    const DayCells before = taken(sample, baseline_).cells(grid_.days());
    const DayCells after = taken(sample, variant_).cells(grid_.days());
    return estimate(after.ratio() - before.ratio(), bootstrap_.difference_interval(after, before));
  }

  [[nodiscard]] Estimate of_quantile(JobSample sample, double p, double difference) const {
    return of_quantile(taken(sample, baseline_), taken(sample, variant_), p, difference);
  }

  /// Of the jobs that an objective means.
  [[nodiscard]] Estimate of_objective(const SloSpec& slo, double difference) const {
    const auto values = [&](const StudyOutcome& side) {
      return slo_values(side.result.first, side.window, side.result.scenario, slo, stop_);
    };
    return of_quantile(values(baseline_), values(variant_), slo.quantile, difference);
  }
  [[nodiscard]] Estimate of_quantile(DatedValues at_baseline, DatedValues at_variant, double p,
                                     double difference) const {
    const SortedByDay before(std::move(at_baseline), grid_.days(), stop_);
    const SortedByDay after(std::move(at_variant), grid_.days(), stop_);
    // Where nothing moved, the test behind the interval could only tell that from a little more.
    if (before.values() == after.values())
      return estimate(0.0, Interval{0.0, 0.0, IntervalMethod::percentile});
    return estimate(difference, quantile_difference_interval(after, before, p, bootstrap_, stop_));
  }

  [[nodiscard]] Estimate of_time_average(const Metric& metric, double difference) const {
    return estimate(difference, bootstrap_.difference_t_interval(days_of(metric, variant_),
                                                                 days_of(metric, baseline_)));
  }

 private:
  [[nodiscard]] DatedValues taken(JobSample sample, const StudyOutcome& side) const {
    return sample(side.result.first, side.window, grid_, stop_);
  }

  /// A share is of what each side has.
  [[nodiscard]] DayCells days_of(const Metric& metric, const StudyOutcome& side) const {
    DayCells days = metric.by_day(side.result.first, grid_, stop_);
    if (metric.divided_by == nullptr) return days;
    for (double& value : days.numerator) value /= metric.divided_by(side.result.first);
    return days;
  }

  [[nodiscard]] Estimate estimate(double value, const std::optional<Interval>& interval) const {
    Estimate made{.value = value, .low = {}, .high = {}, .method = bootstrap_.method(interval)};
    if (!interval) return made;
    made.low = interval->low;
    made.high = interval->high;
    made.method = "paired " + made.method;
    return made;
  }

  const StudyOutcome& baseline_;
  const StudyOutcome& variant_;
  const StopCheck& stop_;
  DayGrid grid_;
  RatioBootstrap bootstrap_;
};

Estimate over_blocks(const PairedBlocks& blocks, const Metric& metric, double difference) {
  if (metric.by_day != nullptr) return blocks.of_time_average(metric, difference);
  if (metric.sample == nullptr || metric.of_sorted != nullptr) return exact(difference);
  return metric.quantile > 0.0 ? blocks.of_quantile(metric.sample, metric.quantile, difference)
                               : blocks.of_mean(metric.sample);
}

/// As far as numbers tell: where some never start, the others end sooner for it.
bool same_jobs_end(const StudyResult& a, const StudyResult& b) {
  return a.unfinished == b.unfinished && a.never_fit == b.never_fit &&
         a.dependency_failed == b.dependency_failed;
}

constexpr double kLeastTime = 1.0;     // s: clocks of logs have no more
constexpr double kLeastShare = 0.001;  // as printed: 0.1 %
constexpr double kLeastFactor = 0.01;

double least_of(const Metric& metric) {
  if (metric.is_time()) return kLeastTime;
  return metric.print == MetricPrint::share ? kLeastShare : kLeastFactor;
}

double least_of(const SloSpec& slo) {
  if (!slo.of_jobs) return least_of(metrics()[metric_index(slo.metric)]);
  return slo.is_time ? kLeastTime : kLeastFactor;
}

void judge(Difference& difference, Goal goal, double least) {
  const double scale =
      std::max(std::abs(difference.baseline.value), std::abs(difference.variant.value));
  difference.verdict = verdict_of(difference.difference, goal, {scale, least});
}

}  // namespace

Verdict verdict_of(const Estimate& difference, Goal goal, const Matter& matter) {
  constexpr double kRounding = 1e-9;
  constexpr double kRelative = 0.01;
  if (!difference.low || !difference.high) return Verdict::no_interval;
  const double rounding = kRounding * matter.scale;
  const bool grows = *difference.low > rounding;
  if (!grows && !(*difference.high < -rounding)) return Verdict::no_difference_shown;
  const double least = std::max(matter.least, kRelative * matter.scale);
  if (std::abs(difference.value) < least) return Verdict::negligible;
  if (goal == Goal::low) return grows ? Verdict::worse : Verdict::better;
  if (goal == Goal::high) return grows ? Verdict::better : Verdict::worse;
  return grows ? Verdict::higher : Verdict::lower;
}

Estimate unpaired_difference(const Estimate& baseline, const Estimate& variant) {
  Estimate difference{
      .value = variant.value - baseline.value, .low = {}, .high = {}, .method = baseline.method};
  if (!baseline.low || !baseline.high) return difference;
  difference.method = variant.method;
  if (!variant.low || !variant.high) return difference;
  difference.low =
      difference.value - std::hypot(variant.value - *variant.low, *baseline.high - baseline.value);
  difference.high =
      difference.value + std::hypot(*variant.high - variant.value, baseline.value - *baseline.low);
  difference.method = "unpaired: from the intervals of both";
  return difference;
}

Estimate compared_estimate(const StudyOutcome& side, std::size_t metric) {
  return metrics()[metric].estimated ? side.result.estimates[metric]
                                     : over_replications(side, metric);
}

std::vector<MetricDifference> metric_differences(const StudyOutcome& baseline,
                                                 const StudyOutcome& variant, Pairing pairing,
                                                 const StopCheck& stop) {
  std::optional<PairedBlocks> blocks;
  if (pairing == Pairing::blocks) blocks.emplace(baseline, variant, stop);
  std::vector<MetricDifference> all;
  for (std::size_t i = 0; i < metrics().size(); ++i) {
    const Metric& metric = metrics()[i];
    if (metric.compared == 0) continue;
    if (!has(baseline.result.first, metric) || !has(variant.result.first, metric)) continue;
    // How long other jobs take says nothing of these.
    if (metric.of_same_jobs && pairing == Pairing::none) continue;
    MetricDifference made;
    made.metric = &metric;
    made.baseline = compared_estimate(baseline, i);
    made.variant = compared_estimate(variant, i);
    if (blocks) {
      made.difference = over_blocks(*blocks, metric, made.variant.value - made.baseline.value);
    } else if (pairing == Pairing::replications) {
      const auto value = [&](const ReplicationSummary& one) { return one.metrics[i]; };
      made.difference = paired_replications(baseline, variant, value, value);
    } else {
      made.difference = unpaired_difference(made.baseline, made.variant);
    }
    if (metric.of_same_jobs && !same_jobs_end(baseline.result, variant.result))
      made.difference = {std::nan(""), {}, {}, "not compared: not the same jobs end"};
    judge(made, metric.goal, least_of(metric));
    all.push_back(std::move(made));
  }
  return all;
}

std::vector<SloDifference> slo_differences(const StudyOutcome& baseline,
                                           const StudyOutcome& variant, Pairing pairing,
                                           const StopCheck& stop) {
  std::optional<PairedBlocks> blocks;
  if (pairing == Pairing::blocks) blocks.emplace(baseline, variant, stop);
  std::vector<SloDifference> all;
  for (std::size_t i = 0; i < baseline.result.slo.size(); ++i) {
    const SloVerdict& before = baseline.result.slo[i];
    const auto after = std::find_if(
        variant.result.slo.begin(), variant.result.slo.end(), [&](const SloVerdict& slo) {
          return slo.name == before.name && slo.metric == before.metric &&
                 slo.at_least == before.at_least && slo.quantile == before.quantile;
        });
    if (after == variant.result.slo.end()) continue;
    SloDifference made;
    made.name = before.name;
    made.met_at_baseline = before.met;
    made.met = after->met;
    made.baseline = before.value;
    made.variant = after->value;
    if (blocks) {
      made.difference = blocks->of_quantile(queue_waits, before.quantile,
                                            after->value.value - before.value.value);
    } else if (pairing == Pairing::replications) {
      const auto other = static_cast<std::size_t>(after - variant.result.slo.begin());
      made.difference = paired_replications(
          baseline, variant, [&](const ReplicationSummary& one) { return one.slo[i]; },
          [&](const ReplicationSummary& one) { return one.slo[other]; });
    } else {
      made.difference = unpaired_difference(before.value, after->value);
    }
    made.goal = before.at_least ? Goal::high : Goal::low;
    judge(made, made.goal, least_of(before));
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace gpuscape
