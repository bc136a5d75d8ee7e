/// Saving the session, opening it, and what closing the window asks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/session/session.hpp"
#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

constexpr const char* kField = "type./cluster/nodes/gpu/count";

/// Two designs, the second with six nodes.
class SessionOfTwo : public testing::Test {
 protected:
  SessionOfTwo() : session_(WindowSession::opened()) {
    session_->driver.type("d");
    session_->driver.fill(kField, "6");
    session_->driver.settle();
  }
  [[nodiscard]] std::string file() const { return session_->path("s.json"); }
  void save() {
    session_->key("Ctrl+S");
    session_->driver.frames(2);
    session_->driver.fill("session.path", file());
  }
  void quit() {
    session_->key("Ctrl+Q");
    is_out_ = may_quit(session_->app);
    session_->driver.frames(3);
  }
  void click_and_quit(const char* id) {
    session_->driver.click(id);
    is_out_ = may_quit(session_->app);
    session_->driver.frames(3);
  }

  std::unique_ptr<WindowSession> session_;
  bool is_out_ = false;
};

TEST_F(SessionOfTwo, IsSavedAndOpenedAgain) {
  session_->app.screen().tab = Tab::jobs;
  save();
  EXPECT_FALSE(has_unsaved_changes(session_->app));
  session_->app.open(session_->path("small.json"));
  session_->app.screen().tab = Tab::why;
  session_->app.open(file());
  session_->driver.settle();
  ASSERT_EQ(session_->work.designs().size(), 2U);
  EXPECT_EQ(session_->work.current(), 1U);
  EXPECT_EQ(session_->sets().size(), 1U);
  EXPECT_EQ(session_->app.screen().tab, Tab::jobs);
  EXPECT_TRUE(session_->driver.sees("answer.queue_wait_p95_s.1"));
}

TEST_F(SessionOfTwo, IsSavedAgainWithoutAQuestion) {
  save();
  session_->driver.fill(kField, "7");
  EXPECT_TRUE(has_unsaved_changes(session_->app));
  session_->key("Ctrl+S");
  EXPECT_EQ(session_->app.screen().dialog, Dialog::none);
  EXPECT_THAT(read_text(file()), HasSubstr("count=7"));
  EXPECT_FALSE(has_unsaved_changes(session_->app));
}

TEST_F(SessionOfTwo, AsksBeforeItReplacesAnotherSession) {
  save();
  session_->app.open(session_->path("small.json"));
  session_->driver.settle();
  const std::string before = read_text(file());
  save();
  EXPECT_EQ(read_text(file()), before);
  EXPECT_THAT(session_->app.screen().fields.fault, HasSubstr("another session"));
  session_->driver.click("dialog.accept");
  EXPECT_NE(read_text(file()), before);
}

TEST_F(SessionOfTwo, NeverReplacesAnythingElse) {
  session_->key("Ctrl+S");
  session_->driver.frames(2);
  session_->driver.fill("session.path", session_->path("small.json"));
  EXPECT_EQ(read_text(session_->path("small.json")), kSmallScenario);
  EXPECT_THAT(session_->app.screen().fields.fault, HasSubstr("which is not a session"));
}

TEST_F(SessionOfTwo, QuittingAsksAndStaysWhereThatIsWanted) {
  quit();
  EXPECT_FALSE(is_out_);
  ASSERT_EQ(session_->app.screen().dialog, Dialog::quit);
  click_and_quit("dialog.cancel");
  EXPECT_FALSE(is_out_);
  EXPECT_EQ(session_->work.designs().size(), 2U);
  EXPECT_TRUE(has_unsaved_changes(session_->app));
}

TEST_F(SessionOfTwo, QuittingWithoutSavingGoes) {
  quit();
  click_and_quit("quit.discard");
  EXPECT_TRUE(is_out_);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(SessionOfTwo, QuittingAsksForANameAndGoesOnceItIsSaved) {
  quit();
  click_and_quit("quit.save");
  EXPECT_FALSE(is_out_);
  ASSERT_EQ(session_->app.screen().dialog, Dialog::save_session);
  session_->driver.fill("session.path", file());
  EXPECT_TRUE(may_quit(session_->app));
  EXPECT_TRUE(std::filesystem::exists(file()));
}

TEST_F(SessionOfTwo, QuittingSavesUnderItsNameWhereItHasOne) {
  save();
  session_->driver.fill(kField, "7");
  quit();
  click_and_quit("quit.save");
  EXPECT_TRUE(is_out_);
  EXPECT_THAT(read_text(file()), HasSubstr("count=7"));
}

TEST_F(SessionOfTwo, ASaveThatFailsDoesNotQuit) {
  quit();
  click_and_quit("quit.save");
  session_->driver.fill("session.path", session_->path("small.json") + "/s.json");
  EXPECT_FALSE(may_quit(session_->app));
  EXPECT_NE(session_->app.screen().fields.fault, "");
  session_->key("Escape");
  session_->driver.frames(2);
  EXPECT_FALSE(may_quit(session_->app));
}

TEST_F(SessionOfTwo, ASaveThatIsGivenUpDoesNotQuitLater) {
  quit();
  click_and_quit("quit.save");
  session_->key("Escape");
  session_->driver.frames(2);
  save();
  EXPECT_TRUE(std::filesystem::exists(file()));
  EXPECT_FALSE(may_quit(session_->app));
}

TEST_F(SessionOfTwo, AFolderThatIsGoneIsSaidAndTheOthersAreOpened) {
  session_->driver.type("e");
  session_->driver.fill("export.path", session_->path("r.out"));
  session_->driver.settle();
  session_->app.open(session_->write(
      "s.json", "{\"gpuscape_session\": 1, \"results\": [\"gone.out\", \"r.out\"]}"));
  session_->driver.settle();
  EXPECT_THAT(session_->app.screen().message, HasSubstr("gone.out: there is no such folder"));
  EXPECT_EQ(session_->app.folders().folders().size(), 1U);
  EXPECT_EQ(session_->work.designs().size(), 2U);
}

TEST_F(SessionOfTwo, WithoutChangesQuittingAsksNothing) {
  save();
  quit();
  EXPECT_TRUE(is_out_);
}

TEST_F(SessionOfTwo, AFaultyOneIsSaidAndWhatIsOpenStays) {
  session_->app.open(session_->write("bad.json", "{\"gpuscape_session\": 1, \"desings\": []}"));
  session_->driver.settle();
  EXPECT_THAT(session_->app.screen().message, HasSubstr("bad.json:1:"));
  EXPECT_THAT(session_->app.screen().message, HasSubstr("/desings"));
  EXPECT_EQ(session_->work.designs().size(), 2U);
}

TEST_F(SessionOfTwo, HoldsTheFoldersOfResults) {
  session_->driver.type("e");
  session_->driver.fill("export.path", session_->path("r.out"));
  session_->driver.settle();
  save();
  session_->app.open(session_->path("r.out"));
  session_->driver.settle();
  EXPECT_TRUE(has_unsaved_changes(session_->app));
  session_->key("Ctrl+S");
  EXPECT_THAT(read_text(file()), HasSubstr("\"r.out\""));
  session_->app.folders().close_all();
  session_->app.open(file());
  session_->driver.settle();
  EXPECT_EQ(session_->app.folders().folders().size(), 1U);
  EXPECT_FALSE(has_unsaved_changes(session_->app));
}

}  // namespace
}  // namespace gpuscape::gui
