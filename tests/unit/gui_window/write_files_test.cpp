/// What leaves the window as files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "gui/panel/export.hpp"
#include "gui/window/png_file.hpp"
#include "gui/workspace/export.hpp"
#include "gui/workspace/export_comparison.hpp"
#include "sim/report/run/result_json.hpp"
#include "sim/study/run_study.hpp"
#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

namespace fs = std::filesystem;

/// Draws until the export has ended; what the window says then.
std::string exported(WindowSession& session, ExportKind kind, const std::string& path) {
  start_export(session.app, kind, path);
  while (session.app.task().is_busy()) {
    std::this_thread::yield();
    session.driver.frames(1);
  }
  return session.app.screen().message;
}

/// Without what says where and when it was made.
std::string without_provenance(const std::string& json) {
  return json.substr(0, json.find("\"provenance\""));
}

TEST(WriteFiles, AnExportedResultIsThatOfTheSameRun) {
  const auto session = WindowSession::opened();
  exported(*session, ExportKind::result_folder, session->path("out"));
  const CheckedScenario scenario =
      open_scenario({.file = session->path("small.json")}, {}, session->work.registry());
  TraceCache traces;
  const StudyOutcome outcome = run_study(scenario, traces, {});
  EXPECT_EQ(without_provenance(read_text(session->path("out/result.json"))),
            without_provenance(result_json(outcome.result, {}, scenario.guesses)));
  EXPECT_TRUE(fs::exists(session->path("out/jobs.csv")));
}

TEST(WriteFiles, AFolderThatIsNotOursIsRefusedInWords) {
  const auto session = WindowSession::opened();
  fs::create_directory(session->path("mine"));
  session->write("mine/jobs.csv", "mine\n");
  const std::string said = exported(*session, ExportKind::result_folder, session->path("mine"));
  EXPECT_THAT(said, HasSubstr("mine"));
  EXPECT_TRUE(session->app.screen().is_failure);
  EXPECT_EQ(read_text(session->path("mine/jobs.csv")), "mine\n");
}

TEST(WriteFiles, AFolderThatCannotBeWrittenIsNamed) {
  const auto session = WindowSession::opened();
  const std::string said = exported(*session, ExportKind::answers_csv, "/proc/nowhere/answers.csv");
  EXPECT_THAT(said, HasSubstr("/proc/nowhere/answers.csv"));
  EXPECT_TRUE(session->app.screen().is_failure);
}

TEST(WriteFiles, AComparisonHasAFolderForEachDesign) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->driver.fill("type./cluster/nodes/gpu/count", "6");
  session->driver.settle();
  exported(*session, ExportKind::comparison_folder, session->path("both"));
  EXPECT_TRUE(fs::exists(session->path("both/base/result.json")));
  EXPECT_TRUE(fs::exists(session->path("both/B/result.json")));
  EXPECT_THAT(read_text(session->path("both/compare.json")),
              HasSubstr("small-what-if.json --variant B"));
  EXPECT_FALSE(fs::exists(session->path("small-what-if.json")));
}

TEST(WriteFiles, AComparisonNeedsASecondDesign) {
  const auto session = WindowSession::opened();
  const std::string said = exported(*session, ExportKind::comparison_folder, session->path("one"));
  EXPECT_THAT(said, HasSubstr("nothing to compare"));
  EXPECT_FALSE(fs::exists(session->path("one")));
}

TEST(WriteFiles, AComparisonThatIsStoppedIsNotWritten) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  std::stop_source stop;
  stop.request_stop();
  const ComparedDesigns both{session->work.designs(), session->path("p.json"), {}};
  EXPECT_THAT(
      [&] {
        export_comparison(session->path("out"), both, session->work.registry(), stop.get_token());
      },
      ThrowsMessage<RunError>(HasSubstr("stopped")));
  EXPECT_FALSE(fs::exists(session->path("out/compare.json")));
}

TEST(WriteFiles, AnswersAndTheTimelineBecomeFiles) {
  const auto session = WindowSession::opened();
  exported(*session, ExportKind::answers_csv, session->path("answers.csv"));
  EXPECT_THAT(read_text(session->path("answers.csv")), HasSubstr("queue_wait_p95_s"));
  exported(*session, ExportKind::timeline_svg, session->path("timeline.svg"));
  EXPECT_THAT(read_text(session->path("timeline.svg")), HasSubstr("</svg>"));
}

TEST(WriteFiles, NothingIsWrittenOver) {
  const auto session = WindowSession::opened();
  const std::string file = session->write("taken.csv", "mine");
  EXPECT_THAT([&] { write_new_file(file, "ours"); }, ThrowsMessage<RunError>(HasSubstr("already")));
  EXPECT_EQ(read_text(file), "mine");
}

TEST(WriteFiles, APictureIsAPngAndRefusesAnEmptyOne) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "p.png").string();
  write_png(file, {.width = 2, .height = 1, .bytes = {1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(read_text(file).substr(1, 3), "PNG");
  EXPECT_THAT([&] { write_png(file, {}); }, ThrowsMessage<RunError>(HasSubstr("no picture")));
}

}  // namespace
}  // namespace gpuscape::gui
