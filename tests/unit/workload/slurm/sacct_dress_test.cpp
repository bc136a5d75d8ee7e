/// sacct's tables in other dresses, and jobs that Slurm ties together.

#include <gmock/gmock.h>

#include "sim/workload/formats/guess_trace.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/workload/sacct_rows.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kHead = "JobID|State|Submit|Start|End|AllocTRES|SubmitLine|QOS\n";
std::string job(const std::string& id, const std::string& line, int gpus = 2) {
  return id +
         "|COMPLETED|2026-07-03T10:00:00|2026-07-03T10:00:00|2026-07-03T11:00:00|cpu=4,gres/gpu=" +
         std::to_string(gpus) + ",node=1|" + line + "|normal\n";
}

ReadTrace read(const std::string& text) { return read_text(trace_spec("sacct"), text); }

TEST(SacctLineBreaks, ARowWhoseTextHasThemIsReadWhole) {
  const auto log =
      read(kHead + job("51", "sbatch --wrap=module load cuda\n\npython a|b.py") + job("52", "x"));
  EXPECT_EQ(log.report.rows, 2);
  EXPECT_EQ(log.report.jobs, 2);
  ASSERT_FALSE(log.report.reasons.empty());
  EXPECT_EQ(log.report.reasons.at(0).rows, 1);
  EXPECT_FALSE(log.report.reasons.at(0).dropped);
}

TEST(SacctLineBreaks, ATextInTheLastColumnMayHaveThemToo) {
  const auto log = read(
      "JobID|State|Submit|Start|End|AllocTRES|SubmitLine\n"
      "51|COMPLETED|2026-07-03T10:00:00|2026-07-03T10:00:00|2026-07-03T11:00:00|cpu=4|sbatch a\n"
      "python train.py\n"
      "52|COMPLETED|2026-07-03T10:00:00|2026-07-03T10:00:00|2026-07-03T11:00:00|cpu=4|sbatch b\n");
  EXPECT_EQ(log.report.rows, 2);
  EXPECT_EQ(log.report.jobs, 2);
  EXPECT_EQ(log.report.repaired(), 1);
}

TEST(SacctLineBreaks, ARowThatIsCutOffIsDroppedOnce) {
  const std::string cut =
      "53|COMPLETED|2026-07-03T10:00:00|2026-07-03T10:00:00|2026-07-03T11:00:00|cpu=4|sb";
  const auto before = read(kHead + cut + "\n" + job("54", "x"));
  EXPECT_EQ(before.report.rows, 2);
  EXPECT_EQ(before.report.jobs, 1);
  EXPECT_EQ(before.report.reasons.at(0).reason, "has fewer fields than the header");
  const auto at_end = read(kHead + job("54", "x") + cut);
  EXPECT_EQ(at_end.report.rows, 2);
  EXPECT_EQ(at_end.report.dropped(), 1);
}

std::string replaced(std::string text, char from, char to) {
  std::ranges::replace(text, from, to);
  return text;
}

TEST(SacctDelimiters, SemicolonsAndTabsAreReadLikeBars) {
  for (const char delimiter : {';', '\t'})
    EXPECT_EQ(read(replaced(kHead + job("51", "x"), '|', delimiter)).table.job(0).demand.gpus, 2);
}

std::string fault(const std::string& text) {
  try {
    read(text);
    return "none";
  } catch (const ScenarioError& error) {
    return error.issues().front().message;
  }
}

TEST(SacctDresses, WhatCannotBeReadIsSaidByName) {
  EXPECT_THAT(fault(job("51", "x")), HasSubstr("sacct's table without its header"));
  EXPECT_THAT(
      fault("JobID           State     Submit\n------------ ------- ------\n51 COMPLETED x\n"),
      HasSubstr("sacct's table of fixed width"));
  EXPECT_THAT(fault(replaced(kHead + job("51", "x"), '|', ',')),
              HasSubstr("commas stand between the columns"));
}

TEST(SacctDresses, AFileIsKnownAsSaccts) {
  const ScratchFolder folder;
  const auto format_of = [&](const std::string& text) {
    write_text(folder.path() / "log", text);
    return guess_trace(folder.path() / "log").format;
  };
  EXPECT_EQ(format_of(job("51", "x")), "sacct");
  EXPECT_EQ(format_of(replaced(kHead, '|', ';')), "sacct");
  EXPECT_EQ(format_of("JobID           State     Submit\n"), "sacct");
}

TEST(JsonLists, AreNoTablesAndPhillysBecomesOneBySayingHow) {
  const ScratchFolder folder;
  write_text(folder.path() / "log.json", R"([{"status": "Pass", "vc": "a", "jobid": "b"}])");
  const std::string text =
      message_of<ScenarioError>([&] { guess_trace(folder.path() / "log.json"); });
  EXPECT_THAT(text, HasSubstr("this is a list in JSON"));
  EXPECT_THAT(text, HasSubstr("jq -r '.[] | select(.attempts != [])"));
}

/// What jq 1.6 writes by that command.
TEST(JsonLists, AsJqWritesThemAreReadByTheirMap) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "jobs.csv";
  write_text(file,
             "jobid,submitted_time,start_time,end_time,gpus,user,vc,state\n"
             R"("application_1_14201","2017-10-07 01:07:00","2017-10-07 02:00:00",)"
             R"("2017-10-07 03:10:00",2,"aa","ed69ec","FAILED")"
             "\n");
  JobTable table;
  const ReadReport report = read_trace(guess_trace(file), table);
  ASSERT_EQ(table.size(), 1U);
  EXPECT_EQ(report.dropped(), 0);
  EXPECT_EQ(table.job(0).run_time, Seconds(70 * 60));
  EXPECT_EQ(table.job(0).demand.gpus, 2);
}

TEST(SlurmsJson, IsNoScenarioWhateverItsJobsAreKeyedBy) {
  const ScratchFolder folder;
  const auto is_scenario = [&](const std::string& text) {
    write_text(folder.path() / "f.json", text);
    return looks_like_scenario(folder.path() / "f.json");
  };
  EXPECT_FALSE(is_scenario(R"({"jobs": [{"cluster": "c"}], "meta": {}})"));
  EXPECT_FALSE(is_scenario("{\n \"meta\": {\n  \"cluster\": 1 },\n \"jobs\": []\n}"));
  EXPECT_TRUE(is_scenario(R"({"format": 1, "cluster": {"jobs": 1}})"));
  EXPECT_TRUE(
      is_scenario("// \"jobs\":\n{ /* \"meta\": */ \"name\": \"a \\\" b\", \"workload\": {}}"));
  EXPECT_FALSE(is_scenario("1 2 3"));
}

/// Whom the last of these jobs waits for, by their numbers.
std::vector<std::int64_t> waits_for(const std::string& header, const std::vector<std::string>& ids,
                                    const std::string& on) {
  std::string text = header + "|State|Submit|Start|End|AllocTRES|SubmitLine\n";
  for (const std::string& id : ids)
    text += id + "|COMPLETED|2026-07-03T10:00:00|2026-07-03T10:00:00|2026-07-03T11:00:00|cpu=4|" +
            (id == ids.back() ? "sbatch --dependency=" + on : std::string("sbatch")) + "\n";
  const ReadTrace log = read(text);
  const std::size_t last = log.table.size() - 1;
  std::vector<std::int64_t> found;
  if (log.table.job(last).after.is_none()) return found;
  found.push_back(log.table.job(log.table.job(last).after.index()).id);
  for (const Dependency& more : log.table.further_dependencies(last))
    found.push_back(log.table.job(more.on.index()).id);
  return found;
}

TEST(SlurmArrays, ADependencyOnAnArrayIsOnAllOfItsTasks) {
  const std::vector<std::string> ids{"100_0|101", "100_1|102", "100_2|100", "103|103"};
  EXPECT_THAT(waits_for("JobID|JobIDRaw", ids, "afterok:100"), ElementsAre(100, 101, 102));
  EXPECT_THAT(waits_for("JobID|JobIDRaw", ids, "afterany:100_1"), ElementsAre(102));
  EXPECT_THAT(waits_for("JobID|JobIDRaw", ids, "afterany:101"), ElementsAre(101));
}

TEST(SlurmArrays, PartsOfAJobAreTiedAlike) {
  const std::vector<std::string> ids{"100+0|100", "100+1|101", "103|103"};
  EXPECT_THAT(waits_for("JobID|JobIDRaw", ids, "afterok:100"), ElementsAre(100, 101));
}

TEST(SlurmArrays, WithoutRawNumbersTasksAreFoundToo) {
  const std::vector<std::string> ids{"100_0", "100_1", "103"};
  EXPECT_EQ(waits_for("JobID", ids, "afterok:100").size(), 2U);
  EXPECT_EQ(waits_for("JobID", ids, "afterok:100_1").size(), 1U);
}

}  // namespace
}  // namespace gpuscape
