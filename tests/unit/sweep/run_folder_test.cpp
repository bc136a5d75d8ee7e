/// A folder of runs: whole files, none twice, and what is damaged is known.

#include "sim/report/runs/run_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "sim/report/runs/list_text.hpp"
#include "sim/report/runs/runs_csv.hpp"
#include "sim/report/runs/runs_database.hpp"
#include "sim/report/runs/sweep_file.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;
using test::eight_jobs;
using test::fault_of;
using test::kNodes;
using test::kTime;
using test::sweep_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr const char* kVersion = "0.1.0";
const std::string kTen = eight_jobs("{" + std::string(kNodes) + ", " + kTime + "}");

/// The whole of a folder: names and bytes.
std::map<std::string, std::string> bytes_of(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      all[fs::relative(entry.path(), folder).string()] = read_text(entry.path());
  return all;
}

/// Runs it into a folder, as the command does.
SweepOutcome sweep_into(const fs::path& path, const std::string& text, SweepOptions options = {}) {
  RunFolder folder(path, kVersion);
  options.version = kVersion;
  const SweepFile sweep = sweep_file(test::space_of(text), "Eight");
  folder.write(kSweepFile, sweep_file_text(sweep));
  SweepOutcome outcome = sweep_of(text, folder, options);
  write_run_tables(folder, sweep, outcome.records);
  return outcome;
}

TEST(RunFolder, HasTheSameBytesOnAnyNumberOfThreads) {
  const ScratchFolder one;
  const ScratchFolder four;
  sweep_into(one.path(), kTen, {.threads = 1});
  sweep_into(four.path(), kTen, {.threads = 4});
  EXPECT_EQ(bytes_of(one.path()).size(), 13U);  // ten runs, runs.csv, results.sqlite, sweep.json
  EXPECT_TRUE(bytes_of(one.path()) == bytes_of(four.path()));
}

TEST(RunFolder, ADamagedFileIsNamedAndRunAgain) {
  const ScratchFolder folder;
  sweep_into(folder.path(), kTen);
  const auto whole = bytes_of(folder.path());
  const fs::path victim = fs::directory_iterator(folder.path() / kRunsBelow)->path();
  write_text(victim, read_text(victim).substr(0, 300));
  RunFolder again(folder.path(), kVersion);
  const SweepOutcome outcome = sweep_of(kTen, again, {.version = kVersion});
  EXPECT_EQ(outcome.progress.reused, 9);
  EXPECT_THAT(
      damaged_notes(again.damaged(), "; it was run again"),
      HasSubstr(victim.filename().string() + " is damaged: its end is missing; it was run"));
  EXPECT_EQ(read_text(victim), whole.at("runs/" + victim.filename().string()));
}

TEST(RunFolder, DamagedTablesAreNamedAndTheSameSweepMendsThem) {
  const ScratchFolder folder;
  sweep_into(folder.path(), kTen);
  const auto whole = bytes_of(folder.path());
  EXPECT_TRUE(damaged_tables(folder.path()).empty());
  write_text(folder.path() / kRunsTable, "design\n");
  fs::remove(folder.path() / kRunsDatabase);
  EXPECT_THAT(damaged_tables(folder.path()),
              ElementsAre(Pair(kRunsDatabase, "it is missing"),
                          Pair(kRunsTable, "its bytes are not those that were written")));
  write_text(folder.path() / kSweepFile, "{");
  EXPECT_THAT(damaged_tables(folder.path()), ElementsAre(Pair(kSweepFile, "its end is missing")));
  sweep_into(folder.path(), kTen);
  EXPECT_TRUE(bytes_of(folder.path()) == whole);
}

// Killed before the tables are there, its runs are sound: sweep.json says nothing of tables yet.
TEST(RunFolder, TablesOfASweepThatDidNotEndAreNoDamage) {
  const ScratchFolder folder;
  RunFolder open(folder.path(), kVersion);
  open.write(kSweepFile, sweep_file_text(sweep_file(test::space_of(kTen), "Eight")));
  EXPECT_TRUE(damaged_tables(folder.path()).empty());
}

TEST(RunFolder, AFolderWithTheNameOfARunIsNamed) {
  const ScratchFolder folder;
  sweep_into(folder.path(), kTen);
  const fs::path victim = fs::directory_iterator(folder.path() / kRunsBelow)->path();
  fs::remove(victim);
  fs::create_directory(victim);
  try {
    RunFolder again(folder.path(), kVersion);
    sweep_of(kTen, again, {.version = kVersion});
    ADD_FAILURE() << "nothing was refused";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr(victim.string() + ": a folder has the name of a run's file"));
    EXPECT_THAT(error.what(), HasSubstr("remove it"));
  }
  RunFolder(folder.path(), kVersion).remove(victim.filename().string());
  EXPECT_FALSE(fs::exists(victim));
}

/// While it lives, this process may write only where everybody may: root as somebody else.
class Unprivileged {
 public:
  Unprivileged() { is_changed_ = geteuid() == 0 && seteuid(kNobody) == 0; }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;
  ~Unprivileged() {
    if (is_changed_ && seteuid(0) != 0) ADD_FAILURE() << "this process stays somebody else";
  }

 private:
  static constexpr uid_t kNobody = 65534;
  bool is_changed_ = false;
};

/// Also after a test that failed it can be removed.
class ReadOnly {
 public:
  explicit ReadOnly(const fs::path& folder) : folder_(folder) { set(fs::perms(0555)); }
  ReadOnly(const ReadOnly&) = delete;
  ReadOnly& operator=(const ReadOnly&) = delete;
  ~ReadOnly() { set(fs::perms(0755)); }

 private:
  void set(fs::perms perms) const {
    fs::permissions(folder_, perms);
    fs::permissions(folder_ / kRunsBelow, perms);
  }
  fs::path folder_;
};

TEST(RunFolder, ThatCannotBeWrittenServesWhatIsThere) {
  const std::string misfits =
      eight_jobs(R"({"nodes": {"set": "/cluster/nodes/n/count", "values": [1, 2, -1]}})");
  const ScratchFolder folder;
  sweep_into(folder.path(), misfits);
  const auto before = bytes_of(folder.path());
  const ReadOnly read_only(folder.path());
  const Unprivileged nobody;
  const SweepOutcome again = sweep_into(folder.path(), misfits);
  EXPECT_EQ(again.progress.reused, 2);
  EXPECT_EQ(again.records.size(), 3U);
  EXPECT_TRUE(RunFolder(folder.path(), kVersion).is_read_only());
  EXPECT_TRUE(bytes_of(folder.path()) == before);
  try {
    sweep_into(folder.path(), kTen);
    ADD_FAILURE() << "nothing was refused";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be written, and not every run is there"));
  }
}

TEST(RunFolder, RunsOfAnotherVersionAreNamedAndNotUsed) {
  const ScratchFolder folder;
  sweep_into(folder.path(), kTen);
  RunFolder newer(folder.path(), "0.2.0");
  EXPECT_EQ(sweep_of(kTen, newer, {.version = "0.2.0"}).progress.reused, 0);
  const RunsInFolder runs = read_runs(folder.path(), "0.2.0");
  EXPECT_EQ(runs.sound.size(), 10U);
  EXPECT_EQ(runs_notes(runs), "gpuscape: 10 runs of version 0.1.0 are not used\n");
}

// With the run time of 1 h written in two ways on two axes, some designs are one run.
TEST(RunFolder, DesignsThatAreOneRunAreRowsOfTheirOwn) {
  const std::string twice = eight_jobs(R"({
    "a": {"values": {"x": {"run": {"seed": 5}}, "y": {"run": {"seed": 6}}}},
    "b": {"values": {"as a": {}, "seven": {"run": {"seed": 7}}}}})");
  const ScratchFolder one;
  const ScratchFolder four;
  const SweepOutcome outcome = sweep_into(one.path(), twice, {.threads = 1});
  sweep_into(four.path(), twice, {.threads = 4});
  EXPECT_EQ(outcome.records.size(), 4U);
  EXPECT_TRUE(bytes_of(one.path()) == bytes_of(four.path()));
  const RunsInFolder runs = read_runs(one.path(), kVersion);
  EXPECT_EQ(runs.sound.size(), 4U);
  EXPECT_EQ(runs_csv(runs.sound), read_text(one.path() / kRunsTable));
  EXPECT_EQ(bytes_of(one.path() / kRunsBelow).size(), 3U);  // seeds 5, 6 and 7
}

TEST(RunFolder, ASecondProcessIsRefused) {
  const ScratchFolder folder;
  const RunFolder first(folder.path(), kVersion);
  EXPECT_THAT(fault_of([&] { RunFolder(folder.path(), kVersion); }),
              HasSubstr("another gpuscape writes into this folder of runs"));
}

TEST(RunFolder, AFolderOfOtherFilesIsRefused) {
  const ScratchFolder folder;
  write_text(folder.path() / "thesis.tex", "all of it");
  EXPECT_THAT(fault_of([&] { RunFolder(folder.path(), kVersion); }),
              HasSubstr("holds something else than runs"));
  EXPECT_THAT(fault_of([&] { read_runs(folder.path(), kVersion); }),
              HasSubstr("is not a folder of runs"));
}

TEST(RunFolder, AFullDiskLeavesWhatHadEnded) {
  const ScratchFolder folder;
  const SweepOutcome five = sweep_into(folder.path(), eight_jobs("{" + std::string(kNodes) + "}"));
  const auto before = bytes_of(folder.path());
  {
    RunFolder again(folder.path(), kVersion);
    const FileSizeLimit full(500);
    EXPECT_THROW(sweep_of(kTen, again, {.version = kVersion}), RunError);
    EXPECT_THROW(again.write(kRunsTable, runs_csv(five.records)), RunError);
    EXPECT_THROW(write_runs_database(folder.path() / kRunsDatabase, five.records), RunError);
  }
  EXPECT_TRUE(bytes_of(folder.path()) == before);
}

TEST(RunFolder, TheListSaysHowFarASweepIs) {
  const ScratchFolder folder;
  sweep_into(folder.path(), kTen, {.shard = 1, .shards = 2});
  const std::string text =
      runs_list_text(read_runs(folder.path(), kVersion), read_sweep_file(folder.path()), false);
  EXPECT_THAT(text, HasSubstr("Eight · 5 of 10 designs\n"));
  EXPECT_THAT(text, HasSubstr("nodes 8, time 30 min"));
}

}  // namespace
}  // namespace gpuscape
