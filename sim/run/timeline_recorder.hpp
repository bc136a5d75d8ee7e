#pragma once
/// Averages the state of the cluster over equal intervals without knowing how long the run will be:
/// it begins with minutes and merges intervals when there are too many.

#include <array>
#include <cstddef>
#include <vector>

#include "sim/run/run_result.hpp"

namespace gpuscape {

/// What held from one instant to the next.
struct ClusterSample {
  double gpus_allocated = 0.0;
  double gpus_stranded = 0.0;
  double jobs_waiting = 0.0;
  double jobs_running = 0.0;
};

class TimelineRecorder {
 public:
  /// `sample` held from the last date (0 at first) until `date`. Dates must not fall.
  void hold(Seconds date, const ClusterSample& sample);
  /// The series up to the last date; the last interval is averaged over the part of it that has
  /// passed.
  [[nodiscard]] Timeline timeline() const;
  [[nodiscard]] Seconds interval() const { return Seconds(kLadder[rung_]); }

 private:
  using Sums = std::array<double, 4>;
  static constexpr std::size_t kMostIntervals = 2000;
  static constexpr std::array<double, 10> kLadder = {
      60, 300, 900, 3600, 21600, 86400.0, 604800.0, 6048000.0, 60480000.0, 604800000.0};

  void merge();

  std::size_t rung_ = 0;
  double since_ = 0.0;
  double interval_end_ = 60.0;
  Sums current_{};            // value × time in the interval under way
  std::vector<Sums> closed_;  // value × time of the intervals before it
};

}  // namespace gpuscape
