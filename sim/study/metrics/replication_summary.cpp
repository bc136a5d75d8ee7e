#include "sim/study/metrics/replication_summary.hpp"

#include <cmath>

#include "sim/base/interrupted.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "sim/study/metrics/slo_values.hpp"
#include "sim/study/metrics/worst_week.hpp"

namespace gpuscape {

ReplicationSummary summarize(const RunResult& run, const MetricWindow& window,
                             const ScenarioSpec& scenario, const StopCheck& stop) {
  ReplicationSummary summary;
  summary.waited_for = run.waits.seconds;
  summary.never_fit = run.never_fit;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    if (!run.jobs.ended(job) && run.jobs.can_run(job)) ++summary.unfinished;
    if (run.jobs.started(job)) ++summary.started;
    if (run.jobs.state(job) == JobState::timed_out) ++summary.timed_out;
    if (run.jobs.state(job) == JobState::over_budget) ++summary.over_budget;
    if (run.jobs.state(job) == JobState::dependency_failed) ++summary.dependency_failed;
    if (run.jobs.state(job) == JobState::failed) ++summary.failed;
  }
  try {
    if (run.cost) summary.usage = usage_of(run, window, stop);
    summary.metrics = run_metrics(run, window, scenario.scheduler.kill_overrun, stop,
                                  run.cost ? &summary.usage : nullptr);
    summary.worst_week = worst_week(run.jobs, window, stop);
    for (const SloSpec& slo : scenario.slo)
      summary.slo.push_back(slo_value(run, window, scenario, slo, summary.metrics, stop));
  } catch (const Interrupted&) {
    summary.stopped = true;
    summary.metrics = RunMetrics(std::nan(""));
    summary.worst_week.reset();
    summary.slo.assign(scenario.slo.size(), std::nan(""));
  }
  return summary;
}

}  // namespace gpuscape
