#include "sim/logs/fit_distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/study/statistics/goodness_of_fit.hpp"
#include "sim/study/statistics/quantile.hpp"
#include "sim/workload/draw/distribution.hpp"

namespace gpuscape {
namespace {

std::vector<double> draws(const DistributionSpec& spec, std::size_t count) {
  const Distribution distribution(spec);
  const RandomStreams streams(7, 0, spec.kind);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    RandomStream random = streams.of(i);
    values.push_back(distribution.draw(random));
  }
  std::ranges::sort(values);
  return values;
}

TEST(FitDistribution, RecoversALognormal) {
  // Standard errors: ln(median) σ/√n, σ: σ/√(2n).
  const auto values = draws({"lognormal", 1200.0, 1.5}, 20000);
  const FittedDistribution fit = fit_distribution(values);
  EXPECT_EQ(fit.spec.kind, "lognormal");
  EXPECT_NEAR(std::log(fit.spec.first / 1200.0), 0.0, 4.0 * 1.5 / std::sqrt(20000.0));
  EXPECT_NEAR(fit.spec.second, 1.5, 4.0 * 1.5 / std::sqrt(40000.0));
  EXPECT_LT(fit.distance, fit.critical);
}

TEST(FitDistribution, RecoversAWeibull) {
  // Standard errors of the maximum likelihood estimate (Cohen 1965): shape 0.78 k/√n, scale
  // 1.05 λ / (k √n).
  const auto values = draws({"weibull", 3600.0, 0.5}, 20000);
  const FittedDistribution fit = fit_distribution(values);
  EXPECT_EQ(fit.spec.kind, "weibull");
  EXPECT_NEAR(fit.spec.second, 0.5, 4.0 * 0.78 * 0.5 / std::sqrt(20000.0));
  EXPECT_NEAR(fit.spec.first, 3600.0, 4.0 * 1.05 * 3600.0 / (0.5 * std::sqrt(20000.0)));
}

TEST(FitDistribution, RecoversTheMeanOfAnExponential) {
  // A Weibull with a shape of almost 1 is as near; both have the mean.
  const FittedDistribution fit = fit_distribution(draws({"exponential", 600.0}, 20000));
  EXPECT_LT(fit.distance, fit.critical);
  EXPECT_NEAR(fit.fitted_mean, 600.0, 4.0 * 600.0 / std::sqrt(20000.0));
  EXPECT_EQ(fit.tried.size(), 3U);
}

/// Half of the values about a minute, half about a day: no distribution with one hump.
std::vector<double> two_humps() {
  auto values = draws({"lognormal", 60.0, 0.3}, 5000);
  const auto long_ones = draws({"lognormal", 86400.0, 0.3}, 5000);
  values.insert(values.end(), long_ones.begin(), long_ones.end());
  return values;
}

TEST(FitDistribution, FallsBackToATableOfQuantiles) {
  const FittedDistribution fit = fit_distribution(two_humps());
  EXPECT_EQ(fit.spec.kind, "quantiles");
  EXPECT_LE(fit.spec.quantiles.size(), 60U);
  EXPECT_LT(fit.distance, fit.critical);
  EXPECT_NEAR(fit.fitted_mean / fit.log_mean, 1.0, 0.01);
}

TEST(FitDistribution, DrawsFromATableLikeTheSample) {
  const auto values = two_humps();
  const auto drawn = draws(fit_distribution(values).spec, values.size());
  EXPECT_LT(ks_distance(values, drawn), ks_critical(values.size(), drawn.size()));
}

TEST(FitDistribution, KeepsValuesThatManyShare) {
  std::vector<double> values(300, 60.0);
  values.insert(values.end(), 700, 61.0);
  const FittedDistribution fit = fit_distribution(values);
  EXPECT_LT(fit.distance, 1e-5);
  EXPECT_NEAR(fit.fitted_mean, 60.7, 1e-3);
}

TEST(FitDistribution, TakesZeroes) {
  std::vector<double> values(10, 0.0);
  values.insert(values.end(), 10, 5.0);
  const FittedDistribution fit = fit_distribution(values);
  EXPECT_EQ(fit.spec.kind, "quantiles");
  EXPECT_NEAR(fit.fitted_mean, 2.5, 1e-3);
}

TEST(FitDistribution, MakesAConstantOfEqualValues) {
  const FittedDistribution fit = fit_distribution(std::vector{60.0});
  EXPECT_EQ(fit.spec.kind, "constant");
  EXPECT_EQ(fit.spec.first, 60.0);
  EXPECT_EQ(fit.distance, 0.0);
}

}  // namespace
}  // namespace gpuscape
