#include "sim/study/metrics/estimates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/base/interrupted.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/metrics/slo_values.hpp"
#include "sim/study/statistics/quantile.hpp"
#include "sim/study/statistics/student.hpp"

namespace gpuscape {

namespace {

/// Sampling error may reach below zero; no time, count or share can.
Estimate bounded(double value, const std::optional<Interval>& interval,
                 const RatioBootstrap& bootstrap) {
  Estimate estimate{.value = value, .low = {}, .high = {}, .method = bootstrap.method(interval)};
  if (!interval) return estimate;
  estimate.low = std::max(0.0, interval->low);
  estimate.high = std::max(0.0, interval->high);
  return estimate;
}

/// A number of GPUs as a share of all.
Estimate as_share(Estimate gpus, double all) {
  gpus.value /= all;
  if (gpus.low) gpus.low = *gpus.low / all;
  if (gpus.high) gpus.high = std::min(1.0, *gpus.high / all);
  return gpus;
}

SloVerdict verdict(const SloSpec& slo, Estimate value) {
  const bool met = slo.at_least ? value.value >= slo.limit : value.value <= slo.limit;
  return {slo, std::move(value), met};
}

constexpr std::string_view kNotAllCounted = "not everything is counted";

/// Of a metric of the run. An amount of which a part is not counted is the least that it can be: it
/// may miss what it has to stay below, and does not meet it.
SloVerdict verdict_of_run(const SloSpec& slo, Estimate value, const RunResult& run) {
  SloVerdict all = verdict(slo, std::move(value));
  const bool is_least = metrics()[metric_index(slo.metric)].needs == Needs::cost &&
                        run.cost != nullptr && !run.cost->missing().empty();
  if (!is_least || all.met == slo.at_least) return all;
  all.value = {.value = std::nan(""), .low = {}, .high = {}, .method = std::string(kNotAllCounted)};
  all.met = false;
  return all;
}

}  // namespace

Estimate estimate_over_replications(std::span<const double> values, double confidence) {
  Estimate estimate = mean_over_replications(values, confidence);
  if (estimate.low) estimate.low = std::max(0.0, *estimate.low);
  return estimate;
}

Estimate mean_over_replications(std::span<const double> values, double confidence) {
  Estimate estimate{
      .value = mean(values), .low = {}, .high = {}, .method = "no interval: 1 replication"};
  if (values.empty()) estimate.method = "no interval: no such jobs";
  if (values.size() < 2) return estimate;
  double squares = 0.0;
  for (const double value : values) squares += (value - estimate.value) * (value - estimate.value);
  const auto count = static_cast<double>(values.size());
  const double half = student_quantile(count - 1.0, 0.5 + confidence / 2.0) *
                      std::sqrt(squares / (count - 1.0) / count);
  estimate.low = estimate.value - half;
  estimate.high = estimate.value + half;
  estimate.method = fmt::format("t over {} replications", values.size());
  return estimate;
}

namespace {

/// A value without an interval.
Estimate single(double value, std::string_view why) {
  return {.value = value, .low = {}, .high = {}, .method = std::string(why)};
}

/// Estimates from the blocks of one log.
class OfBlocks {
 public:
  OfBlocks(const StudyResult& result, const MetricWindow& window, const StopCheck& stop)
      : stop_(stop),
        grid_(day_grid(window)),
        bootstrap_(grid_, result.scenario.run.confidence, result.scenario.run.seed) {}

  [[nodiscard]] const DayGrid& grid() const { return grid_; }
  [[nodiscard]] const StopCheck& stop() const { return stop_; }
  [[nodiscard]] Estimate mean(const DayCells& cells) const {
    stop_.look();
    return bounded(cells.ratio(), bootstrap_.interval(cells), bootstrap_);
  }
  [[nodiscard]] Estimate mean(const DatedValues& sample) const {
    return mean(sample.cells(grid_.days()));
  }
  [[nodiscard]] Estimate share(const DayCells& gpus, double total) const {
    return as_share(bounded(gpus.ratio(), bootstrap_.t_interval(gpus), bootstrap_), total);
  }
  [[nodiscard]] std::vector<Estimate> quantiles(DatedValues sample,
                                                std::span<const double> ps) const {
    const SortedByDay sorted(std::move(sample), grid_.days(), stop_);
    const auto intervals = quantile_intervals(sorted, ps, bootstrap_, stop_);
    std::vector<Estimate> estimates;
    estimates.reserve(ps.size());
    for (std::size_t i = 0; i < ps.size(); ++i)
      estimates.push_back(bounded(quantile(sorted.values(), ps[i]), intervals[i], bootstrap_));
    return estimates;
  }

 private:
  const StopCheck& stop_;
  DayGrid grid_;
  RatioBootstrap bootstrap_;
};

/// The metrics that are estimated from a sample of jobs, and the objectives on that sample.
void describe_sample(StudyResult& result, JobSample sample, const MetricWindow& window,
                     const OfBlocks& blocks) {
  DatedValues values = sample(result.first, window, blocks.grid(), blocks.stop());
  std::vector<double> ps;
  std::vector<Estimate*> wanted;
  for (std::size_t i = 0; i < metrics().size(); ++i) {
    const Metric& metric = metrics()[i];
    if (metric.sample != sample || metric.of_sorted != nullptr) continue;
    if (metric.quantile > 0.0) {
      ps.push_back(metric.quantile);
      wanted.push_back(&result.estimates[i]);
    } else {
      result.estimates[i] = blocks.mean(values);
    }
  }
  const std::size_t objectives = ps.size();
  std::vector<std::size_t> on_sample;  // objectives, whose quantiles follow those of the metrics
  for (std::size_t i = 0; i < result.scenario.slo.size(); ++i) {
    const SloSpec& slo = result.scenario.slo[i];
    if (!slo.of_jobs || sample_of(slo.metric) != sample) continue;
    on_sample.push_back(i);
    ps.push_back(slo.quantile);
  }
  const std::vector<Estimate> found = blocks.quantiles(std::move(values), ps);
  for (std::size_t i = 0; i < wanted.size(); ++i) *wanted[i] = found[i];
  for (std::size_t i = 0; i < on_sample.size(); ++i) {
    const SloSpec& slo = result.scenario.slo[on_sample[i]];
    Estimate value = found[objectives + i];
    if (slo.where)
      value = blocks
                  .quantiles(slo_values(result.first, window, result.scenario, slo, blocks.stop()),
                             {&slo.quantile, 1})
                  .front();
    result.slo[on_sample[i]] = verdict(slo, std::move(value));
  }
}

/// Values without intervals, for the case that these are never reached.
void start_without_intervals(StudyResult& result, const ReplicationSummary& of_first) {
  constexpr std::string_view kWhy = "no interval: stopped before it was known";
  for (std::size_t i = 0; i < metrics().size(); ++i)
    if (metrics()[i].estimated) result.estimates[i] = single(of_first.metrics[i], kWhy);
  result.slo.clear();
  for (std::size_t i = 0; i < result.scenario.slo.size(); ++i)
    result.slo.push_back(verdict(result.scenario.slo[i], single(of_first.slo[i], kWhy)));
}

/// Of one that is not taken from a sample.
Estimate estimate_of(const Metric& metric, double value, const RunResult& run,
                     const OfBlocks& blocks) {
  if (metric.by_day == nullptr) return single(value, metric.method);
  const DayCells days = metric.by_day(run, blocks.grid(), blocks.stop());
  return metric.divided_by == nullptr ? blocks.mean(days)
                                      : blocks.share(days, metric.divided_by(run));
}

/// The objectives on metrics of the whole run that are estimated; of the others the value is known.
void judge_metrics(StudyResult& result) {
  for (std::size_t i = 0; i < result.scenario.slo.size(); ++i) {
    const SloSpec& slo = result.scenario.slo[i];
    if (slo.of_jobs) continue;
    const std::size_t metric = metric_index(slo.metric);
    result.slo[i] = verdict_of_run(slo,
                                   metrics()[metric].estimated
                                       ? result.estimates[metric]
                                       : single(result.metrics[metric], metrics()[metric].method),
                                   result.first);
  }
}

void describe_all(StudyResult& result, const MetricWindow& window, const StopCheck& stop) {
  const OfBlocks blocks(result, window, stop);
  std::vector<JobSample> described;
  for (std::size_t i = 0; i < metrics().size(); ++i) {
    const Metric& metric = metrics()[i];
    if (!metric.estimated) continue;
    if (metric.sample == nullptr || metric.of_sorted != nullptr) {
      result.estimates[i] = estimate_of(metric, result.metrics[i], result.first, blocks);
    } else if (std::ranges::find(described, metric.sample) == described.end()) {
      described.push_back(metric.sample);
      describe_sample(result, metric.sample, window, blocks);
    }
  }
  judge_metrics(result);
}

}  // namespace

bool estimate_by_bootstrap(StudyResult& result, const ReplicationSummary& of_first,
                           const MetricWindow& window, const StopCheck& stop) {
  start_without_intervals(result, of_first);
  if (of_first.stopped) return false;
  try {
    describe_all(result, window, stop);
  } catch (const Interrupted&) {
    return false;
  }
  return true;
}

void estimate_by_replications(StudyResult& result,
                              std::span<const ReplicationSummary> replications) {
  const double confidence = result.scenario.run.confidence;
  std::vector<double> values;
  for (std::size_t i = 0; i < metrics().size(); ++i) {
    const Metric& metric = metrics()[i];
    if (!metric.estimated) continue;
    values.clear();
    for (const ReplicationSummary& replication : replications) {
      // A replication without any job of the kind says nothing about it.
      const double value = replication.metrics[i];
      if (!std::isnan(value)) values.push_back(value);
    }
    Estimate& estimate = result.estimates[i];
    estimate = estimate_over_replications(values, confidence);
    if (estimate.low) estimate.low = std::max(*estimate.low, metric.range.low);
    if (estimate.high) estimate.high = std::min(*estimate.high, metric.range.high);
  }
  result.slo.clear();
  for (std::size_t s = 0; s < result.scenario.slo.size(); ++s) {
    values.clear();
    for (const ReplicationSummary& replication : replications)
      if (!std::isnan(replication.slo[s])) values.push_back(replication.slo[s]);
    result.slo.push_back(
        verdict(result.scenario.slo[s], estimate_over_replications(values, confidence)));
    const SloSpec& slo = result.scenario.slo[s];
    if (!slo.of_jobs && metrics()[metric_index(slo.metric)].estimated)
      result.slo.back() = verdict_of_run(slo, result.estimates[slo.metric], result.first);
  }
}

namespace {

/// Half the widest interval of those that decide, as a share of what is allowed; infinite where one
/// is not known.
double widest_half(const StudyResult& result) {
  double widest = 0.0;
  for (const Metric& metric : metrics()) {
    const Precision& asked = metric.precision;
    if (!metric.estimated || asked.relative == 0.0) continue;
    const Estimate& estimate = result.estimates[metric.key];
    if (!std::isfinite(estimate.value)) continue;
    if (!estimate.high) return std::numeric_limits<double>::infinity();
    const double half = *estimate.high - estimate.value;
    const double allowed = std::max(asked.absolute, asked.relative * std::abs(estimate.value));
    widest = std::max(widest, half / allowed);
  }
  return widest;
}

}  // namespace

bool precise_enough(const StudyResult& result) { return widest_half(result) <= 1.0; }

double replications_for_precision(const StudyResult& result) {
  const double widest = std::max(1.0, widest_half(result));
  return static_cast<double>(result.replications) * widest * widest;
}

}  // namespace gpuscape
