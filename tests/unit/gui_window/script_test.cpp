/// Sessions that are written down.

#include "gui/script/script.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

ScriptEnd play(const std::string& text) {
  const auto session = WindowSession::opened();
  std::istringstream stream(text);
  return run_script(read_script(stream), "s.txt", "", *session->window, session->app);
}

TEST(Script, BlankLinesAndCommentsAreLeftOut) {
  std::istringstream stream("# a comment\n\n  click undo  \nwait\n");
  const auto lines = read_script(stream);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].line, 3);
  EXPECT_EQ(lines[0].word, "click");
  EXPECT_EQ(lines[0].rest, "undo");
}

TEST(Script, InputsAreCountedAndExpectationsAreNot) {
  const ScriptEnd end = play("type d\nwait\nexpect state = exact\nkey Ctrl+Z\n");
  EXPECT_EQ(end.failure, "");
  EXPECT_EQ(end.inputs, 2);
}

TEST(Script, AnUnmetExpectationNamesItsLine) {
  const ScriptEnd end = play("wait\nexpect state = nonsense\n");
  EXPECT_FALSE(end.is_met);
  EXPECT_THAT(end.failure, HasSubstr("s.txt:2: "));
}

TEST(Script, AWidgetThatIsNotThereIsNamed) {
  EXPECT_THAT(play("click nowhere").failure, HasSubstr("\"nowhere\" is not on screen"));
}

TEST(Script, AnUnknownWordIsRefused) {
  EXPECT_THAT(play("dance").failure, HasSubstr("\"dance\" is not a word"));
  EXPECT_THAT(play("key Hyper").failure, HasSubstr("is not a key"));
  EXPECT_THAT(play("drag x y undo").failure, HasSubstr("is not a number"));
}

}  // namespace
}  // namespace gpuscape::gui
