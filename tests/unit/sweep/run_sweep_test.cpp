/// Runs of every design: the same on any number of threads, and none twice.

#include "sim/sweep/run_sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/report/run/result_json.hpp"
#include "sim/report/runs/runs_csv.hpp"
#include "sim/sweep/run_key.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::kNodes;
using test::kTime;
using test::MemoryShelf;
using test::sweep_of;
using testing::HasSubstr;

const std::string kTen = eight_jobs("{" + std::string(kNodes) + ", " + kTime + "}");

TEST(RunSweep, TheLastOfEightJobsWaitsAsLongAsItMust) {
  const SweepOutcome outcome = sweep_of(eight_jobs("{" + std::string(kNodes) + "}"));
  std::vector<double> hours;
  for (const RunRecord& record : outcome.records)
    hours.push_back(record.figure("queue_wait_max_s")->value / 3600.0);
  EXPECT_THAT(hours, testing::ElementsAre(7.0, 3.0, 2.0, 1.0, 0.0));
  EXPECT_EQ(outcome.records[2].gpus, 3);
  EXPECT_EQ(outcome.records[2].figure("total_cost")->value, 30e3);
  EXPECT_FALSE(outcome.records[1].objectives.at(0).met);
  EXPECT_TRUE(outcome.records[2].objectives.at(0).met);
}

TEST(RunSweep, ThreadsNeverChangeARow) {
  MemoryShelf one;
  MemoryShelf four;
  const std::string alone = runs_csv(sweep_of(kTen, one, {.threads = 1}).records);
  EXPECT_EQ(runs_csv(sweep_of(kTen, four, {.threads = 4}).records), alone);
  EXPECT_EQ(std::ranges::count(alone, '\n'), 11);
}

TEST(RunSweep, PartsTogetherAreTheWhole) {
  MemoryShelf all;
  std::vector<RunRecord> records;
  for (std::int64_t part = 0; part < 3; ++part) {
    const SweepOutcome outcome = sweep_of(kTen, all, {.shard = part, .shards = 3});
    EXPECT_EQ(outcome.progress.all, part == 0 ? 4 : 3);
    records.insert(records.end(), outcome.records.begin(), outcome.records.end());
  }
  std::ranges::sort(records, {}, &RunRecord::index);
  MemoryShelf other;
  EXPECT_EQ(runs_csv(records), runs_csv(sweep_of(kTen, other).records));
}

TEST(RunSweep, WhatWasRunIsNotRunAgain) {
  MemoryShelf shelf;
  EXPECT_EQ(sweep_of(eight_jobs("{" + std::string(kNodes) + "}"), shelf).progress.reused, 0);
  // A longer axis: the five designs of before are known.
  const SweepOutcome more = sweep_of(
      eight_jobs(R"({"n": {"set": "/cluster/nodes/n/count", "range": {"from": 1, "to": 8}}})"),
      shelf);
  EXPECT_EQ(more.progress.done, 8);
  EXPECT_EQ(more.progress.reused, 5);
  EXPECT_EQ(shelf.kept.size(), 8U);
}

TEST(RunSweep, AnotherVersionOrSeedRunsAnew) {
  MemoryShelf shelf;
  EXPECT_EQ(sweep_of(kTen, shelf, {.version = "1"}).progress.reused, 0);
  EXPECT_EQ(sweep_of(kTen, shelf, {.version = "1"}).progress.reused, 10);
  EXPECT_EQ(sweep_of(kTen, shelf, {.version = "2"}).progress.reused, 0);
  EXPECT_EQ(sweep_of(kTen, shelf, {.version = "1"}, {.seed = 2}).progress.reused, 0);
}

/// Two jobs of one GPU that come at once, from a log.
std::string of_log(const std::filesystem::path& folder, const std::string& second) {
  write_text(folder / "log.csv", "submit,start,end,gpus\n0,0,3600,1\n0,0," + second + ",1\n");
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 1,
    "gpus": 1}}}, "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "log.csv",
    "columns": {"submit": "submit", "start": "start", "end": "end", "gpus": "gpus"}}}}},
    "axes": {"n": {"set": "/cluster/nodes/n/count", "values": [1, 2]}}})";
  write_text(folder / "s.json", text);
  return (folder / "s.json").string();
}

SweepOutcome sweep_file_of(const std::string& file, MemoryShelf& shelf) {
  const ScenarioSource source{.file = file};
  return run_sweep(DesignSpace(source, {}, test::builtin_models()), source, test::builtin_models(),
                   shelf, {.threads = 2});
}

TEST(RunSweep, ALogThatChangesIsRunAgainAndOneThatMovesIsNot) {
  const ScratchFolder one;
  const ScratchFolder two;
  MemoryShelf shelf;
  EXPECT_EQ(sweep_file_of(of_log(one.path(), "7200"), shelf).progress.reused, 0);
  EXPECT_EQ(sweep_file_of(of_log(two.path(), "7200"), shelf).progress.reused, 2);
  EXPECT_EQ(sweep_file_of(of_log(one.path(), "9999"), shelf).progress.reused, 0);
}

TEST(RunSweep, ADesignWithAFaultIsARowBesideTheOthers) {
  MemoryShelf shelf;
  const SweepOutcome outcome = sweep_of(
      eight_jobs(R"({"n": {"set": "/cluster/nodes/n/count", "values": [1, -3, 8]}})"), shelf);
  ASSERT_EQ(outcome.records.size(), 3U);
  EXPECT_THAT(outcome.records[1].fault, HasSubstr("/cluster/nodes/n/count: "));
  EXPECT_EQ(outcome.progress.failed, 1);
  EXPECT_EQ(outcome.records[2].figure("queue_wait_max_s")->value, 0.0);
}

TEST(RunSweep, AStopLeavesWhatHadEnded) {
  MemoryShelf shelf;
  std::stop_source stop;
  SweepOptions options{.stop = stop.get_token()};
  options.progress = [&](const SweepProgress& progress) {
    if (progress.done == 4) stop.request_stop();
  };
  const SweepOutcome outcome = sweep_of(kTen, shelf, options);
  EXPECT_TRUE(outcome.partial);
  EXPECT_EQ(outcome.records.size(), 4U);
  EXPECT_EQ(sweep_of(kTen, shelf).progress.reused, 4);
}

// Every figure of a row is the one that result.json has of the same design.
TEST(RunSweep, ARowHasTheFiguresOfARun) {
  const std::string text =
      eight_jobs("{" + std::string(kNodes) + ", " + kTime + "}", R"(, "run": {"replications": 3})");
  const ScenarioSource source{.file = "test.json", .text = text};
  const SweepOutcome outcome = sweep_of(text);
  const CheckedScenario design =
      open_scenario(source,
                    {.sets = {"/cluster/nodes/n/count=3",
                              "/workload/streams/s/closed/run_time/value=\"30 min\""}},
                    test::builtin_models());
  const JsonValue document = parse_json(result_json(test::study(design), {}), "result.json");
  const JsonValue& results = *document.find("results");
  const RunRecord& row = outcome.records.at(5);
  std::size_t compared = 0;
  for (const JsonMember& metric : results.find("estimates")->members()) {
    const Figure* figure = row.figure(metric.key);
    ASSERT_NE(figure, nullptr) << metric.key;
    const JsonValue& value = *metric.value.find("value");
    EXPECT_TRUE(value.is_null() ? !std::isfinite(figure->value) : figure->value == value.number())
        << metric.key;
    ++compared;
  }
  EXPECT_GT(compared, 15U);
  EXPECT_EQ(row.figure("makespan_s")->value,
            results.find("replication_0")->find("makespan_s")->number());
  EXPECT_EQ(row.objectives.at(0).figure.value,
            results.find("slo")->find("wait")->find("queue_wait_max_s")->find("value")->number());
}

TEST(RunSweep, AScenarioOfTransfersIsRefused) {
  const std::string copies = R"({"format": 1, "cluster": {"nodes": {"d": {"type": "dgx1-v100"}}},
    "workload": {"streams": {"c": {"transfers": [
      {"from": "d/gpu0", "to": "d/gpu1", "bytes": "1 GiB"}]}}},
    "run": {"detail": "step"}, "axes": {"a": {"set": "/run/seed", "values": [1, 2]}}})";
  EXPECT_THAT(test::fault_of([&] { sweep_of(copies); }),
              HasSubstr("/run/detail: at detail \"step\" there are no jobs"));
}

TEST(FileDigests, AreThoseOfTheBytes) {
  const ScratchFolder folder;
  write_text(folder.path() / "a", "abc");
  FileDigests digests;
  // FIPS 180-4's own example.
  EXPECT_EQ(digests.of((folder.path() / "a").string()),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digests.of((folder.path() / "b").string()), "missing");
}

}  // namespace
}  // namespace gpuscape
