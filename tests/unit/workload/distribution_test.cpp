#include "sim/workload/draw/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gpuscape {
namespace {

struct Sample {
  double mean = 0.0;
  double deviation_of_mean = 0.0;
  double most = 0.0;
  double least = 1e300;
};

Sample sample(const DistributionSpec& spec, std::uint64_t draws = 200000) {
  const Distribution distribution(spec);
  const RandomStreams streams(1, 0, "test");
  Sample sample;
  double squares = 0.0;
  for (std::uint64_t i = 0; i < draws; ++i) {
    RandomStream random = streams.of(i);
    const double x = distribution.draw(random);
    sample.mean += x;
    squares += x * x;
    sample.most = std::max(sample.most, x);
    sample.least = std::min(sample.least, x);
  }
  const auto n = static_cast<double>(draws);
  sample.mean /= n;
  sample.deviation_of_mean = std::sqrt((squares / n - sample.mean * sample.mean) / n);
  return sample;
}

/// Four standard deviations: one false alarm in 16 000, and the seed is fixed.
void expect_mean_agrees(const DistributionSpec& spec) {
  const Sample found = sample(spec);
  EXPECT_NEAR(found.mean, mean_of(spec), 4.0 * found.deviation_of_mean + 1e-9) << spec.kind;
  EXPECT_LE(found.most, spec.most) << spec.kind;
}

TEST(Distribution, UncappedMeansAreTheTextbookOnes) {
  EXPECT_DOUBLE_EQ(mean_of({"constant", 5.0, 0.0}), 5.0);
  EXPECT_DOUBLE_EQ(mean_of({"uniform", 2.0, 6.0}), 4.0);
  EXPECT_DOUBLE_EQ(mean_of({"exponential", 3.0, 0.0}), 3.0);
  EXPECT_DOUBLE_EQ(mean_of({"lognormal", 10.0, 1.5}), 10.0 * std::exp(1.125));
  EXPECT_DOUBLE_EQ(mean_of({"weibull", 4.0, 1.0}), 4.0);
  EXPECT_NEAR(mean_of({"weibull", 4.0, 2.0}), 4.0 * std::sqrt(std::numbers::pi) / 2.0, 1e-12);
}

TEST(Distribution, CappedMeansFollowByHand) {
  EXPECT_DOUBLE_EQ(mean_of({"constant", 5.0, 0.0, 3.0}), 3.0);
  EXPECT_DOUBLE_EQ(mean_of({"uniform", 0.0, 4.0, 2.0}),
                   1.5);  // half below 2 with mean 1, half at 2
  EXPECT_DOUBLE_EQ(mean_of({"uniform", 2.0, 4.0, 1.0}), 1.0);
  EXPECT_DOUBLE_EQ(mean_of({"exponential", 1.0, 0.0, 1.0}), 1.0 - std::exp(-1.0));
  EXPECT_DOUBLE_EQ(mean_of({"weibull", 1.0, 1.0, 1.0}),
                   1.0 - std::exp(-1.0));  // shape 1 is exponential
}

TEST(Distribution, DrawsHaveTheMeanOfTheirFormula) {
  expect_mean_agrees({"constant", 5.0, 0.0});
  expect_mean_agrees({"uniform", 2.0, 6.0});
  expect_mean_agrees({"exponential", 3.0, 0.0});
  expect_mean_agrees({"lognormal", 10.0, 1.0});
  expect_mean_agrees({"weibull", 4.0, 0.7});
}

TEST(Distribution, CappedDrawsHaveTheMeanOfTheirFormula) {
  expect_mean_agrees({"uniform", 2.0, 6.0, 3.0});
  expect_mean_agrees({"exponential", 3.0, 0.0, 4.0});
  expect_mean_agrees({"lognormal", 1200.0, 2.2, 86400.0});
  expect_mean_agrees({"weibull", 4.0, 0.7, 6.0});
}

TEST(Distribution, AConstantIsThatNumber) {
  const Sample found = sample({"constant", 5.0, 0.0}, 100);
  EXPECT_EQ(found.least, 5.0);
  EXPECT_EQ(found.most, 5.0);
}

TEST(Distribution, ALognormalWithoutSpreadIsItsMedian) {
  EXPECT_DOUBLE_EQ(mean_of({"lognormal", 10.0, 0.0}), 10.0);
  EXPECT_DOUBLE_EQ(mean_of({"lognormal", 10.0, 0.0, 7.0}), 7.0);
  EXPECT_NEAR(sample({"lognormal", 10.0, 0.0}, 100).mean, 10.0, 1e-12);
}

TEST(Distribution, UniformDrawsStayInside) {
  const Sample found = sample({"uniform", 2.0, 6.0});
  EXPECT_GE(found.least, 2.0);
  EXPECT_LT(found.most, 6.0);
}

DistributionSpec table(std::vector<QuantileSpec> points) {
  DistributionSpec spec{"quantiles"};
  spec.quantiles = std::move(points);
  return spec;
}

TEST(Quantiles, RiseEvenlyInTheLogarithm) {
  const DistributionSpec spec = table({{0.0, 1.0}, {0.5, 100.0}, {1.0, 100.0}});
  EXPECT_NEAR(quantile_at(spec.quantiles, 0.25), 10.0, 1e-9);
  EXPECT_EQ(quantile_at(spec.quantiles, 0.75), 100.0);
  EXPECT_NEAR(share_below(spec, 10.0), 0.25, 1e-12);
  EXPECT_NEAR(share_below(spec, 99.999999), 0.5, 1e-6);
  EXPECT_EQ(share_below(spec, 100.0), 1.0);
  EXPECT_EQ(share_below(spec, 0.5), 0.0);
}

TEST(Quantiles, HaveTheMeanOfTheirPieces) {
  // ∫ 100^(2p) dp over [0, 1/2] is 99 / (2 ln 100); the other half is 100.
  const DistributionSpec spec = table({{0.0, 1.0}, {0.5, 100.0}, {1.0, 100.0}});
  EXPECT_NEAR(mean_of(spec), 99.0 / (2.0 * std::log(100.0)) + 50.0, 1e-9);
  EXPECT_NEAR(mean_of(table({{0.0, 0.0}, {1.0, 8.0}})), 4.0, 1e-12);
}

TEST(Quantiles, AreCutAtTheMost) {
  // Up to 10 at share 1/4: ∫ 100^(2p) dp over [0, 1/4] is 9 / (2 ln 100); above, 3/4 of 10.
  DistributionSpec spec = table({{0.0, 1.0}, {0.5, 100.0}, {1.0, 100.0}});
  spec.most = 10.0;
  EXPECT_NEAR(mean_of(spec), 9.0 / (2.0 * std::log(100.0)) + 7.5, 1e-9);
  EXPECT_EQ(share_below(spec, 10.0), 1.0);
}

TEST(ShareBelow, IsOneHalfAtTheMedian) {
  EXPECT_NEAR(share_below({"lognormal", 60.0, 2.0}, 60.0), 0.5, 1e-12);
  EXPECT_NEAR(share_below({"exponential", 60.0}, 60.0 * std::log(2.0)), 0.5, 1e-12);
  EXPECT_NEAR(share_below({"weibull", 60.0, 2.0}, 60.0 * std::sqrt(std::log(2.0))), 0.5, 1e-12);
  EXPECT_NEAR(share_below({"uniform", 10.0, 20.0}, 15.0), 0.5, 1e-12);
}

}  // namespace
}  // namespace gpuscape
