#include "sim/logs/fit_arrivals.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/workload/draw/generator.hpp"
#include "tests/support/log_builder.hpp"

namespace gpuscape {
namespace {

constexpr double kDay = 86400.0;

/// Factors with a mean of 1: hours 8 to 19 are four times as busy as the others, days from Monday
/// to Friday twice as busy as the weekend.
WeekSpec office_hours() {
  WeekSpec week{};
  for (std::size_t hour = 0; hour < 24; ++hour) week.by_hour[hour] = hour / 12 == 1 ? 1.6 : 0.4;
  for (std::size_t day = 0; day < 7; ++day) week.by_weekday[day] = day < 5 ? 7.0 / 6.0 : 7.0 / 12.0;
  return week;
}

JobLog generated(const WeekSpec& week, double jobs_per_hour, Seconds duration) {
  GenerateSpec spec;
  spec.duration = duration;
  spec.jobs_per_hour = jobs_per_hour;
  spec.week = week;
  spec.gpus = {{1, 1.0}};
  spec.run_time = {"constant", 60.0};
  LogBuilder builder;
  const auto source = make_generator(spec, 8, {.stream_name = "jobs"});
  for (Job job; source->next(job);) builder.job(job.submit.value(), 60.0, 1);
  return builder.from_monday().log();
}

TEST(FitArrivals, RecoversHoursAndWeekdays) {
  // 70 days at 100 jobs an hour: each hour of the day has 7000 jobs or more in its mean, so that
  // one standard deviation of a factor is at most 1 / √(0.4 · 7000) of it; a weekday has 14 000.
  const FittedArrivals fit = fit_arrivals(generated(office_hours(), 100.0, 70_d));
  ASSERT_TRUE(fit.week);
  for (std::size_t hour = 0; hour < 24; ++hour)
    EXPECT_NEAR(fit.week->by_hour[hour], office_hours().by_hour[hour],
                4.0 * office_hours().by_hour[hour] / std::sqrt(2800.0));
  for (std::size_t day = 0; day < 7; ++day)
    EXPECT_NEAR(fit.week->by_weekday[day], office_hours().by_weekday[day],
                4.0 * 1.2 / std::sqrt(14000.0));
  EXPECT_NEAR(fit.jobs_per_hour, 100.0, 4.0 * 100.0 / std::sqrt(168000.0));
  EXPECT_FALSE(fit.bursty());
}

TEST(FitArrivals, RecoversRatesFromPartOfAWeek) {
  // Four working days: the mean over whole weeks is not that of the log. Saturday and Sunday are
  // taken as the others' mean, so the factors of the days are all about 1.
  const FittedArrivals fit = fit_arrivals(generated(office_hours(), 100.0, 4_d));
  EXPECT_EQ(fit.weekdays_unseen, 3);
  for (const double factor : fit.week->by_weekday) EXPECT_NEAR(factor, 1.0, 0.1);
}

TEST(FitArrivals, SeesBursts) {
  LogBuilder builder;
  for (int hour = 0; hour < 24 * 14; ++hour)
    for (int i = 0; i < 20; ++i) builder.job(3600.0 * hour + 0.1 * i, 60.0, 1);
  const FittedArrivals fit = fit_arrivals(builder.from_monday().log());
  // All 20 of an hour in one of six bins: (20 − 10/3)² + 5 (10/3)² over six bins of 10/3.
  EXPECT_NEAR(fit.dispersion, (277.8 + 55.6) / 20.0, 0.2);
  EXPECT_TRUE(fit.bursty());
  EXPECT_GT(fit.distance, 0.5);
}

TEST(FitArrivals, TakesAConstantRateWithoutAClock) {
  const FittedArrivals fit = fit_arrivals(LogBuilder().job(0, 1, 1).job(2 * kDay, 1, 1).log());
  EXPECT_FALSE(fit.week);
  EXPECT_EQ(fit.why_constant, "the log has no clock");
  EXPECT_DOUBLE_EQ(fit.jobs_per_hour, 2.0 / 48.0);
}

TEST(FitArrivals, TakesAConstantRateOfLessThanADay) {
  LogBuilder builder;
  builder.job(0, 1, 1).job(kDay - 1.0, 1, 1);
  EXPECT_EQ(fit_arrivals(builder.from_monday().log()).why_constant,
            "the log spans less than a day");
}

}  // namespace
}  // namespace gpuscape
