/// Limits on cores beside those on GPUs and jobs.

#include <gmock/gmock.h>

#include "tests/unit/accounts/slurm_runs.hpp"

namespace gpuscape {
namespace {

using test::From;
using testing::ElementsAre;

const From kA1{"user1", "a", "", ""};
const From kA2{"user2", "a", "", ""};
const From kB1{"user1", "b", "", ""};

/// A job of 100 s.
Job job_of(double submit, double cores) {
  Job made = test::job(submit, 0, 100);
  made.demand.milli_cores = static_cast<std::int64_t>(1000.0 * cores);
  return made;
}

class SlurmCoreLimits : public test::SlurmRuns {
 protected:
  SlurmCoreLimits() { cores_ = 128; }
};

TEST_F(SlurmCoreLimits, AnAccountMayHoldSoManyCoresAtOnce) {
  const RunResult result = run(
      {of(kA1, job_of(0, 6)), of(kA2, job_of(1, 3)), of(kA2, job_of(2, 2)), of(kB1, job_of(3, 64))},
      R"({"accounts": {"a": {"max_cores": 8}}})");
  // 6 + 3 are more than 8, 6 + 2 are not; the second waits for the first.
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 2, 3));
  EXPECT_EQ(result.waits.seconds[static_cast<std::size_t>(WaitReason::limit)], 99_s);
}

TEST_F(SlurmCoreLimits, PartsOfCoresAddUp) {
  const RunResult result =
      run({of(kA1, job_of(0, 0.5)), of(kA1, job_of(1, 0.5)), of(kA1, job_of(2, 0.001))},
          R"({"accounts": {"a": {"max_cores": 1}}})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 1, 100));
}

TEST_F(SlurmCoreLimits, AUserOfAnAccountAndAnAccountOfAQosHaveTheirOwn) {
  const RunResult users = run({of(kA1, job_of(0, 4)), of(kA1, job_of(1, 1)), of(kA2, job_of(2, 4))},
                              R"({"accounts": {"a": {"max_cores_per_user": 4}}})");
  EXPECT_THAT(test::start_dates(users), ElementsAre(0, 100, 2));
  const From qos_a{"u", "a", "", "q"}, qos_b{"u", "b", "", "q"};
  const RunResult accounts =
      run({of(qos_a, job_of(0, 4)), of(qos_a, job_of(1, 1)), of(qos_b, job_of(2, 4))},
          R"({"qos": {"q": {"max_cores_per_account": 4}}})");
  EXPECT_THAT(test::start_dates(accounts), ElementsAre(0, 100, 2));
}

TEST_F(SlurmCoreLimits, AJobWithMoreCoresThanOneMayHaveWaitsForGood) {
  const RunResult result = run({of(kA1, job_of(0, 5)), of(kA1, job_of(1, 4))},
                               R"({"accounts": {"a": {"max_cores_per_job": 4}}})");
  EXPECT_EQ(result.jobs.state(0), JobState::waiting);
  EXPECT_EQ(test::start_dates(result)[1], 1);
}

TEST_F(SlurmCoreLimits, OfGpusAndCoresTheNearestLimitHoldsEachByItself) {
  // The partition says nothing of cores, the account nothing of GPUs.
  Job many_gpus = test::job(0, 2, 10);
  Job many_cores = job_of(0, 5);
  const From from{"u", "a", "p", ""};
  const RunResult result = run({of(from, many_gpus), of(from, many_cores), of(from, job_of(3, 4))},
                               R"({"accounts": {"a": {"max_cores_per_job": 4}},
                                   "partitions": {"p": {"max_gpus_per_job": 1}}})");
  EXPECT_EQ(result.jobs.state(0), JobState::waiting);
  EXPECT_EQ(result.jobs.state(1), JobState::waiting);
  EXPECT_EQ(test::start_dates(result)[2], 3);
}

}  // namespace
}  // namespace gpuscape
