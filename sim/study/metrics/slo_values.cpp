#include "sim/study/metrics/slo_values.hpp"

#include "sim/study/statistics/quantile.hpp"
#include "sim/workload/job_selection.hpp"

namespace gpuscape {

DatedValues slo_values(const RunResult& run, const MetricWindow& window,
                       const ScenarioSpec& scenario, const SloSpec& slo, const StopCheck& stop) {
  const JobSample sample = sample_of(slo.metric);
  const DayGrid grid = day_grid(window);
  if (!slo.where) return sample(run, window, grid, stop);
  const JobSelection selection(*slo.where, *run.origins);
  const JobFilter selected = [&](std::size_t i) {
    const Job& job = run.jobs.job(i);
    const bool interactive =
        !job.application.is_none() &&
        scenario.streams[job.stream].classes[job.application.index()].interactive;
    return selection.matches(job.origin, job.demand.gpus, interactive);
  };
  MetricWindow of_selected = window;
  of_selected.only = &selected;
  return sample(run, of_selected, grid, stop);
}

double slo_value(const RunResult& run, const MetricWindow& window, const ScenarioSpec& scenario,
                 const SloSpec& slo, const RunMetrics& metrics, const StopCheck& stop) {
  if (!slo.of_jobs) return metrics[slo.metric];
  std::vector<double> values = slo_values(run, window, scenario, slo, stop).value;
  sort_values(values, stop);
  return quantile(values, slo.quantile);
}

}  // namespace gpuscape
