/// What is read off the answer stays in view, whole, and in colours that mean one thing each.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "gui/panel/answer_colours.hpp"
#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

constexpr const char* kWait = "queue_wait_p95_s";

/// Two designs, of four and of three nodes.
std::unique_ptr<WindowSession> two_designs() {
  auto session = WindowSession::opened();
  session->driver.type("d");
  session->driver.fill("type./cluster/nodes/gpu/count", "3");
  session->driver.settle();
  return session;
}

TEST(InView, NoTooltipLiesOnTheAnswer) {
  const auto session = two_designs();
  const std::string wait = kWait;
  for (const std::string& id :
       {"answer." + wait + ".0", "answer." + wait + ".1", "label." + wait,
        std::string("slide./cluster/nodes/gpu/count"), std::string("choose./scheduler/policy"),
        std::string("design.1"), std::string("design.add")}) {
    session->driver.hover(id);
    ASSERT_TRUE(session->driver.sees("tooltip")) << id;
    EXPECT_FALSE(overlap(at(*session, "tooltip"), at(*session, "panel.answer"))) << id;
  }
}

TEST(InView, ATooltipLiesWithinTheWindow) {
  const auto session = two_designs();
  session->driver.hover("answer." + std::string(kWait) + ".1");
  const SeenWidget tooltip = at(*session, "tooltip");
  EXPECT_GE(tooltip.least.x, 0.0F);
  EXPECT_LE(tooltip.most.x, 1440.0F);
  EXPECT_LE(tooltip.most.y, 900.0F);
}

/// The text beside a value of the second design: its interval, the verdict, the difference.
std::string beside(WindowSession& session, const std::string& key) {
  std::string text;
  for (const char* part : {"interval.", "verdict."})
    text += at(session, part + key + ".1").text + " ";
  return text + at(session, "verdict." + key + ".1.difference").text;
}

// The columns get narrower, and what is in them no shorter.
TEST(InView, IntervalsAndVerdictsAreWholeInNarrowColumns) {
  const auto session = two_designs();
  session->app.screen().split.left = session->app.screen().split.right = 0.3F;
  session->driver.frames(3);
  int seen = 0;
  for (const AnswerRow& row : session->app.views().answer().rows) {
    const AnswerCell& cell = row.cells[1];
    if (row.key != "wait" && row.key != kWait) continue;
    const std::string text = beside(*session, row.key);
    for (const std::string& part : {cell.interval, cell.verdict, cell.difference})
      EXPECT_THAT(text, HasSubstr(part));
    ++seen;
  }
  EXPECT_EQ(seen, 2);
}

TEST(InView, BetterIsNotTheColourOfAMissedObjective) {
  const Theme theme = dark_theme();
  const AnswerCell cell{.is_met = false, .judged = Verdict::better};
  EXPECT_EQ(value_colour(theme, cell), theme.worse);
  EXPECT_EQ(verdict_colour(theme, cell), theme.better);
}

TEST(InView, WorseIsNotTheColourOfAnObjectiveThatIsMet) {
  const Theme theme = dark_theme();
  const AnswerCell cell{.is_met = true, .judged = Verdict::worse};
  EXPECT_EQ(value_colour(theme, cell), theme.better);
  EXPECT_EQ(verdict_colour(theme, cell), theme.worse);
}

TEST(InView, WhatALogSaysHasTheColourOfNoDesign) {
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    std::set<ImU32> designs;
    for (std::size_t i = 0; i < theme.series.size(); ++i)
      designs.insert(curve_colour(theme, {.kind = CurveKind::allocated, .column = i}));
    EXPECT_EQ(designs.size(), theme.series.size());
    for (std::size_t i = 0; i < theme.series.size(); ++i)
      EXPECT_FALSE(
          designs.contains(curve_colour(theme, {.kind = CurveKind::as_logged, .column = i})));
  }
}

}  // namespace
}  // namespace gpuscape::gui
