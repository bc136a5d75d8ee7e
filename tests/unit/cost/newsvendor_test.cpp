/// How much to own, against closed forms.

#include "sim/cost/newsvendor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gpuscape {
namespace {

constexpr int kSamples = 100'000;

/// The quantiles of a distribution at equal steps.
template <class Quantile>
std::vector<double> samples_of(const Quantile& quantile) {
  std::vector<double> samples;
  for (int i = 0; i < kSamples; ++i) samples.push_back(quantile((i + 0.5) / kSamples));
  return samples;
}

// Demand uniform on 0 to 100: own 100 (1 − r); it costs 100 (r − r² / 2).
TEST(Newsvendor, OfUniformDemand) {
  const std::vector<double> demand = samples_of([](double u) { return 100.0 * u; });
  for (const double ratio : {0.1, 0.25, 0.5, 0.9}) {
    const OwnedLevel owned = owned_level(demand, ratio);
    EXPECT_NEAR(owned.level, 100.0 * (1.0 - ratio), 0.01) << ratio;
    EXPECT_NEAR(owned.cost, 100.0 * (ratio - ratio * ratio / 2.0), 0.01) << ratio;
    EXPECT_NEAR(owned.all_rented, 50.0, 0.01);
    EXPECT_NEAR(owned.all_owned, 100.0 * ratio, 0.01);
  }
}

// Exponential demand of mean 20: own −20 ln r; it costs 20 r (1 − ln r).
TEST(Newsvendor, OfExponentialDemand) {
  const std::vector<double> demand = samples_of([](double u) { return -20.0 * std::log1p(-u); });
  for (const double ratio : {0.1, 0.3, 0.7}) {
    const OwnedLevel owned = owned_level(demand, ratio);
    EXPECT_NEAR(owned.level, -20.0 * std::log(ratio), 0.01) << ratio;
    EXPECT_NEAR(owned.cost, 20.0 * ratio * (1.0 - std::log(ratio)), 0.01) << ratio;
  }
}

TEST(Newsvendor, OwnsNothingThatIsDearerThanRentAndAllThatIsFree) {
  EXPECT_EQ(owned_level({1.0, 2.0, 3.0}, 1.0).level, 0.0);
  EXPECT_EQ(owned_level({1.0, 2.0, 3.0}, 1.5).level, 0.0);
  EXPECT_EQ(owned_level({1.0, 2.0, 3.0}, 0.0).level, 3.0);
  EXPECT_EQ(owned_level({}, 0.5).level, 0.0);
}

// No other level costs less.
TEST(Newsvendor, IsTheCheapestLevel) {
  const std::vector<double> demand{0.0, 8.0, 8.0, 16.0, 24.0, 32.0, 32.0, 32.0, 4.0, 12.0};
  const double ratio = 0.37;
  const OwnedLevel best = owned_level(demand, ratio);
  for (double level = 0.0; level <= 32.0; level += 1.0) {
    double rented = 0.0;
    for (const double one : demand) rented += std::max(0.0, one - level) / 10.0;
    EXPECT_LE(best.cost, ratio * level + rented + 1e-12) << level;
  }
}

}  // namespace
}  // namespace gpuscape
