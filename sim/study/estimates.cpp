#include "sim/study/estimates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/study/quantile.hpp"
#include "sim/study/slo_waits.hpp"
#include "sim/study/student.hpp"

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

enum class Spread : std::uint8_t { bootstrap, students_t };

/// A time average over the window. What follows the last submission is the queue running dry: part
/// of the value, but no sample of anything, so the interval of the days before is carried over as
/// they weigh in.
template <class ByDay>
Estimate time_average(const StudyResult& result, const MetricWindow& window,
                      const RatioBootstrap& bootstrap, ByDay by_day, Spread spread) {
  const DayCells all = by_day(result.first, day_grid(window));
  const DayCells days =
      by_day(result.first, DayGrid(window.submitted_from, window.last_submit, window.last_submit));
  std::optional<Interval> interval =
      spread == Spread::bootstrap ? bootstrap.interval(days) : bootstrap.t_interval(days);
  const double weight = days.denominators() / all.denominators();
  const double value = all.ratio();
  if (interval) {
    interval->low = value + (interval->low - days.ratio()) * weight;
    interval->high = value + (interval->high - days.ratio()) * weight;
  }
  return bounded(value, interval, bootstrap);
}

/// A number of GPUs as a share of all.
Estimate as_share(Estimate gpus, std::int64_t total) {
  const auto all = static_cast<double>(total);
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

ReplicationSummary summarize(const RunResult& run, const MetricWindow& window,
                             const ScenarioSpec& scenario) {
  ReplicationSummary summary;
  summary.metrics = run_metrics(run, window, scenario.scheduler.kill_overrun);
  summary.never_fit = run.never_fit;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    if (!run.jobs.ended(job) && run.jobs.can_run(job)) ++summary.unfinished;
    if (run.jobs.started(job)) ++summary.started;
    if (run.jobs.state(job) == JobState::timed_out) ++summary.timed_out;
    if (run.jobs.state(job) == JobState::dependency_failed) ++summary.dependency_failed;
  }
  if (scenario.slo.empty()) return summary;
  std::vector<double> waits = queue_waits(run.jobs, window, day_grid(window)).value;
  std::sort(waits.begin(), waits.end());
  for (const SloSpec& slo : scenario.slo) {
    std::vector<double> chosen;
    if (slo.where) chosen = slo_waits(run, window, scenario, slo).value;
    std::sort(chosen.begin(), chosen.end());
    summary.slo.push_back(quantile(slo.where ? chosen : waits, slo.quantile));
  }
  return summary;
}

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

}  // namespace

void estimate_by_bootstrap(StudyResult& result, const MetricWindow& window) {
  const RunResult& run = result.first;
  const DayGrid grid = day_grid(window);
  const RatioBootstrap bootstrap(grid, result.scenario.run.confidence, result.scenario.run.seed);
  const auto mean_of = [&](const DatedValues& sample) {
    const DayCells cells = sample.cells(grid.days());
    return bounded(cells.ratio(), bootstrap.interval(cells), bootstrap);
  };
  const auto quantile_of = [&](const SortedByDay& sample, double p) {
    return bounded(quantile(sample.values(), p), quantile_interval(sample, p, bootstrap),
                   bootstrap);
  };
  DatedValues waits = queue_waits(run.jobs, window, grid);
  result.queue_wait_mean = mean_of(waits);
  const SortedByDay sorted_waits(std::move(waits), grid.days());
  result.queue_wait_p50 = quantile_of(sorted_waits, 0.5);
  result.queue_wait_p95 = quantile_of(sorted_waits, 0.95);
  result.queue_wait_p99 = quantile_of(sorted_waits, 0.99);
  for (const SloSpec& slo : result.scenario.slo) {
    if (!slo.where) {
      result.slo.push_back(verdict(slo, quantile_of(sorted_waits, slo.quantile)));
      continue;
    }
    const SortedByDay chosen(slo_waits(run, window, result.scenario, slo), grid.days());
    result.slo.push_back(verdict(slo, quantile_of(chosen, slo.quantile)));
  }
  DatedValues completions = completion_times(run.jobs, window, grid);
  result.completion_mean = mean_of(completions);
  const SortedByDay sorted_completions(std::move(completions), grid.days());
  result.completion_p50 = quantile_of(sorted_completions, 0.5);
  result.completion_p95 = quantile_of(sorted_completions, 0.95);
  DatedValues slowdowns = job_slowdowns(run, window, grid);
  result.job_slowdown_mean = mean_of(slowdowns);
  const SortedByDay sorted_slowdowns(std::move(slowdowns), grid.days());
  result.job_slowdown_p50 = quantile_of(sorted_slowdowns, 0.5);
  result.job_slowdown_p95 = quantile_of(sorted_slowdowns, 0.95);
  result.job_slowed_share = single(result.metrics.job_slowed_share, "exact: of this replay");
  result.network_load = single(result.metrics.network_load, "exact: of this replay");
  const auto share_of = [&](auto by_day) {
    return as_share(time_average(result, window, bootstrap, by_day, Spread::students_t),
                    run.gpus_total);
  };
  result.gpus_allocated_share = share_of(allocated_by_day);
  result.gpus_stranded_share = share_of(stranded_by_day);
  result.queue_length_mean =
      time_average(result, window, bootstrap, waiting_by_day, Spread::bootstrap);
  for (const auto& [estimate, metric] :
       {std::pair(&StudyResult::jobs_per_hour, &RunMetrics::jobs_per_hour),
        std::pair(&StudyResult::gpu_hours_per_hour, &RunMetrics::gpu_hours_per_hour)})
    result.*estimate = single(result.metrics.*metric, "no interval: 1 replication");
  result.offered_load = single(result.metrics.offered_load, "exact: what the jobs ask for");
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
