#include <gmock/gmock.h>

#include "sim/workload/job_table.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

Job after(std::uint32_t place, Job job) {
  job.after = StreamJobId(place);
  return job;
}

TEST(Dependencies, AJobStartsOnceTheOneItDependsOnHasCompleted) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 1, 100), after(0, job(10, 1, 5))});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100));
  EXPECT_EQ(result.waits.seconds[static_cast<std::size_t>(WaitReason::dependency)], 90_s);
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::dependency);
}

TEST(Dependencies, ItTakesNobodysTurnWhileItWaits) {
  const RunResult result = test::run_jobs(
      {test::nodes(1, 8)}, {job(0, 1, 100), after(0, job(10, 8, 5)), job(20, 7, 50)});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 20));
}

TEST(Dependencies, OneOnACompletedJobIsNone) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 1, 5), after(0, job(10, 1, 5))});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10));
}

TEST(Dependencies, AChainRunsInItsOrderThoughAllWereSubmittedAtOnce) {
  const RunResult result = test::run_jobs(
      {test::nodes(1, 8)}, {job(0, 1, 10), after(0, job(0, 1, 10)), after(1, job(0, 1, 10))});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10, 20));
}

TEST(Dependencies, AKilledJobFailsAllThatDependOnIt) {
  const RunResult result = test::run_jobs(
      {test::nodes(1, 8)},
      {job(0, 1, 100, 50), after(0, job(0, 1, 5)), after(1, job(10, 1, 5)), job(60, 8, 5)},
      {.kill_overrun = true});
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
  EXPECT_EQ(result.jobs.state(1), JobState::dependency_failed);
  EXPECT_EQ(result.jobs.state(2), JobState::dependency_failed);
  EXPECT_EQ(test::start_dates(result)[3], 60);
}

TEST(Dependencies, AJobAfterOneThatNeverFitsFailsAtOnce) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 16, 100), after(0, job(10, 1, 5))});
  EXPECT_EQ(result.jobs.state(0), JobState::never_fits);
  EXPECT_EQ(result.jobs.state(1), JobState::dependency_failed);
}

Job after_end(std::uint32_t place, Job job) {
  job.after = StreamJobId(place);
  job.after_how = DependsOn::end;
  return job;
}

TEST(Dependencies, AnyEndIsEnoughWhereThatIsAsked) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 1, 100, 50), after_end(0, job(0, 1, 5))},
                     {.kill_overrun = true});
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 50));
}

TEST(Dependencies, TheSuccessOfAJobThatFailedByTheLogNeverComes) {
  Job dependent = after(0, job(0, 1, 5));
  dependent.after_how = DependsOn::success_of_failed;
  const RunResult result = test::run_jobs({test::nodes(1, 8)}, {job(0, 1, 100), dependent});
  EXPECT_EQ(result.jobs.state(0), JobState::completed);
  EXPECT_EQ(result.jobs.state(1), JobState::dependency_failed);
}

/// The third job waits for the first two: for the success of one, and for any end of the other.
RunResult run_with_two_dependencies(bool kill) {
  auto table = std::make_shared<JobTable>();
  for (std::int64_t id = 1; id <= 3; ++id) {
    LoggedJob row;
    static_cast<Job&>(row) = job(0, 1, id == 3 ? 5 : 100.0 * static_cast<double>(id), 150);
    row.id = id;
    if (id == 3) row.after_ids = {{1, DependsOn::end}, {2, DependsOn::success}};
    table->add_row(row, id);
  }
  table->finish();
  RunState state(Platform({test::nodes(1, 8)}), test::make_policies({.kill_overrun = kill}),
                 make_table_source(table, 0));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

TEST(Dependencies, AJobWaitsForAllThatItNames) {
  EXPECT_THAT(test::start_dates(run_with_two_dependencies(false)), ElementsAre(0, 0, 200));
}

TEST(Dependencies, OneThatFailsIsEnoughToKeepItFromStarting) {
  const RunResult result = run_with_two_dependencies(true);
  EXPECT_EQ(result.jobs.state(1), JobState::timed_out);
  EXPECT_EQ(result.jobs.state(2), JobState::dependency_failed);
}

}  // namespace
}  // namespace gpuscape
