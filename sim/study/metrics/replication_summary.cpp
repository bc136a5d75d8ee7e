#include "sim/study/metrics/replication_summary.hpp"

#include <cmath>

#include "sim/base/interrupted.hpp"
#include "sim/study/metrics/slo_waits.hpp"
#include "sim/study/metrics/worst_week.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

/// Of the queue waits, for each objective.
std::vector<double> slo_quantiles(const RunResult& run, const MetricWindow& window,
                                  const ScenarioSpec& scenario, const StopCheck& stop) {
  std::vector<double> quantiles;
  if (scenario.slo.empty()) return quantiles;
  std::vector<double> waits = queue_waits(run, window, day_grid(window), stop).value;
  sort_values(waits, stop);
  for (const SloSpec& slo : scenario.slo) {
    std::vector<double> chosen;
    if (slo.where) chosen = slo_waits(run, window, scenario, slo, stop).value;
    sort_values(chosen, stop);
    quantiles.push_back(quantile(slo.where ? chosen : waits, slo.quantile));
  }
  return quantiles;
}

}  // namespace

ReplicationSummary summarize(const RunResult& run, const MetricWindow& window,
                             const ScenarioSpec& scenario, const StopCheck& stop) {
  ReplicationSummary summary;
  summary.waited_for = run.waits.seconds;
  summary.never_fit = run.never_fit;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    if (!run.jobs.ended(job) && run.jobs.can_run(job)) ++summary.unfinished;
    if (run.jobs.started(job)) ++summary.started;
    if (run.jobs.state(job) == JobState::timed_out) ++summary.timed_out;
    if (run.jobs.state(job) == JobState::dependency_failed) ++summary.dependency_failed;
  }
  try {
    summary.metrics = run_metrics(run, window, scenario.scheduler.kill_overrun, stop);
    summary.worst_week = worst_week(run.jobs, window, stop);
    summary.slo = slo_quantiles(run, window, scenario, stop);
  } catch (const Interrupted&) {
    summary.stopped = true;
    summary.metrics = RunMetrics(std::nan(""));
    summary.worst_week.reset();
    summary.slo.assign(scenario.slo.size(), std::nan(""));
  }
  return summary;
}

}  // namespace gpuscape
