#pragma once
/// Averages the state of the cluster over equal intervals without knowing how long the run will be:
/// it begins with minutes and merges intervals when there are too many.

#include <array>
#include <cstddef>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// What held from one instant to the next.
struct ClusterSample {
  double gpus_allocated = 0.0;
  double gpus_stranded = 0.0;
  double gpus_idle_queued = 0.0;
  double jobs_waiting = 0.0;
  double jobs_running = 0.0;
};

/// The same of the network.
struct NetworkSample {
  double host_links_used = 0.0;
  double fabric_links_used = 0.0;
  double jobs_exchanging = 0.0;
  double jobs_slowed = 0.0;
};

class TimelineRecorder {
 public:
  /// `sample` held from the last date (0 at first) until `date`. Dates must not fall.
  void hold(Seconds date, const ClusterSample& sample) {
    hold_values(date, {sample.gpus_allocated, sample.gpus_stranded, sample.gpus_idle_queued,
                       sample.jobs_waiting, sample.jobs_running});
  }
  void hold(Seconds date, const NetworkSample& sample) {
    hold_values(date, {sample.host_links_used, sample.fabric_links_used, sample.jobs_exchanging,
                       sample.jobs_slowed, 0.0});
  }
  /// The series up to the last date; the last interval is averaged over the part of it that has
  /// passed.
  [[nodiscard]] Timeline timeline() const;
  /// Writes the series of network samples into one of the same run.
  void add_network(Timeline& timeline) const;
  [[nodiscard]] Seconds interval() const { return Seconds(kLadder[rung_]); }

 private:
  using Sums = std::array<double, 5>;
  static constexpr std::size_t kMostIntervals = 2000;
  static constexpr std::array<double, 10> kLadder = {
      60, 300, 900, 3600, 21600, 86400.0, 604800.0, 6048000.0, 60480000.0, 604800000.0};

  void hold_values(Seconds date, const Sums& held) {
    const double now = date.value();
    if (now >= interval_end_) close_intervals(now, held);
    for (std::size_t i = 0; i < held.size(); ++i) current_[i] += held[i] * (now - since_);
    since_ = now;
  }
  /// Those that end up to `now`.
  void close_intervals(double now, const Sums& held);
  /// Hands every interval's sums and its length to `append`.
  template <class Append>
  void for_each_interval(const Append& append) const;
  void merge();

  std::size_t rung_ = 0;
  double since_ = 0.0;
  double interval_end_ = 60.0;
  Sums current_{};            // value × time in the interval under way
  std::vector<Sums> closed_;  // value × time of the intervals before it
};

}  // namespace gpuscape
