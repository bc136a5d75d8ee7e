/// Accounts below accounts: who is served, and whose limits bind.

#include <gmock/gmock.h>

#include "tests/unit/accounts/slurm_runs.hpp"

namespace gpuscape {
namespace {

using test::From;
using test::job;
using testing::ElementsAre;
using testing::HasSubstr;

const From kA{"user1", "phys-a", "", ""};
const From kB{"user2", "phys-b", "", ""};
const From kChem{"user3", "chem", "", ""};

/// `phys` over `phys-a` and `phys-b`, beside `chem`.
std::string tree(const std::string& of_phys, const std::string& of_b = "",
                 const std::string& more = "") {
  return R"({"accounts": {"phys-a": {"parent": "phys"}, "phys": {)" + of_phys +
         R"(}, "phys-b": {"parent": "phys")" + of_b + R"(}, "chem": {}})" + more + "}";
}

class SlurmAccounts : public test::SlurmRuns {
 protected:
  /// GPU time that jobs of each origin had before a date, of all that was used until then.
  std::vector<double> shares_until(Seconds date, const RunResult& result,
                                   const std::vector<Job>& jobs) {
    std::vector<double> used(origins_->size(), 0.0);
    double all = 0.0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (!result.jobs.ended(i)) continue;
      for (const auto& segment : result.jobs.segments(i)) {
        const double time = std::max(0.0, (std::min(segment.end, date) - segment.start).value());
        used[jobs[i].origin] += time;
        all += time;
      }
    }
    for (double& share : used) share /= all;
    return used;
  }
};

// Three users keep eight GPUs busy with jobs of one GPU and five minutes. Ten shares of eleven are
// 90.9 %, and both accounts below have half of that.
TEST_F(SlurmAccounts, TenSharesOverTwoAccountsAgainstOneAreNinetyOneToNinePercent) {
  std::vector<Job> jobs;
  for (int i = 0; i < 2600; ++i)
    for (const From& from : {kA, kB, kChem})
      if (from.account != "chem" || i < 700) jobs.push_back(of(from, job(0, 1, 300)));
  const RunResult result = run(jobs, tree(R"("shares": 10)", "", R"(, "weights": {"age": 0})"));
  const std::vector<double> shares = shares_until(Seconds(2.0 * 86400.0), result, jobs);
  EXPECT_NEAR(shares[jobs[0].origin], 0.5 * 10.0 / 11.0, 0.005);
  EXPECT_NEAR(shares[jobs[1].origin], 0.5 * 10.0 / 11.0, 0.005);
  EXPECT_NEAR(shares[jobs[2].origin], 1.0 / 11.0, 0.005);
  RecordProperty("phys_percent", std::to_string(100.0 * (1.0 - shares[jobs[2].origin])));
}

// Without its parent, an account has its own share of one, as the other has.
TEST_F(SlurmAccounts, WithoutAParentEachAccountHasItsOwnShare) {
  std::vector<Job> jobs;
  for (int i = 0; i < 2600; ++i)
    for (const From& from : {kA, kChem}) jobs.push_back(of(from, job(0, 1, 300)));
  const RunResult result =
      run(jobs, R"({"accounts": {"phys-a": {}, "phys": {"shares": 10}}, "weights": {"age": 0}})");
  const std::vector<double> shares = shares_until(Seconds(2.0 * 86400.0), result, jobs);
  EXPECT_NEAR(shares[jobs[0].origin], 0.5, 0.005);
}

TEST_F(SlurmAccounts, GpusOfAnAccountBindAllBelowItTogether) {
  const RunResult result = run({of(kA, job(0, 3, 100)), of(kB, job(10, 2, 50)),
                                of(kChem, job(20, 5, 10)), of(kB, job(30, 1, 10))},
                               tree(R"("max_gpus": 4)"));
  // The second would make five of phys; the fourth makes four.
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 20, 30));
  EXPECT_EQ(result.waits.jobs.at(0).reason, WaitReason::limit);
}

TEST_F(SlurmAccounts, JobsOfAnAccountBindAllBelowItTogether) {
  const RunResult result = run({of(kA, job(0, 1, 100)), of(kB, job(10, 1, 50)),
                                of({"user1", "phys", "", ""}, job(20, 1, 10))},
                               tree(R"("max_jobs": 2)"));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10, 60));
}

TEST_F(SlurmAccounts, TheNearestLimitPerUserHoldsAndCountsPerAccount) {
  // One job per user and account, of phys-b two.
  const From b_of_the_first{"user1", "phys-b", "", ""};
  const RunResult result =
      run({of(kA, job(0, 1, 100)), of(kA, job(10, 1, 10)), of(b_of_the_first, job(20, 1, 10)),
           of(kB, job(30, 1, 100)), of(kB, job(40, 1, 100)), of(kB, job(50, 1, 10))},
          tree(R"("max_jobs_per_user": 1)", R"(, "max_jobs_per_user": 2)"));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 20, 30, 40, 130));
}

TEST_F(SlurmAccounts, AJobAboveTheLimitPerJobOfTheNearestAccountIsHeldForGood) {
  const RunResult result = run({of(kA, job(0, 5, 10)), of(kB, job(10, 5, 10)),
                                of(kA, job(20, 4, 10)), of(kB, job(30, 7, 10))},
                               tree(R"("max_gpus_per_job": 4)", R"(, "max_gpus_per_job": 6)"));
  EXPECT_EQ(result.jobs.state(0), JobState::waiting);
  EXPECT_EQ(test::start_dates(result)[1], 10);
  EXPECT_EQ(test::start_dates(result)[2], 20);
  EXPECT_EQ(result.jobs.state(3), JobState::waiting);
}

TEST_F(SlurmAccounts, ALimitPerJobOfAQosComesBeforeThatOfAnAccount) {
  const From large{"user1", "phys-a", "", "large"};
  const RunResult result =
      run({of(large, job(0, 6, 10)), of(large, job(20, 8, 10))},
          tree(R"("max_gpus_per_job": 4)", "", R"(, "qos": {"large": {"max_gpus_per_job": 6}})"));
  EXPECT_EQ(test::start_dates(result)[0], 0);
  EXPECT_EQ(result.jobs.state(1), JobState::waiting);
}

TEST_F(SlurmAccounts, AQosLimitsWhatEachAccountHolds) {
  const From a{"user1", "phys-a", "", "normal"};
  const From another_of_a{"user2", "phys-a", "", "normal"};
  const From b{"user1", "phys-b", "", "normal"};
  const RunResult result =
      run({of(a, job(0, 2, 100)), of(another_of_a, job(10, 1, 10)), of(b, job(20, 2, 10)),
           of(b, job(40, 1, 10)), of(b, job(41, 1, 10))},
          tree("", "",
               R"(, "qos": {"normal": {"max_gpus_per_account": 2, "max_jobs_per_account": 1}})"));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 20, 40, 50));
}

TEST_F(SlurmAccounts, UsersMayStandBesideAccounts) {
  // Both use the cluster for 100 s; then the account `phys-a` has used as much as the user of phys
  // beside it, and no more: they tie, and the first to come goes first. Once that one has run on,
  // the other goes first.
  const From beside{"user4", "phys", "", ""};
  const RunResult result =
      run({of(kA, job(0, 4, 100)), of(beside, job(0, 4, 100)), of(kA, job(1, 8, 400)),
           of(kA, job(2, 8, 10)), of(beside, job(3, 8, 10))},
          tree("", "", R"(, "weights": {"age": 0}, "period": "50 s")"));
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0, 100, 510, 500));
}

TEST_F(SlurmAccounts, WhatSharesAsItsParentStandsWhereItsAccountDoes) {
  const std::string accounts = R"({"accounts": {"phys": {}, "a": {"parent": "phys"},
      "b": {"parent": "phys", "shares": 50, "shares_as_parent": )";
  const From a{"user1", "a", "", ""};
  const From b{"user2", "b", "", ""};
  const std::vector<Job> jobs = {of(a, job(0, 2, 100)), of(b, job(0, 6, 100)), of(b, job(1, 8, 10)),
                                 of(a, job(2, 8, 10))};
  // By 50 shares to 1 b goes first; as siblings a, which used less, does.
  EXPECT_THAT(test::start_dates(
                  run(jobs, accounts + R"(false}}, "weights": {"age": 0}, "period": "50 s"})")),
              ElementsAre(0, 0, 100, 110));
  EXPECT_THAT(test::start_dates(
                  run(jobs, accounts + R"(true}}, "weights": {"age": 0}, "period": "50 s"})")),
              ElementsAre(0, 0, 110, 100));
}

TEST_F(SlurmAccounts, JobsOfAccountsThatAreNotDescribedAreCountedAndNamed) {
  const std::vector<Job> jobs = {of(kChem, job(0, 1, 10)), of({"u", "bio", "", ""}, job(0, 1, 10)),
                                 of({"u", "", "", ""}, job(0, 1, 10))};
  EXPECT_THAT(run(jobs, tree("")).policy_notes,
              ElementsAre(HasSubstr("2 accounts of jobs that are not described stand at the top of "
                                    "the tree with one share each: \"\", \"bio\"")));
  EXPECT_THAT(run(jobs, R"({"accounts": {"chem": {}}})").policy_notes, testing::IsEmpty());
}

}  // namespace
}  // namespace gpuscape
