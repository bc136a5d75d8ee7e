#include "sim/study/statistics/quantile_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sim/study/statistics/quantile.hpp"
#include "sim/workload/draw/distribution.hpp"

namespace gpuscape {

namespace {

class Table {
 public:
  explicit Table(std::span<const double> sorted)
      : sorted_(sorted), count_(static_cast<double>(sorted.size())) {
    points_[0.0] = sorted.front();
    points_[1.0] = sorted.back();
    add_value(sorted.front());
    add_value(sorted.back());
  }

  [[nodiscard]] std::size_t size() const { return points_.size(); }

  /// A point at that value, or both ends of its step where it is as long as to be seen.
  void add_value(double value) {
    const auto [begin, end] = std::ranges::equal_range(sorted_, value);
    const double low = static_cast<double>(begin - sorted_.begin()) / count_;
    const double high = static_cast<double>(end - sorted_.begin()) / count_;
    constexpr double kSeen = 0.001;
    if (high - low < kSeen && low > 0.0 && high < 1.0) {
      add_point(0.5 * (low + high), value);
    } else {
      add_point(low, value);
      add_point(high, value);
    }
  }

  /// The value at which the distribution function is furthest off; by how much.
  [[nodiscard]] std::pair<double, double> furthest() const {
    const DistributionSpec spec = as_distribution();
    double most = 0.0;
    double where = sorted_.front();
    for (std::size_t begin = 0; begin < sorted_.size();) {
      const double value = sorted_[begin];
      const auto end = static_cast<std::size_t>(
          std::upper_bound(sorted_.begin() + static_cast<std::ptrdiff_t>(begin), sorted_.end(),
                           value) -
          sorted_.begin());
      const double lowest = std::numeric_limits<double>::lowest();
      const double off =
          std::max(std::abs(static_cast<double>(end) / count_ - share_below(spec, value)),
                   std::abs(static_cast<double>(begin) / count_ -
                            share_below(spec, std::nextafter(value, lowest))));
      if (off > most) {
        most = off;
        where = value;
      }
      begin = end;
    }
    return {where, most};
  }

  /// The middle of the piece that adds the largest error to the mean; by how much of the mean.
  [[nodiscard]] std::pair<double, double> heaviest(double mean) const {
    double most = 0.0;
    double where = 0.5;
    for (auto piece = std::next(points_.begin()); piece != points_.end(); ++piece) {
      const auto& [low, a] = *std::prev(piece);
      const auto& [high, b] = *piece;
      DistributionSpec alone{"quantiles"};
      alone.quantiles = {{0.0, a}, {1.0, b}};
      const auto begin = static_cast<std::size_t>(std::llround(low * count_));
      const auto end = static_cast<std::size_t>(std::llround(high * count_));
      double sum = 0.0;
      for (std::size_t i = begin; i < end; ++i) sum += sorted_[i];
      const double off = std::abs(sum / count_ - (high - low) * mean_of(alone)) / mean;
      if (end - begin < 4 || off <= most) continue;
      most = off;
      where = sorted_[begin + (end - begin) / 2];
    }
    return {where, most};
  }

  [[nodiscard]] DistributionSpec as_distribution() const {
    DistributionSpec spec{"quantiles"};
    for (const auto& [share, value] : points_) spec.quantiles.push_back({share, value});
    return spec;
  }

 private:
  void add_point(double share, double value) {
    // Where the function jumps, two points lie as close as six digits let them.
    constexpr double kDigits = 1e6;
    double digits = std::round(share * kDigits);
    const auto there = points_.find(digits / kDigits);
    if (there != points_.end() && there->second == value) return;
    if (there != points_.end()) digits += there->second < value ? 1.0 : -1.0;
    if (digits > 0.0 && digits < kDigits) points_.try_emplace(digits / kDigits, value);
  }

  std::span<const double> sorted_;
  double count_;
  std::map<double, double> points_;
};

}  // namespace

std::vector<QuantileSpec> quantile_table(std::span<const double> sorted, double wanted,
                                         std::size_t most) {
  constexpr double kMeanError = 0.005;
  Table table(sorted);
  while (table.size() + 2 <= most - most / 4) {  // the rest is for the mean
    const std::size_t before = table.size();
    const auto [value, distance] = table.furthest();
    if (distance <= wanted) break;
    table.add_value(value);
    if (table.size() == before) break;  // it is there already: ties and rounded shares
  }
  const double all = mean(sorted);
  while (table.size() + 2 <= most &&
         std::abs(mean_of(table.as_distribution()) / all - 1.0) > kMeanError) {
    const std::size_t before = table.size();
    table.add_value(table.heaviest(all).first);
    if (table.size() == before) break;
  }
  return table.as_distribution().quantiles;
}

}  // namespace gpuscape
