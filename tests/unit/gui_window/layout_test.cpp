/// Panels and what divides them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

TEST(Layout, PanelsDoNotOverlap) {
  const auto session = WindowSession::opened();
  const auto panel = [&](const char* name) { return *session->app.widgets().find(name); };
  EXPECT_LE(panel("panel.title").most.y, panel("panel.form").least.y);
  EXPECT_LE(panel("panel.form").most.x, panel("panel.answer").least.x);
  EXPECT_LE(panel("panel.answer").most.y, panel("panel.timeline").least.y);
  EXPECT_LE(panel("panel.timeline").most.y, panel("panel.below").least.y);
  EXPECT_LE(panel("panel.answer").most.x, panel("panel.details").least.x);
}

TEST(Layout, DraggingADividerMovesItAndIsRemembered) {
  const auto session = WindowSession::opened();
  const float before = session->app.widgets().find("panel.form")->most.x;
  session->driver.drag("divide.left", 0.5, 10.0);  // to the right, ten times its width
  const float after = session->app.widgets().find("panel.form")->most.x;
  EXPECT_GT(after, before + 20.0F);
  EXPECT_NEAR(session->app.remembered().split.at(0), static_cast<double>(after) / 1440.0, 0.01);
}

TEST(Layout, EveryTabDrawsSomething) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->driver.settle();
  for (const char* tab : {"tab.why", "tab.jobs", "tab.nodes", "tab.losers"}) {
    session->driver.click(tab);
    session->driver.frames(2);
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 1000) << tab;
  }
}

TEST(Layout, QueuesHaveATabWhereThePolicyHasSome) {
  EXPECT_FALSE(WindowSession::opened()->driver.sees("tab.queues")) << "FIFO has none";
  WindowSession session;
  std::string text(kSmallScenario);
  const std::string policy = R"("policy": "fifo", "backfill": "easy")";
  text.replace(text.find(policy), policy.size(),
               R"("policy": {"type": "quota-tree", "queues": {"all": {"default": true}}})");
  session.app.open(session.write("queues.json", text));
  session.driver.settle();
  session.driver.type("u");
  session.driver.frames(2);
  EXPECT_TRUE(session.driver.sees("tab.queues"));
  EXPECT_EQ(session.driver.text("queue.0.name"), "all");
}

TEST(Layout, ThemesDifferAndBothHaveContrast) {
  const auto session = WindowSession::opened();
  const ImU32 dark = session->app.theme().panel;
  session->driver.type("t");
  EXPECT_NE(session->app.theme().panel, dark);
  EXPECT_FALSE(session->app.remembered().is_dark);
}

/// Relative luminance, as the Web Content Accessibility Guidelines define it.
double luminance(ImU32 colour) {
  const ImVec4 parts = ImGui::ColorConvertU32ToFloat4(colour);
  const auto linear = [](float part) {
    const double value = static_cast<double>(part);
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(parts.x) + 0.7152 * linear(parts.y) + 0.0722 * linear(parts.z);
}

double contrast(ImU32 a, ImU32 b) {
  const double high = std::max(luminance(a), luminance(b));
  const double low = std::min(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

TEST(Layout, TextStandsOutFromItsGroundInBothThemes) {
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    EXPECT_GE(contrast(theme.text, theme.panel), 7.0);
    for (const ImU32 colour : {theme.dim, theme.better, theme.worse, theme.notice})
      EXPECT_GE(contrast(colour, theme.panel), 4.5);
    for (const ImU32 colour : theme.series) EXPECT_GE(contrast(colour, theme.panel), 3.0);
  }
}

}  // namespace
}  // namespace gpuscape::gui
