#include "sim/logs/fit_distribution.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <functional>
#include <optional>

#include "sim/study/statistics/goodness_of_fit.hpp"
#include "sim/study/statistics/quantile.hpp"
#include "sim/study/statistics/quantile_table.hpp"
#include "sim/workload/draw/distribution.hpp"

namespace gpuscape {

namespace {

struct Moments {
  double mean = 0.0;
  double deviation = 0.0;      ///< standard deviation
  double log_mean = 0.0;       ///< of the logarithm
  double log_deviation = 0.0;  ///< of the logarithm, maximum likelihood
};

Moments moments_of(std::span<const double> sorted) {
  const auto count = static_cast<double>(sorted.size());
  Moments moments;
  moments.mean = mean(sorted);
  for (const double value : sorted) moments.log_mean += std::log(value) / count;
  for (const double value : sorted) {
    moments.deviation += (value - moments.mean) * (value - moments.mean) / count;
    const double off = std::log(value) - moments.log_mean;
    moments.log_deviation += off * off / count;
  }
  moments.deviation = std::sqrt(moments.deviation);
  moments.log_deviation = std::sqrt(moments.log_deviation);
  return moments;
}

/// The likelihood equation of the shape k: Σ x^k ln x / Σ x^k − 1/k = mean of ln x.
std::optional<DistributionSpec> fit_weibull(std::span<const double> sorted,
                                            const Moments& moments) {
  const double largest = sorted.back();
  double powers = 0.0;
  const auto excess = [&](double shape) {
    double weighted = 0.0;
    powers = 0.0;
    for (const double value : sorted) {
      const double logarithm = std::log(value / largest);
      const double power = std::exp(shape * logarithm);
      powers += power;
      weighted += power * logarithm;
    }
    return weighted / powers - 1.0 / shape - (moments.log_mean - std::log(largest));
  };
  double low = 0.05;
  double high = 100.0;  // what a scenario may hold
  if (!(excess(low) < 0.0) || !(excess(high) > 0.0)) return std::nullopt;
  std::uintmax_t steps = 100;
  const auto root = boost::math::tools::toms748_solve(
      excess, low, high, boost::math::tools::eps_tolerance<double>(40), steps);
  const double shape = 0.5 * (root.first + root.second);
  excess(shape);
  const double scale = largest * std::pow(powers / static_cast<double>(sorted.size()), 1.0 / shape);
  return DistributionSpec{"weibull", scale, shape, largest};
}

std::vector<DistributionSpec> candidates(std::span<const double> sorted, const Moments& moments) {
  const double largest = sorted.back();
  std::vector<DistributionSpec> result = {
      {"exponential", moments.mean, 0.0, largest},
      {"lognormal", std::exp(moments.log_mean), moments.log_deviation, largest}};
  if (const auto weibull = fit_weibull(sorted, moments)) result.push_back(*weibull);
  return result;
}

/// The value that a share of the draws lies at or below.
double quantile_of(const DistributionSpec& spec, std::span<const double> sorted, double share) {
  if (spec.kind == "quantiles") return quantile_at(spec.quantiles, share);
  double low = 0.0;
  double high = sorted.back();
  for (int step = 0; step < 200 && low < high; ++step) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (share_below(spec, middle) < share ? low : high) = middle;
  }
  return high;
}

FittedDistribution described(FittedDistribution fit, std::span<const double> sorted) {
  fit.sample = sorted.size();
  fit.distance = ks_distance(sorted, fit.spec);
  fit.critical = ks_critical(sorted.size());
  fit.log_mean = mean(sorted);
  fit.fitted_mean = mean_of(fit.spec);
  fit.log_p95 = quantile(sorted, 0.95);
  fit.fitted_p95 = quantile_of(fit.spec, sorted, 0.95);
  return fit;
}

/// True where a parametric distribution may stand for the sample.
bool is_good(const DistributionSpec& spec, double distance, std::span<const double> sorted,
             const Moments& moments) {
  const auto count = static_cast<double>(sorted.size());
  const double standard_error = moments.deviation / std::sqrt(count);
  return distance <= ks_critical(sorted.size()) &&
         std::abs(mean_of(spec) - moments.mean) <= 3.0 * standard_error;
}

}  // namespace

FittedDistribution fit_distribution(std::span<const double> sorted) {
  constexpr std::size_t kMostPoints = 60;
  FittedDistribution fit;
  if (sorted.front() == sorted.back()) {
    fit.spec = {"constant", sorted.front()};
    return described(std::move(fit), sorted);
  }
  if (sorted.front() > 0.0) {
    const Moments moments = moments_of(sorted);
    double nearest = 2.0;
    for (const DistributionSpec& spec : candidates(sorted, moments)) {
      const double distance = ks_distance(sorted, spec);
      fit.tried.push_back({spec.kind, distance});
      if (distance >= nearest || !is_good(spec, distance, sorted, moments)) continue;
      nearest = distance;
      fit.spec = spec;
    }
  }
  if (fit.spec.kind.empty()) {
    fit.spec.kind = "quantiles";
    const double wanted = std::max(0.004, 0.5 * ks_critical(sorted.size()));
    fit.spec.quantiles = quantile_table(sorted, wanted, kMostPoints);
  }
  return described(std::move(fit), sorted);
}

}  // namespace gpuscape
