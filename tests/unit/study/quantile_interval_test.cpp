// Intervals of quantiles: what they can be whatever the log. How often they hold the truth is in
// coverage_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/study/statistics/dated_values.hpp"
#include "sim/study/statistics/quantile.hpp"
#include "tests/support/bursty_log.hpp"

namespace gpuscape {
namespace {

RatioBootstrap bootstrap_of_days(std::uint32_t days) {
  const Seconds end(86400.0 * days);
  return {DayGrid(Seconds(0.0), end, end), 0.95, 1};
}

/// 14 days of 100 jobs; on the first `busy` of them, 70 jobs a day wait 10, 20, … 700 s and one
/// waits for eight hours.
DatedValues few_busy_days(std::uint32_t busy) {
  DatedValues waits;
  for (std::uint32_t day = 0; day < 14; ++day) {
    for (int job = 0; job < 100; ++job) {
      const bool waited = day < busy && job < 70;
      waits.value.push_back(waited ? job == 69 ? 28800.0 : 10.0 * (job + 1) : 0.0);
      waits.day.push_back(day);
    }
  }
  return waits;
}

TEST(QuantileInterval, OfAMedianOfZeroEndsFarBelowTheLongestWait) {
  for (const std::uint32_t busy : {1U, 2U, 3U}) {
    const SortedByDay sample(few_busy_days(busy), 14);
    const auto interval = quantile_interval(sample, 0.5, bootstrap_of_days(14));
    ASSERT_TRUE(interval.has_value());
    EXPECT_EQ(interval->low, 0.0);
    // Were half of the days busy, 35 % of all jobs would wait: the median stays at zero.
    EXPECT_LE(interval->high, 200.0) << busy << " busy days";
  }
}

TEST(QuantileInterval, OfATailReachesTheLongestWaitWhereTooFewDaysBearIt) {
  const SortedByDay sample(few_busy_days(1), 14);
  const auto interval = quantile_interval(sample, 0.95, bootstrap_of_days(14));
  EXPECT_EQ(interval->high, 28800.0);
  EXPECT_EQ(interval->method, IntervalMethod::woodruff);
}

TEST(QuantileInterval, HoldsItsEstimateWithinTheRangeOfTheLog) {
  for (std::uint64_t log = 0; log < 20; ++log) {
    const SortedByDay sample(bursty_waits({0.3}, 7, log), 7);
    for (const double p : {0.01, 0.2, 0.5, 0.8, 0.95, 0.99}) {
      const auto interval = quantile_interval(sample, p, bootstrap_of_days(7));
      const double estimate = quantile(sample.values(), p);
      EXPECT_TRUE(interval->low <= estimate && estimate <= interval->high) << log << ", " << p;
      EXPECT_GE(interval->low, sample.values().front());
      EXPECT_LE(interval->high, sample.values().back());
    }
  }
}

TEST(QuantileInterval, OfAHigherQuantileEndsNoLower) {
  const std::vector<double> ps = {0.99, 0.5, 0.8, 0.95, 0.9};
  for (std::uint64_t log = 0; log < 20; ++log) {
    auto all = quantile_intervals({bursty_waits({0.5}, 7, log), 7}, ps, bootstrap_of_days(7));
    const std::vector<std::size_t> rising = {1, 2, 4, 3, 0};
    for (std::size_t i = 0; i + 1 < rising.size(); ++i) {
      EXPECT_LE(all[rising[i]]->low, all[rising[i + 1]]->low) << log;
      EXPECT_LE(all[rising[i]]->high, all[rising[i + 1]]->high) << log;
    }
  }
}

TEST(QuantileInterval, IsNoneForTwoDaysOrNoJobs) {
  const SortedByDay two(bursty_waits({0.5}, 2, 1), 2);
  EXPECT_FALSE(quantile_interval(two, 0.5, bootstrap_of_days(2)));
  EXPECT_FALSE(quantile_interval(two, 0.95, bootstrap_of_days(2)));
  EXPECT_FALSE(quantile_interval({DatedValues{}, 9}, 0.5, bootstrap_of_days(9)));
  EXPECT_FALSE(quantile_difference_interval(two, two, 0.5, bootstrap_of_days(2)));
}

TEST(QuantileInterval, OfEqualWaitsHasNoWidth) {
  DatedValues waits;
  for (std::uint32_t job = 0; job < 90; ++job) {
    waits.value.push_back(42.0);
    waits.day.push_back(job % 9);
  }
  for (const double p : {0.5, 0.95}) {
    const auto interval = quantile_interval({waits, 9}, p, bootstrap_of_days(9));
    EXPECT_EQ(interval->low, 42.0);
    EXPECT_EQ(interval->high, 42.0);
  }
}

TEST(QuantileDifference, OfWaitsThatCanOnlyGrowIsNeverNegative) {
  for (std::uint64_t log = 0; log < 20; ++log) {
    const DatedValues before = bursty_waits({0.5}, 14, log);
    DatedValues after = before;
    for (std::size_t i = 0; i < after.value.size(); ++i) after.value[i] *= 1.0 + after.day[i] % 2;
    const auto interval =
        quantile_difference_interval({after, 14}, {before, 14}, 0.5, bootstrap_of_days(14));
    EXPECT_GE(interval->low, 0.0) << log;
  }
}

TEST(WeightedQuantile, IsThatOfASampleWithEveryDayAsOftenAsItWeighs) {
  const DatedValues waits = bursty_waits({0.5}, 9, 4);
  const std::vector<double> weights = {0, 2, 1, 0, 3, 1, 1, 0, 1};
  std::vector<double> repeated;
  for (std::size_t i = 0; i < waits.value.size(); ++i)
    repeated.insert(repeated.end(), static_cast<std::size_t>(weights[waits.day[i]]),
                    waits.value[i]);
  std::sort(repeated.begin(), repeated.end());
  const SortedByDay sample(waits, 9);
  for (const double p : {0.0, 0.3, 0.5, 0.77, 0.95, 1.0})
    EXPECT_EQ(sample.weighted_quantile(weights, p), quantile(repeated, p)) << p;
  EXPECT_TRUE(std::isnan(sample.weighted_quantile(std::vector<double>(9, 0.0), 0.5)));
}

}  // namespace
}  // namespace gpuscape
