/// The dumps that a real Slurm 22.05 wrote (tests/fixtures/slurm/README.md says of which jobs).

#include <gmock/gmock.h>

#include <map>

#include "tests/support/shared_data.hpp"
#include "tests/unit/workload/sacct_rows.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::Pair;

ReadTrace read_dump(const std::string& file) {
  TraceSpec spec = trace_spec("sacct");
  spec.file = source_file("tests/fixtures/slurm/" + file).string();
  ReadTrace read;
  read.report = read_trace(spec, read.table);
  return read;
}

/// Rows by the first word of their reason.
std::map<std::string, std::int64_t> reasons_of(const ReadTrace& read) {
  std::map<std::string, std::int64_t> rows;
  for (const RowReason& reason : read.report.reasons)
    rows[reason.reason.substr(0, reason.reason.find(' '))] += reason.rows;
  return rows;
}

/// The jobs by number, later attempts behind earlier ones.
std::multimap<std::int64_t, const Job*> by_id(const JobTable& table) {
  std::multimap<std::int64_t, const Job*> jobs;
  for (std::size_t i = 0; i < table.size(); ++i) jobs.emplace(table.job(i).id, &table.job(i));
  return jobs;
}

// awk -F'|' 'NR>1 && $2 !~ /[.]/' sacct.psv: 200 rows. 50 never ran and 166 still waits; 183 runs.
// Of 7 rows with Eligible > Submit one (29) names the job that it waits for.
TEST(SlurmDump, HoldsTheJobsThatRan) {
  const ReadTrace read = read_dump("sacct.psv");
  EXPECT_EQ(read.report.rows, 200);
  EXPECT_EQ(read.report.steps, 230);
  EXPECT_EQ(read.table.size(), 198U);
  EXPECT_EQ(read.table.started_in_log(), 198U);
  EXPECT_THAT(reasons_of(read),
              ElementsAre(Pair("eligible", 6), Pair("never", 1), Pair("still", 2)));
}

// awk: the sum of ElapsedRaw × gres/gpu.
TEST(SlurmDump, HoldsTheGpuSecondsOfTheDump) {
  const ReadTrace read = read_dump("sacct.psv");
  double gpu_seconds = 0.0;
  for (std::size_t i = 0; i < read.table.size(); ++i)
    gpu_seconds += read.table.job(i).demand.gpus * read.table.job(i).run_time.value();
  EXPECT_EQ(gpu_seconds, 15043.0);
}

TEST(SlurmDump, KnowsThreeAccountsTwoPartitionsAndThreeQualitiesOfService) {
  const ReadTrace read = read_dump("sacct.psv");
  std::map<std::string, int> accounts;
  std::map<std::string, int> partitions;
  std::map<std::string, int> qualities;
  for (std::size_t i = 0; i < read.table.size(); ++i) {
    const JobOrigin& origin = read.table.origins()[read.table.job(i).origin];
    ++accounts[origin.account];
    ++partitions[origin.partition];
    ++qualities[origin.qos];
  }
  EXPECT_THAT(accounts, ElementsAre(Pair("team-a", 69), Pair("team-b", 80), Pair("team-c", 49)));
  EXPECT_THAT(partitions, ElementsAre(Pair("main", 146), Pair("short", 52)));
  EXPECT_EQ(qualities.size(), 3U);
}

TEST(SlurmDump, LetsTheDependentJobWaitForItsPredecessor) {
  const ReadTrace read = read_dump("sacct.psv");
  const Job& dependent = *by_id(read.table).find(29)->second;
  ASSERT_FALSE(dependent.after.is_none());
  EXPECT_EQ(read.table.job(dependent.after.index()).id, 28);
}

TEST(SlurmDump, WithDuplicatesHoldsTheAttemptsBeforeARequeue) {
  const ReadTrace read = read_dump("sacct-duplicates.psv");
  EXPECT_EQ(read.table.size(), 200U);
  EXPECT_EQ(reasons_of(read)["another"], 2);
  EXPECT_EQ(by_id(read.table).count(97), 2U);
  EXPECT_EQ(by_id(read.table).count(111), 2U);
}

/// All but the submit line, which layout v0.0.38 does not have, agree with the table of attempts.
TEST(SlurmDump, AsJsonSaysTheSame) {
  const ReadTrace json = read_dump("sacct.json.gz");
  const ReadTrace table = read_dump("sacct-duplicates.psv");
  ASSERT_EQ(json.table.size(), table.table.size());
  EXPECT_EQ(json.report.steps, table.report.steps);
  EXPECT_EQ(json.report.unix_origin, table.report.unix_origin);
  int compared = 0;
  for (const auto& [id, job] : by_id(table.table)) {
    if (id == 29 || by_id(table.table).count(id) > 1) continue;
    const Job& other = *by_id(json.table).find(id)->second;
    EXPECT_EQ(std::tie(job->submit, job->run_time, job->time_limit, job->demand.gpus),
              std::tie(other.submit, other.run_time, other.time_limit, other.demand.gpus));
    EXPECT_EQ(table.table.origins()[job->origin], json.table.origins()[other.origin]);
    ++compared;
  }
  EXPECT_EQ(compared, 195);  // 200 attempts, without those of 29, 97 and 111
}

TEST(SlurmDump, AnAttemptWaitsForTheOneBeforeWhereTheScenarioSaysSo) {
  TraceSpec spec = trace_spec("sacct");
  spec.attempts_in_order = true;
  const ReadTrace read = read_text(
      spec, sacct_text({SacctRow{.state = "NODE_FAIL"}, SacctRow{.raw_id = "8", .id = "8"},
                        SacctRow{.submit = "2026-05-04T08:00:05"}}));
  EXPECT_EQ(read.table.job(2).id, 7);
  EXPECT_EQ(read.table.job(2).after, StreamJobId(0));
  EXPECT_EQ(read.table.job(2).after_how, DependsOn::end);
  EXPECT_TRUE(read.table.job(1).after.is_none());
  ASSERT_EQ(read.report.reasons.size(), 1U);
  EXPECT_EQ(read.report.reasons[0].reason,
            "another attempt of a job that was requeued: waits for the one before");
}

}  // namespace
}  // namespace gpuscape
