/// Scales, bars, and which designs are efficient.

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <string>

#include "sim/report/html/chart_axis.hpp"
#include "sim/report/html/chart_bars.hpp"
#include "sim/report/html/chart_heat.hpp"
#include "sim/report/html/chart_scatter.hpp"
#include "sim/report/html/heat_scale.hpp"

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

/// Relative luminance of "#rrggbb" as WCAG 2 defines it.
double luminance(const std::string& colour) {
  const auto channel = [&](std::size_t at) {
    const double part = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

// Without colour vision and in print there is lightness alone.
TEST(HeatColours, BecomeDarkerAllAlong) {
  for (int i = 0; i < 100; ++i)
    EXPECT_GT(luminance(heat_colour(i / 100.0)), luminance(heat_colour((i + 1) / 100.0))) << i;
}

TEST(HeatColours, TextOnThemIsInTheColourOfMoreContrast) {
  const double black = luminance("#14181d");
  for (int i = 0; i <= 100; ++i) {
    const double ground = luminance(heat_colour(i / 100.0)) + 0.05;
    const double of_white = 1.05 / ground;
    const double of_black = ground / (black + 0.05);
    EXPECT_GT(is_dark(i / 100.0) ? of_white : of_black, 4.0) << i;
  }
}

TEST(HeatScale, IsLogarithmicBeyondAFactorOfThirty) {
  EXPECT_FALSE(HeatScale({1.0, 30.0}, AxisUnit::number).is_logarithmic());
  EXPECT_TRUE(HeatScale({1.0, 30.1}, AxisUnit::number).is_logarithmic());
  EXPECT_DOUBLE_EQ(HeatScale({1.0, 100.0}, AxisUnit::number).part(10.0), 0.5);
  EXPECT_DOUBLE_EQ(HeatScale({10.0, 20.0}, AxisUnit::number).part(15.0), 0.5);
  EXPECT_FALSE(HeatScale({-1.0, 100.0}, AxisUnit::number).is_logarithmic());
}

// 0 has no logarithm, and is paler than what is above it.
TEST(HeatScale, HasAPlaceForZero) {
  const HeatScale scale({0.0, 60.0, 36000.0}, AxisUnit::time);
  EXPECT_EQ(scale.part(0.0), 0.0);
  EXPECT_GT(scale.part(60.0), 0.0);
  EXPECT_EQ(scale.part(36000.0), 1.0);
  EXPECT_THAT(scale.marks(), ElementsAre(0.0, 60.0, 600.0, 3600.0, 36000.0));
}

TEST(HeatText, IsShort) {
  EXPECT_EQ(heat_text(0.0, AxisUnit::time), "0");
  EXPECT_EQ(heat_text(59.9, AxisUnit::time), "59.9 s");
  EXPECT_EQ(heat_text(60.0, AxisUnit::time), "1 min");
  EXPECT_EQ(heat_text(4380.0, AxisUnit::time), "1.22 h");
  EXPECT_EQ(heat_text(0.934, AxisUnit::share), "93.4 %");
  EXPECT_EQ(heat_text(48.4e6, AxisUnit::number), "48.4 M");
}

const ChartWords kHeatWords{
    .id = "h", .title = "t", .about = "d", .axis = "wait", .unit = AxisUnit::time};

TEST(HeatChart, HasACellForEachPairAndAMarkWhereThereIsNoValue) {
  const std::string svg = heat_chart(kHeatWords, {"a<b", {"x"}}, {"c", {"y", "z"}},
                                     {{.value = 60.0, .told = "x, y: 1 min", .is_best = true},
                                      {.mark = HeatMark::does_not_fit, .told = "x, z"}});
  EXPECT_THAT(svg, HasSubstr("a&lt;b ↓"));
  EXPECT_THAT(svg, HasSubstr("<title>x, y: 1 min</title>"));
  EXPECT_THAT(svg, HasSubstr("fill=\"none\"><title>x, z</title>"));
  EXPECT_THAT(svg, HasSubstr("does not fit"));
  EXPECT_THAT(svg, Not(HasSubstr("not run")));
}

TEST(HeatChart, IsNothingWithoutAValue) {
  EXPECT_EQ(heat_chart(kHeatWords, {"a", {"x"}}, {"c", {"y"}}, {{.mark = HeatMark::not_run}}), "");
  const HeatCell endless{.value = std::numeric_limits<double>::infinity()};
  EXPECT_EQ(heat_chart(kHeatWords, {"a", {"x"}}, {"c", {"y"}}, {endless}), "");
}

// The first is lower than all others in both.
std::string scatter_of(std::size_t count) {
  std::vector<ScatterPoint> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    points[i].name = "design";
    points[i].x = points[i].y = 1.0 + static_cast<double>(i);
    points[i].text = "told";
  }
  mark_efficient(points);
  return scatter_chart(kHeatWords, "y", AxisUnit::time, points);
}

TEST(ScatterChart, OfManyDesignsTheEfficientOnesStandOut) {
  EXPECT_THAT(scatter_of(500), Not(HasSubstr("class=\"dots\"")));
  const std::string svg = scatter_of(501);
  EXPECT_THAT(svg, HasSubstr("class=\"dots\""));
  EXPECT_THAT(svg, HasSubstr(">0 design<"));
  EXPECT_THAT(svg, Not(HasSubstr("told</title></path>\n<path class=\"beaten\"")));
}

TEST(ScatterChart, JoinsTheEfficientDesignsInSteps) {
  std::vector<ScatterPoint> points(2);
  points[0].x = points[1].y = 2.0;
  points[1].x = points[0].y = 1.0;
  mark_efficient(points);
  EXPECT_THAT(scatter_chart(kHeatWords, "y", AxisUnit::time, points), HasSubstr("class=\"front\""));
  EXPECT_THAT(scatter_of(3), Not(HasSubstr("class=\"front\"")));
}

}  // namespace
}  // namespace gpuscape
