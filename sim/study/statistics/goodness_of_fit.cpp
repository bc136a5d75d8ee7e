#include "sim/study/statistics/goodness_of_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/workload/draw/distribution.hpp"

namespace gpuscape {

namespace {

double critical_for(double effective) { return std::sqrt(0.5 * std::log(2.0 / 0.01) / effective); }

/// `at(x)` and `before(x)`: the shares at or below x, and below x.
template <class At, class Before>
double largest_difference(std::span<const double> sorted, const At& at, const Before& before) {
  const auto count = static_cast<double>(sorted.size());
  double most = 0.0;
  for (std::size_t begin = 0; begin < sorted.size();) {
    const double value = sorted[begin];
    std::size_t end = begin + 1;
    while (end < sorted.size() && sorted[end] == value) ++end;
    most = std::max({most, std::abs(static_cast<double>(end) / count - at(value)),
                     std::abs(static_cast<double>(begin) / count - before(value))});
    begin = end;
  }
  return most;
}

}  // namespace

double ks_distance(std::span<const double> sorted, const DistributionSpec& distribution) {
  return largest_difference(
      sorted, [&](double value) { return share_below(distribution, value); },
      [&](double value) {
        constexpr double kLowest = std::numeric_limits<double>::lowest();
        return share_below(distribution, std::nextafter(value, kLowest));
      });
}

double ks_distance(std::span<const double> sorted,
                   const std::function<double(double)>& share_below) {
  return largest_difference(sorted, share_below, share_below);
}

double ks_distance(std::span<const double> sorted, std::span<const double> other) {
  const auto count = static_cast<double>(other.size());
  return largest_difference(
      sorted,
      [&](double value) {
        return static_cast<double>(std::ranges::upper_bound(other, value) - other.begin()) / count;
      },
      [&](double value) {
        return static_cast<double>(std::ranges::lower_bound(other, value) - other.begin()) / count;
      });
}

double ks_critical(std::size_t sample) { return critical_for(static_cast<double>(sample)); }

double ks_critical(std::size_t sample, std::size_t other) {
  const auto n = static_cast<double>(sample);
  const auto m = static_cast<double>(other);
  return critical_for(n * m / (n + m));
}

}  // namespace gpuscape
