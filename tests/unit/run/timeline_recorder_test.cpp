#include "sim/run/record/timeline_recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace gpuscape {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

ClusterSample allocated(double gpus) { return {.gpus_allocated = gpus}; }

TEST(TimelineRecorder, AveragesWhatHeldOverEachMinute) {
  TimelineRecorder recorder;
  recorder.hold(Seconds(30), allocated(0));
  recorder.hold(Seconds(90), allocated(4));
  recorder.hold(Seconds(120), allocated(2));
  EXPECT_THAT(recorder.timeline().gpus_allocated, ElementsAre(2.0, 3.0));
}

TEST(TimelineRecorder, AveragesTheLastIntervalOverThePartThatHasPassed) {
  TimelineRecorder recorder;
  recorder.hold(Seconds(75), allocated(8));
  EXPECT_THAT(recorder.timeline().gpus_allocated, ElementsAre(8.0, DoubleEq(8.0)));
}

TEST(TimelineRecorder, IsEmptyBeforeAnyTimeHasPassed) {
  EXPECT_TRUE(TimelineRecorder().timeline().gpus_allocated.empty());
}

TEST(TimelineRecorder, MergesIntervalsWithoutLosingAnything) {
  TimelineRecorder recorder;
  double area = 0.0;
  double before = 0.0;
  for (int i = 1; i <= 50000; ++i) {
    const double now = 97.0 * i;
    recorder.hold(Seconds(now), allocated(i % 13));
    area += (i % 13) * (now - before);
    before = now;
  }
  const Timeline timeline = recorder.timeline();
  EXPECT_LE(timeline.gpus_allocated.size(), 2001U);
  EXPECT_EQ(timeline.interval, Seconds(3600));
  double sum =
      std::accumulate(timeline.gpus_allocated.begin(), timeline.gpus_allocated.end() - 1, 0.0) *
      3600.0;
  sum += timeline.gpus_allocated.back() * std::fmod(before, 3600.0);
  EXPECT_NEAR(sum / area, 1.0, 1e-12);
}

}  // namespace
}  // namespace gpuscape
