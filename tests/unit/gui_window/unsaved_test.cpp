/// What is not saved is asked about before another file takes its place; keys that save and quit
/// work while a field has the keyboard.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/session/session.hpp"
#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

constexpr const char* kCount = "type./cluster/nodes/gpu/count";

/// A changed design, and another scenario.
struct Changed {
  Changed() : session(WindowSession::opened()), other(session->write("b.json", kSmallScenario)) {
    session->driver.fill(kCount, "6");
  }
  [[nodiscard]] Dialog dialog() const { return session->app.screen().dialog; }
  /// As a file that is dropped on the window.
  void open(const std::string& file) const {
    session->app.open(file);
    session->driver.frames(3);
  }

  std::unique_ptr<WindowSession> session;
  std::string other;
};

TEST(Unsaved, AnotherScenarioIsAskedAboutFirst) {
  const Changed changed;
  changed.open(changed.other);
  EXPECT_EQ(changed.dialog(), Dialog::replace);
  EXPECT_EQ(changed.session->work.file(), changed.session->path("small.json"));
  changed.session->driver.click("dialog.cancel");
  EXPECT_EQ(changed.session->work.file(), changed.session->path("small.json"));
  EXPECT_EQ(changed.session->sets().size(), 1U);
}

TEST(Unsaved, AnotherScenarioIsOpenedWithoutSavingWhereThatIsSaid) {
  const Changed changed;
  changed.open(changed.other);
  changed.session->driver.click("quit.discard");
  EXPECT_EQ(changed.session->work.file(), changed.other);
  EXPECT_EQ(changed.dialog(), Dialog::none);
  EXPECT_FALSE(changed.session->app.screen().wants_to_close);
}

TEST(Unsaved, AnotherScenarioIsOpenedOnceTheSessionIsSaved) {
  const Changed changed;
  changed.open(changed.other);
  changed.session->driver.click("quit.save");
  changed.session->driver.fill("session.path", changed.session->path("s.json"));
  EXPECT_THAT(read_text(changed.session->path("s.json")), HasSubstr("count=6"));
  EXPECT_EQ(changed.session->work.file(), changed.other);
  EXPECT_FALSE(changed.session->app.screen().wants_to_close);
}

TEST(Unsaved, WhatClosesNothingIsNotAskedAbout) {
  const Changed changed;
  changed.open("nowhere.json");
  EXPECT_EQ(changed.dialog(), Dialog::none);
  EXPECT_THAT(changed.session->app.screen().message, HasSubstr("nowhere.json"));
  EXPECT_EQ(changed.session->sets().size(), 1U);
}

TEST(Unsaved, WithoutChangesNothingIsAsked) {
  const auto session = WindowSession::opened();
  const std::string other = session->write("b.json", kSmallScenario);
  session->app.open(other);
  EXPECT_EQ(session->app.screen().dialog, Dialog::none);
  EXPECT_EQ(session->work.file(), other);
}

TEST(Unsaved, AMissingFileIsSaidBesideOneThatIsOpened) {
  const auto session = WindowSession::opened();
  const std::string other = session->write("b.json", kSmallScenario);
  session->app.open_all({.files = {"nowhere.json", other, "gone.out"}});
  session->driver.settle();
  EXPECT_EQ(session->work.file(), other);
  EXPECT_TRUE(session->app.screen().is_failure);
  EXPECT_THAT(session->app.screen().message, HasSubstr("nowhere.json"));
  EXPECT_THAT(session->app.screen().message, HasSubstr("gone.out"));
}

TEST(Unsaved, OfTwoScenariosTheOneThatGaveWayIsNamed) {
  const auto session = WindowSession::opened();
  const std::string one = session->write("one.json", kSmallScenario);
  const std::string two = session->write("two.json", kSmallScenario);
  session->app.open_all({.files = {one, two}});
  EXPECT_EQ(session->work.file(), two);
  EXPECT_THAT(session->app.screen().message, HasSubstr("in place of " + one));
}

TEST(Unsaved, CtrlSInAFieldSavesWhatIsTypedThere) {
  const Changed changed;
  save_session_as(changed.session->app, changed.session->path("s.json"));
  changed.session->driver.click(kCount);
  changed.session->key("Ctrl+A");
  changed.session->driver.type("7");
  changed.session->key("Ctrl+S");
  EXPECT_THAT(read_text(changed.session->path("s.json")), HasSubstr("count=7"));
  EXPECT_FALSE(has_unsaved_changes(changed.session->app));
}

TEST(Unsaved, CtrlQInAFieldAsksAboutWhatIsTypedThere) {
  const auto session = WindowSession::opened();
  session->driver.click(kCount);
  session->key("Ctrl+A");
  session->driver.type("7");
  session->key("Ctrl+Q");
  EXPECT_TRUE(session->app.screen().wants_to_close);
  EXPECT_FALSE(may_quit(session->app));
  EXPECT_EQ(session->app.screen().dialog, Dialog::quit);
}

TEST(Unsaved, CtrlQQuitsFromTheFieldOfADialogue) {
  const auto session = WindowSession::opened();
  session->driver.type("o");
  session->key("Ctrl+Q");
  EXPECT_TRUE(may_quit(session->app));
}

TEST(Unsaved, KeysThatFieldsUseThemselvesStayTheirs) {
  const Changed changed;
  changed.session->driver.click("find");
  changed.session->driver.type("a");
  changed.session->key("Ctrl+Z");
  EXPECT_EQ(changed.session->sets().size(), 1U);
}

}  // namespace
}  // namespace gpuscape::gui
