#include "sim/workload/job_table.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <vector>

#include "sim/base/error.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Job job_at(Seconds submit, std::int64_t id, Seconds run_time = 1_s) {
  return {.id = id, .submit = submit, .run_time = run_time, .demand = {.gpus = 1}};
}

std::vector<std::int64_t> ids(const JobTable& table) {
  std::vector<std::int64_t> ids;
  for (std::size_t i = 0; i < table.size(); ++i) {
    ids.push_back(table.job(i).id);
  }
  return ids;
}

TEST(JobTable, MovesTheOriginToTheFirstSubmit) {
  JobTable table;
  table.add(job_at(1000_s, 1));
  table.add(job_at(1060_s, 2));
  table.finish();
  EXPECT_EQ(table.origin(), 1000_s);
  EXPECT_EQ(table.job(0).submit, 0_s);
  EXPECT_EQ(table.job(1).submit, 60_s);
}

TEST(JobTable, OrdersByDateThenId) {
  JobTable table;
  for (const Job& job : {job_at(9_s, 1), job_at(5_s, 7), job_at(5_s, 3), job_at(4_s, 9)}) {
    table.add(job);
  }
  table.finish();
  EXPECT_THAT(ids(table), ElementsAre(9, 3, 7, 1));
}

TEST(JobTable, KeepsTheOrderOfEqualDatesAndIds) {
  JobTable table;
  table.add(job_at(5_s, 1, 3_s));
  table.add(job_at(5_s, 1, 2_s));
  table.add(job_at(4_s, 1, 1_s));
  table.finish();
  EXPECT_EQ(table.job(0).run_time, 1_s);
  EXPECT_EQ(table.job(1).run_time, 3_s);
  EXPECT_EQ(table.job(2).run_time, 2_s);
}

TEST(JobTable, KeepsEveryColumnOfAJobTogether) {
  const Job job{.id = 5,
                .submit = 3_s,
                .run_time = 7_s,
                .time_limit = 9_s,
                .demand = {.gpus = 2, .milli_cores = 500, .memory_mib = 64},
                .stream = 0};
  JobTable table;
  table.add(job_at(8_s, 1));
  table.add(job);
  table.finish();
  const Job read = table.job(0);
  EXPECT_EQ(read.id, job.id);
  EXPECT_EQ(read.run_time, job.run_time);
  EXPECT_EQ(read.time_limit, job.time_limit);
  EXPECT_EQ(read.demand, job.demand);
}

TEST(JobTable, OrdersTwoMillionEqualDatesById) {
  constexpr std::int64_t kJobs = 2000000;
  JobTable table;
  table.reserve(kJobs);
  for (std::int64_t i = 0; i < kJobs; ++i) {
    table.add(job_at(77_s, (i * 1000003) % kJobs));  // a permutation: 1 000 003 is prime
  }
  table.finish();
  for (std::int64_t i = 0; i < kJobs; ++i) {
    ASSERT_EQ(table.job(static_cast<std::size_t>(i)).id, i);
  }
}

LoggedJob dependent(std::int64_t id, std::int64_t after) {
  LoggedJob job;
  job.id = id;
  job.submit = Seconds(static_cast<double>(id));
  job.after_ids = {{after, DependsOn::success}};
  return job;
}

TEST(JobTable, ADependencyIsTheLastEarlierJobWithThatNumber) {
  JobTable table;
  table.add_row(dependent(9, 4), 1);
  table.add(job_at(5_s, 4));
  table.add(job_at(3_s, 4));
  table.add(job_at(10_s, 4));
  table.finish();
  EXPECT_EQ(table.job(2).id, 9);
  EXPECT_EQ(table.job(2).after, StreamJobId(1));
  EXPECT_EQ(table.job(1).after, StreamJobId::none());
}

TEST(JobTable, DependenciesThatCannotHoldAreNotedAndTakenOff) {
  JobTable table;
  ReadReport report;
  table.add_row(dependent(1, 1), 1);
  table.add_row(dependent(2, 77), 2);
  table.add_row(dependent(3, 4), 3);
  table.add_row(dependent(4, 5), 4);
  table.add(job_at(6_s, 5));
  table.finish(report);
  ASSERT_EQ(report.reasons.size(), 3U);
  EXPECT_EQ(report.reasons[0].reason, "depends on itself: dependency ignored");
  EXPECT_EQ(report.reasons[1].reason, "depends on no job of the log: dependency ignored");
  EXPECT_EQ(report.reasons[2].reason, "depends on a later job: dependency ignored");
  EXPECT_EQ(report.reasons[2].rows, 2);
}

TEST(JobTable, KeepsAllJobsThatOneWaitsFor) {
  JobTable table;
  ReadReport report;
  table.add(job_at(1_s, 1));
  table.add(job_at(2_s, 2));
  LoggedJob last = dependent(3, 1);
  last.after_ids.push_back({2, DependsOn::end});
  table.add_row(last, 3);
  table.finish(report);
  EXPECT_EQ(table.job(2).after, StreamJobId(0));
  EXPECT_THAT(table.further_dependencies(2),
              ElementsAre(Dependency{StreamJobId(1), DependsOn::end}));
  EXPECT_THAT(report.assumptions, ElementsAre(HasSubstr("1 of 3 jobs wait for the end of others")));
}

TEST(JobTable, TheSuccessOfAJobThatFailedByTheLogNeverComes) {
  JobTable table;
  ReadReport report;
  LoggedJob first = dependent(1, 1);
  first.after_ids.clear();
  first.state = LoggedState::failed;
  table.add_row(first, 1);
  table.add_row(dependent(2, 1), 2);
  table.finish(report);
  EXPECT_EQ(table.job(1).after_how, DependsOn::success_of_failed);
  EXPECT_THAT(report.reasons.at(0).reason, HasSubstr("never starts"));
}

TEST(JobTable, WarnsOfALogThatNamesOneJobInMostRows) {
  JobTable table;
  ReadReport report;
  table.add(job_at(0_s, 1));
  for (std::int64_t id = 2; id <= 4; ++id) table.add_row(dependent(id, 1), id);
  table.finish(report);
  EXPECT_THAT(report.warnings.at(0), HasSubstr("3 jobs wait for one and the same job, 1"));
}

TEST(JobTable, EqualOriginsHaveOneNumberAndNoneIsZero) {
  JobTable table;
  LoggedJob job;
  table.add_row(job, 1);
  job.user = "user1";
  table.add_row(job, 2);
  job.account = "team-a";
  table.add_row(job, 3);
  table.add_row(job, 4);
  EXPECT_EQ(table.job(0).origin, 0U);
  EXPECT_EQ(table.job(3).origin, table.job(2).origin);
  EXPECT_EQ(table.origins().size(), 3U);
  EXPECT_EQ(table.origins()[2], (JobOrigin{"user1", "team-a", "", ""}));
}

TEST(JobTable, CanBeEmpty) {
  JobTable table;
  table.finish();
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.origin(), 0_s);
}

TEST(JobTable, RefusesADateThatCannotBeOrdered) {
  JobTable table;
  EXPECT_THROW(table.add(job_at(Seconds(std::numeric_limits<double>::quiet_NaN()), 1)),
               InternalError);
  EXPECT_THROW(table.add(job_at(kForever, 1)), InternalError);
}

TEST(JobTable, KeepsStatesAndNamesThroughTheSort) {
  JobTable table;
  table.keep_states_and_names();
  LoggedJob late;
  late.submit = 9_s;
  late.name = "train";
  late.state = LoggedState::failed;
  table.add_row(late, 2);
  table.add_row(LoggedJob(), 3);
  table.finish();
  EXPECT_EQ(table.name(0), "");
  EXPECT_EQ(table.name(1), "train");
  EXPECT_EQ(table.state(0), LoggedState::unknown);
  EXPECT_EQ(table.state(1), LoggedState::failed);
}

}  // namespace
}  // namespace gpuscape
