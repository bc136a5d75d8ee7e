#pragma once
/// Intervals for ratios of sums over a log, and for the difference of two of them over the same
/// blocks: block bootstrap-t; and the resamples that intervals of quantiles are drawn from.
/// Formula, coverage measured and references are in docs/explanation/statistics.md.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/study/statistics/day_grid.hpp"

namespace gpuscape {

enum class IntervalMethod : std::uint8_t { bootstrap_t, students_t, percentile, woodruff };

struct Interval {
  double low = 0.0;
  double high = 0.0;
  IntervalMethod method = IntervalMethod::bootstrap_t;
};

class RatioBootstrap {
 public:
  /// Draws the resamples once; every statistic of the log uses the same ones. `confidence` within
  /// (0, 1).
  RatioBootstrap(const DayGrid& grid, double confidence, std::uint64_t seed);

  /// None where the log has fewer than three blocks, or no day has a denominator. Bootstrap-t from
  /// seven blocks on, Student's t with (blocks − 1) degrees of freedom below, and where more
  /// resamples than the interval leaves outside have no spread at all (the quantity differs from a
  /// constant in a few blocks only), so that a bootstrap-t has no finite end.
  [[nodiscard]] std::optional<Interval> interval(const DayCells& cells) const;
  /// Always Student's t: for shares, which are bounded and seldom skewed. One odd week makes a
  /// bootstrap-t of nine so wide that it says nothing.
  [[nodiscard]] std::optional<Interval> t_interval(const DayCells& cells) const;
  // Of the ratio of `of` less that of `less`, whose blocks are drawn together: what moves both
  // alike drops out. As `interval` and `t_interval`.
  [[nodiscard]] std::optional<Interval> difference_interval(const DayCells& of,
                                                            const DayCells& less) const;
  [[nodiscard]] std::optional<Interval> difference_t_interval(const DayCells& of,
                                                              const DayCells& less) const;

  /// From a statistic's value in each resample: the percentile interval, expanded for few blocks
  /// and by `inflation`; it holds `value`, and nothing that no resample has. None for fewer than
  /// three blocks.
  [[nodiscard]] std::optional<Interval> percentile_interval(double value, std::vector<double> drawn,
                                                            double inflation) const;
  /// How much larger the standard error of a ratio is than the one that takes blocks for
  /// independent; at least 1.
  [[nodiscard]] double inflation(const DayCells& cells) const;
  /// None below three blocks.
  [[nodiscard]] std::size_t resamples() const { return multiplicity_.size() / grid_.blocks(); }
  /// How often each day was drawn in one of them.
  [[nodiscard]] std::vector<double> day_weights(std::size_t resample) const;
  /// "bootstrap-t over 9 weeks", "Woodruff over 5 days", or why there is no interval.
  [[nodiscard]] std::string method(const std::optional<Interval>& interval) const;

  [[nodiscard]] const DayGrid& grid() const { return grid_; }

 private:
  struct Blocks;
  [[nodiscard]] bool too_few_for_bootstrap_t() const;
  /// How often each block was drawn in one of them.
  [[nodiscard]] std::span<const double> times_drawn(std::size_t resample) const {
    return std::span(multiplicity_).subspan(resample * grid_.blocks(), grid_.blocks());
  }
  [[nodiscard]] Blocks blocks_of(const DayCells& cells) const;
  [[nodiscard]] double grouped_error(std::span<const double> residual_by_day,
                                     std::size_t days_a_group) const;
  [[nodiscard]] double standard_error(std::span<const double> residual_by_day,
                                      double denominator) const;
  [[nodiscard]] double difference_error(const DayCells& of, const DayCells& less) const;
  [[nodiscard]] std::vector<double> studentized(const Blocks& blocks, double ratio) const;
  [[nodiscard]] std::vector<double> studentized_difference(const Blocks& of, const Blocks& less,
                                                           double difference) const;
  [[nodiscard]] std::optional<Interval> pivoted(double value, double error,
                                                std::vector<double> drawn) const;

  DayGrid grid_;
  double outside_;  // 1 − confidence
  double t_quantile_ = 0.0;
  std::vector<double> multiplicity_;  // resamples × blocks
};

}  // namespace gpuscape
