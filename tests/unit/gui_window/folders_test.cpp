/// Result folders beside the designs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;

/// The small scenario, open, and a folder of its results.
class Folders : public testing::Test {
 protected:
  Folders() : session_(WindowSession::opened()) {
    session_->driver.type("e");
    session_->driver.fill("export.path", out());
    session_->driver.settle();
  }
  [[nodiscard]] std::string out() const { return (results_.path() / "small.out").string(); }
  void open(const std::string& path) {
    session_->app.open(path);
    session_->driver.settle();
  }
  [[nodiscard]] std::string said() const { return session_->app.screen().message; }
  [[nodiscard]] OpenFolders& folders() { return session_->app.folders(); }

  ScratchFolder results_;
  std::unique_ptr<WindowSession> session_;
};

TEST_F(Folders, StandBesideTheDesignsWithTheSameFigures) {
  open(out());
  EXPECT_EQ(session_->driver.text("answer.queue_wait_p95_s.1"),
            session_->driver.text("answer.queue_wait_p95_s.0"));
  EXPECT_TRUE(session_->driver.sees("saved.0"));
  EXPECT_EQ(session_->work.designs().size(), 1U);
}

TEST_F(Folders, ADigitBehindThoseOfTheDesignsLooksAtThem) {
  open(out());
  session_->driver.type("2");
  session_->driver.frames(2);
  EXPECT_THAT(session_->driver.text("state"), HasSubstr("read-only · from small.out"));
  EXPECT_FALSE(session_->driver.sees("type./cluster/nodes/gpu/count"));
  session_->driver.type("1");
  session_->driver.frames(2);
  EXPECT_TRUE(session_->driver.sees("type./cluster/nodes/gpu/count"));
}

TEST_F(Folders, TheirJobsAreInTheTable) {
  open(out());
  session_->driver.click("saved.0");
  session_->driver.type("j");
  session_->driver.frames(2);
  EXPECT_EQ(session_->driver.text("jobs.count"), "200 of 200 jobs");
  session_->driver.click("job.3");
  EXPECT_EQ(session_->app.screen().job, 3U);
  session_->driver.frames(2);
}

TEST_F(Folders, WhatTheyDoNotHoldIsNotShown) {
  open(out());
  session_->driver.click("saved.0");
  for (const char* tab : {"tab.nodes", "tab.map", "tab.money", "tab.losers"})
    EXPECT_FALSE(session_->driver.sees(tab)) << tab;
  session_->driver.type("n");
  session_->driver.frames(2);  // of a run that is not there: no more than a line
  EXPECT_TRUE(session_->driver.sees("tab.jobs"));
}

TEST_F(Folders, OpenTheirScenarioAgain) {
  open(out());
  session_->app.open(session_->write("other.json", kSmallScenario));
  session_->driver.settle();
  session_->driver.click("saved.0");
  session_->driver.click("saved.scenario");
  session_->driver.settle();
  EXPECT_EQ(fs::weakly_canonical(session_->work.file()),
            fs::weakly_canonical(session_->path("small.json")));
  EXPECT_EQ(folders().chosen(), nullptr);
  EXPECT_TRUE(session_->driver.sees("saved.0"));
}

TEST_F(Folders, WhoseScenarioIsGoneDoNotOfferIt) {
  open(out());
  fs::remove(session_->path("small.json"));
  session_->driver.click("saved.0");
  session_->driver.click("saved.scenario");
  EXPECT_NE(folders().chosen(), nullptr);
}

TEST_F(Folders, DeleteClosesThemAndNoDesign) {
  open(out());
  session_->driver.click("saved.0");
  session_->key("Delete");
  EXPECT_TRUE(folders().folders().empty());
  EXPECT_EQ(session_->work.designs().size(), 1U);
  EXPECT_TRUE(fs::exists(out() + "/result.json"));
}

TEST_F(Folders, OpenedTwiceAreThereOnceAndReadAgain) {
  open(out());
  const auto before = folders().folders().front();
  open(out() + "/");
  open(out() + "/result.json");
  ASSERT_EQ(folders().folders().size(), 1U);
  EXPECT_NE(folders().folders().front(), before);
}

TEST_F(Folders, ThatCannotBeReadAreSaidInOneLineAndNothingIsLost) {
  open(out());
  const std::string text = read_text(out() + "/result.json");
  write_text(out() + "/result.json", text.substr(0, text.size() / 2));
  open(out());
  EXPECT_THAT(said(), testing::ContainsRegex("result.json:[0-9]+:[0-9]+: "));
  EXPECT_EQ(said().find('\n'), std::string::npos);
  EXPECT_EQ(folders().folders().size(), 1U);
  EXPECT_TRUE(session_->driver.sees("answer.queue_wait_p95_s.1"));
  open(session_->folder.path().string());
  EXPECT_THAT(said(), HasSubstr("holds no results"));
}

TEST_F(Folders, WithoutTheirJobsAreShownWithTheReason) {
  fs::remove(out() + "/jobs.csv");
  open(out());
  EXPECT_TRUE(session_->driver.sees("answer.queue_wait_p95_s.1"));
  EXPECT_THAT(session_->app.views().answer().columns[1].faults,
              ElementsAre(HasSubstr("jobs.csv: ")));
}

TEST_F(Folders, AreAmongTheRecentFilesAndOpenedFromThere) {
  open(out());
  session_->driver.click("saved.0");
  session_->key("Delete");
  session_->driver.type("o");
  session_->driver.frames(2);
  ASSERT_THAT(session_->app.settings().recent.front(), HasSubstr("small.out"));
  session_->driver.click("recent.0");
  session_->driver.settle();
  EXPECT_EQ(folders().folders().size(), 1U);
}

TEST_F(Folders, NeedNoScenario) {
  session_.reset();  // one window at a time
  WindowSession empty;
  empty.app.open(out());
  empty.driver.settle();
  EXPECT_TRUE(empty.driver.sees("answer.queue_wait_p95_s.0"));
  EXPECT_THAT(empty.driver.text("state"), HasSubstr("read-only"));
  for (const char* keys : {"j", "w", "d", "c", "v", "s", "e", "r", "g"}) empty.driver.type(keys);
  empty.driver.frames(2);
  EXPECT_TRUE(empty.work.designs().empty());
}

}  // namespace
}  // namespace gpuscape::gui
