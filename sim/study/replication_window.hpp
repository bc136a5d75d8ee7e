#pragma once
/// What part of a scenario's replications statistics look at.

#include <optional>
#include <span>
#include <string>

#include "sim/run/record/run_result.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// What is removed from the start of every replication, and who says so.
struct WarmUp {
  Seconds length{0.0};
  std::string method;
  /// Averages are over the whole run to its last end: before the last submission lies too little of
  /// the work.
  bool whole_run = false;
};

class ReplicationWindow {
 public:
  /// The scenario must outlive it.
  explicit ReplicationWindow(const ScenarioSpec& scenario);

  /// True where a stream is generated or closed; else one run says all that there is.
  [[nodiscard]] bool is_synthetic() const { return synthetic_; }
  /// Of the first replications, the one of number 0 in front; of a log what is given.
  [[nodiscard]] WarmUp found_warm_up(std::span<const RunResult* const> runs) const;
  /// From the end of that warm-up on.
  [[nodiscard]] MetricWindow after(const RunResult& run, Seconds warm_up) const;
  /// As that warm-up has it.
  [[nodiscard]] MetricWindow of(const RunResult& run, const WarmUp& warm_up) const {
    return warm_up.whole_run ? whole_run(run) : after(run, warm_up.length);
  }

 private:
  [[nodiscard]] bool has_work_within(std::span<const RunResult* const> runs, Seconds warm_up) const;

  const ScenarioSpec& scenario_;
  bool synthetic_;
  std::optional<Seconds> span_;
};

}  // namespace gpuscape
