#pragma once
/// Values that belong to a day of the log, ready for quantiles and their intervals.

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/study/ratio_bootstrap.hpp"

namespace gpuscape {

/// One value per job, with the day on which the job was submitted.
struct DatedValues {
  std::vector<double> value;
  std::vector<std::uint32_t> day;

  [[nodiscard]] DayCells cells(std::size_t days) const;
};

/// Values in rising order with checkpoints of how many each day has below, so that the share at or
/// below any value is known per day without walking the sample.
class SortedByDay {
 public:
  SortedByDay(DatedValues sample, std::size_t days);

  [[nodiscard]] const std::vector<double>& values() const { return value_; }
  /// Per day: how many values are at or below values()[rank], of how many.
  [[nodiscard]] DayCells at_or_below(std::size_t rank) const;

 private:
  std::vector<double> value_;
  std::vector<std::uint32_t> day_;
  std::size_t stride_;
  std::vector<std::uint32_t>
      checkpoint_;  // for each multiple of stride_: the counts of all days below it
  std::vector<double> all_;
};

/// The interval of the p-quantile: all values q for which the interval of the share at or below q
/// holds p (Woodruff 1952, by test inversion). None for no values or too few blocks.
std::optional<Interval> quantile_interval(const SortedByDay& sample, double p,
                                          const RatioBootstrap& bootstrap);

/// The interval of the p-quantile of `of` less that of `less`, two samples over the same days whose
/// blocks are drawn together, by test inversion; see docs/explanation/statistics.md.
std::optional<Interval> quantile_difference_interval(const SortedByDay& of, const SortedByDay& less,
                                                     double p, const RatioBootstrap& bootstrap);

}  // namespace gpuscape
