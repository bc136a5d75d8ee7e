/// Nodes that are the desktops' from 8:00 to 18:00.

#include <gmock/gmock.h>

#include "tests/support/listed_failures.hpp"
#include "tests/unit/hours/hours_runs.hpp"

namespace gpuscape {
namespace {

using test::by_day;
using test::job;
using test::kDesktops;
using test::kHour;
using test::kTraining;
using test::of;
using test::run_by_hours;
using testing::ElementsAre;

/// Hours after the beginning of the run.
std::vector<double> segment_hours(const RunResult& result, std::size_t job) {
  std::vector<double> dates;
  for (const Segment& segment : result.jobs.segments(job)) {
    dates.push_back(segment.start.value() / kHour);
    dates.push_back(segment.end.value() / kHour);
  }
  return dates;
}

Job training(double submit_h, std::int32_t gpus, double run_h) {
  return of(kTraining, job(submit_h * kHour, gpus, run_h * kHour));
}
Job desktop(double submit_h, std::int32_t gpus, double run_h) {
  return of(kDesktops, job(submit_h * kHour, gpus, run_h * kHour));
}

TEST(NodeHours, TrainingIsSuspendedInTheMorningAndGoesOnInTheEvening) {
  const RunResult result = run_by_hours({training(0, 8, 10), desktop(9, 8, 1)});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 18, 20));
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::suspended);
  EXPECT_THAT(segment_hours(result, 1), ElementsAre(9, 10));
  ASSERT_EQ(result.hours.size(), 1U);
  EXPECT_EQ(result.hours[0].jobs, 1);
  EXPECT_EQ(result.hours[0].gpu_milli, 8000);
}

TEST(NodeHours, ADesktopThatComesEarlyWaitsUntilThen) {
  const RunResult result = run_by_hours({training(0, 8, 10), desktop(3, 8, 1)});
  EXPECT_THAT(segment_hours(result, 1), ElementsAre(8, 9));
}

TEST(NodeHours, RequeuedJobsBeginAnew) {
  const RunResult result =
      run_by_hours({training(0, 8, 10)}, {.hours = {by_day(HoursSpec::Others::requeue)}});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 18, 28));
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::requeued);
}

// No night is long enough for it, and it saves nothing.
TEST(NodeHours, AJobThatNeverGetsAnywhereEndsTheRun) {
  const test::HoursCase requeue{.hours = {by_day(HoursSpec::Others::requeue)}};
  EXPECT_THROW(static_cast<void>(run_by_hours({training(0, 8, 15)}, {requeue.hours})),
               EndlessRunError);
}

TEST(NodeHours, JobsThatAreToFinishStartOnlyWhereTheyDo) {
  const test::HoursCase finish{.hours = {by_day(HoursSpec::Others::finish)}};
  EXPECT_THAT(segment_hours(run_by_hours({training(0, 8, 10)}, {finish.hours}), 0),
              ElementsAre(18, 28));
  EXPECT_THAT(segment_hours(run_by_hours({training(0, 8, 8)}, {finish.hours}), 0),
              ElementsAre(0, 8));
}

TEST(NodeHours, WhoEndsWhenTheyBeginIsNotSuspended) {
  const RunResult result = run_by_hours({training(0, 8, 8)});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8));
  EXPECT_EQ(result.hours[0].jobs, 0);
}

// The first desktop stays until 20:00, and training needs all eight GPUs: the second one, which
// would fit beside the first, leaves them room.
TEST(NodeHours, InTheEveningNobodyTakesWhatWasSuspended) {
  const RunResult result = run_by_hours({training(0, 8, 10), desktop(17, 4, 3), desktop(19, 4, 1)},
                                        {.policies = {.backfill = "easy"}});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 20, 22));
  EXPECT_THAT(segment_hours(result, 2), ElementsAre(22, 23));
}

TEST(NodeHours, ByDayDesktopsComeBeforeIt) {
  const RunResult result = run_by_hours({training(0, 8, 10), desktop(9, 4, 12), desktop(17, 4, 1)});
  EXPECT_THAT(segment_hours(result, 2), ElementsAre(17, 18));
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 21, 23));
}

TEST(NodeHours, ItGoesOnOnItsOwnNodes) {
  HoursSpec first = by_day();
  first.nodes = {"gpu/0"};
  const RunResult result =
      run_by_hours({training(0, 8, 10), desktop(9, 8, 1)}, {.hours = {first}, .nodes = 2});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 18, 20)) << "the other node is free";
}

TEST(NodeHours, ADayWithoutThemIsEverybodys) {
  HoursSpec monday = by_day();
  monday.days.fill(false);
  monday.days[0] = true;
  const RunResult result =
      run_by_hours({training(0, 8, 40)}, {.hours = {monday}, .starts_on = 6});  // a Sunday
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 32, 42, 50));
}

TEST(NodeHours, GoByTheClockOfTheirPlace) {
  HoursSpec paris = by_day();
  paris.zone = *TimeZone::find("+01:00");
  // 2026-03-02, a Monday, at midnight UTC: 8:00 is one hour earlier.
  const RunResult result =
      run_by_hours({training(0, 8, 10)}, {.hours = {paris}, .unix_origin = Seconds(1772409600.0)});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 7, 17, 20));
}

TEST(NodeHours, MayGoOverMidnight) {
  HoursSpec night = by_day();
  night.from = Seconds(22.0 * kHour);
  night.to = Seconds(6.0 * kHour);
  const RunResult result = run_by_hours({training(0, 8, 20)}, {.hours = {night}});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(6, 22, 30, 34)) << "they are on at midnight";
}

TEST(NodeHours, AllDayLongOthersWaitForEver) {
  HoursSpec always = by_day();
  always.from = Seconds(0.0);
  always.to = Seconds(24.0 * kHour);
  const RunResult result = run_by_hours({training(1, 8, 1), desktop(2, 8, 1)}, {.hours = {always}});
  EXPECT_EQ(result.jobs.state(0), JobState::waiting);
  EXPECT_FALSE(result.jobs.started(0));
  EXPECT_THAT(segment_hours(result, 1), ElementsAre(2, 3));
}

TEST(NodeHours, ComingBackTakesTime) {
  HoursSpec slow = by_day();
  slow.resume = Seconds(0.5 * kHour);
  const RunResult result = run_by_hours({training(0, 8, 10)}, {.hours = {slow}});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 18, 20.5));
}

// A stretch of its life ends at that very date, and the job does not.
TEST(NodeHours, WhoOnlyBecomesReadyThenLeavesAsWell) {
  const RunResult result = run_by_hours({training(0, 8, 10)}, {.start_up = Seconds(8.0 * kHour)});
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 18, 28)) << "ready, and need not start";
}

// The desktop has one of two nodes until 9:00: by 8:00 half the job did 4 of its 10 hours. In the
// evening it goes on with the node that it had, and takes the other.
TEST(NodeHours, AnElasticJobGoesOnInTheSizeThatItHad) {
  SavesSpec elastic;
  elastic.elastic = {.min = 1, .max = 2};
  const RunResult result =
      run_by_hours({desktop(0, 8, 9), training(0, 16, 10)}, {.nodes = 2, .terms = {{}, elastic}});
  EXPECT_EQ(result.jobs.state(1), JobState::completed);
  EXPECT_EQ(result.jobs.segments(1).front().end, Seconds(8.0 * kHour));
  EXPECT_EQ(result.jobs.segments(1).back().end, Seconds(24.0 * kHour));
}

TEST(NodeHours, ByDayNothingButTheyKeepsTrainingWaiting) {
  const RunResult result = run_by_hours({training(9, 8, 1)});
  const WaitResult& waits = result.waits;
  EXPECT_EQ(waits.seconds[static_cast<std::size_t>(WaitReason::limit)], Seconds(9.0 * kHour));
  EXPECT_EQ(waits.seconds[static_cast<std::size_t>(WaitReason::order)], Seconds(0.0));
}

// They begin before the first job comes.
TEST(NodeHours, AQuietMorningHasThemToo) {
  const RunResult result = run_by_hours({training(9, 8, 1), desktop(10, 8, 1)});
  EXPECT_THAT(segment_hours(result, 1), ElementsAre(10, 11));
  EXPECT_EQ(result.hours[0].begun, 1);
}

// Nothing stays in the memory of a node that goes away for maintenance, however well it is planned.
TEST(NodeHours, ADrainedNodeTakesWhatWasSuspended) {
  test::HoursCase of;
  of.outages.planned = {test::failure(12.0 * kHour, 13.0 * kHour)};
  const RunResult result = run_by_hours({training(0, 8, 10)}, std::move(of));
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 18, 28));
}

// At noon the node fails, with what was suspended there.
TEST(NodeHours, ANodeThatFailsTakesWhatWasSuspended) {
  test::HoursCase of;
  of.outages.unforeseen = std::make_unique<test::ListedFailures>(
      std::vector{test::failure(12.0 * kHour, 13.0 * kHour)});
  const RunResult result = run_by_hours({training(0, 8, 10)}, std::move(of));
  EXPECT_THAT(segment_hours(result, 0), ElementsAre(0, 8, 18, 28));
}

}  // namespace
}  // namespace gpuscape
