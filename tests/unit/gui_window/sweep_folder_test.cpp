/// A folder of runs in the window: eight jobs of 1 h and of 30 min on 1, 2, 3, 4 and 8 nodes of one
/// GPU at 10 kUSD; the last job may wait for 2 h.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/report/runs/run_folder.hpp"
#include "tests/unit/gui_window/window_session.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;

class SweepFolder : public testing::Test {
 protected:
  SweepFolder() {
    const std::string text = test::eight_jobs(
        "{" + std::string(test::kNodes) + ", " + test::kTime + "}",
        R"(, "run": {"replications": 2}, "find": {"cheapest": ["nodes"], "for_each": "time"})");
    RunFolder folder(path(), "1");
    SweepOptions options;
    options.version = "1";
    test::sweep_of(text, folder, options);
    folder.write(kSweepFile, sweep_file_text(sweep_file(test::space_of(text), "Eight")));
    session_.app.open(path());
    session_.driver.settle();
    session_.driver.frames(2);
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "runs").string(); }
  [[nodiscard]] std::string text(const std::string& id) { return session_.driver.text(id); }

  ScratchFolder folder_;
  WindowSession session_;
};

TEST_F(SweepFolder, ShowsTheAnswersAndAMapOfWhatDecides) {
  EXPECT_EQ(text("sweep.answer.0"), "time 1 h, cheapest: nodes 3, time 1 h: 30 k USD");
  EXPECT_EQ(text("sweep.answer.1"), "time 30 min, cheapest: nodes 2, time 30 min: 20 k USD");
  // Five nodes across, two times down.
  EXPECT_EQ(text("sweep.cell.0.2"), "30 k USD");
  EXPECT_EQ(text("sweep.cell.1.4"), "80 k USD");
  EXPECT_FALSE(session_.driver.sees("sweep.cell.2.0"));
  EXPECT_EQ(text("sweep.fact.design"), "nodes 3, time 1 h");
}

TEST_F(SweepFolder, AClickOnTheMapGoesToTheDesign) {
  session_.driver.click("sweep.cell.1.0");
  session_.driver.frames(2);
  EXPECT_EQ(text("sweep.fact.design"), "nodes 1, time 30 min");
  EXPECT_THAT(text("sweep.fact.wait"), HasSubstr("3 h 30 min, missed"));
  session_.driver.click("sweep.best");
  session_.driver.frames(2);
  EXPECT_EQ(text("sweep.fact.design"), "nodes 3, time 1 h");
}

TEST_F(SweepFolder, ASliderMovesAlongItsAxis) {
  session_.driver.drag("sweep.axis.nodes", 0.5, 1.0);
  session_.driver.frames(2);
  EXPECT_EQ(text("sweep.fact.design"), "nodes 8, time 1 h");
  EXPECT_EQ(text("sweep.fact.wait"), "0 s, met");
}

TEST_F(SweepFolder, GoesWhenItIsClosed) {
  session_.driver.click("sweep.close");
  session_.driver.frames(2);
  EXPECT_FALSE(session_.driver.sees("sweep.cell.0.0"));
  EXPECT_EQ(session_.app.folders().sweep(), nullptr);
}

TEST_F(SweepFolder, StandsBesideAScenario) {
  session_.app.open(session_.write("small.json", kSmallScenario));
  session_.driver.settle();
  session_.driver.type("w");
  session_.driver.frames(2);
  EXPECT_FALSE(session_.driver.sees("sweep.cell.0.0"));
  session_.driver.type("a");
  session_.driver.frames(2);
  EXPECT_TRUE(session_.driver.sees("sweep.cell.0.0"));
}

TEST_F(SweepFolder, SaysWhatIsMissing) {
  for (const auto& file : std::filesystem::recursive_directory_iterator(path()))
    if (file.path().string().ends_with(".json") && file.path().filename() != kSweepFile) {
      std::filesystem::remove(file.path());
      break;
    }
  session_.app.open(path());
  session_.driver.settle();
  session_.driver.frames(2);
  EXPECT_EQ(text("sweep.answer.2"), "1 design was not run");
}

}  // namespace
}  // namespace gpuscape::gui
