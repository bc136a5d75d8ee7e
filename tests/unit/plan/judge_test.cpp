#include "sim/plan/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gpuscape {
namespace {

constexpr Caution kCaution{.drop = 0.002, .take = 0.0001};

Judge judge_of(double limit, bool at_least = false) {
  return Judge({{.name = "wait", .limit = limit, .at_least = at_least}});
}

Sample sample_of(std::vector<double> values) {
  Sample sample{.count = values.size(), .started = 1};
  sample.load.assign(values.size(), 0.5);
  sample.objectives = {std::move(values)};
  return sample;
}

/// `count` values with that mean, half of them `by` above it.
std::vector<double> around(double mean, double by, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = mean + (i % 2 == 0 ? by : -by);
  return values;
}

TEST(Judge, ThreeRunsFarBeyondTheLimitMissAndThreeNearItDoNot) {
  const Judge judge = judge_of(10.0);
  EXPECT_EQ(judge.look(sample_of({100.0, 101.0, 99.0}), kCaution).finding, Finding::misses);
  EXPECT_EQ(judge.look(sample_of({10.5, 12.0, 11.0}), kCaution).finding, Finding::open);
  EXPECT_EQ(judge.look(sample_of({100.0, 101.0, 99.0}), kCaution).missed, "wait");
}

TEST(Judge, FewerThanTenRunsNeverMeet) {
  const Judge judge = judge_of(10.0);
  EXPECT_EQ(judge.look(sample_of(around(1.0, 0.1, 9)), kCaution).finding, Finding::open);
  EXPECT_EQ(judge.look(sample_of(around(1.0, 0.1, 10)), kCaution).finding, Finding::meets);
  EXPECT_EQ(judge.look(sample_of(around(9.9, 2.0, 10)), kCaution).finding, Finding::open);
}

TEST(Judge, ALowerLimitIsHeldAgainstTheValuesThemselves) {
  const Judge judge = judge_of(10.0, true);
  EXPECT_EQ(judge.look(sample_of({1.0, 1.1, 0.9}), kCaution).finding, Finding::misses);
  EXPECT_EQ(judge.look(sample_of(around(50.0, 1.0, 10)), kCaution).finding, Finding::meets);
}

/// Six values between 8 and 32: their own spread (a factor of 2 either way) hides that they are
/// twice the reference's, whose mean logarithm is that of 10 over many replications.
TEST(Judge, WhatSwingsWithTheReferenceIsToldFromItWithFewRuns) {
  const double swings[] = {0.4, 0.7, 1.0, 1.4, 1.7, 1.2};
  std::vector<double> own;
  std::vector<double> others;
  for (std::size_t i = 0; i < 60; ++i) others.push_back(10.0 * swings[i % 6]);
  for (const double swing : swings) own.push_back(16.0 * swing * (swing > 1.0 ? 1.01 : 0.99));
  Judge judge = judge_of(10.0);
  EXPECT_EQ(judge.look(sample_of(own), kCaution).finding, Finding::open);
  judge.set_reference({.sample = sample_of(others)});
  EXPECT_EQ(judge.look(sample_of(own), kCaution).finding, Finding::misses);
}

TEST(Judge, AKnownSpreadDecidesAfterTwoRuns) {
  Judge judge = judge_of(10.0);
  judge.set_reference({.sample = sample_of(around(10.0, 1.0, 40))});
  EXPECT_EQ(judge.look(sample_of({33.0, 26.0}), kCaution).finding, Finding::open);
  judge.set_spread({.of = {0.05}});
  EXPECT_EQ(judge.look(sample_of({33.0, 26.0}), kCaution).finding, Finding::misses);
  EXPECT_EQ(judge.look(sample_of({11.0, 9.0}), kCaution).finding, Finding::open);
}

TEST(Judge, ByValueSaysWhetherTheIntervalHoldsTheLimit) {
  const Judge judge = judge_of(10.0);
  EXPECT_EQ(judge.by_value(sample_of(around(9.0, 3.0, 10)), 0.95).finding, Finding::meets);
  EXPECT_FALSE(judge.by_value(sample_of(around(9.0, 3.0, 10)), 0.95).is_certain);
  EXPECT_TRUE(judge.by_value(sample_of(around(9.0, 0.1, 10)), 0.95).is_certain);
  EXPECT_EQ(judge.by_value(sample_of(around(10.1, 3.0, 10)), 0.95).finding, Finding::misses);
}

TEST(Judge, MoreLoadThanThereIsMisses) {
  Sample sample = sample_of(around(1.0, 0.1, 10));
  sample.load.assign(10, 1.1);
  EXPECT_EQ(judge_of(10.0).look(sample, kCaution).missed, "overloaded");
  sample.load.assign(10, 0.9);
  EXPECT_EQ(judge_of(10.0).look(sample, kCaution).finding, Finding::meets);
}

/// Student's t with 2 degrees of freedom leaves 2.5 % beyond 4.3027; 1, 2, 3 have a standard error
/// of 1 ÷ √3.
TEST(OneSided, IsStudentsInterval) {
  const OneSided made = one_sided({1.0, 2.0, 3.0, std::nan("")}, 0.025);
  EXPECT_EQ(made.count, 3U);
  EXPECT_DOUBLE_EQ(made.mean, 2.0);
  EXPECT_NEAR(made.half, 4.3027 / std::sqrt(3.0), 1e-4);
  EXPECT_TRUE(std::isinf(one_sided({1.0}, 0.025, 1.0).half));
}

}  // namespace
}  // namespace gpuscape
