#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// What one replication leaves behind.
struct ReplicationSummary {
  std::size_t replication = 0;
  RunMetrics metrics;
  std::optional<WorstWeek> worst_week;
  SecondsByReason waited_for{};
  Usage usage;              ///< of the design, where its cost is asked for
  std::vector<double> slo;  ///< the value of each objective: s, or a number
  std::int64_t unfinished = 0;
  std::int64_t timed_out = 0;
  std::int64_t over_budget = 0;
  std::int64_t dependency_failed = 0;
  std::int64_t failed = 0;
  std::int64_t never_fit = 0;
  std::int64_t started = 0;
  bool stopped = false;  ///< statistics were not taken to their end: `metrics` and `slo` are NaN
};

/// `slo` is the scenario's. A stop leaves what can be counted.
ReplicationSummary summarize(const RunResult& run, const MetricWindow& window,
                             const ScenarioSpec& scenario, const StopCheck& stop = {});

}  // namespace gpuscape
