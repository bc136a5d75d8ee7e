#include "sim/study/metrics/slowdown_causes.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

Seconds on_nodes(const JobRecords& jobs, std::size_t job) {
  Seconds time{0.0};
  for (const Segment& segment : jobs.segments(job)) time += segment.end - segment.start;
  return time;
}

bool is_counted(const RunResult& run, std::size_t job, const MetricWindow& window) {
  return run.jobs.state(job) == JobState::completed && counts(run.jobs, job, window);
}

}  // namespace

SlowdownCauses slowdown_causes(const RunResult& run, const MetricWindow& window,
                               const StopCheck& stop) {
  SlowdownCauses causes;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    if (is_counted(run, job, window))
      causes.held += gpus_for(run.held(job), on_nodes(run.jobs, job));
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
      causes.held_by_readers += gpus_for(run.held(record.job), on_nodes(run.jobs, record.job));
    }
  if (!run.traffic) return causes;
  for (const TrafficRecord& record : run.traffic->jobs) {
    if (!is_counted(run, record.job, window)) continue;
    // Of a job on lent GPUs the slowdown holds calls and copies too, and it begins when it has
    // them.
    const auto remote = run.remote.find(record.job);
    const RemoteCost cost = remote == run.remote.end() ? RemoteCost{} : remote->second;
    const Seconds ran = on_nodes(run.jobs, record.job) - cost.attach -
                        (run.input ? run.input->stall_of(record.job) : Seconds(0.0));
    const Seconds lost = ran - ran / record.slowdown - cost.calls - cost.copies;
    causes.network += gpus_for(run.held(record.job), std::max(lost, Seconds(0.0)));
  }
  return causes;
}

}  // namespace gpuscape
