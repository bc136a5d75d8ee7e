/// What becomes of running jobs as budgets of GPU-minutes are used up, and of those that wait where
/// none may be killed.

#include <gmock/gmock.h>

#include "tests/unit/accounts/slurm_runs.hpp"

namespace gpuscape {
namespace {

using test::From;
using test::job;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const From kA{"user1", "phys-a", "", ""};
const From kB{"user2", "phys-b", "", ""};
const From kChem{"user3", "chem", "", ""};

constexpr const char* kTenMinutes =
    R"({"half_life": "0 s", "period": "60 s", "accounts": {"phys": {"max_gpu_minutes": 10},
        "phys-a": {"parent": "phys"}, "phys-b": {"parent": "phys"}}})";
constexpr const char* kSafe =
    R"({"half_life": "0 s", "period": "60 s", "enforce": "safe",
        "accounts": {"phys-a": {"max_gpu_minutes": 10}}})";

double end_of(const RunResult& result, std::size_t job) {
  return result.jobs.segments(job).back().end.value();
}

class SlurmBudgetKills : public test::SlurmRuns {};

TEST_F(SlurmBudgetKills, WhatRunsAsABudgetIsUsedUpIsKilledAtThatPeriod) {
  const RunResult result = run({of(kA, job(0, 2, 1000))}, kTenMinutes);
  EXPECT_EQ(result.jobs.state(0), JobState::over_budget);
  EXPECT_EQ(end_of(result, 0), 300) << "2 × 300 s are ten minutes";
  EXPECT_EQ(result.jobs.segments(0).back().cause, Cause::over_budget);
}

TEST_F(SlurmBudgetKills, BetweenTwoPeriodsNobodyIsKilled) {
  const RunResult result = run({of(kA, job(0, 2, 1000)), of(kA, job(1, 1, 238))}, kTenMinutes);
  EXPECT_EQ(end_of(result, 0), 240) << "used up at 200.3";
  EXPECT_EQ(result.jobs.state(1), JobState::completed) << "at 239";
}

TEST_F(SlurmBudgetKills, AllJobsBelowTheAccountAreKilledAndNoOthers) {
  const RunResult result = run({of(kA, job(0, 1, 1000)), of(kB, job(0, 1, 1000)),
                                of(kB, job(0, 1, 1000)), of(kChem, job(0, 1, 1000))},
                               kTenMinutes);
  EXPECT_THAT(
      (std::vector{end_of(result, 0), end_of(result, 1), end_of(result, 2), end_of(result, 3)}),
      ElementsAre(240, 240, 240, 1000))
      << "3 × 200 s are ten minutes";
  EXPECT_THAT(result.policy_notes,
              Contains("killed as budgets of GPU-minutes were used up: 3 jobs, 3 by that of "
                       "account \"phys\""));
}

// The nodes are free in the same instant.
TEST_F(SlurmBudgetKills, OthersStartOnWhatKilledJobsHeld) {
  const RunResult result = run(
      {of(kA, job(0, 2, 1000)), of(kChem, job(0, 6, 5000)), of(kChem, job(5, 2, 10))}, kTenMinutes);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 0, 300));
}

TEST_F(SlurmBudgetKills, WhoStartsOnWhatHasFadedMayBeKilledAgain) {
  // After 200 s 747.0 of 600 are used, of which 566.1 are left at 600 and 528.2 at 700; 8 GPUs use
  // 772.9 until then.
  const RunResult result = run({of(kA, job(0, 4, 1000)), of(kA, job(210, 8, 1000))},
                               R"({"half_life": "1000 s", "period": "100 s",
              "accounts": {"phys-a": {"max_gpu_minutes": 10}}})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 600));
  EXPECT_EQ(end_of(result, 1), 700);
}

// Of ten minutes, 2 × 200 s are promised to the first: 200 are left until it ends at 100, then 400.
TEST_F(SlurmBudgetKills, WhereItHasToBeSafeATimeLimitMustFitIntoWhatIsLeft) {
  const RunResult result = run({of(kA, job(0, 2, 100, 200)), of(kA, job(10, 1, 50, 250)),
                                of(kA, job(20, 1, 10, 201)), of(kChem, job(30, 1, 10, 10000))},
                               kSafe);
  // The second leaves 150 of the 400; it uses 50 of its 250.
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 100, 150, 30));
  EXPECT_THAT(result.policy_notes, IsEmpty());
}

TEST_F(SlurmBudgetKills, ATimeLimitThatIsExactlyWhatIsLeftFits) {
  const RunResult result = run({of(kA, job(0, 2, 100, 200)), of(kA, job(10, 1, 50, 200))}, kSafe);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 10));
}

TEST_F(SlurmBudgetKills, WithoutATimeLimitTheRunTimeCountsAndWhatIsTooLongWaitsForGood) {
  const RunResult result = run({of(kA, job(0, 2, 100)), of(kA, job(10, 1, 401)),
                                of(kA, job(11, 1, 400)), of(kA, job(12, 1, 601))},
                               kSafe);
  EXPECT_EQ(result.jobs.state(1), JobState::waiting) << "200 are used and 400 promised";
  EXPECT_EQ(test::start_dates(result)[2], 11);
  EXPECT_EQ(result.jobs.state(3), JobState::waiting);
}

TEST_F(SlurmBudgetKills, WhereItHasToBeSafeNobodyIsKilled) {
  const RunResult result = run({of(kA, job(0, 2, 400, 200)), of(kA, job(350, 1, 1, 1))}, kSafe);
  EXPECT_EQ(result.jobs.state(0), JobState::completed) << "it ran on behind its limit";
  EXPECT_EQ(result.jobs.state(1), JobState::waiting);
}

// 386.4 GPU-seconds are used at 100, see budgets_test.cpp. 400 of 600 fit beside 200, which are
// left 1000 × log2(386.4 ÷ 200) = 950.1 s later, at 1050.1: looked at at 1100.
TEST_F(SlurmBudgetKills, WhereItHasToBeSafeAJobStartsWhenEnoughHasFaded) {
  const RunResult result = run({of(kA, job(0, 4, 100, 100)), of(kA, job(110, 1, 300, 400))},
                               R"({"half_life": "1000 s", "period": "100 s", "enforce": "safe",
              "accounts": {"phys-a": {"max_gpu_minutes": 10}}})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 1100));
}

TEST_F(SlurmBudgetKills, AUsageFactorScalesWhatATimeLimitNeeds) {
  const From half{"u", "", "", "half"};
  const RunResult result =
      run({of(half, job(0, 2, 1, 600)), of(half, job(0, 2, 1, 601)), of(half, job(0, 1, 1, 1))},
          R"({"half_life": "0 s", "enforce": "safe",
              "qos": {"half": {"max_gpu_minutes": 10, "usage_factor": 0.5}}})");
  // 0.5 × 2 × 600 is all of it. When it has used 1, 599 are left.
  EXPECT_EQ(test::start_dates(result)[0], 0);
  EXPECT_EQ(result.jobs.state(1), JobState::waiting) << "601";
  EXPECT_EQ(test::start_dates(result)[2], 1);
}

// 4 × 100 and 1 × 200 GPU-seconds make 600 at 300. Where they fade, 386.5 × 2^−0.3 + 1000 ÷ ln 2 ×
// (1 − 2^−0.3) = 584.8 count at 400, and 642.2 at 500.
TEST_F(SlurmBudgetKills, WhatWasUsedOfABudgetThatDoesNotDecayStays) {
  for (const bool no_decay : {true, false}) {
    const RunResult result = run({of(kA, job(0, 4, 100)), of(kA, job(100, 1, 1000))},
                                 std::string(R"({"half_life": "1000 s", "period": "100 s",
                "accounts": {"phys-a": {"max_gpu_minutes": 10, "no_decay": )") +
                                     (no_decay ? "true}}}" : "false}}}"));
    EXPECT_EQ(end_of(result, 1), no_decay ? 300 : 500);
  }
}

}  // namespace
}  // namespace gpuscape
