/// Rates, repairs and lives as they are fitted, on samples whose truth is known.

#include "sim/logs/fit_failures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "sim/workload/draw/distribution.hpp"

namespace gpuscape {
namespace {

constexpr double kDay = 86'400.0;

std::vector<double> sample(const DistributionSpec& spec, std::size_t count,
                           std::uint64_t seed = 1) {
  const Distribution distribution(spec);
  RandomStream random(seed, 0, "test", 0);
  std::vector<double> values(count);
  std::ranges::generate(values, [&] { return distribution.draw(random); });
  return values;
}

// Tables of Garwood (1936): 0 and 10 events.
TEST(FitFailures, ThePoissonIntervalIsExact) {
  EXPECT_EQ(poisson_interval(0).low, 0.0);
  EXPECT_NEAR(poisson_interval(0).high, 3.6889, 1e-4);
  EXPECT_NEAR(poisson_interval(10).low, 4.7954, 1e-4);
  EXPECT_NEAR(poisson_interval(10).high, 18.3904, 1e-4);
}

/// The log-likelihood of lognormal times of that mean, in days, written out.
double lognormal_likelihood(const std::vector<double>& seconds, double mean, double sigma) {
  double sum = 0.0;
  for (const double time : seconds) {
    const double days = time / kDay;
    const double z = (std::log(days) - std::log(mean / kDay) + 0.5 * sigma * sigma) / sigma;
    sum -= std::log(days * sigma * std::sqrt(2.0 * std::numbers::pi)) + 0.5 * z * z;
  }
  return sum;
}

TEST(FitFailures, SigmaHasTheGreatestLikelihoodOfThatMean) {
  const std::vector<double> times{0.1 * kDay, 0.7 * kDay, 2.0 * kDay, 9.0 * kDay};
  const RepairFit fit = fit_repairs(times);
  EXPECT_DOUBLE_EQ(fit.mean, 2.95 * kDay);
  EXPECT_DOUBLE_EQ(fit.median, 1.35 * kDay);
  EXPECT_NEAR(fit.log_lognormal, lognormal_likelihood(times, fit.mean, fit.sigma), 1e-9);
  for (const double sigma : {0.98 * fit.sigma, 1.02 * fit.sigma})
    EXPECT_LT(lognormal_likelihood(times, fit.mean, sigma), fit.log_lognormal);
  double exponential = 0.0;
  for (const double time : times) exponential -= std::log(2.95) + time / kDay / 2.95;
  EXPECT_NEAR(fit.log_exponential, exponential, 1e-9);
}

TEST(FitFailures, TakesTheDistributionThatRepairsHave) {
  const RepairFit wide =
      fit_repairs(sample({.kind = "lognormal", .first = 1000.0, .second = 2.0}, 4000));
  EXPECT_TRUE(wide.is_lognormal);
  EXPECT_NEAR(wide.sigma, 2.0, 0.1);
  const RepairFit plain = fit_repairs(sample({.kind = "exponential", .first = 1000.0}, 4000));
  EXPECT_FALSE(plain.is_lognormal);
  EXPECT_LT(plain.mean_interval.low, 1000.0);
  EXPECT_GT(plain.mean_interval.high, 1000.0);
}

TEST(FitFailures, RepairsOfNoLengthCountForTheMeanAlone) {
  const RepairFit fit = fit_repairs({0.0, 100.0, 200.0});
  EXPECT_EQ(fit.of_no_length, 1);
  EXPECT_DOUBLE_EQ(fit.mean, 100.0);
  EXPECT_TRUE(std::isfinite(fit.log_lognormal));
  EXPECT_EQ(fit_repairs({0.0}).mean, 0.0);
}

TEST(FitFailures, AShareBelowBelongsToItsDensity) {
  for (const DistributionSpec& spec :
       {DistributionSpec{.kind = "exponential", .first = kDay},
        DistributionSpec{.kind = "lognormal", .first = 0.3 * kDay, .second = 1.5}}) {
    const RepairFit fit = fit_repairs(sample(spec, 500));
    const Seconds day(kDay);
    const Seconds step(1e-4 * kDay);
    const double slope = (fit.share_below(day + step) - fit.share_below(day - step)) / 2e-4;
    EXPECT_NEAR(std::log(slope), fit.log_density(day), 1e-5) << spec.kind;
  }
}

/// Lives of Weibull's distribution that are watched for `longest` at most.
std::vector<Life> lives(double shape, double longest, std::size_t count) {
  std::vector<Life> all;
  for (const double life : sample({.kind = "weibull", .first = 100.0, .second = shape}, count, 3))
    all.push_back({std::min(life, longest), life < longest});
  return all;
}

TEST(FitFailures, FindsTheShapeThroughCensoring) {
  for (const double shape : {0.6, 1.0, 2.5}) {
    const auto fit = fit_weibull(lives(shape, 80.0, 4000));
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->shape, shape, 0.05 * shape);
    EXPECT_LT(fit->shape_interval.low, shape);
    EXPECT_GT(fit->shape_interval.high, shape);
    EXPECT_NEAR(fit->mean, 100.0 * std::tgamma(1.0 + 1.0 / shape), 8.0 + 8.0 / shape);
  }
  EXPECT_FALSE(fit_weibull(std::vector<Life>{{10.0, true}, {10.0, false}}));
}

/// How many of 200 samples of 60 lives have the true shape in their interval.
TEST(FitFailures, TheIntervalOfTheShapeHoldsItNineteenTimesOfTwenty) {
  int held = 0;
  constexpr int kSamples = 200;
  for (int i = 0; i < kSamples; ++i) {
    std::vector<Life> all;
    for (const double life : sample({.kind = "weibull", .first = 100.0, .second = 0.7}, 60,
                                    static_cast<std::uint64_t>(i) + 10))
      all.push_back({std::min(life, 150.0), life < 150.0});
    const auto fit = fit_weibull(all);
    held += fit && fit->shape_interval.low < 0.7 && fit->shape_interval.high > 0.7 ? 1 : 0;
  }
  EXPECT_NEAR(held, 190, 10);
}

std::vector<std::int64_t> counts(double good, double bad, double share, std::size_t nodes) {
  std::vector<std::int64_t> all;
  RandomStream random(5, 0, "counts", 0);
  for (std::size_t i = 0; i < nodes; ++i) {
    const double mean = static_cast<double>(i) < share * static_cast<double>(nodes) ? bad : good;
    const Distribution gap({.kind = "exponential", .first = 1.0 / mean});
    std::int64_t count = -1;
    for (double time = 0.0; time < 1.0; time += gap.draw(random)) ++count;
    all.push_back(count);
  }
  return all;
}

TEST(FitFailures, FindsBadNodesWhereThereAreSome) {
  const BadNodes bad = fit_bad_nodes(counts(0.5, 5.0, 0.15, 2000));
  EXPECT_TRUE(bad.are_there());
  EXPECT_NEAR(bad.share, 0.15, 0.02);
  EXPECT_NEAR(bad.factor, 10.0, 1.5);
  const BadNodes none = fit_bad_nodes(counts(0.5, 0.5, 0.0, 2000));
  EXPECT_FALSE(none.are_there());
  EXPECT_NEAR(none.dispersion, 1.0, 0.15);
  EXPECT_FALSE(fit_bad_nodes({0, 0, 0}).are_there());
}

}  // namespace
}  // namespace gpuscape
