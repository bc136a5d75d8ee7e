#pragma once
/// Averages the state of the cluster over equal intervals without knowing how long the run will be:
/// it begins with minutes and merges intervals when there are too many.

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "sim/run/record/series.hpp"

namespace gpuscape {

class TimelineRecorder {
 public:
  static constexpr std::size_t kMostSeries = 8;
  using Values = std::array<double, kMostSeries>;  ///< of the series recorded; 0 of the others

  /// `values` held from the last date (0 at first) until `date`. Dates must not fall.
  template <std::size_t count>
  void hold(Seconds date, const std::array<double, count>& values) {
    static_assert(count <= kMostSeries);
    if (date >= interval_end_) {
      Values all{};
      std::copy(values.begin(), values.end(), all.begin());
      close_intervals(date, all);
    }
    const Seconds span = date - since_;
    for (std::size_t i = 0; i < count; ++i) current_[i] += values[i] * span.value();
    since_ = date;
  }
  /// Writes the series of a table's rows up to the last date, in their order; the last interval is
  /// averaged over the part of it that has passed.
  template <const auto& kRows>
  void add_to(Timeline& timeline) const {
    timeline.interval = interval();
    std::size_t row = 0;
    for (const auto& series : kRows) add_series(row++, timeline[series.name]);
  }
  /// One row of what was recorded, in the same way.
  void add_row(std::size_t row, std::vector<double>& means) const { add_series(row, means); }
  [[nodiscard]] Seconds interval() const { return Seconds(kLadder[rung_]); }

 private:
  static constexpr std::size_t kMostIntervals = 2000;
  static constexpr std::array<double, 10> kLadder = {  // s
      60, 300, 900, 3600, 21600, 86400.0, 604800.0, 6048000.0, 60480000.0, 604800000.0};

  /// Those that end up to `now`.
  void close_intervals(Seconds now, const Values& held);
  void add_series(std::size_t row, std::vector<double>& means) const;
  void merge();

  std::size_t rung_ = 0;
  Seconds since_{0.0};
  Seconds interval_end_{60.0};
  Values current_{};            // value × s in the interval under way
  std::vector<Values> closed_;  // value × s of the intervals before it
};

}  // namespace gpuscape
