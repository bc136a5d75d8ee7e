#include "sim/run/record/timeline_recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace gpuscape {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

constexpr SeriesRow<double> kSeries[] = {
    {"gpus", "", [](const double& gpus) { return gpus; }},
    {"doubled", "", [](const double& gpus) { return 2.0 * gpus; }},
};

void hold(TimelineRecorder& recorder, double until, double gpus) {
  recorder.hold(Seconds(until), values_now<kSeries>(gpus));
}

Timeline timeline(const TimelineRecorder& recorder) {
  Timeline timeline;
  recorder.add_to<kSeries>(timeline);
  return timeline;
}

TEST(TimelineRecorder, AveragesWhatHeldOverEachMinute) {
  TimelineRecorder recorder;
  hold(recorder, 30, 0);
  hold(recorder, 90, 4);
  hold(recorder, 120, 2);
  EXPECT_THAT(timeline(recorder)["gpus"], ElementsAre(2.0, 3.0));
}

TEST(TimelineRecorder, AveragesTheLastIntervalOverThePartThatHasPassed) {
  TimelineRecorder recorder;
  hold(recorder, 75, 8);
  EXPECT_THAT(timeline(recorder)["gpus"], ElementsAre(8.0, DoubleEq(8.0)));
}

TEST(TimelineRecorder, HasASeriesForEachRowInTheirOrder) {
  TimelineRecorder recorder;
  hold(recorder, 60, 3);
  const Timeline both = timeline(recorder);
  ASSERT_EQ(both.series().size(), 2U);
  EXPECT_EQ(both.series()[0].name, "gpus");
  EXPECT_EQ(both.series()[1].name, "doubled");
  EXPECT_THAT(both["doubled"], ElementsAre(6.0));
  EXPECT_TRUE(both["no such series"].empty());
}

TEST(TimelineRecorder, IsEmptyBeforeAnyTimeHasPassed) {
  EXPECT_TRUE(timeline(TimelineRecorder())["gpus"].empty());
}

TEST(TimelineRecorder, MergesIntervalsWithoutLosingAnything) {
  TimelineRecorder recorder;
  double area = 0.0;
  double before = 0.0;
  for (int i = 1; i <= 50000; ++i) {
    const double now = 97.0 * i;
    hold(recorder, now, i % 13);
    area += (i % 13) * (now - before);
    before = now;
  }
  const Timeline merged = timeline(recorder);
  EXPECT_LE(merged["gpus"].size(), 2001U);
  EXPECT_EQ(merged.interval, Seconds(3600));
  double sum = std::accumulate(merged["gpus"].begin(), merged["gpus"].end() - 1, 0.0) * 3600.0;
  sum += merged["gpus"].back() * std::fmod(before, 3600.0);
  EXPECT_NEAR(sum / area, 1.0, 1e-12);
}

}  // namespace
}  // namespace gpuscape
