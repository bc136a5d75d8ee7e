/// The scenario as it is written, and a copy of it that is edited.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gui/session/session.hpp"
#include "gui/text/text_copy.hpp"
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

class TextOfAFile : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.path() / name; }
  void SetUp() override {
    write_text(file("a.json"), "one");
    copy_.follow(file("a.json"));
    copy_.edit("two");
  }

  ScratchFolder folder_;
  Registry registry_;
  TextCopy copy_{registry_, {}};
};

TEST_F(TextOfAFile, AnEditedCopyStaysWhenTheFileChanges) {
  write_text(file("a.json"), "three, longer");
  copy_.follow(file("a.json"));
  EXPECT_EQ(copy_.text(), "two");
  copy_.take_back();
  copy_.follow(file("a.json"));
  EXPECT_EQ(copy_.text(), "three, longer");
}

TEST_F(TextOfAFile, AnEditedCopyComesBackWithItsFile) {
  write_text(file("b.json"), "other");
  copy_.follow(file("b.json"));
  EXPECT_EQ(copy_.text(), "other");
  EXPECT_FALSE(copy_.is_edited());
  EXPECT_EQ(copy_.edited_file(), file("a.json"));
  copy_.follow(file("a.json"));
  EXPECT_EQ(copy_.text(), "two");
  copy_.take_back();
  EXPECT_EQ(copy_.edited_file(), "");
}

TEST_F(TextOfAFile, FaultsAreThoseOfTheTextThatWasAsked) {
  const auto check = [&] {
    copy_.check("", 0);
    copy_.wait();
    copy_.check("", 0);
    EXPECT_TRUE(copy_.is_checked());
  };
  check();
  ASSERT_EQ(copy_.faults().size(), 1U);  // "two" is not JSON
  const std::string of_two = copy_.faults()[0].message;
  copy_.edit("{}");
  check();
  ASSERT_FALSE(copy_.faults().empty());
  EXPECT_NE(copy_.faults()[0].message, of_two);
}

TEST_F(TextOfAFile, AFileThatIsGoneIsSaid) {
  copy_.take_back();
  std::filesystem::remove(file("a.json"));
  copy_.follow(file("a.json"));
  copy_.check("", 0);
  ASSERT_EQ(copy_.faults().size(), 1U);
  EXPECT_THAT(copy_.faults()[0].message, HasSubstr("cannot be read: No such file"));
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

TEST(TextTab, QuittingAsksAboutAnEditedText) {
  const auto session = WindowSession::opened();
  session->driver.type("x");
  session->driver.frames(2);
  session->app.text_copy().edit("{}");
  session->driver.type("w");
  session->app.screen().wants_to_close = true;
  EXPECT_FALSE(may_quit(session->app));
  session->driver.frames(2);
  EXPECT_FALSE(session->driver.sees("quit.save"));  // the designs are as they were opened
  session->driver.click("quit.text");
  EXPECT_EQ(session->app.screen().tab, Tab::text);
  session->app.screen().wants_to_close = true;
  EXPECT_FALSE(may_quit(session->app));
  session->driver.frames(2);
  session->driver.click("quit.discard");
  EXPECT_TRUE(may_quit(session->app));
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
