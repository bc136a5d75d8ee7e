#include "sim/workload/shape/log_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/workload/log_builder.hpp"
#include "tests/unit/workload/trace_files.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LogDate, IsADayADateOrATime) {
  EXPECT_EQ(log_date("1970-01-02", "")->seconds, Seconds(86400.0));
  EXPECT_EQ(log_date("1970-01-01 12:00:00", "")->seconds, Seconds(43200.0));
  EXPECT_EQ(log_date("1970-01-01 12:00:00+02:00", "")->seconds, Seconds(36000.0));
  EXPECT_EQ(log_date("1970-01-01 12:00:00", "+02:00")->seconds, Seconds(36000.0));
  EXPECT_TRUE(log_date("1970-01-02", "")->on_clock);
  EXPECT_EQ(log_date("3 d", "")->seconds, Seconds(3.0 * 86400.0));
  EXPECT_FALSE(log_date("3 d", "")->on_clock);
  for (const char* bad : {"", "yesterday", "2026-13-01", "2026-02-30", "3", "-3 d", "3 GB"})
    EXPECT_FALSE(log_date(bad, "")) << bad;
}

TEST(LogWindow, KeepsWhatIsSubmittedFromThenOnAndBefore) {
  LogBuilder log;
  log.job(0, 1).job(99, 1).job(100, 1).job(199, 1).job(200, 1).from("100 s").to("200 s");
  EXPECT_THAT(submit_dates(log.shaped()), ElementsAre(0.0, 99.0));
  ASSERT_EQ(log.report.left_out.size(), 2U);
  EXPECT_EQ(log.report.left_out[0].rows, 2);
  EXPECT_EQ(log.report.left_out[1].by, "to");
  EXPECT_EQ(log.report.jobs, 2);
}

TEST(LogWindow, RebuildsWhatQueuedAndRanByTheLoggedDates) {
  LogBuilder log;
  log.job(0, 50, "a", 10);    // ended at 60
  log.job(5, 500, "b", 20);   // runs until 520
  log.job(10, 30, "c", 150);  // queued until 150
  log.job(120, 5, "d", 130);
  const JobTable table = log.from("100 s").shaped();
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(table.job(0).carried_over, CarriedOver::running);
  EXPECT_EQ(table.job(0).run_time, 420_s);
  EXPECT_EQ(table.job(1).carried_over, CarriedOver::queued);
  EXPECT_EQ(table.job(1).run_time, 30_s);
  EXPECT_THAT(submit_dates(table), ElementsAre(0.0, 0.0, 20.0));
  EXPECT_EQ(table.logged_start(1), 50_s);
  EXPECT_EQ(log.report.carried_running, 1);
}

TEST(LogWindow, WhatIsLeftOfALimitGoesAlong) {
  LogBuilder log;
  log.job(0, 500, "a", 0).last().time_limit = 600_s;
  log.job(200, 1);
  EXPECT_EQ(log.from("100 s").shaped().job(0).time_limit, 500_s);
}

TEST(LogWindow, DatesAreOnTheLogsClock) {
  LogBuilder log;
  log.job(0, 1).job(kDayLength, 1).begins(1000.0 * kDayLength).from("1972-09-28");  // day 1001
  EXPECT_THAT(submit_dates(log.shaped()), ElementsAre(0.0));
  EXPECT_EQ(log.report.unix_origin, Seconds(1001.0 * kDayLength));
}

TEST(LogWindow, RefusesDatesThatTheClockDoesNotKnow) {
  LogBuilder log;
  log.job(0, 1).from("2026-05-04");
  EXPECT_THAT(message_of<ScenarioError>([&] { log.shaped(); }),
              HasSubstr("does not count from 1970"));
}

TEST(LogWindow, RefusesAStretchWithoutJobs) {
  const auto refusal = [](const std::string& from, const std::string& to) {
    LogBuilder log;
    log.job(0, 1).job(1000, 1).from(from);
    if (!to.empty()) log.to(to);
    return message_of<ScenarioError>([&] { log.shaped(); });
  };
  EXPECT_THAT(refusal("1001 s", ""), HasSubstr("no job in the log was submitted then or later"));
  EXPECT_THAT(refusal("10 s", "10 s"), HasSubstr("\"to\" is not later than \"from\""));
  EXPECT_THAT(refusal("10 s", "20 s"), HasSubstr("no job in the log was submitted between"));
  LogBuilder log;
  EXPECT_EQ(log.job(0, 1).job(1000, 1).from("1000 s").shaped().size(), 1U) << "the last one";
}

TEST(LogWindow, SaysWhereTheLogIsShorterThanAskedFor) {
  LogBuilder log;
  log.job(0, 1).job(50, 1).begins(100.0).from("1970-01-01").to("1 h");
  EXPECT_EQ(log.shaped().size(), 2U);
  EXPECT_THAT(log.report.assumptions, ElementsAre("log.csv begins 1 min 40 s after \"from\"",
                                                  "log.csv ends 59 min before \"to\""));
}

TEST(ShapedLog, WhatIsNotSelectedIsCountedAndDependenciesOnItAreCut) {
  LogBuilder log;
  log.job(0, 1, "ann").job(5, 1, "bob").last().after_ids = {{1, DependsOn::success}};
  log.trace().where = SelectorSpec{};
  log.trace().where->user = {{"bob", false}};
  const JobTable table = log.shaped();
  EXPECT_THAT(submit_dates(table), ElementsAre(5.0)) << "date 0 stays the log's first submission";
  EXPECT_EQ(table.job(0).after, StreamJobId::none());
  EXPECT_EQ(log.report.dependencies_cut, 1);
  EXPECT_EQ(log.report.left_out[0].by, "where");
}

TEST(ShapedLog, RefusesSelectorsThatTheLogCannotAnswerOrThatMeanNobody) {
  LogBuilder log;
  log.job(0, 1);
  log.trace().where = SelectorSpec{};
  log.trace().where->account = {{"x", false}};
  EXPECT_THAT(message_of<ScenarioError>([&] { log.shaped(); }),
              HasSubstr("log.csv has no account for any job"));
  log.trace().where->account.clear();
  log.trace().where->user = {{"nobody", false}};
  EXPECT_THAT(message_of<ScenarioError>([&] { log.shaped(); }),
              HasSubstr("none of the 1 jobs of log.csv is selected"));
}

}  // namespace
}  // namespace gpuscape
