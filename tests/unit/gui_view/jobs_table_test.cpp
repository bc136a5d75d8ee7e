#include "gui/view/jobs_table.hpp"

#include <gmock/gmock.h>

#include "sim/report/run/run_tables.hpp"
#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::shared_ptr<const StudyOutcome> lab() {
  static const LiveState state =
      test::shipped_state("lab-log.json", {{.sets = {"/cluster/nodes/gpu/count=6"}}});
  return state.designs.front().outcome;
}

/// Jobs 1 to 4 wait 0, 300, 60 s and for ever; 2, 4, 1, 8 GPUs.
JobsTable four_jobs() {
  RunBuilder builder(8);
  builder.job(0.0, 100.0, 2, 0.0).job(10.0, 50.0, 4, 310.0).job(20.0, 200.0, 1, 80.0);
  builder.job(30.0, 50.0, 8, {});
  RunResult& run = builder.result();
  run.waits.jobs = {{1, WaitReason::gpus_short}, {2, WaitReason::order}};
  auto outcome = std::make_shared<StudyOutcome>();
  outcome->result.first = run;
  return JobsTable(outcome);
}

std::size_t column(const JobsTable& table, std::string_view key) {
  const auto found = std::ranges::find(table.columns(), key, &JobsColumn::key);
  EXPECT_NE(found, table.columns().end()) << key;
  return static_cast<std::size_t>(found - table.columns().begin());
}

std::vector<std::string> cells(const JobsTable& table, std::string_view key) {
  std::vector<std::string> all;
  for (std::size_t row = 0; row < table.size(); ++row)
    all.push_back(table.cell(row, column(table, key)));
  return all;
}

TEST(JobsTable, SortsByAnyColumnWithWhatHasNoValueLast) {
  JobsTable table = four_jobs();
  table.sort_by(column(table, "wait_s"), true);
  EXPECT_THAT(cells(table, "wait_s"), ElementsAre("5 min", "1 min", "0 s", ""));
  EXPECT_THAT(cells(table, "job"), ElementsAre("2", "3", "1", "4"));
  table.sort_by(column(table, "wait_s"), false);
  EXPECT_THAT(cells(table, "job"), ElementsAre("1", "3", "2", "4"));
  table.sort_by(column(table, "waited_for"), false);
  EXPECT_THAT(cells(table, "waited_for"), ElementsAre("GPUs short", "queue order", "", ""));
  EXPECT_EQ(table.row_of(3), 3U);
}

TEST(JobsTable, FiltersByNumbersTimesAndTexts) {
  JobsTable table = four_jobs();
  EXPECT_EQ(table.filter("wait>=1min"), "");
  EXPECT_THAT(cells(table, "job"), ElementsAre("2", "3"));
  EXPECT_EQ(table.filter("wait>1min"), "") << "one of them waits one minute";
  EXPECT_THAT(cells(table, "job"), ElementsAre("2"));
  EXPECT_EQ(table.filter("gpus=2..4"), "");
  EXPECT_THAT(cells(table, "job"), ElementsAre("1", "2"));
  EXPECT_EQ(table.filter("reason=order gpus<2"), "");
  EXPECT_THAT(cells(table, "job"), ElementsAre("3"));
}

TEST(JobsTable, FiltersByPartsOfTextsWhateverTheirCase) {
  JobsTable table = four_jobs();
  EXPECT_EQ(table.filter("state:WAIT"), "");
  EXPECT_THAT(cells(table, "job"), ElementsAre("4"));
  EXPECT_EQ(table.filter("state=WAIT"), "") << "none is called that in full";
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.filter(""), "");
  EXPECT_EQ(table.size(), 4U);
}

TEST(JobsTable, KeepsItsRowsWhereAFilterCannotBeRead) {
  JobsTable table = four_jobs();
  EXPECT_EQ(table.filter("wait>1min"), "");
  EXPECT_EQ(table.filter("wait>often"), "wait>often: expected a time, for example wait>1h");
  EXPECT_THAT(table.filter("wiat>1h"), HasSubstr("wait"));
  EXPECT_EQ(table.filter("state>1"), "state is a text: write state=1");
  EXPECT_EQ(table.filter_text(), "wait>1min");
  EXPECT_EQ(table.size(), 1U);
}

TEST(JobsTable, FindsAWordInWhoSentAJob) {
  JobsTable table(lab());
  const std::string user = table.cell(0, column(table, "user"));
  ASSERT_NE(user, "");
  EXPECT_EQ(table.filter("user=" + user), "");
  const std::size_t of_user = table.size();
  EXPECT_LT(of_user, table.jobs());
  EXPECT_EQ(table.filter(user), "");
  EXPECT_GE(table.size(), of_user);
}

TEST(JobsTable, ShowsOnlyColumnsThatTheRunHas) {
  const JobsTable table = four_jobs();
  std::vector<std::string> keys;
  for (const JobsColumn& one : table.columns()) keys.push_back(one.key);
  EXPECT_THAT(keys, ElementsAre("job", "stream", "gpus", "submit_s", "wait_s", "waited_for",
                                "start_s", "ran_s", "end_s", "state", "placement"));
}

/// Collects what is written.
class TextCollector final : public TextSink {
 public:
  void write(std::string_view text) override { all += text; }
  std::string all;
};

// Sorted as jobs.csv is, the rows are those of jobs.csv; in any order they are the same lines.
TEST(JobsTable, ExportsTheLinesOfJobsCsv) {
  TextCollector written;
  write_jobs_csv(lab()->result.first, written);
  JobsTable table(lab());
  EXPECT_EQ(table.csv(0, table.size()), written.all);
  table.sort_by(column(table, "wait_s"), true);
  const std::string longest = table.csv(0, 1);
  EXPECT_THAT(written.all, HasSubstr(longest.substr(longest.find('\n'))));
}

TEST(JobDetails, SayWhyAJobWaitedAndWhereItRan) {
  const JobsTable table = four_jobs();
  std::vector<std::string> lines;
  for (const JobDetails::Line& one : job_details(table.run(), 1).lines)
    lines.push_back(one.label + ": " + one.text);
  EXPECT_THAT(lines,
              ElementsAre("state: completed", "stream: jobs", "asks for: 4 GPUs", "submitted: 10 s",
                          "waited: 5 min, longest for: GPUs short", "started: 5 min 10 s",
                          "ran: 50 s, until 6 min", "on: gpu/0:4", "run time as given: 50 s"));
}

TEST(JobDetails, SayWhatSlowedAJob) {
  const StudyResult study = study_with_traffic();
  std::vector<std::string> lines;
  for (const JobDetails::Line& one : job_details(study.first, 1).lines)
    lines.push_back(one.label + ": " + one.text);
  EXPECT_THAT(lines, testing::Contains("slowdown: 1.50 times as long as alone below one switch"));
  EXPECT_THAT(lines, testing::Contains("slowed by: leaf 0 → spine 1"));
}

TEST(JobDetails, SayWhichRuleOfWhichQueueKeptAJob) {
  RunResult run = four_jobs().run();
  QueueResult& queues = run.queues.emplace();
  queues.queues = {{.facts = {.name = "physics", .gpus_deserved = 8, .gpus_limit = 16},
                    .mean_held = 9.5,
                    .mean_fair = 8.25,
                    .mean_borrowed = 1.5,
                    .waited = {},
                    .stops = {}},
                   {.facts = {.name = "chemistry"}, .waited = {}, .stops = {}}};
  queues.of_job = {0, 0, 1, kInNoQueue};
  queues.waits = {
      {.job = 1, .queue = 0, .of = 1, .rule = QueueRule::nobody_above, .by_rule = Seconds(240)}};
  const auto lines = [&](std::uint32_t job) {
    std::vector<std::string> all;
    for (const JobDetails::Line& one : job_details(run, job).lines)
      all.push_back(one.label + ": " + one.text);
    return all;
  };
  EXPECT_THAT(lines(1), testing::IsSupersetOf(
                            {"queue: physics · deserves 8 GPUs · limit 16",
                             "it had: 9.5 GPUs of a fair share of 8.2, 1.5 of them borrowed",
                             "held by: 4 min: no other queue held more than it is sure of, "
                             "so that nothing could be reclaimed · the rule of chemistry"}));
  EXPECT_THAT(lines(2), testing::Contains("queue: chemistry"));
  EXPECT_THAT(lines(3), testing::Contains("queue: none"));
}

}  // namespace
}  // namespace gpuscape::gui
