#include "sim/study/metrics/slowdown_causes.hpp"

#include "sim/run/record/network_loss.hpp"
#include "sim/study/metrics/goodput.hpp"

namespace gpuscape {

namespace {

bool is_counted(const RunResult& run, std::size_t job, const MetricWindow& window) {
  return run.jobs.state(job) == JobState::completed && counts(run.jobs, job, window);
}

}  // namespace

SlowdownCauses slowdown_causes(const RunResult& run, const MetricWindow& window,
                               const StopCheck& stop) {
  SlowdownCauses causes;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    if (is_counted(run, job, window)) causes.held += held_on_nodes(run, job);
  }
  for (const auto& [job, cost] : run.remote) {
    if (!is_counted(run, job, window)) continue;
    const double gpus = run.held(job);
    causes.calls += gpus_for(gpus, cost.calls);
    causes.copies += gpus_for(gpus, cost.copies);
    causes.attaching += gpus_for(gpus, cost.attach);
  }
  if (run.input)
    for (const InputRecord& record : run.input->jobs) {
      if (!is_counted(run, record.job, window)) continue;
      causes.input += gpus_for(run.held(record.job), record.stall);
      causes.held_by_readers += gpus_for(run.held(record.job), time_on_nodes(run.jobs, record.job));
    }
  if (!run.traffic) return causes;
  for (const TrafficRecord& record : run.traffic->jobs) {
    if (!is_counted(run, record.job, window)) continue;
    causes.network += gpus_for(run.held(record.job), lost_to_network(run, record));
  }
  return causes;
}

}  // namespace gpuscape
