#include "sim/study/dated_values.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "sim/study/quantile.hpp"

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

/// The values at those ranks whose share, `share_at`, cannot be told from `wanted`: from the
/// p-quantile down and up.
template <class ShareAt>
std::optional<Interval> inverted(const SortedByDay& sample, double p, double wanted,
                                 ShareAt share_at) {
  const std::vector<double>& values = sample.values();
  if (values.empty()) return std::nullopt;
  const std::size_t last = values.size() - 1;
  const auto middle = static_cast<std::size_t>(std::floor(static_cast<double>(last) * p));
  const std::optional<Interval> at_estimate = share_at(middle);
  if (!at_estimate) return std::nullopt;
  const std::size_t low =
      first_that(0, middle, [&](std::size_t rank) { return share_at(rank)->high >= wanted; });
  const std::size_t high =
      first_that(middle, last, [&](std::size_t rank) { return share_at(rank)->low >= wanted; });
  return Interval{values[low], values[high], at_estimate->bootstrap};
}

}  // namespace

std::optional<Interval> quantile_interval(const SortedByDay& sample, double p,
                                          const RatioBootstrap& bootstrap) {
  return inverted(sample, p, p, [&](std::size_t rank) {
    return bootstrap.open_interval(sample.at_or_below(rank));
  });
}

namespace {

std::size_t rank_of(const SortedByDay& sample, double p) {
  return static_cast<std::size_t>(std::floor(static_cast<double>(sample.values().size() - 1) * p));
}

/// How far values are apart about the p-quantile: 1 ÷ density, but for a factor.
double spacing(const SortedByDay& sample, double p) {
  const double reach = std::min({p / 2.0, (1.0 - p) / 2.0, 0.1});
  return quantile(sample.values(), p + reach) - quantile(sample.values(), p - reach);
}

/// The interval of the p-quantile of `wide` less that of `narrow`, whose values lie closer together
/// there.
std::optional<Interval> wide_less_narrow(const SortedByDay& wide, const SortedByDay& narrow,
                                         double p, const RatioBootstrap& bootstrap) {
  const double wide_spacing = spacing(wide, p);
  const double density_ratio = wide_spacing > 0.0 ? spacing(narrow, p) / wide_spacing : 1.0;
  const double at = quantile(narrow.values(), p);
  DayCells below = narrow.at_or_below(rank_of(narrow, p));
  for (double& count : below.numerator) count *= density_ratio;
  const auto shares = inverted(wide, p, p * (1.0 - density_ratio), [&](std::size_t rank) {
    return bootstrap.open_difference_interval(wide.at_or_below(rank), below);
  });
  if (!shares) return std::nullopt;
  return Interval{shares->low - at, shares->high - at, shares->bootstrap};
}

}  // namespace

std::optional<Interval> quantile_difference_interval(const SortedByDay& of, const SortedByDay& less,
                                                     double p, const RatioBootstrap& bootstrap) {
  if (of.values().empty() || less.values().empty()) return std::nullopt;
  if (spacing(of, p) >= spacing(less, p)) return wide_less_narrow(of, less, p, bootstrap);
  const auto turned = wide_less_narrow(less, of, p, bootstrap);
  if (!turned) return std::nullopt;
  return Interval{-turned->high, -turned->low, turned->bootstrap};
}

}  // namespace gpuscape
