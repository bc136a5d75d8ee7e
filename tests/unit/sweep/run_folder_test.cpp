/// A folder of runs: whole files, none twice, and what is damaged is known.

#include "sim/report/runs/run_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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
using testing::HasSubstr;

constexpr const char* kVersion = "0.1.0";
const std::string kTen = eight_jobs("{" + std::string(kNodes) + ", " + kTime + "}");

RunRecord made_up() {
  RunRecord record{
      .key = std::string(64, 'a'), .sweep = "s", .index = 3, .axes = {{"n", "8 \"x\""}}};
  record.jobs = 10;
  record.gpus = 8;
  record.replications = 5;
  record.currency = "EUR";
  record.figures = {{.name = "total_cost", .value = 1.0 / 3.0, .low = 0.1, .high = 0.5},
                    {.name = "queue_wait_mean_s", .value = std::nan("")}};
  record.objectives = {{.figure = {.name = "wait", .value = 2.5, .low = 2.0, .high = 3.0},
                        .metric = "queue_wait",
                        .quantile = 0.95,
                        .limit = 2.75,
                        .of_jobs = true,
                        .is_time = true,
                        .met = true}};
  return record;
}

RunFile file_of(const RunRecord& record) {
  RunFile file{.record = record};
  file.add(record);
  return file;
}

TEST(RunFile, IsReadAsItWasWritten) {
  const std::string text = run_file_text(file_of(made_up()), kVersion);
  const ReadRunFile read = read_run_file(text, std::string(64, 'a'));
  ASSERT_TRUE(read.run) << read.fault;
  EXPECT_EQ(read.version, kVersion);
  EXPECT_EQ(run_file_text(*read.run, kVersion), text);
  const RunRecord record = read.run->records().at(0);
  EXPECT_EQ(record.index, 3);
  EXPECT_EQ(record.figure("total_cost")->value, 1.0 / 3.0);
  EXPECT_TRUE(std::isnan(record.figure("queue_wait_mean_s")->value));
  EXPECT_FALSE(verdict_of(record.objectives.at(0)).is_certain());
  EXPECT_EQ(runs_csv(read.run->records()), runs_csv(std::vector<RunRecord>{made_up()}));
}

TEST(RunFile, AnyByteThatIsAnotherIsFound) {
  const std::string text = run_file_text(file_of(made_up()), kVersion);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_NE(read_run_file(damaged, std::string(64, 'a')).fault, "") << at;
    EXPECT_NE(read_run_file(text.substr(0, at), std::string(64, 'a')).fault, "") << at;
  }
  EXPECT_EQ(read_run_file(text, std::string(64, 'b')).fault,
            "it is of another run than its name says");
}

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
  folder.write(kSweepFile, sweep_file_text(sweep_file(test::space_of(text), "Eight")));
  SweepOutcome outcome = sweep_of(text, folder, options);
  write_run_tables(folder, outcome.records);
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
              HasSubstr("is no folder of runs"));
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

TEST(RunsCsv, QuotesAndLeavesEmptyWhatARunLacks) {
  RunRecord faulty{.key = "k", .index = 4, .axes = {{"n", "9"}}, .fault = "no, \"never\""};
  EXPECT_EQ(runs_csv(std::vector<RunRecord>{made_up(), faulty}),
            "design,n,fault,infeasible,jobs,replications,precision_reached,unfinished,never_fit,"
            "overloaded,nothing_started,total_cost,total_cost_low,total_cost_high,"
            "queue_wait_mean_s,currency,cost_is_at_least,wait,wait_low,wait_high,wait_met,key\n"
            "3,\"8 \"\"x\"\"\",,no,10,5,yes,0,0,no,no,0.3333333333333333,0.1,0.5,,EUR,no,2.5,2,3,"
            "yes," +
                std::string(64, 'a') +
                "\n"
                "4,9,\"no, \"\"never\"\"\",no,,,,,,,,,,,,,,,,,,k\n");
}

}  // namespace
}  // namespace gpuscape
