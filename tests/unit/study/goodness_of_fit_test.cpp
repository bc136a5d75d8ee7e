#include "sim/study/statistics/goodness_of_fit.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gpuscape {
namespace {

TEST(KsDistance, IsTheLargestDifferenceOnEitherSideOfAStep) {
  // F(x) = x on [0, 1]; the sample function is 1/2 from 0.1 on and 1 from 0.6 on: 0.6 − 0.5 before
  // the second step, 0.5 − 0.1 after the first, 1 − 0.6 after the second.
  const DistributionSpec uniform{"uniform", 0.0, 1.0};
  EXPECT_NEAR(ks_distance(std::vector{0.1, 0.6}, uniform), 0.4, 1e-12);
  EXPECT_NEAR(ks_distance(std::vector{0.9}, uniform), 0.9, 1e-12);
}

TEST(KsDistance, TakesEqualValuesAsOneStep) {
  const DistributionSpec uniform{"uniform", 0.0, 1.0};
  EXPECT_NEAR(ks_distance(std::vector{0.5, 0.5, 0.5, 0.5}, uniform), 0.5, 1e-12);
}

TEST(KsDistance, KnowsTheStepsOfTheDistributionToo) {
  EXPECT_EQ(ks_distance(std::vector{3.0, 3.0}, DistributionSpec{"constant", 3.0}), 0.0);
  EXPECT_EQ(ks_distance(std::vector{3.0, 4.0}, DistributionSpec{"constant", 3.0}), 0.5);
}

TEST(KsDistance, ComparesTwoSamples) {
  const std::vector<double> sample{1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(ks_distance(sample, sample), 0.0);
  EXPECT_EQ(ks_distance(sample, std::vector{3.0, 4.0, 5.0, 6.0}), 0.5);
  EXPECT_EQ(ks_distance(sample, std::vector{9.0}), 1.0);
}

TEST(KsCritical, IsTheOneOfTables) {
  // Tables of the 1 % point for large samples give 1.63 / sqrt(n).
  EXPECT_NEAR(ks_critical(10000), 0.0163, 0.0001);
  EXPECT_NEAR(ks_critical(10000, 10000), 0.0163 * 1.41421, 0.0001);
}

}  // namespace
}  // namespace gpuscape
