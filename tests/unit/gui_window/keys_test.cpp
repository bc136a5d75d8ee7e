/// Everything can be done from the keyboard.

#include "gui/window/keys.hpp"

#include <GLFW/glfw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <set>

#include "gui/panel/commands.hpp"
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

#if IMGUI_VERSION_NUM < 18700
TEST(Keys, APressThatIsOverBeforeTheFrameCounts) {
  const auto session = WindowSession::opened();
  ShortPresses presses;
  ImGuiIO& io = ImGui::GetIO();
  const auto frame = [&](KeyChord chord) {
    presses.begin_frame();
    ImGui::NewFrame();
    const bool was = was_pressed(chord);
    ImGui::EndFrame();
    presses.end_frame();
    return was;
  };
  const KeyChord quit = *key_chord("Ctrl+Q");
  presses.press(GLFW_KEY_LEFT_CONTROL, {.control = true});
  presses.press(GLFW_KEY_Q, {.control = true});  // and all keys are up again
  EXPECT_TRUE(frame(quit));
  EXPECT_FALSE(frame(quit));
  EXPECT_FALSE(io.KeyCtrl || io.KeysDown[GLFW_KEY_Q] || io.KeysDown[GLFW_KEY_LEFT_CONTROL]);

  io.KeysDown[GLFW_KEY_Q] = true;  // it stays down, and does not count twice
  presses.press(GLFW_KEY_Q, {});
  EXPECT_TRUE(frame({Key::q}));
  EXPECT_FALSE(frame({Key::q}));
  presses.press(GLFW_KEY_Q, {});  // up and down again between two frames
  EXPECT_TRUE(frame({Key::q}));
  EXPECT_TRUE(io.KeysDown[GLFW_KEY_Q]);
  presses.press(GLFW_KEY_UNKNOWN, {});
  EXPECT_FALSE(frame({Key::q}));
}
#endif

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
