#include "sim/workload/distribution.hpp"

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

}  // namespace
}  // namespace gpuscape
