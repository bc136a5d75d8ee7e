#include "sim/sharing/duty_cycle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim/base/error.hpp"

namespace gpuscape {
namespace {

// The deck of 2019: three clients, 2.5 to 3 times the throughput at 17 % slower; 3 ÷ 1.17 = 2.56.
TEST(DutyCycle, OneDutyGivesGainAndSlowdownOfThreeClients) {
  const DutyForecast three = duty_forecast(3, Ratio(0.27));
  EXPECT_NEAR(three.gain, 2.56, 0.005);
  EXPECT_NEAR(three.slowdown, 1.17, 0.005);
  EXPECT_NEAR(duty_of(3, 1.17).value(), 0.27, 0.005);
}

TEST(DutyCycle, TheFourthClientIsAPrediction) {
  const DutyForecast four = duty_forecast(4, duty_of(3, 1.17));
  EXPECT_NEAR(four.gain, 3.07, 0.01);
  EXPECT_NEAR(four.slowdown, 1.30, 0.01);
}

// By hand: two clients of a half each. One finds the other at the GPU half of the time, takes 3/4
// there and 1/2 elsewhere: 1.25; together 1.6, the GPU is used for 0.8.
TEST(DutyCycle, TwoHalvesByHand) {
  const DutyForecast two = duty_forecast(2, Ratio(0.5));
  EXPECT_DOUBLE_EQ(two.slowdown, 1.25);
  EXPECT_DOUBLE_EQ(two.gain, 1.6);
  EXPECT_DOUBLE_EQ(two.gpu_use.value(), 0.8);
}

TEST(DutyCycle, ManyClientsFillTheGpuAndNeverMore) {
  for (const double duty : {0.01, 0.27, 0.9, 1.0})
    for (const std::uint32_t clients : {1U, 2U, 10U, 200U}) {
      const DutyForecast all = duty_forecast(clients, Ratio(duty));
      EXPECT_LE(all.gpu_use.value(), 1.0 + 1e-12);
      EXPECT_GE(all.gain, 1.0 - 1e-12);
      EXPECT_LE(all.gain, clients + 1e-9);
    }
  EXPECT_NEAR(duty_forecast(200, Ratio(0.27)).gain, 1.0 / 0.27, 1e-6);
  EXPECT_DOUBLE_EQ(duty_forecast(4, Ratio(1.0)).slowdown, 4.0);
}

TEST(DutyCycle, EqualDutiesHaveThePaceOfTheSingleOne) {
  for (std::uint32_t clients = 1; clients <= 12; ++clients) {
    const std::vector<Ratio> duties(clients, Ratio(0.3));
    const double pace = 1.0 / duty_forecast(clients, Ratio(0.3)).slowdown;
    for (const Ratio of : duty_paces(duties)) EXPECT_NEAR(of.value(), pace, 1e-12);
  }
}

// 13 clients are beyond the exact recursion; Schweitzer's approximation is known to be off by up to
// 5 %.
TEST(DutyCycle, MoreThanTwelveClientsAreNearTheExactLaw) {
  for (const double duty : {0.02, 0.08, 0.3}) {
    const std::vector<Ratio> duties(13, Ratio(duty));
    const double pace = 1.0 / duty_forecast(13, Ratio(duty)).slowdown;
    EXPECT_NEAR(duty_paces(duties)[0].value(), pace, 0.05 * pace) << duty;
  }
}

/// Mean pace of the first of two clients, simulated: exponential times at the GPU, which serves
/// both at half speed when both are there, and elsewhere.
double simulated_pace(double first, double second, int cycles) {
  std::mt19937_64 random(7);
  const double duties[] = {first, second};
  bool at_gpu[] = {false, false};
  double now = 0.0;
  for (int done = 0; done < cycles;) {
    const int sharing = (at_gpu[0] ? 1 : 0) + (at_gpu[1] ? 1 : 0);
    double rates[2];
    for (int i = 0; i < 2; ++i)
      rates[i] = at_gpu[i] ? 1.0 / duties[i] / sharing : 1.0 / (1.0 - duties[i]);
    now += std::exponential_distribution<double>(rates[0] + rates[1])(random);
    const bool is_second = std::bernoulli_distribution(rates[1] / (rates[0] + rates[1]))(random);
    const int who = is_second ? 1 : 0;
    if (at_gpu[who] && who == 0) ++done;
    at_gpu[who] = !at_gpu[who];
  }
  return cycles / now;
}

TEST(DutyCycle, UnequalClientsHaveThePaceOfASimulation) {
  const std::vector<Ratio> duties{Ratio(0.7), Ratio(0.2)};
  EXPECT_NEAR(duty_paces(duties)[0].value(), simulated_pace(0.7, 0.2, 400000), 0.005);
  EXPECT_NEAR(duty_paces(duties)[1].value(), simulated_pace(0.2, 0.7, 400000), 0.005);
}

// Lucid's table: means of ten bins, in whose middles the law is within 3 points.
TEST(PairPace, FollowsTheBinsItWasReadOff) {
  constexpr double kBins[] = {0.975, 0.994, 1.022, 0.987, 0.97, 0.932, 0.869, 0.804, 0.729, 0.675};
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(pair_pace(0.1 + 0.2 * i).value(), kBins[i], 0.03) << i;
  EXPECT_DOUBLE_EQ(pair_pace(0.83).value(), 1.0);
  EXPECT_LT(pair_pace(0.84).value(), 1.0);
}

TEST(DutyCycle, NonsenseIsRefused) {
  EXPECT_THROW((void)duty_forecast(0, Ratio(0.5)), InternalError);
  EXPECT_THROW((void)duty_forecast(1, Ratio(0.0)), InternalError);
  EXPECT_THROW((void)duty_forecast(1, Ratio(1.01)), InternalError);
  EXPECT_THROW((void)duty_of(1, 1.0), InternalError);
  EXPECT_THROW((void)duty_of(3, 0.9), InternalError);
  EXPECT_THROW((void)duty_of(3, 3.1), InternalError);
  EXPECT_THROW((void)pair_pace(-0.1), InternalError);
  EXPECT_THROW((void)pair_pace(2.1), InternalError);
}

}  // namespace
}  // namespace gpuscape
