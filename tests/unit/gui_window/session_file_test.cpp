/// Sessions as files.

#include "gui/workspace/session_file.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::gui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

class SessionFile : public testing::Test {
 protected:
  SessionFile() {
    fs::create_directories(folder_.path() / "scenarios");
    fs::create_directories(folder_.path() / "work");
    write_text(scenario(), "{}");
  }
  [[nodiscard]] std::string scenario() const { return folder_.path() / "scenarios/a.json"; }
  [[nodiscard]] std::string file() const { return folder_.path() / "work/s.json"; }
  [[nodiscard]] Session session() const {
    Session made;
    made.list.designs.push_back({.name = "A", .source = {.file = scenario()}, .design = {}});
    made.list.designs.push_back({.name = "two more",
                                 .source = {.file = scenario()},
                                 .design = {.variant = "large",
                                            .patches = {},
                                            .sets = {"/run/seed=2", "/a=\"b c\""},
                                            .seed = 18446744073709551615U}});
    made.list.current = 1;
    made.results = {folder_.path() / "r.out"};
    made.split = {0.2, 0.3, 0.4, 0.25};
    made.tab = "jobs";
    return made;
  }
  /// What is wrong with a session of that text.
  [[nodiscard]] std::string fault(const std::string& text) const {
    write_text(file(), text);
    try {
      read_session(file());
    } catch (const ScenarioError& error) {
      return error.what();
    }
    return "";
  }

  ScratchFolder folder_;
};

TEST_F(SessionFile, WhatIsWrittenIsReadAgain) {
  write_session(file(), session());
  const Session again = read_session(file());
  ASSERT_EQ(again.list.designs.size(), 2U);
  EXPECT_EQ(again.list.current, 1U);
  EXPECT_EQ(again.list.designs[0].source.file, scenario());
  EXPECT_EQ(again.list.designs[1].name, "two more");
  const Design& design = again.list.designs[1].design;
  EXPECT_EQ(design.variant, "large");
  EXPECT_THAT(design.sets, ElementsAre("/run/seed=2", "/a=\"b c\""));
  EXPECT_EQ(design.seed, 18446744073709551615U);
}

TEST_F(SessionFile, ResultsAndLayoutAreReadAgain) {
  write_session(file(), session());
  const Session again = read_session(file());
  EXPECT_EQ(again.results, session().results);
  EXPECT_EQ(again.split, session().split);
  EXPECT_EQ(again.tab, "jobs");
}

TEST_F(SessionFile, PathsAreRelativeSoThatAllOfItCanBeMoved) {
  write_session(file(), session());
  EXPECT_THAT(read_text(file()), HasSubstr("\"../scenarios/a.json\""));
  EXPECT_THAT(read_text(file()), HasSubstr("\"../r.out\""));
  const ScratchFolder other;
  fs::copy(folder_.path(), other.path(), fs::copy_options::recursive);
  const Session moved = read_session((other.path() / "work/s.json").string());
  EXPECT_EQ(moved.list.designs[0].source.file, (other.path() / "scenarios/a.json").string());
}

TEST_F(SessionFile, AMisspeltKeyIsSaidWithItsPlace) {
  const std::string text =
      "{\n  \"gpuscape_session\": 1,\n  \"designs\": [{\"name\": \"A\", \"fiel\": "
      "\"../scenarios/a.json\"}]\n}\n";
  EXPECT_THAT(fault(text), HasSubstr("s.json:3:29: error: /designs/0/fiel"));
  EXPECT_THAT(fault(text), HasSubstr("did you mean \"file\"?"));
}

TEST_F(SessionFile, AScenarioThatIsGoneIsSaidWithItsPlace) {
  EXPECT_THAT(fault("{\"gpuscape_session\": 1, \"designs\": [{\"name\": \"A\", \"file\": "
                    "\"gone.json\"}]}"),
              HasSubstr("/designs/0/file: there is no such file: gone.json"));
}

TEST_F(SessionFile, AFaultOfAnyKindIsSaid) {
  const std::string design = R"({"name": "A", "file": "../scenarios/a.json"})";
  const auto with = [&](const std::string& rest) {
    return fault("{\"gpuscape_session\": 1, \"designs\": [" + design + "]" + rest + "}");
  };
  EXPECT_EQ(with(""), "");
  EXPECT_THAT(with(R"(, "current": "B")"), HasSubstr("no design is called \"B\""));
  EXPECT_THAT(with(R"(, "layout": {"split": [0.1, 2, 0.1, 0.1]})"), HasSubstr("/layout/split"));
  EXPECT_THAT(with(R"(, "layout": {"tab": "jbos"})"), HasSubstr("/layout/tab"));
  EXPECT_THAT(fault("{\"gpuscape_session\": 1, \"designs\": [" + design + "," + design + "]}"),
              HasSubstr("another design has that name"));
  EXPECT_THAT(fault("{\"gpuscape_session\": 1}"), HasSubstr("neither a design nor"));
}

TEST_F(SessionFile, ANewerVersionIsRefused) {
  EXPECT_THAT(fault("{\"gpuscape_session\": 2, \"results\": [\"a\"]}"),
              HasSubstr("version 2 is not known here: this program reads 1"));
}

TEST_F(SessionFile, ResultsAloneAreASession) {
  write_text(file(), "{\"gpuscape_session\": 1, \"results\": [\"../r.out\"]}");
  const Session session = read_session(file());
  EXPECT_THAT(session.list.designs, IsEmpty());
  EXPECT_THAT(session.results, ElementsAre((folder_.path() / "r.out").string()));
}

TEST_F(SessionFile, IsWrittenOverASessionAndNeverOverAnythingElse) {
  write_session(file(), session());
  write_session(file(), {.list = {}, .results = {"x"}});
  EXPECT_THAT(read_session(file()).list.designs, IsEmpty());
  EXPECT_THROW(write_session(scenario(), session()), RunError);
  EXPECT_EQ(read_text(scenario()), "{}");
}

TEST_F(SessionFile, WhereNothingCanBeWrittenNothingIsLeft) {
  for (const std::string& place : {scenario() + "/s.json", std::string("/proc/s.json"),
                                   (folder_.path() / "no/s.json").string()})
    EXPECT_THROW(write_session(place, session()), RunError) << place;
  EXPECT_EQ(
      std::distance(fs::directory_iterator(folder_.path() / "scenarios"), fs::directory_iterator()),
      1);
}

TEST_F(SessionFile, AScenarioIsNone) {
  write_session(file(), session());
  EXPECT_TRUE(is_session_file(file()));
  EXPECT_FALSE(is_session_file(scenario()));
  EXPECT_FALSE(is_session_file((folder_.path() / "nowhere").string()));
  EXPECT_FALSE(is_session_file(folder_.path().string()));
}

}  // namespace
}  // namespace gpuscape::gui
