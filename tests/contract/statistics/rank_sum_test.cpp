/// The rank-sum test, against every choice there is.

#include "sim/study/statistics/rank_sum.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace gpuscape {
namespace {

/// By counting: of all ways to take as many of the values as the first sample has, those whose
/// ranks add up to something as far from the middle.
double counted(const std::vector<double>& one, const std::vector<double>& other) {
  std::vector<double> all = one;
  all.insert(all.end(), other.begin(), other.end());
  const auto rank = [&](double value) {
    double below = 0.0;
    double equal = 0.0;
    for (const double each : all) {
      below += each < value ? 1.0 : 0.0;
      equal += each == value ? 1.0 : 0.0;
    }
    return below + (equal + 1.0) / 2.0;
  };
  const double mean = static_cast<double>(one.size() * (all.size() + 1)) / 2.0;
  double found = 0.0;
  for (const double value : one) found += rank(value);
  double far = 0.0;
  double ways = 0.0;
  for (unsigned choice = 0; choice < 1U << all.size(); ++choice) {
    if (std::popcount(choice) != static_cast<int>(one.size())) continue;
    double sum = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if ((choice >> i & 1U) != 0) sum += rank(all[i]);
    ways += 1.0;
    if (std::abs(sum - mean) >= std::abs(found - mean) - 1e-9) far += 1.0;
  }
  return far / ways;
}

TEST(RankSum, OfFiveAndFiveThatLieApart) {
  EXPECT_DOUBLE_EQ(rank_sum_p({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}), 2.0 / 252.0);
  EXPECT_DOUBLE_EQ(rank_sum_p({6, 7, 8, 9}, {1, 2, 3, 4}), 2.0 / 70.0);
  EXPECT_DOUBLE_EQ(rank_sum_p({1, 1, 1}, {1, 1, 1}), 1.0);
  EXPECT_DOUBLE_EQ(rank_sum_p({}, {1, 2}), 1.0);
}

TEST(RankSum, IsWhatCountingGivesWithTiesToo) {
  std::mt19937 random(3);  // NOLINT(cert-msc51-cpp): the same ones each time
  for (int i = 0; i < 60; ++i) {
    std::vector<double> one(3 + random() % 4);
    std::vector<double> other(3 + random() % 4);
    for (double& value : one) value = static_cast<double>(random() % 5);
    for (double& value : other) value = static_cast<double>(random() % 7);
    EXPECT_NEAR(rank_sum_p(one, other), counted(one, other), 1e-12) << i;
  }
}

TEST(RankSum, TheLeastIsThatOfSamplesThatLieApart) {
  EXPECT_DOUBLE_EQ(least_rank_sum_p(5, 5), 2.0 / 252.0);
  EXPECT_DOUBLE_EQ(least_rank_sum_p(3, 3), 0.1);
  EXPECT_DOUBLE_EQ(least_rank_sum_p(4, 6), rank_sum_p({1, 2, 3, 4}, {5, 6, 7, 8, 9, 10}));
  EXPECT_DOUBLE_EQ(least_rank_sum_p(0, 5), 1.0);
  EXPECT_DOUBLE_EQ(least_rank_sum_p(1, 1), 1.0);
}

// Beyond 24 values by the normal approximation, which is close to what 12 and 12 are exactly.
TEST(RankSum, LargeSamplesAreAsTheNormalDistributionHasIt) {
  std::vector<double> one;
  std::vector<double> other;
  for (int i = 0; i < 12; ++i) {
    one.push_back(2.0 * i);
    other.push_back(2.0 * i + 7.0);
  }
  const double exact = rank_sum_p(one, other);
  one.push_back(11.5);
  other.push_back(18.5);
  EXPECT_NEAR(rank_sum_p(one, other), exact, 0.06);
  EXPECT_LT(exact, 0.2);
  EXPECT_GT(exact, 0.005);
}

}  // namespace
}  // namespace gpuscape
