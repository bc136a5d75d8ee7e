#include "sim/workload/rows/log_clock.hpp"

#include <gmock/gmock.h>

#include "tests/unit/workload/sacct_rows.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TraceSpec sacct_in(const std::string& zone) {
  TraceSpec spec = trace_spec("sacct");
  spec.time_zone = zone;
  return spec;
}

TEST(LogClock, ReadsDatesInTheLogsZone) {
  const ReadTrace read = read_text(sacct_in("Europe/Paris"), sacct_text({SacctRow{}}));
  EXPECT_EQ(read.report.unix_origin, Seconds(1777874400));  // date -u -d '2026-05-04 06:00' +%s
  EXPECT_EQ(read.report.time_zone, "Europe/Paris");
  EXPECT_THAT(read.report.assumptions, IsEmpty());
}

TEST(LogClock, LetsAZoneBehindADateWin) {
  ReadReport report;
  LogClock clock("Europe/Paris", report);
  EXPECT_EQ(clock.read("2026-05-04T08:00:00Z"), Seconds(1777881600.0));
  EXPECT_EQ(clock.read("2026-05-04T08:00:00+01:00"), Seconds(1777881600.0 - 3600.0));
}

TEST(LogClock, SaysOnceThatItTakesUtc) {
  ReadReport report;
  LogClock clock("", report);
  EXPECT_EQ(clock.read("2026-05-04T08:00:00Z"), Seconds(1777881600.0));
  EXPECT_THAT(report.assumptions, IsEmpty());
  EXPECT_EQ(clock.read("2026-05-04T08:00:00"), Seconds(1777881600.0));
  EXPECT_EQ(clock.read("2026-05-04T08:00:01"), Seconds(1777881601.0));
  EXPECT_THAT(report.assumptions, ElementsAre("dates without a time zone are read as UTC"));
}

TEST(LogClock, NotesADateThatTheClockJumpsOver) {
  const ReadTrace read =
      read_text(sacct_in("Europe/Paris"), sacct_text({SacctRow{.submit = "2026-03-29T02:30:00",
                                                               .eligible = "Unknown",
                                                               .start = "2026-03-29T03:31:00",
                                                               .end = "2026-03-29T03:32:30"}}));
  EXPECT_EQ(read.table.logged_start(0), 60_s);  // 02:30 is where 03:30 is
  EXPECT_EQ(read.report.reasons.at(0).reason,
            "a date that the clock jumps over: read with the offset before the jump");
}

/// From 02:50 in summer time to 02:10 in winter time, as the clocks go from 03:00 back to 02:00.
TEST(LogClock, LetsAJobRunThroughTheHourThatTheClockShowsTwice) {
  const ReadTrace read =
      read_text(sacct_in("Europe/Paris"), sacct_text({SacctRow{.submit = "2026-10-25T02:40:00",
                                                               .eligible = "Unknown",
                                                               .start = "2026-10-25T02:50:00",
                                                               .end = "2026-10-25T02:10:00",
                                                               .elapsed_raw = "",
                                                               .elapsed = ""}}));
  EXPECT_EQ(read.table.job(0).run_time, 20_min);
  EXPECT_EQ(read.table.logged_start(0), 600_s);
  EXPECT_EQ(
      read.report.reasons.at(0).reason,
      "a date that the clock shows twice: the first is taken unless dates would run backwards");
}

TEST(LogClock, DoesTheSameForTables) {
  TraceSpec spec = trace_spec(
      "csv", {{"submit", "t", "datetime"}, {"start", "s", "datetime"}, {"end", "e", "datetime"}});
  spec.time_zone = "Europe/Paris";
  const ReadTrace read =
      read_text(spec, "t,s,e\n2026-10-25 02:40:00,2026-10-25 02:50:00,2026-10-25 02:10:00\n");
  EXPECT_EQ(read.table.job(0).run_time, 20_min);
  EXPECT_EQ(read.report.repaired(), 1);
}

}  // namespace
}  // namespace gpuscape
