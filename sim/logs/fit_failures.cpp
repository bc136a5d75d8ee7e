#include "sim/logs/fit_failures.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <map>
#include <numbers>

#include "sim/base/random.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

constexpr double kLow = 0.025;
constexpr double kHigh = 0.975;
constexpr double kWald = 1.959963984540054;

// No long double inside: its width differs between machines.
using GammaPolicy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

Interval95 bootstrap_mean(const std::vector<double>& values) {
  constexpr std::size_t kSamples = 2000;
  RandomStream random(0, 0, "bootstrap of repairs", values.size());
  boost::random::uniform_int_distribution<std::size_t> pick(0, values.size() - 1);
  std::vector<double> means(kSamples);
  for (double& of_sample : means) {
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[pick(random)];
    of_sample = sum / static_cast<double>(values.size());
  }
  std::ranges::sort(means);
  return {quantile(means, kLow), quantile(means, kHigh)};
}

double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

/// Sums over repairs of some length, in days, the logarithms less that of the mean.
struct LogSums {
  double count = 0.0;
  double days = 0.0;
  double log_days = 0.0;
  double d = 0.0;
  double squares = 0.0;
};

void fit_likelihoods(const LogSums& sums, RepairFit& fit) {
  const double mean = fit.mean / kSecondsPerDay;
  fit.log_exponential = -sums.count * std::log(mean) - sums.days / mean;
  const double d = sums.d / sums.count;
  const double square = sums.squares / sums.count;
  const double variance = 2.0 * (std::sqrt(1.0 + square) - 1.0);
  if (!(variance > 0.0)) return;
  fit.sigma = std::sqrt(variance);
  fit.log_lognormal =
      -sums.log_days - sums.count * (std::log(fit.sigma) + 0.5 * std::log(2.0 * std::numbers::pi) +
                                     0.5 * square / variance + 0.5 * d + variance / 8.0);
  const double information =
      sums.count * (3.0 * square / (variance * variance) + 0.25 - 1.0 / variance);
  const double wide = kWald / std::sqrt(information);
  fit.sigma_interval = {std::max(0.0, fit.sigma - wide), fit.sigma + wide};
  fit.is_lognormal = fit.log_lognormal - 1.0 > fit.log_exponential;
}

}  // namespace

Interval95 poisson_interval(std::int64_t count) {
  const auto n = static_cast<double>(count);
  return {count == 0 ? 0.0 : boost::math::gamma_p_inv(n, kLow, GammaPolicy()),
          boost::math::gamma_p_inv(n + 1.0, kHigh, GammaPolicy())};
}

RepairFit fit_repairs(std::vector<double> repairs) {
  std::ranges::sort(repairs);
  RepairFit fit{.count = std::ssize(repairs),
                .of_no_length = std::ranges::upper_bound(repairs, 0.0) - repairs.begin(),
                .mean = mean(repairs),
                .median = quantile(repairs, 0.5),
                .p90 = quantile(repairs, 0.9),
                .mean_interval = bootstrap_mean(repairs)};
  LogSums sums;
  for (const double repair : repairs) {
    if (!(repair > 0.0)) continue;
    const double d = std::log(repair / fit.mean);
    sums.count += 1.0;
    sums.days += repair / kSecondsPerDay;
    sums.log_days += std::log(repair / kSecondsPerDay);
    sums.d += d;
    sums.squares += d * d;
  }
  if (sums.count > 0.0) fit_likelihoods(sums, fit);
  return fit;
}

double RepairFit::share_below(Seconds time) const {
  const double seconds = time.value();
  if (!(seconds > 0.0) || !(mean > 0.0)) return 0.0;
  if (!is_lognormal) return -std::expm1(-seconds / mean);
  return normal_below((std::log(seconds / mean) + 0.5 * sigma * sigma) / sigma);
}

double RepairFit::log_density(Seconds time) const {
  const double days = time.value() / kSecondsPerDay;
  const double of_mean = mean / kSecondsPerDay;
  if (!is_lognormal) return -std::log(of_mean) - days / of_mean;
  const double z = (std::log(days / of_mean) + 0.5 * sigma * sigma) / sigma;
  return -std::log(days * sigma) - 0.5 * std::log(2.0 * std::numbers::pi) - 0.5 * z * z;
}

namespace {

/// Σ t^k, Σ t^k ln t and Σ t^k ln² t, of times as shares of the longest.
struct WeibullSums {
  double plain = 0.0;
  double first = 0.0;
  double second = 0.0;
};

WeibullSums weibull_sums(const std::vector<double>& times, double shape) {
  WeibullSums sums;
  for (const double time : times) {
    const double log = std::log(time);
    const double power = std::exp(shape * log);
    sums.plain += power;
    sums.first += power * log;
    sums.second += power * log * log;
  }
  return sums;
}

}  // namespace

std::optional<WeibullFit> fit_weibull(std::span<const Life> lives) {
  WeibullFit fit;
  double longest = 0.0;
  for (const Life& life : lives) longest = std::max(longest, life.time);
  std::vector<double> times;
  double log_failed = 0.0;
  for (const Life& life : lives) {
    if (!(life.time > 0.0)) continue;
    times.push_back(life.time / longest);
    if (!life.has_failed) continue;
    ++fit.failed;
    log_failed += std::log(times.back());
  }
  if (fit.failed < 2) return std::nullopt;
  const auto failed = static_cast<double>(fit.failed);
  // The score falls as the shape rises: its only root is the estimate.
  double low = 0.01;
  double high = 100.0;
  constexpr int kHalvings = 200;
  for (int i = 0; i < kHalvings; ++i) {
    const double shape = std::sqrt(low * high);
    const WeibullSums sums = weibull_sums(times, shape);
    (1.0 / shape + log_failed / failed > sums.first / sums.plain ? low : high) = shape;
  }
  fit.shape = std::sqrt(low * high);
  const WeibullSums sums = weibull_sums(times, fit.shape);
  const double scale = longest * std::pow(sums.plain / failed, 1.0 / fit.shape);
  fit.mean = scale * boost::math::tgamma(1.0 + 1.0 / fit.shape, GammaPolicy());
  const double of_mean = sums.first / sums.plain;
  const double information =
      failed * (1.0 / (fit.shape * fit.shape) + sums.second / sums.plain - of_mean * of_mean);
  const double wide = std::exp(kWald / (std::sqrt(information) * fit.shape));
  fit.shape_interval = {fit.shape / wide, fit.shape * wide};
  return fit;
}

double dispersion_of(const std::vector<std::int64_t>& counts) {
  double sum = 0.0;
  for (const std::int64_t count : counts) sum += static_cast<double>(count);
  const auto n = static_cast<double>(counts.size());
  if (!(sum > 0.0) || counts.size() < 2) return 1.0;
  const double mean = sum / n;
  double squares = 0.0;
  for (const std::int64_t count : counts) {
    const double d = static_cast<double>(count) - mean;
    squares += d * d;
  }
  return squares / (n - 1.0) / mean;
}

BadNodes fit_bad_nodes(const std::vector<std::int64_t>& faults) {
  BadNodes bad{.dispersion = dispersion_of(faults)};
  const auto n = static_cast<double>(faults.size());
  if (!(bad.dispersion > 1.0)) return bad;
  bad.p_value =
      boost::math::gamma_q(0.5 * (n - 1.0), 0.5 * (n - 1.0) * bad.dispersion, GammaPolicy());
  std::map<std::int64_t, double> nodes;
  double sum = 0.0;
  for (const std::int64_t count : faults) {
    nodes[count] += 1.0;
    sum += static_cast<double>(count);
  }
  // Expectation and maximization; its steps only ever raise the likelihood.
  double share = 0.1;
  double good = 0.5 * sum / n;
  double worse = 6.0 * good;
  constexpr int kSteps = 5000;
  for (int step = 0; step < kSteps; ++step) {
    double in_bad = 0.0;
    double faults_of_bad = 0.0;
    for (const auto& [count, of] : nodes) {
      const auto k = static_cast<double>(count);
      const double odds =
          share / (1.0 - share) * std::exp(good - worse + k * std::log(worse / good));
      const double weight = std::isfinite(odds) ? odds / (1.0 + odds) : 1.0;
      in_bad += of * weight;
      faults_of_bad += of * weight * k;
    }
    if (!(in_bad > 0.0) || !(in_bad < n) || !(sum > faults_of_bad)) return bad;
    share = in_bad / n;
    worse = faults_of_bad / in_bad;
    good = (sum - faults_of_bad) / (n - in_bad);
  }
  if (!(worse > good)) return bad;
  bad.share = share;
  bad.factor = worse / good;
  return bad;
}

}  // namespace gpuscape
