#include "sim/study/dated_values.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace gpuscape {

DayCells DatedValues::cells(std::size_t days) const {
  DayCells cells(days);
  for (std::size_t i = 0; i < value.size(); ++i) {
    cells.numerator[day[i]] += value[i];
    cells.denominator[day[i]] += 1.0;
  }
  return cells;
}

SortedByDay::SortedByDay(DatedValues sample, std::size_t days)
    : stride_(std::max<std::size_t>(256, days)), all_(days, 0.0) {
  std::vector<std::pair<double, std::uint32_t>> pairs(sample.value.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {sample.value[i], sample.day[i]};
  std::sort(pairs.begin(), pairs.end());
  value_ = std::move(sample.value);
  day_ = std::move(sample.day);
  std::vector<std::uint32_t> below(days, 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i % stride_ == 0) checkpoint_.insert(checkpoint_.end(), below.begin(), below.end());
    std::tie(value_[i], day_[i]) = pairs[i];
    ++below[day_[i]];
  }
  for (std::size_t day = 0; day < days; ++day) all_[day] = below[day];
}

DayCells SortedByDay::at_or_below(std::size_t rank) const {
  const auto end = std::upper_bound(value_.begin() + static_cast<std::ptrdiff_t>(rank),
                                    value_.end(), value_[rank]);
  const std::size_t count = static_cast<std::size_t>(end - value_.begin());
  const std::size_t known = (count - 1) / stride_;
  DayCells cells(all_.size());
  cells.denominator = all_;
  for (std::size_t day = 0; day < all_.size(); ++day)
    cells.numerator[day] = checkpoint_[known * all_.size() + day];
  for (std::size_t i = known * stride_; i < count; ++i) cells.numerator[day_[i]] += 1.0;
  return cells;
}

namespace {

/// The smallest rank in [first, last] that satisfies `holds`, which is false, then true; else
/// `last`.
template <class Holds>
std::size_t first_that(std::size_t first, std::size_t last, Holds holds) {
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (holds(middle)) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}

}  // namespace

std::optional<Interval> quantile_interval(const SortedByDay& sample, double p,
                                          const RatioBootstrap& bootstrap) {
  const std::vector<double>& values = sample.values();
  if (values.empty()) return std::nullopt;
  const std::size_t last = values.size() - 1;
  const auto middle = static_cast<std::size_t>(std::floor(static_cast<double>(last) * p));
  const auto share = [&](std::size_t rank) {
    return bootstrap.open_interval(sample.at_or_below(rank));
  };
  const auto at_estimate = share(middle);
  if (!at_estimate) return std::nullopt;
  const std::size_t low =
      first_that(0, middle, [&](std::size_t rank) { return share(rank)->high >= p; });
  const std::size_t high =
      first_that(middle, last, [&](std::size_t rank) { return share(rank)->low >= p; });
  return Interval{values[low], values[high], at_estimate->bootstrap};
}

}  // namespace gpuscape
