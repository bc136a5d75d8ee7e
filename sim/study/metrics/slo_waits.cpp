#include "sim/study/metrics/slo_waits.hpp"

#include "sim/workload/job_selection.hpp"

namespace gpuscape {

DatedValues slo_waits(const RunResult& run, const MetricWindow& window,
                      const ScenarioSpec& scenario, const SloSpec& slo, const StopCheck& stop) {
  const DayGrid grid = day_grid(window);
  if (!slo.where) return queue_waits(run, window, grid, stop);
  const JobSelection selection(*slo.where, *run.origins);
  DatedValues sample;
  for (std::size_t i = 0; i < run.jobs.size(); ++i) {
    stop.look_at(i);
    if (!counts(run.jobs, i, window) || !run.jobs.started(i)) continue;
    const Job& job = run.jobs.job(i);
    const bool interactive = job.application != Job::kOfStream &&
                             scenario.streams[job.stream].classes[job.application].interactive;
    if (!selection.matches(job.origin, job.demand.gpus, interactive)) continue;
    sample.value.push_back(run.jobs.wait(i).value());
    sample.day.push_back(static_cast<std::uint32_t>(grid.day_of(job.submit.value())));
  }
  return sample;
}

}  // namespace gpuscape
