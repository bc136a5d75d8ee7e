#include "sim/study/estimates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/base/interrupted.hpp"
#include "sim/study/slo_waits.hpp"
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
  const bool met = value.value <= slo.at_most.value();
  return {slo.name, slo.quantile, slo.at_most.value(), std::move(value), met};
}

struct PrintedMetric {
  Estimate StudyResult::* estimate;
  double RunMetrics::* metric;
  double relative;  ///< half-width asked for ÷ value; 0: none asked for
  double absolute;  ///< half-width that is small enough whatever the value
  Interval range = {0.0, std::numeric_limits<double>::infinity()};  ///< in which the value can lie
};

constexpr double kMean = 0.05;
constexpr double kTail = 0.10;
constexpr double kSecond = 1.0;
constexpr double kHalfPercent = 0.005;
constexpr Interval kShare = {0.0, 1.0};
constexpr Interval kSlowdown = {1.0, std::numeric_limits<double>::infinity()};

constexpr PrintedMetric kMetrics[] = {
    {&StudyResult::queue_wait_mean, &RunMetrics::queue_wait_mean, kMean, kSecond},
    {&StudyResult::queue_wait_p50, &RunMetrics::queue_wait_p50, 0.0, 0.0},
    {&StudyResult::queue_wait_p95, &RunMetrics::queue_wait_p95, kTail, kSecond},
    {&StudyResult::queue_wait_p99, &RunMetrics::queue_wait_p99, 0.0, 0.0},
    {&StudyResult::completion_mean, &RunMetrics::completion_mean, kMean, kSecond},
    {&StudyResult::completion_p50, &RunMetrics::completion_p50, 0.0, 0.0},
    {&StudyResult::completion_p95, &RunMetrics::completion_p95, 0.0, 0.0},
    {&StudyResult::gpus_allocated_share, &RunMetrics::gpus_allocated_share, kMean, kHalfPercent,
     kShare},
    {&StudyResult::gpus_stranded_share, &RunMetrics::gpus_stranded_share, kMean, kHalfPercent,
     kShare},
    {&StudyResult::queue_length_mean, &RunMetrics::queue_length_mean, 0.0, 0.0},
    {&StudyResult::offered_load, &RunMetrics::offered_load, 0.0, 0.0},
    {&StudyResult::job_slowdown_mean, &RunMetrics::job_slowdown_mean, 0.0, 0.0, kSlowdown},
    {&StudyResult::job_slowdown_p50, &RunMetrics::job_slowdown_p50, 0.0, 0.0, kSlowdown},
    {&StudyResult::job_slowdown_p95, &RunMetrics::job_slowdown_p95, 0.0, 0.0, kSlowdown},
    {&StudyResult::job_slowed_share, &RunMetrics::job_slowed_share, 0.0, 0.0, kShare},
    {&StudyResult::network_load, &RunMetrics::network_load, 0.0, 0.0},
    {&StudyResult::jobs_per_hour, &RunMetrics::jobs_per_hour, kMean, 0.0},
    {&StudyResult::gpu_hours_per_hour, &RunMetrics::gpu_hours_per_hour, kMean, 0.0},
};

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

void describe_waits(StudyResult& result, const MetricWindow& window, const OfBlocks& blocks) {
  DatedValues waits = queue_waits(result.first.jobs, window, blocks.grid(), blocks.stop());
  result.queue_wait_mean = blocks.mean(waits);
  std::vector<double> ps = {0.5, 0.95, 0.99};
  const std::size_t objectives = ps.size();
  for (const SloSpec& slo : result.scenario.slo) ps.push_back(slo.quantile);
  const std::vector<Estimate> of_waits = blocks.quantiles(std::move(waits), ps);
  result.queue_wait_p50 = of_waits[0];
  result.queue_wait_p95 = of_waits[1];
  result.queue_wait_p99 = of_waits[2];
  for (std::size_t i = 0; i < result.scenario.slo.size(); ++i) {
    const SloSpec& slo = result.scenario.slo[i];
    Estimate value = of_waits[objectives + i];
    if (slo.where)
      value = blocks
                  .quantiles(slo_waits(result.first, window, result.scenario, slo, blocks.stop()),
                             {&slo.quantile, 1})
                  .front();
    result.slo[i] = verdict(slo, std::move(value));
  }
}

void describe_times(StudyResult& result, const MetricWindow& window, const OfBlocks& blocks) {
  constexpr double kPs[] = {0.5, 0.95};
  DatedValues completions =
      completion_times(result.first.jobs, window, blocks.grid(), blocks.stop());
  result.completion_mean = blocks.mean(completions);
  const std::vector<Estimate> completion = blocks.quantiles(std::move(completions), kPs);
  result.completion_p50 = completion[0];
  result.completion_p95 = completion[1];
  DatedValues slowdowns = job_slowdowns(result.first, window, blocks.grid(), blocks.stop());
  result.job_slowdown_mean = blocks.mean(slowdowns);
  const std::vector<Estimate> slowdown = blocks.quantiles(std::move(slowdowns), kPs);
  result.job_slowdown_p50 = slowdown[0];
  result.job_slowdown_p95 = slowdown[1];
}

/// Values without intervals, for the case that these are never reached.
void start_without_intervals(StudyResult& result, const ReplicationSummary& of_first) {
  constexpr std::string_view kWhy = "no interval: stopped before it was known";
  for (const PrintedMetric& printed : kMetrics)
    result.*printed.estimate = single(of_first.metrics.*printed.metric, kWhy);
  result.slo.clear();
  for (std::size_t i = 0; i < result.scenario.slo.size(); ++i)
    result.slo.push_back(verdict(result.scenario.slo[i], single(of_first.slo[i], kWhy)));
}

void describe_all(StudyResult& result, const MetricWindow& window, const StopCheck& stop) {
  const RunResult& run = result.first;
  const OfBlocks blocks(result, window, stop);
  describe_waits(result, window, blocks);
  describe_times(result, window, blocks);
  result.gpus_allocated_share =
      blocks.share(allocated_by_day(run, blocks.grid(), blocks.stop()), run.capacity());
  const auto gpus = static_cast<double>(run.gpus_total);
  result.gpus_stranded_share =
      blocks.share(stranded_by_day(run, blocks.grid(), blocks.stop()), gpus);
  result.queue_length_mean = blocks.mean(waiting_by_day(run, blocks.grid(), blocks.stop()));
  for (const auto& [estimate, metric] :
       {std::pair(&StudyResult::job_slowed_share, &RunMetrics::job_slowed_share),
        std::pair(&StudyResult::network_load, &RunMetrics::network_load)})
    result.*estimate = single(result.metrics.*metric, "exact: of this replay");
  for (const auto& [estimate, metric] :
       {std::pair(&StudyResult::jobs_per_hour, &RunMetrics::jobs_per_hour),
        std::pair(&StudyResult::gpu_hours_per_hour, &RunMetrics::gpu_hours_per_hour)})
    result.*estimate = single(result.metrics.*metric, "no interval: 1 replication");
  result.offered_load = single(result.metrics.offered_load, "exact: what the jobs ask for");
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
  for (const PrintedMetric& printed : kMetrics) {
    values.clear();
    for (const ReplicationSummary& replication : replications) {
      // A replication without any job of the kind says nothing about it.
      const double value = replication.metrics.*printed.metric;
      if (!std::isnan(value)) values.push_back(value);
    }
    Estimate& estimate = result.*printed.estimate;
    estimate = estimate_over_replications(values, confidence);
    if (estimate.low) estimate.low = std::max(*estimate.low, printed.range.low);
    if (estimate.high) estimate.high = std::min(*estimate.high, printed.range.high);
  }
  result.slo.clear();
  for (std::size_t s = 0; s < result.scenario.slo.size(); ++s) {
    values.clear();
    for (const ReplicationSummary& replication : replications)
      if (!std::isnan(replication.slo[s])) values.push_back(replication.slo[s]);
    result.slo.push_back(
        verdict(result.scenario.slo[s], estimate_over_replications(values, confidence)));
  }
}

bool precise_enough(const StudyResult& result) {
  return std::all_of(std::begin(kMetrics), std::end(kMetrics), [&](const PrintedMetric& printed) {
    const Estimate& estimate = result.*printed.estimate;
    if (printed.relative == 0.0 || !std::isfinite(estimate.value)) return true;
    if (!estimate.high) return false;
    const double half = *estimate.high - estimate.value;
    return half <= std::max(printed.absolute, printed.relative * std::abs(estimate.value));
  });
}

}  // namespace gpuscape
