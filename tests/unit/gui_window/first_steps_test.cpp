/// The card of the first steps: what it leaves in view, and whose the keys are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

std::unique_ptr<WindowSession> touring() {
  auto session = WindowSession::opened();
  session->app.screen().tour = {.is_on = true, .step = 0};
  session->driver.frames(3);
  return session;
}

TEST(FirstSteps, TheCardLeavesTheAnswerInView) {
  const auto session = touring();
  for (int step = 0; step < 5; ++step) {
    ASSERT_TRUE(session->driver.sees("tour")) << step;
    EXPECT_FALSE(overlap(at(*session, "tour"), at(*session, "panel.answer"))) << step;
    session->driver.click("tour.next");
  }
}

TEST(FirstSteps, TheCardLeavesInViewWhatItIsAbout) {
  const auto session = touring();
  for (const char* panel :
       {"panel.form", "panel.title", "panel.answer", "panel.timeline", "panel.below"}) {
    ASSERT_TRUE(session->driver.sees("tour")) << panel;
    EXPECT_FALSE(overlap(at(*session, "tour"), at(*session, panel))) << panel;
    session->driver.click("tour.next");
  }
}

TEST(FirstSteps, AClickOnTheCardLeavesTheKeysWithThePanel) {
  const auto session = touring();
  session->app.focus(PanelId::timeline);
  session->driver.frames(2);
  session->driver.click("tour.next");
  EXPECT_EQ(at(*session, "keyboard").text, "timeline");
  session->driver.click("tour");  // beside its buttons
  EXPECT_EQ(at(*session, "keyboard").text, "timeline");
}

TEST(FirstSteps, DigitsGoToTheFieldThatHasTheKeyboard) {
  const auto session = touring();
  session->driver.type("d");
  session->driver.click("tour.next");
  session->driver.fill("type./cluster/nodes/gpu/count", "12");
  EXPECT_EQ(session->driver.text("type./cluster/nodes/gpu/count"), "12");
  EXPECT_EQ(session->work.current(), 1U);
}

TEST(FirstSteps, ReturnGoesOnAndEndsThem) {
  const auto session = touring();
  for (std::size_t step = 0; step < 5; ++step) {
    EXPECT_EQ(session->app.screen().tour.step, step);
    session->key("Enter");
  }
  EXPECT_FALSE(session->app.screen().tour.is_on);
  EXPECT_TRUE(session->app.remembered().was_toured);
}

TEST(FirstSteps, EscapeEndsThemAndStopsNoRun) {
  const auto session = touring();
  session->key("Escape");
  EXPECT_FALSE(session->app.screen().tour.is_on);
  EXPECT_TRUE(session->app.remembered().was_toured);
  EXPECT_FALSE(session->work.state()->was_cancelled);
}

TEST(FirstSteps, ReturnAndEscapeBelongToAFieldFirst) {
  const auto session = touring();
  session->driver.fill("type./cluster/nodes/gpu/count", "6");
  EXPECT_TRUE(session->app.screen().tour.is_on);
  EXPECT_EQ(session->app.screen().tour.step, 0U);
  session->driver.click("find");
  session->key("Escape");
  EXPECT_TRUE(session->app.screen().tour.is_on);
}

}  // namespace
}  // namespace gpuscape::gui
