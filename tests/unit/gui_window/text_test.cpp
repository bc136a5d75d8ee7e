/// The scenario as it is written, and a copy of it that is edited.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/workspace/text_copy.hpp"
#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The small scenario with another word in place of one.
std::string small_with(std::string_view before, std::string_view after) {
  std::string text(kSmallScenario);
  return text.replace(text.find(before), before.size(), after);
}

TEST(TextCopy, LinesAreThoseOfTheText) {
  EXPECT_THAT(lines_of("a\nb\r\n\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(TextCopy, AnEditedCopyStaysWhenTheFileChanges) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "a.json";
  write_text(file, "one");
  TextCopy copy;
  copy.follow(file);
  copy.edit("two");
  write_text(file, "three, longer");
  copy.follow(file);
  EXPECT_EQ(copy.text(), "two");
  copy.take_back();
  copy.follow(file);
  EXPECT_EQ(copy.text(), "three, longer");
}

TEST(TextTab, ShowsTheFileWithoutFaults) {
  const auto session = WindowSession::opened();
  session->driver.type("x");
  session->driver.frames(2);
  EXPECT_EQ(session->driver.text("text.state"), "no faults");
  EXPECT_EQ(session->app.text_copy().text(), kSmallScenario);
}

TEST(TextTab, MarksAFaultAtItsLine) {
  WindowSession session;
  session.app.open(session.write("small.json", small_with("\"fifo\"", "\"fiffo\"")));
  session.driver.settle();
  EXPECT_EQ(session.driver.text("text.state"), "1 fault");
  EXPECT_THAT(session.driver.text("text.fault.8"), HasSubstr("fiffo"));
}

TEST(TextTab, EditsACopyThatIsCheckedAsItIsWritten) {
  const auto session = WindowSession::opened();
  session->driver.type("x");
  session->driver.frames(2);
  session->app.text_copy().edit(small_with("\"count\": 4", "\"count\": 0"));
  session->driver.frames(2);
  EXPECT_THAT(session->driver.text("text.state"), HasSubstr("edited, not saved · 1 fault"));
  EXPECT_TRUE(session->driver.sees("text.fault.4"));
  EXPECT_EQ(read_text(session->path("small.json")), kSmallScenario);
  session->driver.click("text.back");
  session->driver.frames(2);
  EXPECT_EQ(session->driver.text("text.state"), "no faults");
}

TEST(TextTab, SavesTheCopyAsAnotherFileAndOpensIt) {
  const auto session = WindowSession::opened();
  session->driver.type("x");
  session->app.text_copy().follow(session->path("small.json"));
  session->app.text_copy().edit(small_with("\"count\": 4", "\"count\": 6"));
  session->driver.frames(2);
  session->driver.click("text.save");
  session->driver.fill("text.path", session->path("edited.json"));
  session->driver.settle();
  EXPECT_EQ(session->work.file(), session->path("edited.json"));
  EXPECT_EQ(session->work.scenario()->cluster->platform().node_count(), 6U);
  EXPECT_EQ(read_text(session->path("small.json")), kSmallScenario);
}

TEST(TextTab, NeverWritesOverAFile) {
  const auto session = WindowSession::opened();
  session->driver.type("x");
  session->driver.frames(2);
  session->app.text_copy().edit("{}");
  session->driver.frames(2);
  session->driver.click("text.save");
  session->driver.fill("text.path", session->path("small.json"));
  EXPECT_EQ(read_text(session->path("small.json")), kSmallScenario);
  EXPECT_THAT(session->app.screen().fields.fault, HasSubstr("already"));
  EXPECT_EQ(session->app.text_copy().text(), "{}");
}

TEST(TextTab, IsTypedInOnceItIsAsked) {
  const auto session = WindowSession::opened();
  session->driver.type("x");
  session->driver.frames(2);
  session->driver.click("text.edit");
  session->driver.click("text.area");
  session->driver.type("//");
  session->driver.frames(2);
  EXPECT_TRUE(session->app.text_copy().is_edited());
  EXPECT_EQ(session->app.text_copy().text().size(), kSmallScenario.size() + 2);
}

}  // namespace
}  // namespace gpuscape::gui
