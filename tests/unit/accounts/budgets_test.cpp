/// Budgets of GPU-minutes.

#include <gmock/gmock.h>

#include "tests/unit/accounts/slurm_runs.hpp"

namespace gpuscape {
namespace {

using test::From;
using test::job;
using testing::ElementsAre;

const From kA{"user1", "phys-a", "", ""};
const From kB{"user2", "phys-b", "", ""};
const From kChem{"user3", "chem", "", ""};

constexpr const char* kTenMinutes =
    R"({"half_life": "0 s", "period": "60 s", "accounts": {"phys": {"max_gpu_minutes": 10},
        "phys-a": {"parent": "phys"}, "phys-b": {"parent": "phys"}}})";

class SlurmBudgets : public test::SlurmRuns {};

// Two GPUs for 300 s are ten GPU-minutes: they are known at 300, after what ends then.
TEST_F(SlurmBudgets, WhoeverUsedUpTheBudgetWaits) {
  const RunResult result = run({of(kA, job(0, 2, 300)), of(kA, job(299, 1, 10)),
                                of(kA, job(301, 1, 10)), of(kChem, job(302, 8, 10))},
                               kTenMinutes);
  EXPECT_EQ(result.jobs.state(0), JobState::completed);
  EXPECT_EQ(test::start_dates(result)[1], 299);
  EXPECT_EQ(result.jobs.state(1), JobState::over_budget);
  EXPECT_EQ(result.jobs.state(2), JobState::waiting);
  EXPECT_EQ(test::start_dates(result)[3], 302) << "others go on, on nodes that are free since 300";
}

TEST_F(SlurmBudgets, ABudgetIsUsedUpByAllAccountsBelow) {
  const RunResult result = run({of(kA, job(0, 1, 300)), of(kB, job(0, 1, 300)),
                                of({"user4", "phys", "", ""}, job(310, 1, 10))},
                               kTenMinutes);
  EXPECT_EQ(result.jobs.state(2), JobState::waiting);
}

// Four GPUs have used 4 × 1000 ÷ ln 2 × (1 − 2^−0.1) = 386.4 GPU-seconds after 100 s and 747.0
// after 200, when they are killed. Those are the 600 of the budget after 1000 × log2(747.0 ÷ 600) =
// 316.2 s: at 516.2, counted at 600.
constexpr const char* kDecays = R"({"half_life": "1000 s", "period": "100 s",
    "accounts": {"phys": {"max_gpu_minutes": 10}, "phys-a": {"parent": "phys"}}})";

TEST_F(SlurmBudgets, AHeldJobStartsWhenEnoughHasFadedThoughNothingEnds) {
  const RunResult result = run({of(kA, job(0, 4, 1000)), of(kA, job(210, 1, 10))}, kDecays);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 600));
  EXPECT_EQ(result.waits.seconds[static_cast<std::size_t>(WaitReason::limit)], 390_s);
}

TEST_F(SlurmBudgets, AHeldJobStartsWhenEnoughHasFadedWhileOthersRunAndWait) {
  const RunResult result = run({of(kA, job(0, 4, 1000)), of(kChem, job(200, 7, 5000)),
                                of(kChem, job(201, 7, 10)), of(kA, job(210, 1, 10))},
                               kDecays);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 200, 5200, 600));
}

// As in Slurm 22.05.8.
TEST_F(SlurmBudgets, JobsWithoutGpusDoNotWaitForABudget) {
  const RunResult result =
      run({of(kA, job(0, 4, 1000)), of(kA, job(110, 0, 200)), of(kA, job(210, 0, 10))}, kDecays);
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 110, 210));
  EXPECT_EQ(result.jobs.state(1), JobState::completed) << "at 200 its account's others are killed";
}

TEST_F(SlurmBudgets, AQosHasABudgetOfItsOwn) {
  const RunResult result =
      run({of({"u", "", "", "spare"}, job(0, 2, 300)), of({"v", "", "", "spare"}, job(310, 1, 10)),
           of({"u", "", "", ""}, job(320, 1, 10))},
          R"({"half_life": "0 s", "period": "60 s", "qos": {"spare": {"max_gpu_minutes": 10}}})");
  EXPECT_EQ(result.jobs.state(1), JobState::waiting);
  EXPECT_EQ(test::start_dates(result)[2], 320);
}

TEST_F(SlurmBudgets, AUsageFactorScalesWhatABudgetIsChargedWith) {
  const std::string half =
      R"({"half_life": "0 s", "period": "60 s",
          "qos": {"spare": {"max_gpu_minutes": 10, "usage_factor": 0.5}}})";
  const From spare{"u", "", "", "spare"};
  const RunResult result = run({of(spare, job(0, 2, 300)), of(spare, job(310, 2, 290)),
                                of(spare, job(610, 1, 10)), of(spare, job(700, 1, 10))},
                               half);
  // 5 minutes until 300, 9.8 until 600; the third makes it 9.9, the fourth 10 of 10.
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 310, 610, 700));
}

TEST_F(SlurmBudgets, UsageThatCountsNothingCostsNoPriority) {
  const RunResult result =
      run({of({"heavy", "", "", "free"}, job(0, 8, 1000)),
           of({"heavy", "", "", ""}, job(10, 8, 50)), of({"light", "", "", ""}, job(20, 8, 50))},
          R"({"qos": {"free": {"usage_factor": 0}}})");
  EXPECT_THAT(test::start_dates(result), ElementsAre(0, 1000, 1050));
}

}  // namespace
}  // namespace gpuscape
