#include "gui/view/timeline_view.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "gui/view/timeline_curves.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using test::answer_of;
using test::state_of;
using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr Seconds kDay{86400.0};

std::vector<ShownDesign> shown(StudyResult result) {
  return shown_designs(state_of({answer_of("A", std::move(result))}));
}

std::vector<double> heights(const std::vector<PlotPoint>& points) {
  std::vector<double> all;
  for (const PlotPoint& point : points) all.push_back(point.y);
  return all;
}

std::vector<std::string> labels(const std::vector<AxisTick>& ticks) {
  std::vector<std::string> all;
  for (const AxisTick& tick : ticks) all.push_back(tick.label);
  return all;
}

/// Two hours, of which each minute has its number as value.
std::vector<double> minutes() {
  std::vector<double> values(120);
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

TEST(StepCurve, HasBothEndsOfEveryIntervalWhereThereIsRoom) {
  const PixelScale scale{{Seconds(60.0), Seconds(180.0)}, 40, Seconds(60.0)};
  const std::vector<PlotPoint> points = step_curve(minutes(), scale);
  EXPECT_THAT(heights(points), ElementsAre(1.0, 1.0, 2.0, 2.0));
  EXPECT_DOUBLE_EQ(points[1].x, 20.0) << "a minute is 20 pixels";
  EXPECT_DOUBLE_EQ(points[3].x, 40.0);
}

TEST(StepCurve, KeepsAPeakOfOneIntervalInAMillion) {
  std::vector<double> values(1'000'000, 1.0);
  values[654'321] = 9.0;
  values[123'456] = 0.0;
  const PixelScale scale{{Seconds(0.0), Seconds(6e7)}, 1000, Seconds(60.0)};
  const std::vector<PlotPoint> points = step_curve(values, scale);
  EXPECT_LE(points.size(), 4000U) << "four a pixel";
  const auto peak = std::ranges::find(points, 9.0, &PlotPoint::y);
  ASSERT_NE(peak, points.end());
  EXPECT_NEAR(peak->x, 654.3215, 1e-6) << "1000 intervals are a pixel";
  EXPECT_NE(std::ranges::find(points, 0.0, &PlotPoint::y), points.end());
  EXPECT_TRUE(std::ranges::is_sorted(points, {}, &PlotPoint::x));
}

TEST(PixelMeans, HoldWhatTheIntervalsHold) {
  const PixelScale scale{{Seconds(0.0), Seconds(7200.0)}, 7, Seconds(60.0)};
  const std::vector<double> means = pixel_means(minutes(), scale);
  ASSERT_THAT(means, SizeIs(7));
  const double all = std::accumulate(means.begin(), means.end(), 0.0) * 120.0 / 7.0;
  EXPECT_NEAR(all, 119.0 * 120.0 / 2.0, 1e-6) << "0 + 1 + … + 119";
}

TEST(PixelMeans, EndWhereTheRunEnds) {
  const PixelScale scale{{Seconds(0.0), Seconds(14400.0)}, 100, Seconds(60.0)};
  EXPECT_THAT(pixel_means(minutes(), scale), SizeIs(50)) << "two of four hours";
}

TEST(TimelineView, HasOnePanelOfGpusAndOneOfTheQueue) {
  const auto designs = shown(small_study());
  const TimelineView view = timeline_view(designs, whole_window(designs), 500);
  ASSERT_THAT(view.panels, SizeIs(2));
  EXPECT_EQ(view.panels[0].title, "GPUs");
  EXPECT_DOUBLE_EQ(view.panels[0].level, 4.0);
  EXPECT_GE(view.panels[0].top, 4.0);
  EXPECT_EQ(view.panels[1].title, "jobs waiting");
  ASSERT_THAT(view.panels[0].stacks, SizeIs(1));
  EXPECT_DOUBLE_EQ(view.panels[0].stacks[0].layers[2][0], 3.75) << "2.5 + 0.5 + 0.75 GPUs";
}

TEST(TimelineView, HasThePanelOfLinksOnlyWhereJobsExchangeData) {
  const auto designs = shown(study_with_traffic());
  const TimelineView view = timeline_view(designs, {Seconds(0.0), Seconds(60.0)}, 10);
  ASSERT_THAT(view.panels, SizeIs(3));
  EXPECT_EQ(view.panels[2].title, "links used, %");
  EXPECT_DOUBLE_EQ(view.panels[2].curves[0].points[0].y, 25.0) << "a share of 0.25";
}

TEST(TimelineView, DrawsTheEarlierAnswerBehind) {
  const LiveState before = state_of({answer_of("A", small_study())});
  const LiveState after = state_of({answer_of("A", small_study())});
  const TimelineView view =
      timeline_view(shown_designs(after, &before), {Seconds(0.0), Seconds(60.0)}, 10);
  const auto& curves = view.panels[0].curves;
  EXPECT_TRUE(curves.front().is_pale);
  EXPECT_FALSE(curves.back().is_pale);
  EXPECT_THAT(view.panels[0].stacks, SizeIs(1)) << "of the new answer alone";
}

// 1 506 988 800 is 2017-10-03 00:00 UTC.
TEST(TimelineView, HasDatesOfTheWindowThatIsShown) {
  StudyResult result = small_study();
  result.first.unix_origin = Seconds(1506988800.0);
  const auto designs = shown(result);
  const TimelineView view = timeline_view(designs, {6.0 * kDay, 9.0 * kDay}, 300);
  EXPECT_THAT(labels(view.ticks),
              ElementsAre("9 Oct", "06:00", "12:00", "18:00", "10 Oct", "06:00", "12:00", "18:00",
                          "11 Oct", "06:00", "12:00", "18:00", "12 Oct"));
  EXPECT_DOUBLE_EQ(view.ticks[4].at, 100.0) << "one of three days";
  EXPECT_EQ(view.axis_title, "UTC, from 2017-10-09");
}

TEST(TimelineView, CountsFromTheStartWhereNoDateIsKnown) {
  const TimelineView view = timeline_view(shown(small_study()), {10.0 * kDay, 14.0 * kDay}, 400);
  EXPECT_THAT(labels(view.ticks),
              ElementsAre("10", "10.5", "11", "11.5", "12", "12.5", "13", "13.5", "14"));
  EXPECT_DOUBLE_EQ(view.ticks[2].at, 100.0);
}

TEST(TimelineView, IsEmptyWithoutDesignsOrWidth) {
  EXPECT_TRUE(timeline_view({}, {Seconds(0.0), Seconds(1.0)}, 100).panels.empty());
  EXPECT_TRUE(timeline_view(shown(small_study()), {Seconds(0.0), Seconds(1.0)}, 0).panels.empty());
}

TEST(Cursor, SaysWhatTimelineCsvSaysOfTheInterval) {
  StudyResult result = small_study();
  result.first.timeline["gpus_allocated"] = {2.5, 3.0};
  const Cursor cursor = cursor_at(shown(result), Seconds(61.0));
  ASSERT_THAT(cursor.values, SizeIs(1)) << "the other series end after a minute";
  EXPECT_EQ(cursor.values[0].text, "3 of 4");
  EXPECT_EQ(cursor.values[0].label, "GPUs allocated");
  EXPECT_EQ(cursor.date_text, "1 min 1 s");
  EXPECT_EQ(cursor_at(shown(result), Seconds(59.0)).values[0].text, "2.5 of 4");
  EXPECT_TRUE(cursor_at(shown(result), Seconds(-1.0)).values.empty());
}

TEST(Window, ZoomsAboutTheCursorAndStaysWithinTheRun) {
  const TimeWindow whole{Seconds(0.0), 10.0 * kDay};
  const TimeWindow half = zoomed(whole, 0.5, 4.0 * kDay, whole);
  EXPECT_EQ(half.from, 2.0 * kDay) << "4 d stays at 0.4 of the window";
  EXPECT_EQ(half.until, 7.0 * kDay);
  EXPECT_EQ(zoomed(half, 100.0, 4.0 * kDay, whole), whole);
  EXPECT_EQ(zoomed(whole, 1e-9, Seconds(0.0), whole).length(), Seconds(600.0));
  EXPECT_EQ(panned(half, 10.0, whole).until, 10.0 * kDay);
  EXPECT_EQ(panned(half, -0.2, whole).from, 1.0 * kDay) << "a fifth of five days";
}

}  // namespace
}  // namespace gpuscape::gui
