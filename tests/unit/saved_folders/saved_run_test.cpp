/// result.json, read back.

#include "sim/report/reading/saved_run.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "sim/base/error.hpp"
#include "sim/report/format/metric_text.hpp"
#include "tests/unit/saved_folders/written_folders.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// A run of the quickstart, and what was read of it.
class SavedQuickstart : public testing::Test {
 protected:
  SavedQuickstart()
      : written_(test::write_shipped_run(
            out(), test::shipped("quickstart"),
            {.variant = {}, .patches = {}, .sets = {"/run/replications=3"}, .seed = {}})) {}
  [[nodiscard]] std::filesystem::path out() const { return folder_.path() / "out"; }
  [[nodiscard]] std::string fault() const {
    try {
      read_saved_run(out().string());
    } catch (const ScenarioError& error) {
      return one_line(error).substr(out().string().size() + 1);
    }
    return "";
  }
  /// What is wrong once `before` stands as `after`.
  [[nodiscard]] std::string fault_with(const std::string& before, const std::string& after) const {
    std::string text = read_text(out() / "result.json");
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    write_text(out() / "result.json", text.replace(at, before.size(), after));
    return fault();
  }

  ScratchFolder folder_;
  StudyOutcome written_;
};

bool same(const Estimate& a, const Estimate& b) {
  const bool none = std::isnan(a.value) && std::isnan(b.value);
  return (none || a.value == b.value) && a.low == b.low && a.high == b.high && a.method == b.method;
}

TEST_F(SavedQuickstart, HasEveryFigureThatWasWritten) {
  const auto run = read_saved_run(out().string());
  for (std::size_t i = 0; i < metrics().size(); ++i) {
    const Metric& metric = metrics()[i];
    if (!has(written_.result.first, metric)) continue;
    if (metric.estimated)
      EXPECT_TRUE(same(saved_estimate(*run, i), written_.result.estimates[i])) << metric.key;
    else
      EXPECT_EQ(saved_estimate(*run, i).value, written_.result.metrics[i]) << metric.key;
  }
}

TEST(SavedRun, HasTheFiguresOfARunWithFailures) {
  const ScratchFolder folder;
  const StudyResult written =
      test::write_shipped_run(
          folder.path() / "out", test::shipped("quickstart"),
          {.variant = {},
           .patches = {},
           .sets =
               {"/run/replications=3",
                R"(/cluster/failures={"node": {"mean_time": "5 d", "repair": {"time": "2 h"}}})",
                "/workload/streams/jobs/max_restarts=0"},
           .seed = {}})
          .result;
  ASSERT_GT(written.failed, 0);
  const auto run = read_saved_run((folder.path() / "out").string());
  EXPECT_THAT(run->faults, testing::IsEmpty());
  EXPECT_EQ(run->outcome.result.failed, written.failed);
  for (const char* key : {"interruptions", "goodput_share", "effective_time_share", "redone_share",
                          "failed_share", "waiting_for_nodes_share"}) {
    const Estimate read = saved_estimate(*run, metric_index(key));
    EXPECT_TRUE(same(read, written.estimates[key])) << key;
    EXPECT_TRUE(std::isfinite(read.value)) << key;
  }
  EXPECT_TRUE(saved_estimate(*run, metric_index("failed_share")).low);
  const JobRecords& jobs = run->outcome.result.first.jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job)
    ASSERT_EQ(jobs.state(job), written.first.jobs.state(job));
}

TEST_F(SavedQuickstart, HasItsObjectivesAndSaysThemInTheSameWords) {
  const auto run = read_saved_run(out().string());
  ASSERT_EQ(run->outcome.result.slo.size(), written_.result.slo.size());
  for (std::size_t i = 0; i < written_.result.slo.size(); ++i) {
    const SloVerdict& read = run->outcome.result.slo[i];
    EXPECT_EQ(slo_goal_text(read), slo_goal_text(written_.result.slo[i]));
    EXPECT_TRUE(same(read.value, written_.result.slo[i].value));
    EXPECT_EQ(read.met, written_.result.slo[i].met);
  }
}

TEST_F(SavedQuickstart, KnowsWhereItComesFrom) {
  const auto run = read_saved_run(out().string());
  EXPECT_EQ(run->provenance.version, "0.1.0");
  EXPECT_EQ(run->provenance.command, "gpuscape run x.json");
  EXPECT_EQ(std::filesystem::weakly_canonical(run->scenario_file),
            std::filesystem::weakly_canonical(test::shipped("quickstart")));
  EXPECT_FALSE(run->assumptions.empty());
  EXPECT_TRUE(run->outcome.result.scenario.resolved.is_object());
}

TEST_F(SavedQuickstart, OverloadAndTotalsAreThoseOfTheRun) {
  const auto run = read_saved_run(out().string());
  const StudyResult& read = run->outcome.result;
  EXPECT_EQ(read.overloaded(), written_.result.overloaded());
  EXPECT_EQ(read.nothing_started(), written_.result.nothing_started());
  EXPECT_EQ(read.jobs, written_.result.jobs);
  EXPECT_EQ(read.replications, written_.result.replications);
  EXPECT_EQ(read.first.gpus_total, written_.result.first.gpus_total);
  EXPECT_EQ(read.waited_for, written_.result.waited_for);
}

TEST_F(SavedQuickstart, ANewerFormatIsRefusedWithItsPlace) {
  EXPECT_EQ(fault_with("\"schema\": 1", "\"schema\": 2"),
            "result.json:2:13: /schema: schema 2 is not known here: this program reads 1 (a newer "
            "gpuscape wrote it)");
}

TEST_F(SavedQuickstart, AForeignFileIsRefused) {
  write_text(out() / "result.json", "{\"answer\": 42}");
  EXPECT_THAT(fault(), HasSubstr("result.json: is not a gpuscape result"));
  write_text(out() / "result.json", "[1, 2]");
  EXPECT_THAT(fault(), HasSubstr("is not a gpuscape result"));
}

TEST_F(SavedQuickstart, AFileCutOffIsRefusedWithItsPlace) {
  const std::string text = read_text(out() / "result.json");
  for (const std::size_t share : {2U, 3U, 10U, 100U}) {
    write_text(out() / "result.json", text.substr(0, text.size() - text.size() / share));
    EXPECT_THAT(fault(), testing::MatchesRegex("result.json:[0-9]+:[0-9]+: .*")) << share;
  }
}

TEST_F(SavedQuickstart, AValueOfAnotherKindIsSaidWithItsPlace) {
  EXPECT_THAT(fault_with("\"partial\": false", "\"partial\": 3"),
              testing::MatchesRegex("result.json:3:14: /partial: expected true or false, found.*"));
  EXPECT_THAT(fault_with("\"partial\": 3,", ""), HasSubstr("\"partial\" is missing"));
}

TEST_F(SavedQuickstart, TransfersAreNoJobs) {
  EXPECT_THAT(fault_with("\"kind\": \"simulated\"", "\"kind\": \"transfers\""),
              HasSubstr("/results/kind: a result of transfers has no jobs to be shown"));
}

TEST_F(SavedQuickstart, JobsThatCannotBeReadAreNotedAndTheRestStays) {
  std::filesystem::remove(out() / "jobs.csv");
  write_text(out() / "timeline.csv", "nonsense\n");
  const auto run = read_saved_run(out().string());
  ASSERT_EQ(run->faults.size(), 2U);
  EXPECT_THAT(run->faults[0], HasSubstr("jobs.csv: "));
  EXPECT_THAT(run->faults[1], HasSubstr("timeline.csv:1: "));
  EXPECT_EQ(run->outcome.result.first.jobs.size(), 0U);
  EXPECT_GT(run->outcome.result.estimates["offered_load"].value, 0.0);
}

TEST_F(SavedQuickstart, JobsOfAnotherRunAreNoted) {
  std::string text = read_text(out() / "jobs.csv");
  text.erase(text.rfind('\n', text.size() - 2) + 1);  // the last job
  write_text(out() / "jobs.csv", text);
  const auto run = read_saved_run(out().string());
  ASSERT_EQ(run->faults.size(), 1U);
  EXPECT_THAT(run->faults[0], HasSubstr("not of the same run"));
}

TEST(SavedRun, TheCostOfARunIsThatOfItsFile) {
  const ScratchFolder folder;
  const StudyOutcome written =
      test::write_shipped_run(folder.path() / "out", test::shipped("rent-or-buy"));
  const auto run = read_saved_run((folder.path() / "out").string());
  const std::size_t total = metric_index("total_cost");
  EXPECT_EQ(run->figures[total], SavedFigure::estimate);
  EXPECT_TRUE(same(saved_estimate(*run, total), written.result.estimates[total]));
}

}  // namespace
}  // namespace gpuscape
