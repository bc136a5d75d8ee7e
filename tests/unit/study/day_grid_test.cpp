#include "sim/study/statistics/day_grid.hpp"

#include <gtest/gtest.h>

#include "sim/study/statistics/ratio_bootstrap.hpp"

namespace gpuscape {
namespace {

DayGrid grid_of_days(double days) {
  const Seconds end(86400.0 * days);
  return {Seconds(0.0), end, end};
}

TEST(DayGrid, TakesDaysBelowEightWeeksAndWeeksFromThere) {
  EXPECT_EQ(grid_of_days(55.0).blocks_text(), "55 days");
  EXPECT_EQ(grid_of_days(56.0).blocks_text(), "8 weeks");
}

TEST(DayGrid, JoinsARemainderShorterThanHalfABlock) {
  EXPECT_EQ(grid_of_days(10.4).days(), 10U);
  EXPECT_EQ(grid_of_days(10.6).days(), 11U);
  EXPECT_EQ(grid_of_days(59.0).blocks(), 8U);
  EXPECT_EQ(grid_of_days(60.0).blocks(), 9U);
}

TEST(DayGrid, PutsDatesOutsideIntoTheFirstAndLastDay) {
  const DayGrid grid = grid_of_days(10.0);
  EXPECT_EQ(grid.day_of(Seconds(-5.0)), 0U);
  EXPECT_EQ(grid.day_of(Seconds(86399.0)), 0U);
  EXPECT_EQ(grid.day_of(Seconds(86400.0)), 1U);
  EXPECT_EQ(grid.day_of(Seconds(1e12)), 9U);
}

TEST(DayGrid, LengthensTheLastDayUntilTheEnd) {
  const DayGrid grid(Seconds(0.0), Seconds(2.0 * 86400.0), Seconds(5.0 * 86400.0));
  EXPECT_EQ(grid.days(), 2U);
  EXPECT_EQ(grid.begin(2), 5_d);
}

TEST(DayGrid, StaysSmallForALogOfThousandsOfYears) {
  EXPECT_LE(grid_of_days(1e7).days(), 3660U);
  EXPECT_EQ(grid_of_days(0.0).days(), 1U);
}

TEST(RatioBootstrap, GivesNoIntervalBelowThreeDaysAndSaysWhy) {
  const RatioBootstrap bootstrap(grid_of_days(2.0), 0.95, 1);
  const auto interval = bootstrap.interval(DayCells(2));
  EXPECT_FALSE(interval.has_value());
  EXPECT_EQ(bootstrap.method(interval), "no interval: 2 days, at least 3 are needed");
}

TEST(RatioBootstrap, TakesStudentsTForThreeDays) {
  DayCells cells(3);
  cells.numerator = {1.0, 2.0, 3.0};
  cells.denominator = {1.0, 1.0, 1.0};
  const auto interval = RatioBootstrap(grid_of_days(3.0), 0.95, 1).interval(cells);
  ASSERT_TRUE(interval.has_value());
  EXPECT_EQ(interval->method, IntervalMethod::students_t);
  // Mean 2, standard deviation 1, t(2, 97.5 %) = 4.302653: half-width 4.302653 / √3.
  EXPECT_NEAR(interval->high - 2.0, 2.484138, 1e-5);
}

TEST(RatioBootstrap, OfAConstantHasNoWidth) {
  DayCells cells(10);
  for (std::size_t day = 0; day < 10; ++day) {
    cells.denominator[day] = static_cast<double>(day + 1);
    cells.numerator[day] = 0.25 * cells.denominator[day];
  }
  const auto interval = RatioBootstrap(grid_of_days(10.0), 0.95, 1).interval(cells);
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(interval->low, 0.25, 1e-12);
  EXPECT_NEAR(interval->high, 0.25, 1e-12);
}

TEST(RatioBootstrap, FallsBackToTWhereOneDayHoldsEverything) {
  DayCells cells(10);
  cells.denominator.assign(10, 1.0);
  cells.numerator[4] = 5.0;
  const RatioBootstrap bootstrap(grid_of_days(10.0), 0.95, 1);
  const auto interval = bootstrap.interval(cells);
  ASSERT_TRUE(interval.has_value());
  EXPECT_EQ(bootstrap.method(interval), "t over 10 days");
}

TEST(RatioBootstrap, GivesTheSameForTheSameSeed) {
  DayCells cells(20);
  for (std::size_t day = 0; day < 20; ++day) {
    cells.denominator[day] = 1.0;
    cells.numerator[day] = static_cast<double>(day * day % 7);
  }
  const auto one = RatioBootstrap(grid_of_days(20.0), 0.95, 3).interval(cells);
  const auto two = RatioBootstrap(grid_of_days(20.0), 0.95, 3).interval(cells);
  EXPECT_EQ(one->low, two->low);
  EXPECT_EQ(one->high, two->high);
}

}  // namespace
}  // namespace gpuscape
