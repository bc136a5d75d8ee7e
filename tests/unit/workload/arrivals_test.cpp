#include "sim/workload/draw/arrivals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sim/base/error.hpp"

namespace gpuscape {
namespace {

/// The steady date that `date` should come from: the integral of the relative rate, by the midpoint
/// rule.
double steady_by_quadrature(Seconds date, double peak_hour, double peak_to_trough) {
  const double amplitude = (peak_to_trough - 1.0) / (peak_to_trough + 1.0);
  constexpr int kSteps = 200000;
  const double width = date.value() / kSteps;
  double sum = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    const double hours = (i + 0.5) * width / 3600.0;
    sum +=
        width * (1.0 + amplitude * std::cos(2.0 * std::numbers::pi * (hours - peak_hour) / 24.0));
  }
  return sum;
}

TEST(DailyClock, InvertsTheIntegralOfTheRate) {
  for (const double ratio : {1.5, 4.0, 100.0}) {
    const DailyClock clock(15.0, ratio);
    for (const Seconds steady : {600_s, 5_h, 13_h, 22_h, 50_h}) {
      EXPECT_NEAR(steady_by_quadrature(clock.date_of(steady), 15.0, ratio), steady.value(), 1e-3);
    }
  }
}

TEST(DailyClock, RunsEvenlyWithoutAPeak) {
  const DailyClock clock(15.0, 1.0);
  EXPECT_NEAR(clock.date_of(12345_s).value(), 12345.0, 1e-6);
}

TEST(DailyClock, AgreesWithTheSteadyClockAtEachMidnight) {
  const DailyClock clock(9.0, 10.0);
  for (const Seconds midnight : {0_d, 1_d, 2_d, 365_d}) {
    EXPECT_NEAR(clock.date_of(midnight).value(), midnight.value(), 1e-6);
  }
}

TEST(DailyClock, NeverRunsBackwards) {
  for (const double ratio : {2.0, 1e6}) {
    const DailyClock clock(15.0, ratio);
    Seconds last{0.0};
    for (int i = 0; i < 300000; ++i) {
      const Seconds date = clock.date_of(Seconds(i * 0.7));
      ASSERT_GE(date, last - Seconds(2e-7));  // twice what the inversion leaves
      last = date;
    }
  }
}

TEST(DailyClock, RefusesARatioThatIsNone) {
  EXPECT_THROW(DailyClock(15.0, 0.5), InternalError);
  EXPECT_THROW(DailyClock(15.0, std::numeric_limits<double>::infinity()), InternalError);
  EXPECT_THROW(DailyClock(15.0, std::numeric_limits<double>::quiet_NaN()), InternalError);
}

WeekSpec one_hour_a_day() {
  WeekSpec week{};
  week.by_hour[6] = 5.0;
  week.by_weekday.fill(1.0);
  return week;
}

TEST(WeeklyClock, PutsArrivalsIntoTheHoursThatHaveThem) {
  // All of a day's 86 400 steady seconds fall between 6:00 and 7:00.
  const WeeklyClock clock(one_hour_a_day());
  EXPECT_NEAR(clock.date_of(43200_s).value(), 6.5 * 3600.0, 1e-6);
  EXPECT_NEAR(clock.date_of(10_d + 1_s).value(), (10.0 * 24 + 6) * 3600.0 + 1.0 / 24.0, 1e-6);
}

TEST(WeeklyClock, FollowsTheWeekdayOnWhichARunStarts) {
  WeekSpec week{};
  week.by_hour.fill(1.0);
  week.by_weekday[6] = 1.0;  // Sundays only
  week.starts_on = 5;        // from a Saturday on
  EXPECT_NEAR(WeeklyClock(week).date_of(0_s).value(), 86400.0, 1e-6);
  EXPECT_NEAR(WeeklyClock(week).date_of(7_d).value(), 8.0 * 86400.0, 1e-6);
}

TEST(WeeklyClock, RunsEvenlyWhereAllHoursAreAlike) {
  WeekSpec week{};
  week.by_hour.fill(3.0);
  week.by_weekday.fill(0.5);
  EXPECT_NEAR(WeeklyClock(week).date_of(123456789_s).value(), 123456789.0, 1e-6);
}

}  // namespace
}  // namespace gpuscape
