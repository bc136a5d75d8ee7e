/// Numbers, rows and tables go to the clipboard by the right button of the mouse.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kCell = "answer.queue_wait_p95_s.0";

std::string copied(WindowSession& session, const std::string& from, const std::string& by) {
  session.driver.right_click(from);
  session.driver.click(by);
  return ImGui::GetClipboardText();
}

TEST(Clipboard, TakesANumberOfTheAnswers) {
  const auto session = WindowSession::opened();
  const std::string shown = session->driver.text(kCell);
  EXPECT_EQ(copied(*session, kCell, "copy.value"), shown);
  EXPECT_EQ(session->app.screen().message, "copied: " + shown);
}

TEST(Clipboard, TakesARowOfTheAnswersBetweenTabs) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->driver.settle();
  const std::string row = copied(*session, kCell, "copy.row");
  EXPECT_THAT(row, StartsWith("queue wait p95\t"));
  EXPECT_EQ(std::ranges::count(row, '\t'), 2);
}

TEST(Clipboard, TakesTheWholeTable) {
  const auto session = WindowSession::opened();
  EXPECT_THAT(copied(*session, kCell, "copy.table"), HasSubstr("GPUs allocated"));
}

TEST(Clipboard, TakesAJobAndAllJobsAsInJobsCsv) {
  const auto session = WindowSession::opened();
  session->driver.type("j");
  const std::string one = copied(*session, "job.0", "copy.job");
  EXPECT_THAT(one, StartsWith("job,"));
  EXPECT_EQ(std::ranges::count(one, '\n'), 2);
  const std::string all = copied(*session, "job.0", "copy.jobs");
  EXPECT_EQ(std::ranges::count(all, '\n'), 201);
}

}  // namespace
}  // namespace gpuscape::gui
