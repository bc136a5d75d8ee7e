#include <gmock/gmock.h>

#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

Job after(std::uint32_t place, Job job) {
  job.after = place;
  return job;
}

TEST(Dependencies, AJobStartsOnceTheOneItDependsOnHasCompleted) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 1, 100), after(0, job(10, 1, 5))});
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100));
  EXPECT_EQ(result.waits.seconds[static_cast<std::size_t>(WaitReason::dependency)], 90);
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

}  // namespace
}  // namespace gpuscape
