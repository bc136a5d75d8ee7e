#include "sim/report/result_folder.hpp"

#include <gmock/gmock.h>

#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Writes the small study of `scenario` into `out`, both inside `folder`.
void write_results(const ScratchFolder& folder, const std::string& scenario,
                   const std::string& out) {
  ResultFolder results(folder.path() / out, folder.path() / scenario);
  Provenance provenance;
  provenance.scenario_file = results.scenario_file();
  results.write(small_study(), provenance);
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

TEST(ResultFolder, IsNamedAfterTheScenarioBesideTheUser) {
  EXPECT_EQ(ResultFolder::default_path("scenarios/quickstart.json"), fs::path("./quickstart.out"));
}

TEST(ResultFolder, HoldsFourFiles) {
  const ScratchFolder folder;
  write_results(folder, "a.json", "deep/a.out");
  for (const char* name : {"result.json", "jobs.csv", "timeline.csv", "timeline.svg"}) {
    EXPECT_TRUE(fs::is_regular_file(folder.path() / "deep/a.out" / name)) << name;
  }
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

TEST(ResultFolder, LeavesFilesAloneThatNoResultExplains) {
  const ScratchFolder folder;
  write_text(folder.path() / "jobs.csv", "mine");
  EXPECT_THAT(fault(folder, "a.json", "."), HasSubstr("jobs.csv"));
  EXPECT_EQ(read_text(folder.path() / "jobs.csv"), "mine");
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
  fs::create_symlink("/dev/full", folder.path() / "out/jobs.csv.part");
  EXPECT_THAT(fault(folder, "a.json", "out"), HasSubstr("No space left on device"));
  EXPECT_EQ(read_text(folder.path() / "out/result.json"), before);
  EXPECT_FALSE(fs::exists(folder.path() / "out/result.json.part"));
}

TEST(ResultFolder, RemovesReplicationsThatOnlyAnEarlierRunKept) {
  const ScratchFolder folder;
  ResultFolder first(folder.path() / "out", folder.path() / "a.json");
  for (const std::int64_t replication : {1, 2, 3})
    first.write_replication(replication, small_study().first);
  ResultFolder second(folder.path() / "out", folder.path() / "a.json");
  second.write_replication(1, small_study().first);
  second.write(small_study(), {});
  EXPECT_TRUE(fs::exists(folder.path() / "out/rep-001/jobs.csv"));
  EXPECT_FALSE(fs::exists(folder.path() / "out/rep-002"));
  EXPECT_FALSE(fs::exists(folder.path() / "out/rep-003"));
}

}  // namespace
}  // namespace gpuscape
