#pragma once
/// What rows of metrics compute, of a run, of sorted values or of a window.

#include <algorithm>
#include <vector>

#include "sim/study/metrics/goodput.hpp"
#include "sim/study/metrics/metrics.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape::metric_functions {

inline double gpus_total(const RunResult& run) { return static_cast<double>(run.gpus_total); }
inline double capacity(const RunResult& run) { return run.capacity(); }

inline double largest(const std::vector<double>& sorted) { return quantile(sorted, 1.0); }
inline double share_of_zeros(const std::vector<double>& sorted) {
  const auto zeros = std::upper_bound(sorted.begin(), sorted.end(), 0.0) - sorted.begin();
  return static_cast<double>(zeros) / static_cast<double>(sorted.size());
}
inline double share_slowed(const std::vector<double>& sorted) {
  const auto slowed = sorted.end() - std::lower_bound(sorted.begin(), sorted.end(), 1.01);
  return static_cast<double>(slowed) / static_cast<double>(sorted.size());
}

inline double load_offered(const MetricInput& of) {
  return offered_load(of.run, of.window, of.kill_overrun, of.stop);
}
inline double longest(const MetricInput& of) {
  return static_cast<double>(longest_queue(of.run.jobs, of.window, of.stop));
}
inline double load_of_network(const MetricInput& of) { return network_load(of.run, of.window); }
inline double slowdown_by_gpu_time(const MetricInput& of) {
  return slowdown_of_gpu_time(of.run, of.window);
}
inline double goodput_of(const MetricInput& of) {
  return goodput_share(of.run, of.window, of.stop);
}
inline double effective_time_of(const MetricInput& of) {
  return effective_time_share(of.run, of.window, of.stop);
}
inline double interruptions_of(const MetricInput& of) {
  return interruptions(of.run, of.window, of.stop);
}
inline double up_of(const MetricInput& of) { return gpus_up_share(of.run, of.window); }
inline double makespan_of(const MetricInput& of) { return makespan(of.run).value(); }
inline double jobs_done(const MetricInput& of) {
  return throughput(of.run, of.window, of.stop).jobs_per_hour;
}
inline double gpu_hours_done(const MetricInput& of) {
  return throughput(of.run, of.window, of.stop).gpu_hours_per_hour;
}

}  // namespace gpuscape::metric_functions
