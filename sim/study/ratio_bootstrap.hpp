#pragma once
/// Intervals for ratios of sums over a log: block bootstrap-t. Formula, coverage measured and
/// references are in docs/explanation/statistics.md.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/study/day_grid.hpp"

namespace gpuscape {

struct Interval {
  double low = 0.0;
  double high = 0.0;
  bool bootstrap =
      true;  ///< false: Student's t over the blocks, where a bootstrap-t has no finite answer
};

class RatioBootstrap {
 public:
  /// Draws the resamples once; every statistic of the log uses the same ones. `confidence` within
  /// (0, 1).
  RatioBootstrap(const DayGrid& grid, double confidence, std::uint64_t seed);

  /// None where the log has fewer than three blocks, or no day has a denominator. Bootstrap-t from
  /// seven blocks on, Student's t with (blocks − 1) degrees of freedom below. An end is infinite
  /// where more resamples than the interval leaves outside have no spread at all (the quantity
  /// differs from a constant in a few blocks only): the log does not bound it.
  [[nodiscard]] std::optional<Interval> open_interval(const DayCells& cells) const;
  /// The same, with Student's t in place of infinite ends.
  [[nodiscard]] std::optional<Interval> interval(const DayCells& cells) const;
  /// Always Student's t: for shares, which are bounded and seldom skewed. One odd week makes a
  /// bootstrap-t of nine so wide that it says nothing.
  [[nodiscard]] std::optional<Interval> t_interval(const DayCells& cells) const;
  /// "bootstrap-t over 9 weeks", "t over 5 days", or why there is no interval.
  [[nodiscard]] std::string method(const std::optional<Interval>& interval) const;

  [[nodiscard]] const DayGrid& grid() const { return grid_; }

 private:
  struct Blocks;
  [[nodiscard]] double standard_error(const DayCells& cells, double ratio) const;
  [[nodiscard]] std::vector<double> studentized(const Blocks& blocks, double ratio) const;

  DayGrid grid_;
  double outside_;  // 1 − confidence
  double t_quantile_ = 0.0;
  std::vector<double> multiplicity_;  // resamples × blocks
};

}  // namespace gpuscape
