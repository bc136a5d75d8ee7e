#include "sim/workload/shape/scale_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/unit/workload/log_builder.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A job of each user every 10 h for so many days.
LogBuilder log_of(const std::vector<std::string>& users, double days) {
  LogBuilder log;
  for (double date = 0.0; date <= days * kDayLength; date += 36000.0)
    for (const std::string& user : users) log.job(date, 100.0, user);
  return log;
}

std::map<std::string, std::vector<double>> dates_by_user(const JobTable& table) {
  std::map<std::string, std::vector<double>> dates;
  for (std::size_t i = 0; i < table.size(); ++i)
    dates[table.origins()[table.job(i).origin].user].push_back(table.job(i).submit.value());
  return dates;
}

/// Dates within a period, sorted.
std::vector<double> within(const std::vector<double>& dates, double period) {
  std::vector<double> rests;
  for (const double date : dates) rests.push_back(std::fmod(date, period));
  std::ranges::sort(rests);
  return rests;
}

TEST(WholeShifts, MoveEveryDateByWholePeriodsWithinTheSpan) {
  for (const double days : {2.0, 5.3, 27.9, 28.0, 100.5}) {
    const WholeShifts shifts(Seconds(days * kDayLength));
    const double period = (days < 28.0 ? 1.0 : 7.0) * kDayLength;
    for (double date = 0.0; date <= days * kDayLength; date += 40000.0) {
      for (const std::int64_t shift : {std::int64_t{1}, shifts.count()}) {
        const double moved = shifts.moved(Seconds(date), shift).value();
        EXPECT_NE(moved, date) << days;
        EXPECT_LE(moved, days * kDayLength);
        EXPECT_DOUBLE_EQ(std::fmod(moved, period), std::fmod(date, period));
      }
    }
  }
  EXPECT_EQ(WholeShifts(Seconds(1.99 * kDayLength)).count(), 0);
}

TEST(WholeShifts, FillEverySlotEqually) {
  const WholeShifts shifts(Seconds(30.0 * kDayLength));
  std::set<double> moved;
  for (double week = 0.0; week < 5.0; week += 1.0)
    moved.insert(shifts.moved(Seconds(week * 7.0 * kDayLength), 3).value());
  EXPECT_EQ(moved.size(), 5U);
}

TEST(ScaledUsers, NewOnesHaveTheJobsOfOldOnesOnOtherDaysAtTheSameHours) {
  LogBuilder log = log_of({"ann", "bob"}, 10.0);
  log.scale().users = 2.0;
  const auto dates = dates_by_user(log.shaped());
  ASSERT_EQ(dates.size(), 4U);
  for (const auto& [user, of] : dates) {
    if (user.find('+') == std::string::npos) continue;
    const auto& original = dates.at(user.substr(0, user.find('+')));
    EXPECT_EQ(within(of, kDayLength), within(original, kDayLength));
    EXPECT_NE(of, original);
  }
}

TEST(ScaledUsers, KeepTheWeekdayInLogsOfFourWeeks) {
  LogBuilder log = log_of({"ann"}, 60.0);
  log.scale().users = 3.0;
  const auto dates = dates_by_user(log.shaped());
  EXPECT_EQ(within(dates.at("ann+1"), 7.0 * kDayLength), within(dates.at("ann"), 7.0 * kDayLength));
  EXPECT_NE(dates.at("ann+1"), dates.at("ann+2")) << "each copy has a shift of its own";
}

TEST(ScaledUsers, OneAndAHalfTimesAddsHalfAsMany) {
  LogBuilder log = log_of({"a", "b", "c", "d"}, 5.0);
  log.scale().users = 1.5;
  EXPECT_EQ(dates_by_user(log.shaped()).size(), 6U);
}

TEST(ScaledUsers, ALargerFactorAddsToWhatASmallerOneAdds) {
  const auto scaled = [](double factor) {
    LogBuilder log = log_of({"a", "b", "c", "d"}, 5.0);
    log.scale().users = factor;
    return dates_by_user(log.shaped());
  };
  const auto more = scaled(3.0);
  for (const auto& [user, dates] : scaled(2.0)) EXPECT_EQ(more.at(user), dates) << user;
  const auto fewer = scaled(0.5);
  EXPECT_EQ(fewer.size(), 2U);
  EXPECT_EQ(scaled(0.25).size(), 1U);
  EXPECT_TRUE(fewer.contains(scaled(0.25).begin()->first));
}

TEST(ScaledUsers, CopiesHaveIdsOfTheirOwnAndDependOnEachOther) {
  LogBuilder log;
  log.job(0, 1).job(10, 1).last().after_ids = {{1, DependsOn::success}};
  log.job(5.0 * kDayLength, 1, "bob");
  log.scale().users = 2.0;
  log.stream().scale.back().where.user = {{"ann", false}};
  const JobTable table = log.shaped();
  std::set<std::int64_t> ids;
  for (std::size_t i = 0; i < table.size(); ++i) ids.insert(table.job(i).id);
  EXPECT_THAT(ids, ElementsAre(1, 2, 3, 4, 5));
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table.job(i).id != 5) continue;
    ASSERT_FALSE(table.job(i).after.is_none());
    EXPECT_EQ(table.job(table.job(i).after.index()).id, 4);
  }
}

TEST(ScaledLoad, MultipliesTheJobsOnAverage) {
  for (const double factor : {0.3, 1.3, 2.7}) {
    LogBuilder log = log_of({"a", "b", "c", "d", "e"}, 1000.0);  // 12 005 jobs
    log.scale().load = factor;
    const auto jobs = static_cast<double>(log.shaped().size());
    // Five standard deviations of a binomial with a variance of at most a quarter a job.
    EXPECT_NEAR(jobs, 12005.0 * factor, 5.0 * std::sqrt(12005.0 / 4.0)) << factor;
  }
}

TEST(ScaledLoad, NeverRepeatsAJobAtItsOwnInstantNorTwiceAtAnother) {
  LogBuilder log;
  log.job(0, 1, "ann").job(61.2 * kDayLength, 1, "bob");  // of another hour and weekday
  log.scale().load = 5.0;
  const auto dates = dates_by_user(log.shaped());
  EXPECT_EQ(dates.size(), 2U);
  for (const auto& [user, of] : dates) {
    EXPECT_EQ(of.size(), 5U) << user;
    EXPECT_EQ(std::set<double>(of.begin(), of.end()).size(), 5U) << user;
  }
}

TEST(ScaledDurations, TakeLimitsAlongWhereTheyWouldBeExceeded) {
  LogBuilder log;
  log.job(0, 100).last().time_limit = 150_s;
  log.job(0, 100).last().time_limit = 300_s;
  log.job(0, 100).last().time_limit = 50_s;  // exceeded before
  log.scale().durations = 2.0;
  const JobTable table = log.shaped();
  EXPECT_EQ(table.job(0).run_time, 200_s);
  EXPECT_EQ(table.job(0).time_limit, 300_s);
  EXPECT_EQ(table.job(1).time_limit, 300_s);
  EXPECT_EQ(table.job(2).time_limit, 50_s);
  EXPECT_THAT(log.report.assumptions, ElementsAre("scale all: 3 jobs × 2 as long, 1 limit along"));
}

TEST(Scale, AnEntryGoesOnFromWhatTheOneBeforeLeft) {
  LogBuilder log = log_of({"ann"}, 10.0);
  log.scale().users = 2.0;
  log.scale().durations = 3.0;
  const JobTable table = log.shaped();
  EXPECT_EQ(table.size(), 50U);  // every ten hours of ten days, twice
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_EQ(table.job(i).run_time, 300_s);
}

TEST(Scale, EqualSeedsGiveEqualJobsAndOthersOthers) {
  const auto scaled = [](std::uint64_t seed) {
    LogBuilder log = log_of({"a", "b", "c"}, 20.0);
    log.scale().load = 1.5;
    return submit_dates(log.shaped(seed));
  };
  EXPECT_EQ(scaled(7), scaled(7));
  EXPECT_NE(scaled(7), scaled(8));
}

TEST(Scale, RefusesWhatCannotBeDone) {
  LogBuilder brief = log_of({"ann"}, 1.0);
  brief.scale().load = 2.0;
  EXPECT_THAT(message_of<ScenarioError>([&] { brief.shaped(); }), HasSubstr("too short"));
  LogBuilder nobody = log_of({""}, 10.0);
  nobody.scale().users = 2.0;
  EXPECT_THAT(message_of<ScenarioError>([&] { nobody.shaped(); }), HasSubstr("no user of these"));
}

TEST(Scale, SaysWhereNobodyIsMeant) {
  LogBuilder log = log_of({"ann"}, 10.0);
  log.scale().load = 2.0;
  log.stream().scale.back().where.gpus = {{9, 9}};
  log.shaped();
  EXPECT_THAT(log.report.assumptions, ElementsAre("scale all: selector matches no job"));
}

}  // namespace
}  // namespace gpuscape
