#include "sim/logs/trace_info.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "sim/report/logs/trace_info_text.hpp"
#include "tests/support/log_builder.hpp"

namespace gpuscape {
namespace {

constexpr double kHour = 3600.0;
constexpr double kDay = 86400.0;

TEST(TraceInfo, AddsUpGpuTimeBySize) {
  const TraceInfo info =
      describe_log(LogBuilder().job(0, 100, 1).job(5, 10, 3).job(9, 10, 4).job(10, 1, 9).log());
  ASSERT_EQ(info.sizes.size(), 3U);  // 1, 3–4, 9–16; no job asks for 2 or 5 to 8
  EXPECT_EQ(info.sizes[1].from, 3);
  EXPECT_EQ(info.sizes[1].to, 4);
  EXPECT_EQ(info.sizes[1].jobs, 2);
  EXPECT_EQ(info.sizes[1].gpu_seconds, 70.0);
  EXPECT_EQ(info.gpu_seconds, 179.0);
}

TEST(TraceInfo, LoadIsGpuTimeOverTheTimeOfSubmissions) {
  JobLog log = LogBuilder().job(0, 100, 4).job(200, 100, 4).log();
  log.gpus_total = 8;
  EXPECT_DOUBLE_EQ(*describe_log(log).offered_load(), 800.0 / (8.0 * 200.0));
}

TEST(TraceInfo, IsOfCoresWhereNoJobAsksForAGpu) {
  LoggedJob of_cores;
  of_cores.demand.milli_cores = 16'000;
  JobLog log = LogBuilder().job(0, 100, 0, of_cores).job(200, 100, 0, of_cores).log();
  log.gpus_total = 0;
  log.cores_total = 32;
  const TraceInfo info = describe_log(log);
  EXPECT_EQ(info.noun(), "core");
  EXPECT_DOUBLE_EQ(*info.offered_load(), 3200.0 / (32.0 * 200.0));
  EXPECT_EQ(info.demand.peak, 16.0);
}

// Two jobs ended by NODE_FAIL on 10 nodes over 5 d: 40 for 1 000 node-days.
TEST(TraceInfo, CountsJobsThatEndedWithTheirNode) {
  LoggedJob failed;
  failed.state = LoggedState::node_failed;
  JobLog log = LogBuilder().job(0, 100, 1, failed).job(9, 9, 1).job(5 * kDay, 10, 2, failed).log();
  EXPECT_EQ(describe_log(log).node_failed(), 2);
  EXPECT_FALSE(describe_log(log).node_days());
  EXPECT_THAT(trace_info_text(log, describe_log(log)),
              testing::HasSubstr("2 jobs ended by NODE_FAIL; --nodes says"));
  log.nodes_total = 10;
  EXPECT_DOUBLE_EQ(describe_log(log).node_days().value_or(0.0), 50.0);
  EXPECT_THAT(trace_info_text(log, describe_log(log)),
              testing::HasSubstr("40 per 1 000 node-days (4.84–144) of 10 nodes"));
}

TEST(TraceInfo, HasNoLoadWhereAllJobsComeAtOnce) {
  JobLog log = LogBuilder().job(7, 100, 4).job(7, 100, 4).from_monday().log();
  log.gpus_total = 8;
  const TraceInfo info = describe_log(log);
  EXPECT_FALSE(info.offered_load());
  EXPECT_FALSE(info.arrivals);
}

TEST(TraceInfo, DemandIsAsIfNobodyWaitedWhereStartsAreNotKnown) {
  const DemandCurve demand = describe_log(LogBuilder().job(0, 100, 2).job(50, 100, 4).log()).demand;
  EXPECT_FALSE(demand.as_logged);
  EXPECT_EQ(demand.peak, 6.0);
  EXPECT_DOUBLE_EQ(demand.mean, 600.0 / 150.0);
  EXPECT_DOUBLE_EQ(demand.gpus.front(), 2.0);
  EXPECT_DOUBLE_EQ(demand.gpus.back(), 4.0);
}

TEST(TraceInfo, DemandIsTheLogsOwnWhereStartsAreKnown) {
  LoggedJob first;
  first.logged_start = 0_s;
  LoggedJob second;
  second.logged_start = 100_s;
  const DemandCurve demand =
      describe_log(LogBuilder().job(0, 100, 2, first).job(50, 100, 4, second).log()).demand;
  EXPECT_TRUE(demand.as_logged);
  EXPECT_EQ(demand.peak, 4.0);  // the first has ended when the second starts
}

TEST(TraceInfo, DescribesRunsOfNoLength) {
  const TraceInfo info = describe_log(LogBuilder().job(0, 0, 1).job(5, 0, 1).log());
  EXPECT_EQ(info.gpu_seconds, 0.0);
  EXPECT_EQ(info.demand.peak, 0.0);
  EXPECT_EQ(info.run_time.mean, 0.0);
}

TEST(ArrivalRates, CountHoursByHowLongTheLogCoversThem) {
  // From Monday 0:30 to Tuesday 0:30: hour 0 of a day is covered for half an hour twice.
  LogBuilder builder;
  builder.job(0.5 * kHour, 1, 1).job(0.75 * kHour, 1, 1).job(kDay + 0.5 * kHour, 1, 1);
  const ArrivalRates rates = *describe_log(builder.from_monday().log()).arrivals;
  EXPECT_DOUBLE_EQ(rates.rate(0), 2.0 / 0.5);
  EXPECT_DOUBLE_EQ(rates.hourly_rate(0), 3.0 / 1.0);
  EXPECT_DOUBLE_EQ(rates.daily_rate(0), 2.0 / 23.5);
  EXPECT_TRUE(std::isnan(rates.daily_rate(2)));
  EXPECT_EQ(rates.hourly_rate(5), 0.0);
}

TEST(ArrivalRates, CoverEveryHourOfWholeWeeksAlike) {
  LogBuilder builder;
  builder.job(0, 1, 1).job(21 * kDay, 1, 1);
  const ArrivalRates rates = *describe_log(builder.from_monday().log()).arrivals;
  EXPECT_THAT(rates.seconds, ::testing::Each(3.0 * kHour));
}

TEST(HourOfWeek, BeginsOnMonday) {
  EXPECT_EQ(hour_of_week(0.0), 0U);
  EXPECT_EQ(hour_of_week(7.0 * kDay - 1.0), 167U);
  EXPECT_EQ(hour_of_week(7.0 * kDay), 0U);
  EXPECT_EQ(hour_of_week(-1.0), 167U);
}

TEST(Users, AreRankedByGpuTime) {
  LogBuilder builder;
  builder.job(0, 10, 1, sent_by("ann")).job(1, 10, 3, sent_by("bob")).job(2, 10, 1);
  const Senders users = users_of(*builder.log().table);
  ASSERT_EQ(users.shares.size(), 2U);
  EXPECT_EQ(users.shares[0].name, "bob");
  EXPECT_EQ(users.unnamed, 1);
  EXPECT_DOUBLE_EQ(users.gini, 0.25);  // two with 1/4 and 3/4: half the difference of the shares
  EXPECT_DOUBLE_EQ(users.top_tenth, 0.75);
}

}  // namespace
}  // namespace gpuscape
