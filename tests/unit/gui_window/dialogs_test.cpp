/// Everything that asks before it acts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gui/session/session.hpp"
#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

TEST(Dialogs, EscapeClosesOneAndDoesNothingElse) {
  const auto session = WindowSession::opened();
  for (const char* opens : {"o", "e", "s", "r", "g"}) {
    session->driver.type(opens);
    EXPECT_NE(session->app.screen().dialog, Dialog::none) << opens;
    session->key("Escape");
    EXPECT_EQ(session->app.screen().dialog, Dialog::none) << opens;
  }
  EXPECT_FALSE(session->work.state()->was_cancelled);
}

TEST(Dialogs, AFileThatIsNotThereIsSaidInTheDialogue) {
  const auto session = WindowSession::opened();
  session->driver.type("o");
  session->driver.fill("open.path", "nowhere.json");
  EXPECT_EQ(session->app.screen().dialog, Dialog::open);
  EXPECT_THAT(session->app.screen().fields.fault, HasSubstr("nowhere.json"));
}

TEST(Dialogs, AnotherScenarioIsOpenedByItsPath) {
  const auto session = WindowSession::opened();
  const std::string other = session->write("other.json", kSmallScenario);
  session->driver.type("o");
  session->driver.fill("open.path", other);
  EXPECT_EQ(session->work.file(), other);
  EXPECT_EQ(session->app.screen().dialog, Dialog::none);
}

TEST(Dialogs, SavingWritesANewScenarioThatExtendsTheOldOne) {
  const auto session = WindowSession::opened();
  session->driver.fill("type./cluster/nodes/gpu/count", "6");
  session->driver.type("s");
  session->driver.fill("patch.path", session->path("changed.json"));
  EXPECT_THAT(read_text(session->path("changed.json")), HasSubstr("extends"));
  EXPECT_EQ(read_text(session->path("small.json")), kSmallScenario);
  EXPECT_FALSE(session->work.is_changed());
}

TEST(Dialogs, SavingNeverWritesOverAFile) {
  const auto session = WindowSession::opened();
  session->driver.type("s");
  session->driver.fill("patch.path", session->path("small.json"));
  EXPECT_EQ(read_text(session->path("small.json")), kSmallScenario);
  EXPECT_THAT(session->app.screen().fields.fault, HasSubstr("already"));
}

TEST(Dialogs, QuittingAsksWhereThereAreUnsavedChanges) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  EXPECT_TRUE(session->work.is_changed());
  session->app.show(Dialog::quit);
  session->driver.frames(2);
  session->driver.click("quit.discard");
  EXPECT_TRUE(session->app.screen().wants_to_close);
  EXPECT_TRUE(may_quit(session->app));
}

TEST(Dialogs, ARenamedDesignKeepsItsNameInTheTable) {
  const auto session = WindowSession::opened();
  session->driver.type("r");
  session->driver.fill("rename.text", "today");
  session->driver.settle();
  EXPECT_EQ(session->work.design().name, "today");
  EXPECT_EQ(session->app.views().answer().columns.front().name, "today");
}

TEST(Dialogs, GoToShowsAJobByItsNumber) {
  const auto session = WindowSession::opened();
  const std::int64_t id = session->app.views().outcome()->result.first.jobs.id(5);
  session->driver.type("g");
  session->driver.fill("goto.text", std::to_string(id));
  EXPECT_EQ(session->app.screen().job, 5U);
}

TEST(Dialogs, TheFirstStepsAreFiveAndEnd) {
  const auto session = WindowSession::opened();
  session->app.screen().tour.is_on = true;
  session->driver.frames(2);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(session->app.screen().tour.is_on) << i;
    session->driver.click("tour.next");
  }
  EXPECT_FALSE(session->app.screen().tour.is_on);
  EXPECT_TRUE(session->app.remembered().was_toured);
}

}  // namespace
}  // namespace gpuscape::gui
