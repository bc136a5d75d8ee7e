#include "sim/report/folder/result_folder.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

Provenance provenance_of(const ResultFolder& folder) {
  Provenance provenance;
  provenance.scenario_file = folder.scenario_file();
  return provenance;
}

/// Writes the small study of `scenario` into `out`, both inside `folder`.
void write_results(const ScratchFolder& folder, const std::string& scenario, const std::string& out,
                   const ResultFiles& files = {}) {
  ResultFolder results(folder.path() / out, folder.path() / scenario);
  results.prepare(small_study(), provenance_of(results), files);
  results.put_in_place();
}

std::string fault(const ScratchFolder& folder, const std::string& scenario,
                  const std::string& out) {
  try {
    write_results(folder, scenario, out);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

void write_replications(const ScratchFolder& folder, int count) {
  ResultFolder results(folder.path() / "out", folder.path() / "a.json");
  for (int replication = 1; replication <= count; ++replication)
    results.prepare_replication(replication, small_study().first);
  results.prepare(small_study(), provenance_of(results));
  results.put_in_place();
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(ResultFolder, IsNamedAfterTheScenarioBesideTheUser) {
  EXPECT_EQ(ResultFolder::default_path("scenarios/quickstart.json"), fs::path("./quickstart.out"));
  EXPECT_EQ(ResultFolder::default_path("-"), fs::path("./stdin.out"));
}

TEST(ResultFolder, HoldsFourFilesAndNothingElse) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "deep/a.out");
  for (const char* name : {"result.json", "jobs.csv", "timeline.csv", "timeline.svg"}) {
    EXPECT_TRUE(fs::is_regular_file(folder.path() / "deep/a.out" / name)) << name;
  }
  EXPECT_EQ(entries(folder.path() / "deep/a.out"), 4U);
}

TEST(ResultFolder, IsOverwrittenByItsOwnScenarioOnly) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "out");
  EXPECT_EQ(fault(folder, "a.json", "out"), "");
  EXPECT_THAT(fault(folder, "b.json", "out"),
              HasSubstr("a.json\n  hint: name another folder with --out"));
}

TEST(ResultFolder, IsStillItsScenariosWhenBothAreMoved) {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "here");
  write_results(folder, "here/a.json", "here/out");
  fs::rename(folder.path() / "here", folder.path() / "there");
  EXPECT_EQ(fault(folder, "there/a.json", "there/out"), "");
}

TEST(ResultFolder, LeavesFilesAloneThatNoResultNames) {
  for (const char* name : {"jobs.csv", "timeline.csv", "timeline.svg", "transfers.csv",
                           "collectives.csv", "steps.csv", "trace.json"}) {
    const ScratchFolder folder;
    write_text(folder.path() / name, "mine");
    EXPECT_THAT(fault(folder, "a.json", "."),
                HasSubstr(std::string("holds a ") + name + " that no result.json names"));
    EXPECT_EQ(read_text(folder.path() / name), "mine");
  }
}

TEST(ResultFolder, LeavesTheUsersFilesAloneBesideItsOwn) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "out");
  write_text(folder.path() / "out/trace.json", "mine");
  EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr("holds a trace.json that no result.json"));
  EXPECT_EQ(read_text(folder.path() / "out/trace.json"), "mine");
  fs::remove(folder.path() / "out/trace.json");
  fs::create_directory(folder.path() / "out/rep-001");
  write_text(folder.path() / "out/rep-001/jobs.csv", "mine");
  EXPECT_EQ(fault(folder, "a.json", "out"), "");
  EXPECT_EQ(read_text(folder.path() / "out/rep-001/jobs.csv"), "mine");
  EXPECT_THROW(write_replications(folder, 1), RunError);
  EXPECT_EQ(read_text(folder.path() / "out/rep-001/jobs.csv"), "mine");
}

TEST(ResultFolder, WritesIntoNoFolderThatALinkLeadsTo) {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "mine");
  write_text(folder.path() / "mine/notes", "mine");
  fs::create_directories(folder.path() / "out");
  fs::create_directory_symlink("../mine", folder.path() / "out/rep-001");
  EXPECT_THROW(write_replications(folder, 1), RunError);
  EXPECT_EQ(entries(folder.path() / "mine"), 1U);
}

TEST(ResultFolder, OnlyTakesNamesFromAResultThatARunGives) {
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "out");
  write_text(folder.path() / "precious", "mine");
  write_text(folder.path() / "out/notes", "mine");
  write_text(folder.path() / "out/result.json",
             R"({"provenance": {"scenario_file": "../a.json", "files": ["../precious", "notes",
                 "rep-001/../../precious", "rep-", 7]}})");
  EXPECT_EQ(fault(folder, "a.json", "out"), "");
  EXPECT_EQ(read_text(folder.path() / "precious"), "mine");
  EXPECT_EQ(read_text(folder.path() / "out/notes"), "mine");
}

// A result.json that somebody else wrote may name any file that a run could have.
TEST(ResultFolder, DeletesNothingThatAForgedResultNames) {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "out/rep-001");
  const std::vector<std::string> mine = {"jobs.csv", "trace.json", "rep-001/jobs.csv"};
  for (const std::string& name : mine) write_text(folder.path() / "out" / name, "mine");
  write_text(folder.path() / "out/result.json",
             R"({"provenance": {"scenario_file": "../a.json",
                 "files": ["jobs.csv", "trace.json", "rep-001"], "sha256": {"jobs.csv": "mine"}}})");
  EXPECT_EQ(fault(folder, "a.json", "out"), "");
  for (const std::string& name : mine)
    EXPECT_EQ(read_text(folder.path() / "out" / (name + ".kept")), "mine") << name;
}

TEST(ResultFolder, KeepsAFileThatWasChangedSinceAndNamesIt) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "out");
  for (const char* text : {"first", "second"}) {
    write_text(folder.path() / "out/jobs.csv", text);
    ResultFolder results(folder.path() / "out", folder.path() / "a.json");
    results.prepare(small_study(), provenance_of(results));
    results.put_in_place();
    EXPECT_THAT(results.kept_text(), HasSubstr("out/jobs.csv is not as a run left it: kept as "));
  }
  EXPECT_EQ(read_text(folder.path() / "out/jobs.csv.kept"), "first");
  EXPECT_EQ(read_text(folder.path() / "out/jobs.csv.kept-2"), "second");
  EXPECT_EQ(entries(folder.path() / "out"), 6U);
}

TEST(ResultFolder, KeepsNothingOfWhatIsAsItWasWritten) {
  const ScratchFolder folder;
  write_replications(folder, 2);
  {
    ResultFolder results(folder.path() / "out", folder.path() / "a.json");
    results.prepare(small_study(), provenance_of(results));
    results.put_in_place();
    EXPECT_EQ(results.kept_text(), "");
  }
  EXPECT_EQ(entries(folder.path() / "out"), 4U);
}

// Lines of a large result as they are written, and then no JSON at all before its provenance.
TEST(ResultFolder, ReadsTheEndOfALargeResult) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "out");
  const std::string json = read_text(folder.path() / "out/result.json");
  const std::string end = json.substr(json.find("\n  \"provenance\": {"));
  write_text(folder.path() / "out/result.json", std::string(std::size_t{2} << 20U, '[') + end);
  EXPECT_THAT(fault(folder, "b.json", "out"), HasSubstr("holds the results of "));
  EXPECT_EQ(fault(folder, "a.json", "out"), "");
  EXPECT_EQ(entries(folder.path() / "out"), 4U);
}

/// What is said when the results of one variant replace those of another in a folder.
std::string said_of(const ScratchFolder& folder, const std::string& variant) {
  StudyResult study = small_study();
  study.scenario.variant = variant;
  ResultFolder results(folder.path() / "out", folder.path() / "a.json");
  results.prepare(study, provenance_of(results));
  results.put_in_place();
  return results.kept_text();
}

TEST(ResultFolder, SaysWhichVariantsResultsItReplaced) {
  const ScratchFolder folder;
  EXPECT_EQ(said_of(folder, "easy"), "");
  EXPECT_EQ(said_of(folder, "easy"), "");
  EXPECT_THAT(said_of(folder, "none"),
              HasSubstr("held the results of easy and now has those of none"));
  EXPECT_THAT(said_of(folder, ""), HasSubstr("held the results of none and now has those of base"));
}

TEST(ResultFolder, KnowsTheVariantOfALargeResult) {
  const ScratchFolder folder;
  said_of(folder, "easy");
  std::string json = read_text(folder.path() / "out/result.json");
  json.insert(json.find("\n  \"provenance\": {"), std::string(std::size_t{2} << 20U, ' '));
  write_text(folder.path() / "out/result.json", json);
  EXPECT_EQ(said_of(folder, "easy"), "");
  EXPECT_THAT(said_of(folder, "none"), HasSubstr("held the results of easy"));
}

TEST(ResultFolder, RefusesAFileInItsPlace) {
  const ScratchFolder folder;
  write_text(folder.path() / "out", "a file");
  EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr("cannot make the folder"));
}

TEST(ResultFolder, KeepsEverythingWhenTheDiskIsFull) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "out");
  const std::string before = read_text(folder.path() / "out/result.json");
  {
    const FileSizeLimit full(100);
    EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr("File too large"));
  }
  EXPECT_EQ(read_text(folder.path() / "out/result.json"), before);
  EXPECT_EQ(entries(folder.path() / "out"), 4U);
}

TEST(ResultFolder, RemovesWhatOnlyAnEarlierRunWrote) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "out", {.perfetto = true});
  EXPECT_TRUE(fs::exists(folder.path() / "out/trace.json"));
  write_replications(folder, 3);
  EXPECT_FALSE(fs::exists(folder.path() / "out/trace.json"));
  EXPECT_TRUE(fs::exists(folder.path() / "out/rep-003/jobs.csv"));
  write_replications(folder, 1);
  EXPECT_TRUE(fs::exists(folder.path() / "out/rep-001/jobs.csv"));
  EXPECT_FALSE(fs::exists(folder.path() / "out/rep-002"));
  EXPECT_FALSE(fs::exists(folder.path() / "out/rep-003"));
}

TEST(ResultFolder, IsOneRunsAtATime) {
  const ScratchFolder folder;
  const ResultFolder first(folder.path() / "out", folder.path() / "a.json");
  EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr("another run is writing into"));
}

TEST(ResultFolder, FollowsNoLinkInPlaceOfItsLock) {
  const ScratchFolder folder;
  write_text(folder.path() / "precious", "mine");
  fs::create_directory(folder.path() / "out");
  fs::create_symlink("../precious", folder.path() / "out/.gpuscape.lock");
  EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr(".gpuscape.lock"));
  fs::remove(folder.path() / "out/.gpuscape.lock");
  fs::create_hard_link(folder.path() / "precious", folder.path() / "out/.gpuscape.lock");
  EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr(".gpuscape.lock"));
  EXPECT_EQ(read_text(folder.path() / "precious"), "mine");
}

// What a kill leaves between the first file that is put in place and the last.
TEST(ResultFolder, KnowsItsFilesWhereARunWasKilledWhileItReplacedThem) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "out");
  const std::string note = read_text(folder.path() / "out/result.json");
  fs::remove(folder.path() / "out/result.json");
  EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr("no result.json names"));
  write_text(folder.path() / "out/.gpuscape.lock", note);
  EXPECT_THAT(fault(folder, "b.json", "out"), HasSubstr("holds the results of"));
  EXPECT_EQ(fault(folder, "a.json", "out"), "");
  EXPECT_EQ(entries(folder.path() / "out"), 4U);
}

TEST(ResultFolder, ReplacesAComparisonAndItsVariantsTogether) {
  const ScratchFolder folder;
  const fs::path out = folder.path() / "out";
  ResultFolder top(out, folder.path() / "a.json");
  std::vector<ResultFolder> variants;
  variants.emplace_back(out / "base", folder.path() / "a.json");
  variants.emplace_back(out / "other", folder.path() / "a.json");
  variants[0].prepare(small_study(), provenance_of(variants[0]));
  top.prepare_comparison(
      {.designs = "design\n", .bill = ""}, provenance_of(top), [](const Provenance& complete) {
        EXPECT_EQ(complete.files, (std::vector<std::string>{"compare.csv", "compare-bill.csv"}));
        EXPECT_EQ(complete.sha256.count("compare.csv"), 1U);
        return std::string("{}\n");
      });
  EXPECT_FALSE(fs::exists(out / "base/result.json"));
  ResultFolder::put_in_place(top, variants);
  EXPECT_EQ(read_text(out / "compare.json"), "{}\n");
  EXPECT_EQ(read_text(out / "compare.csv"), "design\n");
  EXPECT_TRUE(fs::exists(out / "base/result.json"));
  EXPECT_FALSE(fs::exists(out / "other/result.json"));
}

}  // namespace
}  // namespace gpuscape
