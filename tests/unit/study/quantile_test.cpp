#include "sim/study/statistics/quantile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/exponential_distribution.hpp>
#include <cmath>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/study/statistics/dated_values.hpp"

namespace gpuscape {
namespace {

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> values{1.0, 2.0, 3.0, 10.0};
  // Rank (4 − 1) · 0.95 = 2.85: 3 + 0.85 · 7.
  EXPECT_DOUBLE_EQ(quantile(values, 0.95), 8.95);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 2.5);
  EXPECT_EQ(quantile(values, 0.0), 1.0);
  EXPECT_EQ(quantile(values, 1.0), 10.0);
}

TEST(Quantile, OfOneValueIsThatValue) {
  const std::vector<double> one{7.0};
  EXPECT_EQ(quantile(one, 0.99), 7.0);
}

TEST(Quantile, OfNothingIsNotANumber) {
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
  EXPECT_TRUE(std::isnan(mean({})));
}

DatedValues random_sample(std::size_t size, std::uint32_t days) {
  RandomStream stream(7, 0, "sample", 0);
  boost::random::exponential_distribution<double> draw(1.0);
  DatedValues sample;
  for (std::size_t i = 0; i < size; ++i) {
    sample.value.push_back(std::floor(4.0 * draw(stream)));  // with ties
    sample.day.push_back(static_cast<std::uint32_t>(i * days / size));
  }
  return sample;
}

TEST(SortedByDay, CountsEachDayLikeAWalkOverTheSample) {
  const DatedValues sample = random_sample(5000, 30);
  const SortedByDay sorted(sample, 30);
  for (const std::size_t rank : {0U, 1U, 255U, 256U, 2500U, 4999U}) {
    const DayCells cells = sorted.at_or_below(rank);
    DayCells walked(30);
    for (std::size_t i = 0; i < sample.value.size(); ++i) {
      walked.denominator[sample.day[i]] += 1.0;
      if (sample.value[i] <= sorted.values()[rank]) walked.numerator[sample.day[i]] += 1.0;
    }
    EXPECT_EQ(cells.numerator, walked.numerator);
    EXPECT_EQ(cells.denominator, walked.denominator);
  }
}

}  // namespace
}  // namespace gpuscape
