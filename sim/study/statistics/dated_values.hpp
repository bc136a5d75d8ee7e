#pragma once
/// Values that belong to a day of the log, ready for quantiles and their intervals.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/stop_check.hpp"
#include "sim/study/statistics/ratio_bootstrap.hpp"

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
  /// Throws Interrupted.
  SortedByDay(DatedValues sample, std::size_t days, const StopCheck& stop = {});

  [[nodiscard]] const std::vector<double>& values() const { return value_; }
  /// Per day: how many values are at or below values()[rank], of how many.
  [[nodiscard]] DayCells at_or_below(std::size_t rank) const;
  /// The p-quantile (as `quantile`) of a sample that holds every value as often as `weights` says
  /// for its day, an integer; NaN for no values.
  [[nodiscard]] double weighted_quantile(std::span<const double> weights, double p) const;

 private:
  [[nodiscard]] double weight_below(std::size_t checkpoint, std::span<const double> weights) const;

  std::vector<double> value_;
  std::vector<std::uint32_t> day_;
  std::size_t stride_;
  std::vector<std::uint32_t>
      checkpoint_;  // for each multiple of stride_: the counts of all days below it
  std::vector<double> all_;
};

/// The interval of the p-quantile, which never leaves the range of the values: by percentiles of
/// resampled blocks, in the tails (beyond 15 % and 85 %) by Woodruff's method; why, and how far
/// either holds, is in docs/explanation/statistics.md. None for no values or too few blocks.
std::optional<Interval> quantile_interval(const SortedByDay& sample, double p,
                                          const RatioBootstrap& bootstrap,
                                          const StopCheck& stop = {});

/// The same for several quantiles of one sample, with neither end of an interval below that of a
/// lower quantile: of the ends by rising p the running extreme, which holds no less (Chernozhukov,
/// Fernández-Val and Galichon 2009).
std::vector<std::optional<Interval>> quantile_intervals(const SortedByDay& sample,
                                                        std::span<const double> ps,
                                                        const RatioBootstrap& bootstrap,
                                                        const StopCheck& stop = {});

/// The interval of the p-quantile of `of` less that of `less`, two samples over the same days whose
/// blocks are drawn together: by percentiles of the difference in each resample. Where no day could
/// have given a difference, none is held.
std::optional<Interval> quantile_difference_interval(const SortedByDay& of, const SortedByDay& less,
                                                     double p, const RatioBootstrap& bootstrap,
                                                     const StopCheck& stop = {});

}  // namespace gpuscape
