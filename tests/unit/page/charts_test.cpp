/// Scales, bars, and which designs are efficient.

#include <gmock/gmock.h>

#include "sim/report/html/chart_axis.hpp"
#include "sim/report/html/chart_bars.hpp"
#include "sim/report/html/chart_scatter.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<bool> efficient(std::vector<ScatterPoint> points) {
  mark_efficient(points);
  std::vector<bool> all;
  all.reserve(points.size());
  for (const ScatterPoint& point : points) all.push_back(point.is_efficient);
  return all;
}

ScatterPoint at(double x, double y, bool is_judged = true) {
  ScatterPoint point;
  point.x = x;
  point.y = y;
  point.is_judged = is_judged;
  return point;
}

TEST(ChartAxis, EndsAtTheMarkBeyondTheLargestValue) {
  const ChartAxis axis(0.0, 4500.0, AxisUnit::time, 6);  // 1 h 15 min
  EXPECT_THAT(axis.marks, ElementsAre(0.0, 900.0, 1800.0, 2700.0, 3600.0, 4500.0));
  EXPECT_EQ(axis.high, 4500.0);
  EXPECT_EQ(ChartAxis(0.0, 4501.0, AxisUnit::time, 6).high, 5400.0);
}

TEST(ChartAxis, BeginsAtZeroOrBelowTheLeastValue) {
  EXPECT_EQ(ChartAxis(0.0, 1.0, AxisUnit::share, 5).low, 0.0);
  EXPECT_THAT(ChartAxis(-1.5e6, 2e6, AxisUnit::money, 4).marks,
              ElementsAre(-2e6, -1e6, 0.0, 1e6, 2e6));
}

TEST(ChartAxis, TimesHaveRoundSteps) {
  EXPECT_EQ(axis_step(0.5, 5, AxisUnit::time), 0.1);
  EXPECT_EQ(axis_step(60.0, 6, AxisUnit::time), 10.0);
  EXPECT_EQ(axis_step(40000.0, 4, AxisUnit::time), 10800.0);
  EXPECT_EQ(axis_step(10.0 * 86400.0, 5, AxisUnit::time), 2.0 * 86400.0);
}

TEST(ChartAxis, MarksHaveUnits) {
  EXPECT_EQ(axis_text(5400.0, AxisUnit::time), "1 h 30 min");
  EXPECT_EQ(axis_text(0.25, AxisUnit::share), "25 %");
  EXPECT_EQ(axis_text(2.5e6, AxisUnit::money), "2.5 M");
  EXPECT_EQ(axis_text(0.0, AxisUnit::time), "0");
}

TEST(Efficient, IsWhatNoOtherBeatsInBoth) {
  // (2, 2) is beaten by (1, 2), which is as cheap and faster; (3, 1) is the cheapest.
  EXPECT_THAT(efficient({at(1, 2), at(2, 2), at(3, 1), at(4, 4)}),
              ElementsAre(true, false, true, false));
}

TEST(Efficient, EqualDesignsAreEfficientTogether) {
  EXPECT_THAT(efficient({at(1, 1), at(1, 1)}), ElementsAre(true, true));
}

TEST(Efficient, AnIncompleteCostBeatsNobody) {
  EXPECT_THAT(efficient({at(0, 0, false), at(1, 1)}), ElementsAre(false, true));
}

TEST(ScatterChart, NamesTheDesignsForWhichThereIsRoom) {
  std::vector<ScatterPoint> points = {at(1, 3), at(3, 1), at(3.001, 1.001)};
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].number = i + 1;
    points[i].name = "d";
  }
  mark_efficient(points);
  const std::string svg = scatter_chart({.id = "i", .title = "t", .about = "d", .axis = "a"}, "b",
                                        AxisUnit::money, points);
  EXPECT_THAT(svg, HasSubstr(">1 d<"));
  EXPECT_THAT(svg, HasSubstr(">2 d<"));
  EXPECT_THAT(svg, HasSubstr("class=\"efficient\""));
  EXPECT_THAT(svg, HasSubstr("class=\"beaten\""));
}

TEST(ScatterChart, NeedsTwoDesigns) {
  const std::vector<ScatterPoint> points = {at(1, 3)};
  EXPECT_EQ(scatter_chart({.id = "i", .title = "t", .about = "d", .axis = "a"}, "b",
                          AxisUnit::money, points),
            "");
}

TEST(IntervalChart, HasTitleDescriptionAndValues) {
  const std::string svg =
      interval_chart({.id = "i", .title = "t", .about = "d", .axis = "a", .unit = AxisUnit::time},
                     {{.name = "x<y", .value = 60.0, .low = 30.0, .high = 90.0, .text = "1 min"}});
  EXPECT_THAT(svg, HasSubstr("<title id=\"i-title\">t</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc id=\"i-about\">d</desc>"));
  EXPECT_THAT(svg, HasSubstr("x&lt;y"));
  EXPECT_THAT(svg, HasSubstr("class=\"whisker\""));
}

TEST(IntervalChart, IsNothingWithoutAValue) {
  const ChartWords words{.id = "i", .title = "t", .about = "d", .axis = "a"};
  EXPECT_EQ(interval_chart(words, {{.name = "x"}, {.name = "y", .value = 0.0}}), "");
}

TEST(StackChart, PutsTheSmallestPartsTogether) {
  std::vector<std::string> names;
  StackRow row{.name = "x"};
  for (int i = 0; i < 12; ++i) {
    names.push_back("part " + std::to_string(i));
    row.parts.push_back(i);
  }
  const std::string svg = stack_chart({.id = "i", .title = "t", .about = "d", .axis = "a"},
                                      std::move(names), {std::move(row)});
  // Part 0 is nothing; of eleven, nine have a pattern of their own.
  EXPECT_THAT(svg, Not(HasSubstr(">part 0<")));
  EXPECT_THAT(svg, Not(HasSubstr(">part 2<")));
  EXPECT_THAT(svg, HasSubstr(">part 3<"));
  EXPECT_THAT(svg, HasSubstr(">other<"));
  EXPECT_THAT(svg, Not(HasSubstr("fill-10")));
}

TEST(StackChart, IsNothingWhereAllPartsAreZero) {
  EXPECT_EQ(stack_chart({.id = "i", .title = "t", .about = "d", .axis = "a"}, {"p"},
                        {{.name = "x", .parts = {0.0}}}),
            "");
}

}  // namespace
}  // namespace gpuscape
