#include "sim/base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/lognormal_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <cmath>
#include <random>
#include <set>

namespace gpuscape {
namespace {

static_assert(std::uniform_random_bit_generator<RandomStream>);

template <class Distribution>
std::array<double, 3> three_draws(Distribution distribution) {
  RandomStream random(1, 0, "golden", 0);
  const double a = distribution(random);
  const double b = distribution(random);
  return {a, b, distribution(random)};
}

TEST(RandomStream, RepeatsItselfForEqualKeys) {
  RandomStream a(7, 3, "failures", 42);
  RandomStream b(7, 3, "failures", 42);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(a(), b());
  }
}

TEST(RandomStream, DiffersWhenAnyPartOfItsKeyDiffers) {
  const std::array streams{RandomStream(1, 0, "a", 0), RandomStream(2, 0, "a", 0),
                           RandomStream(1, 1, "a", 0), RandomStream(1, 0, "b", 0),
                           RandomStream(1, 0, "a", 1), RandomStream(0, 1, "a", 0),
                           RandomStream(1, 0, "", 0),  RandomStream(1, 0, "a", 1ULL << 32U)};
  std::set<std::uint64_t> first_draws;
  for (RandomStream stream : streams) {
    first_draws.insert(stream());
  }
  EXPECT_EQ(first_draws.size(), streams.size());
}

TEST(RandomStream, IsTheSameFromAFamilyOfStreams) {
  RandomStream direct(9, 2, "gpus", 5);
  RandomStream of_family = RandomStreams(9, 2, "gpus").of(5);
  EXPECT_EQ(direct(), of_family());
  EXPECT_EQ(direct(), of_family());
}

TEST(RandomStream, IsNotMovedByDrawsElsewhere) {
  const RandomStreams streams(1, 0, "a");
  RandomStream alone = streams.of(2);
  RandomStream busy = streams.of(1);
  busy();
  RandomStream beside = streams.of(2);
  busy();
  EXPECT_EQ(alone(), beside());
}

// Under independence the sum of n products of two centred uniforms has the standard deviation
// sqrt(n) / 12; 4.5 of them are exceeded once in 150 000 trials.
double correlation_in_deviations(RandomStream a, RandomStream b) {
  constexpr int kDraws = 100000;
  boost::random::uniform_01<double> uniform;
  double sum = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    sum += (uniform(a) - 0.5) * (uniform(b) - 0.5);
  }
  return std::abs(sum) * 12.0 / std::sqrt(kDraws);
}

TEST(RandomStream, IsUncorrelatedWithItsNeighbours) {
  const RandomStream base(1, 0, "a", 0);
  EXPECT_LT(correlation_in_deviations(base, {1, 0, "a", 1}), 4.5);
  EXPECT_LT(correlation_in_deviations(base, {1, 0, "b", 0}), 4.5);
  EXPECT_LT(correlation_in_deviations(base, {1, 1, "a", 0}), 4.5);
  EXPECT_LT(correlation_in_deviations(base, {2, 0, "a", 0}), 4.5);
}

TEST(RandomStream, FillsItsBitsEvenly) {
  constexpr int kDraws = 100000;
  std::array<int, 64> ones{};
  RandomStream random(1, 0, "bits", 0);
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t bits = random();
    for (unsigned bit = 0; bit < 64; ++bit) {
      ones[bit] += static_cast<int>((bits >> bit) & 1U);
    }
  }
  for (const int count : ones) {
    EXPECT_NEAR(count, kDraws / 2, 5.0 * std::sqrt(kDraws / 4.0));
  }
}

TEST(RandomStream, DrawsAcrossEntitiesAreUniformToo) {
  constexpr int kEntities = 100000;
  const RandomStreams streams(1, 0, "entities");
  double sum = 0.0;
  for (int i = 0; i < kEntities; ++i) {
    RandomStream random = streams.of(static_cast<std::uint64_t>(i));
    sum += boost::random::uniform_01<double>()(random);
  }
  EXPECT_NEAR(sum / kEntities, 0.5, 5.0 * std::sqrt(1.0 / 12.0 / kEntities));
}

// The numbers that every compiler must reproduce; made with g++ 12 and Boost 1.74.

TEST(RandomStream, GivesThePinnedBits) {
  RandomStream random(1, 0, "golden", 0);
  EXPECT_EQ(random(), 0x7b842ed5d62413cbULL);
  EXPECT_EQ(random(), 0x962669f69d17780bULL);
  EXPECT_EQ(random(), 0x7b757c1b57bb8113ULL);
}

TEST(RandomStream, GivesThePinnedUniformDraws) {
  const std::array<double, 3> expected{0x1.ee10bb5758905p-2, 0x1.2c4cd3ed3a2efp-1,
                                       0x1.edd5f06d5eeep-2};
  EXPECT_EQ(three_draws(boost::random::uniform_01<double>()), expected);
}

TEST(RandomStream, GivesThePinnedExponentialDraws) {
  const std::array<double, 3> expected{0x1.9ae7da9c09214p-2, 0x1.72c761024e9acp+1,
                                       0x1.076a223761a4bp+1};
  EXPECT_EQ(three_draws(boost::random::exponential_distribution<double>(1.0)), expected);
}

TEST(RandomStream, GivesThePinnedNormalDraws) {
  const std::array<double, 3> expected{0x1.f575d1a3bae79p-2, 0x1.b295fe330e6dp+0,
                                       0x1.47f5032ece945p+0};
  EXPECT_EQ(three_draws(boost::random::normal_distribution<double>(0.0, 1.0)), expected);
}

TEST(RandomStream, GivesThePinnedLognormalDraws) {
  const std::array<double, 3> expected{0x1.a1c029f8047e8p+0, 0x1.5d7e46b0c5bcfp+2,
                                       0x1.ccde519c0495fp+1};
  EXPECT_EQ(three_draws(boost::random::lognormal_distribution<double>(0.0, 1.0)), expected);
}

}  // namespace
}  // namespace gpuscape
