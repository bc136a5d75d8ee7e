/// Designs beside each other: copied, changed, compared, taken back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kCount = "/cluster/nodes/gpu/count";

TEST(Designs, AScenarioOpensAsDesignAAndIsAnswered) {
  const auto session = WindowSession::opened();
  EXPECT_EQ(session->work.designs().size(), 1U);
  EXPECT_THAT(session->driver.text("state"), HasSubstr("exact"));
  EXPECT_TRUE(session->driver.sees("answer.queue_wait_p95_s.0"));
}

TEST(Designs, LetterDAddsACopyThatIsComparedWithTheFirst) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->driver.settle();
  EXPECT_EQ(session->work.current(), 1U);
  EXPECT_EQ(session->work.design().name, "B");
  ASSERT_EQ(session->work.state()->comparisons.size(), 1U);
  EXPECT_NE(session->work.state()->comparisons.front(), nullptr);
}

TEST(Designs, DraggingASliderChangesTheDesignAndItsAnswer) {
  const auto session = WindowSession::opened();
  const std::string before = session->driver.text("answer.queue_wait_p95_s.0");
  session->driver.drag(std::string("slide.") + kCount, 0.1, 0.95);
  session->driver.settle();
  ASSERT_EQ(session->sets().size(), 1U);
  EXPECT_THAT(session->sets().front(), HasSubstr(kCount));
  EXPECT_NE(session->driver.text("answer.queue_wait_p95_s.0"), before);
}

TEST(Designs, ADragIsOneStepOfUndo) {
  const auto session = WindowSession::opened();
  session->driver.drag(std::string("slide.") + kCount, 0.1, 0.9);
  ASSERT_EQ(session->sets().size(), 1U);
  session->key("Ctrl+Z");
  EXPECT_THAT(session->sets(), IsEmpty());
  session->key("Ctrl+Y");
  EXPECT_EQ(session->sets().size(), 1U);
}

TEST(Designs, ATypedValueIsTakenWithEnter) {
  const auto session = WindowSession::opened();
  session->driver.fill(std::string("type.") + kCount, "6");
  EXPECT_THAT(session->sets(), ElementsAre(std::string(kCount) + "=6"));
}

TEST(Designs, AValueThatIsNoneIsRefusedInWords) {
  const auto session = WindowSession::opened();
  session->driver.fill(std::string("type.") + kCount, "many");
  EXPECT_THAT(session->sets(), IsEmpty());
  EXPECT_THAT(session->driver.text("status"), HasSubstr(kCount));
}

TEST(Designs, TheArrowBesideAChangedValueTakesItBack) {
  const auto session = WindowSession::opened();
  session->driver.fill(std::string("type.") + kCount, "6");
  session->driver.click(std::string("reset.") + kCount);
  EXPECT_THAT(session->sets(), IsEmpty());
}

TEST(Designs, AVariantOfTheFileIsAddedUnderItsName) {
  const auto session = WindowSession::opened();
  session->driver.click("design.add");
  session->driver.click("add.larger");
  session->driver.settle();
  EXPECT_EQ(session->work.design().name, "larger");
  EXPECT_EQ(session->work.scenario()->cluster->platform().node_count(), 8U);
}

TEST(Designs, TheLastDesignCannotBeRemoved) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->key("Delete");
  EXPECT_EQ(session->work.designs().size(), 1U);
  session->key("Delete");
  EXPECT_EQ(session->work.designs().size(), 1U);
}

TEST(Designs, DigitsChooseWhichOneTheFormChanges) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->driver.type("1");
  EXPECT_EQ(session->work.current(), 0U);
  session->driver.type("2");
  EXPECT_EQ(session->work.current(), 1U);
  session->driver.type("3");  // there is none
  EXPECT_EQ(session->work.current(), 1U);
}

TEST(Designs, TheFormOfAFaultyDesignIsThatOfTheLastGoodOne) {
  const auto session = WindowSession::opened();
  session->work.set(session->work.knobs().first.front(), "0");
  session->driver.settle();
  EXPECT_THAT(session->work.faults(), testing::SizeIs(testing::Ge(1)));
  EXPECT_TRUE(session->driver.sees(std::string("type.") + kCount));
  EXPECT_TRUE(session->driver.sees("answer.queue_wait_p95_s.0"));
}

TEST(Designs, AFaultyFileOpensWithItsFaultsAndCanBeMended) {
  WindowSession session;
  const std::string file = session.write("small.json", R"({"format": 1, "cluster": 3})");
  session.app.open(file);
  session.driver.settle();
  EXPECT_EQ(session.driver.text("state"), "faults");
  session.write("small.json", kSmallScenario);
  session.key("Ctrl+R");
  session.driver.settle();
  EXPECT_THAT(session.driver.text("state"), HasSubstr("exact"));
}

TEST(Designs, AFolderAndAMissingFileAreRefusedAndWhatIsOpenStays) {
  const auto session = WindowSession::opened();
  session->app.open(session->folder.path().string());
  session->driver.settle();
  EXPECT_THAT(session->app.screen().message, HasSubstr("holds no results"));
  session->app.open("nowhere.json");
  EXPECT_THAT(session->app.screen().message, HasSubstr("no such file"));
  EXPECT_EQ(session->work.file(), session->path("small.json"));
}

/// With two nodes more.
std::string larger_scenario() {
  std::string text(kSmallScenario);
  constexpr std::string_view kFour = "\"count\": 4";
  return text.replace(text.find(kFour), kFour.size(), "\"count\": 6");
}

TEST(Designs, AFileThatChangesOnDiskIsReadAgainAndTheDesignsAreKept) {
  const auto session = WindowSession::opened();
  session->driver.type("d");
  session->write("small.json", larger_scenario());
  std::filesystem::last_write_time(session->path("small.json"), {});
  EXPECT_TRUE(session->work.has_changed_on_disk());
  session->key("Ctrl+R");
  EXPECT_FALSE(session->work.has_changed_on_disk());
  EXPECT_EQ(session->work.designs().size(), 2U);
  EXPECT_EQ(session->work.scenario()->cluster->platform().node_count(), 6U);
}

/// The small scenario with a catalogue of its own.
std::string scenario_with_catalogue() {
  std::string text(kSmallScenario);
  return text.insert(text.find("\"title\""), R"("catalog": "own", )");
}

TEST(Designs, AFileThatComesIntoTheCatalogueFolderIsNoticed) {
  WindowSession session;
  const std::filesystem::path own = session.folder.path() / "own";
  std::filesystem::create_directory(own);
  write_text(own / "one.json", R"({"gpus": {}})");
  session.app.open(session.write("small.json", scenario_with_catalogue()));
  session.driver.settle();
  EXPECT_THAT(session.driver.text("state"), HasSubstr("exact"));
  EXPECT_FALSE(session.work.has_changed_on_disk());
  write_text(own / "two.json", R"({"gpus": {}})");
  std::filesystem::last_write_time(own, {});
  EXPECT_TRUE(session.work.has_changed_on_disk());
}

}  // namespace
}  // namespace gpuscape::gui
