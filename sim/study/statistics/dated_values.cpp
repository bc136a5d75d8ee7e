#include "sim/study/statistics/dated_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

DayCells DatedValues::cells(std::size_t days) const {
  DayCells cells(days);
  for (std::size_t i = 0; i < value.size(); ++i) {
    cells.numerator[day[i]] += value[i];
    cells.denominator[day[i]] += 1.0;
  }
  return cells;
}

SortedByDay::SortedByDay(DatedValues sample, std::size_t days, const StopCheck& stop)
    : stride_(std::max<std::size_t>(256, days)), all_(days, 0.0) {
  std::vector<std::pair<double, std::uint32_t>> pairs(sample.value.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {sample.value[i], sample.day[i]};
  sort_values(pairs, stop);
  value_ = std::move(sample.value);
  day_ = std::move(sample.day);
  std::vector<std::uint32_t> below(days, 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    stop.look_at(i);
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

double SortedByDay::weight_below(std::size_t checkpoint, std::span<const double> weights) const {
  double sum = 0.0;
  for (std::size_t day = 0; day < all_.size(); ++day)
    sum += weights[day] * checkpoint_[checkpoint * all_.size() + day];
  return sum;
}

double SortedByDay::weighted_quantile(std::span<const double> weights, double p) const {
  double count = 0.0;
  for (std::size_t day = 0; day < all_.size(); ++day) count += weights[day] * all_[day];
  if (!(count > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  const double rank = (count - 1.0) * p;
  const double below = std::floor(rank);
  std::size_t known = 0;  // the last checkpoint with at most `below` values before it
  for (std::size_t end = checkpoint_.size() / all_.size(); end - known > 1;) {
    const std::size_t middle = known + (end - known) / 2;
    (weight_below(middle, weights) <= below ? known : end) = middle;
  }
  double before = weight_below(known, weights);
  std::size_t at = known * stride_;
  const auto value_at = [&](double place) {
    while (before + weights[day_[at]] <= place) before += weights[day_[at++]];
    return value_[at];
  };
  const double low = value_at(below);
  return rank > below ? low + (rank - below) * (value_at(below + 1.0) - low) : low;
}

namespace {

// Beyond these a quantile is a matter of few days: see docs/explanation/statistics.md.
constexpr double kLowTail = 0.15;
constexpr double kHighTail = 0.85;

/// The share at or below the p-quantile, by day.
DayCells share_below(const SortedByDay& sample, double p) {
  const auto last = static_cast<double>(sample.values().size() - 1);
  return sample.at_or_below(static_cast<std::size_t>(std::floor(last * p)));
}

/// Woodruff 1952: the quantiles at p give or take the error of the share at or below the estimate.
std::optional<Interval> woodruff_interval(const SortedByDay& sample, double p,
                                          const RatioBootstrap& bootstrap) {
  const auto share = bootstrap.t_interval(share_below(sample, p));
  if (!share) return std::nullopt;
  const double reach = (share->high - share->low) / 2.0;
  return Interval{quantile(sample.values(), std::max(0.0, p - reach)),
                  quantile(sample.values(), std::min(1.0, p + reach)), IntervalMethod::woodruff};
}

}  // namespace

std::optional<Interval> quantile_interval(const SortedByDay& sample, double p,
                                          const RatioBootstrap& bootstrap, const StopCheck& stop) {
  if (sample.values().empty()) return std::nullopt;
  if (p < kLowTail || p > kHighTail) return woodruff_interval(sample, p, bootstrap);
  std::vector<double> drawn(bootstrap.resamples());
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    stop.look();
    drawn[i] = sample.weighted_quantile(bootstrap.day_weights(i), p);
  }
  return bootstrap.percentile_interval(quantile(sample.values(), p), std::move(drawn),
                                       bootstrap.inflation(share_below(sample, p)));
}

std::vector<std::optional<Interval>> quantile_intervals(const SortedByDay& sample,
                                                        std::span<const double> ps,
                                                        const RatioBootstrap& bootstrap,
                                                        const StopCheck& stop) {
  std::vector<std::optional<Interval>> alone;
  alone.reserve(ps.size());
  for (const double p : ps) alone.push_back(quantile_interval(sample, p, bootstrap, stop));
  std::vector<std::optional<Interval>> ordered;
  ordered.reserve(ps.size());
  for (std::size_t i = 0; i < ps.size(); ++i) {
    std::optional<Interval> joined = alone[i];
    for (std::size_t j = 0; j < ps.size(); ++j) {
      const std::optional<Interval>& other = alone[j];
      if (!joined || !other) continue;  // each may be unknown by itself
      if (ps[j] <= ps[i]) joined->high = std::max(joined->high, other->high);
      if (ps[j] >= ps[i]) joined->low = std::min(joined->low, other->low);
    }
    ordered.push_back(joined);
  }
  return ordered;
}

std::optional<Interval> quantile_difference_interval(const SortedByDay& of, const SortedByDay& less,
                                                     double p, const RatioBootstrap& bootstrap,
                                                     const StopCheck& stop) {
  if (of.values().empty() || less.values().empty()) return std::nullopt;
  std::vector<double> drawn(bootstrap.resamples());
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    stop.look();
    const std::vector<double> weights = bootstrap.day_weights(i);
    drawn[i] = of.weighted_quantile(weights, p) - less.weighted_quantile(weights, p);
  }
  const double inflation =
      std::max(bootstrap.inflation(share_below(of, p)), bootstrap.inflation(share_below(less, p)));
  return bootstrap.percentile_interval(quantile(of.values(), p) - quantile(less.values(), p),
                                       std::move(drawn), inflation);
}

}  // namespace gpuscape
