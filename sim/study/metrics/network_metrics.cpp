/// What the network costs jobs.

#include <cmath>

#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

namespace {

/// In GPU seconds, of the jobs that exchanged data and ended.
struct GpuTime {
  double ran = 0.0;
  double lost = 0.0;  ///< of it, beyond what they would have run alone
};

GpuTime gpu_time(const RunResult& run, const MetricWindow& window) {
  GpuTime of;
  if (!run.traffic) return of;
  for (const TrafficRecord& record : run.traffic->jobs) {
    if (!counts(run.jobs, record.job, window)) continue;
    double ran = 0.0;
    for (const Segment& segment : run.jobs.segments(record.job))
      ran += (segment.end - segment.start).value();
    const double gpus = run.jobs.demand(record.job).gpus;
    of.ran += gpus * ran;
    of.lost += gpus * (ran - ran / record.slowdown);
  }
  return of;
}

}  // namespace

double network_load(const RunResult& run, const MetricWindow& window) {
  const GpuTime of = gpu_time(run, window);
  return run.traffic ? GpuSeconds(of.lost) / gpu_seconds(run, window) : 0.0;
}

double slowdown_of_gpu_time(const RunResult& run, const MetricWindow& window) {
  const GpuTime of = gpu_time(run, window);
  return of.ran > 0.0 ? of.ran / (of.ran - of.lost) : std::nan("");
}

}  // namespace gpuscape
