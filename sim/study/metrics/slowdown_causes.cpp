#include "sim/study/metrics/slowdown_causes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace gpuscape {

namespace {

Seconds on_nodes(const JobRecords& jobs, std::size_t job) {
  Seconds time{0.0};
  for (const Segment& segment : jobs.segments(job)) time += segment.end - segment.start;
  return time;
}

/// What sharing took of a job, which has a record for each time that it ran long enough to
/// exchange anything: of each what its part of the job's segments says, of as many parts as
/// segments; else they count as equally long.
Seconds lost_by_sharing(const JobRecords& jobs, std::span<const TrafficRecord> records) {
  const std::size_t job = records.front().job;
  const auto segments = jobs.segments(job);
  const bool one_each = records.size() == segments.size();
  const Seconds equal = on_nodes(jobs, job) / static_cast<double>(records.size());
  Seconds lost{0.0};
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Seconds ran = one_each ? segments[i].end - segments[i].start : equal;
    lost += ran - ran / records[i].slowdown;
  }
  return lost;
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
  if (!run.traffic) return causes;
  const std::span<const TrafficRecord> records = run.traffic->jobs;
  for (std::size_t first = 0, end = 0; first < records.size(); first = end) {
    const std::uint32_t job = records[first].job;
    for (end = first; end < records.size() && records[end].job == job;) ++end;
    if (is_counted(run, job, window))
      causes.network +=
          gpus_for(run.held(job), lost_by_sharing(run.jobs, records.subspan(first, end - first)));
  }
  return causes;
}

}  // namespace gpuscape
