/// Everything can be done from the keyboard.

#include "gui/window/keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "gui/panel/commands.hpp"
#include "gui/window/input.hpp"
#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

TEST(Keys, ChordsAreReadFromTheirNames) {
  EXPECT_EQ(key_chord("Ctrl+Shift+Z")->with, (Modifiers{.control = true, .shift = true}));
  EXPECT_EQ(key_chord("F1")->key, Key::f1);
  EXPECT_FALSE(key_chord("Hyper+Z").has_value());
  EXPECT_FALSE(key_chord("").has_value());
}

TEST(Keys, NoTwoCommandsHaveTheSameKeysAndAllKeysHaveAName) {
  std::set<std::string_view> seen;
  for (const CommandRow& row : commands()) {
    EXPECT_TRUE(seen.insert(row.keys).second) << row.keys;
    EXPECT_TRUE(row.keys.size() == 1 || key_chord(row.keys)) << row.keys;
  }
}

TEST(Keys, TabGoesThroughAllPanelsAndShiftTabBack) {
  const auto session = WindowSession::opened();
  const PanelId first = session->app.screen().focus;
  std::set<PanelId> visited;
  for (std::size_t i = 0; i < kPanels; ++i) {
    visited.insert(session->app.screen().focus);
    session->key("Tab");
  }
  EXPECT_EQ(visited.size(), kPanels);
  EXPECT_EQ(session->app.screen().focus, first);
  session->key("Shift+Tab");
  EXPECT_NE(session->app.screen().focus, first);
}

TEST(Keys, ArrowsReachAWidgetOfThePanelAndSpacePressesIt) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->driver.settle();
  session->app.focus(PanelId::title);
  session->driver.frames(2);
  for (const char* key : {"Right", "Left", "Left", "Right"}) session->key(key);
  session->key("Space");
  EXPECT_EQ(session->work.current(), 0U);
}

/// Draws a frame as the real window does; whether the program was told to quit in it.
bool quits_in_frame(WindowSession& session, ShortPresses& presses) {
  presses.begin_frame();
  session.window->begin_frame();
  session.app.frame();
  session.window->end_frame();
  presses.end_frame();
  return std::exchange(session.app.screen().wants_to_close, false);
}

TEST(Keys, APressThatIsOverBeforeTheFrameCounts) {
  const auto session = WindowSession::opened();
  ShortPresses presses;
  const auto frames = [&] {
    int closes = 0;
    for (int frame = 0; frame == 0 || (frame < 8 && is_input_waiting()); ++frame)
      closes += quits_in_frame(*session, presses) ? 1 : 0;
    return closes;
  };
  const KeyChord quit = *key_chord("Ctrl+Q");
  presses.tap(quit);
  EXPECT_EQ(frames(), 1);
  EXPECT_EQ(frames(), 0);
  presses.tap(quit);
  EXPECT_EQ(frames(), 1);
  presses.tap({Key::q});  // without Ctrl it is no command, and Ctrl is no longer held
  EXPECT_EQ(frames(), 0);
}

/// Ctrl went down a frame before; Q down and everything up between two frames.
TEST(Keys, AModifierThatWentUpBeforeTheFrameCounts) {
  const auto session = WindowSession::opened();
  ShortPresses presses;
  int closes = 0;
  const auto frame = [&] { closes += quits_in_frame(*session, presses) ? 1 : 0; };
  for (int time = 1; time <= 3; ++time) {
    put_key(*key_chord("Ctrl+F1"), true);  // no command
    frame();
    presses.tap(*key_chord("Ctrl+Q"));
    do frame();
    while (is_input_waiting());
    put_key(*key_chord("F1"), false);
    frame();
    EXPECT_EQ(closes, time);
  }
}

TEST(Keys, AKeyThatWentUpAndDownAgainBetweenTwoFramesIsPressedAnew) {
  const auto session = WindowSession::opened();
  ShortPresses presses;
  const KeyChord quit = *key_chord("Ctrl+Q");
  Screen& screen = session->app.screen();
  put_key(quit, true);
  session->driver.frames(2);
  EXPECT_TRUE(std::exchange(screen.wants_to_close, false));
  session->driver.frames(2);
  EXPECT_FALSE(screen.wants_to_close);  // held
  put_key(quit, false);
  presses.tap(quit);
  put_key(quit, true);
  presses.begin_frame();
  session->window->begin_frame();
  session->app.frame();
  session->window->end_frame();
  presses.end_frame();
  session->driver.frames(8);
  EXPECT_TRUE(screen.wants_to_close);
}

TEST(Keys, LettersBelongToAFieldThatHasTheKeyboard) {
  const auto session = WindowSession::opened();
  session->driver.click("find");
  session->driver.type("d");
  EXPECT_EQ(session->work.designs().size(), 1U);
  EXPECT_EQ(session->app.screen().knob_search, "d");
}

TEST(Keys, LettersChooseTheTabs) {
  const auto session = WindowSession::opened();
  session->driver.type("j");
  EXPECT_EQ(session->app.screen().tab, Tab::jobs);
  session->driver.type("n");
  EXPECT_EQ(session->app.screen().tab, Tab::nodes);
  session->driver.type("w");
  EXPECT_EQ(session->app.screen().tab, Tab::why);
}

TEST(Keys, ArrowsMoveTheCursorWhileTheTimelineHasTheKeyboard) {
  const auto session = WindowSession::opened();
  session->key("Right");
  EXPECT_FALSE(session->app.screen().cursor.has_value());
  session->app.focus(PanelId::timeline);
  session->driver.frames(2);
  session->key("Right");
  const Seconds one = session->app.screen().cursor.value();
  session->key("Shift+Right");
  EXPECT_NEAR((session->app.screen().cursor.value() - one) / session->app.views().whole().length(),
              0.1, 1e-9);
}

TEST(Keys, PlusAndMinusZoomAndZeroShowsAll) {
  const auto session = WindowSession::opened();
  const Seconds whole = session->app.views().whole().length();
  session->driver.type("+");
  EXPECT_NEAR(session->app.screen().window->length() / whole, 0.5, 1e-9);
  session->driver.type("0");
  EXPECT_FALSE(session->app.screen().window.has_value());
}

TEST(Keys, LetterCCopiesTheCommand) {
  const auto session = WindowSession::opened();
  session->driver.fill("type./cluster/nodes/gpu/count", "6");
  session->driver.type("c");
  EXPECT_THAT(ImGui::GetClipboardText(), HasSubstr("gpuscape run"));
  EXPECT_THAT(ImGui::GetClipboardText(), HasSubstr("/cluster/nodes/gpu/count=6"));
}

TEST(Keys, SlashGoesToTheFilterOfTheJobs) {
  const auto session = WindowSession::opened();
  session->driver.type("/");
  session->driver.frames(2);
  session->driver.type("gpus=8");
  session->driver.frames(2);
  EXPECT_EQ(session->app.screen().job_filter, "gpus=8");
  EXPECT_LT(session->app.views().jobs().size(), session->app.views().jobs().jobs());
}

}  // namespace
}  // namespace gpuscape::gui
