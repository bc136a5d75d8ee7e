/// NREL Eagle's first 1000 jobs of 2019 (Slurm's accounting, cores by account) under Slurm's fair
/// share, a tree of quotas and cohorts, on fewer nodes than they ran on: who waits, and who is
/// stopped for others.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/model/check/check.hpp"
#include "sim/run/run.hpp"
#include "sim/scenario/load/loader.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

constexpr int kNodes = 120;
constexpr int kCores = 36;  // of a node
constexpr int kAccounts = 8;
constexpr std::int64_t kQuota = kNodes * kCores / kAccounts;  // 540 cores for each account

constexpr const char* kScenario = R"({"format": 1,
    "cluster": {"nodes": {"cpu": {"type": "custom", "count": 120, "gpus": 2, "cores": 36}}},
    "workload": {"streams": {"jobs": {"trace": {"format": "csv", "columns": "eagle",
        "file": "sample_eagle_data.csv", "time_zone": "America/Denver"}}}},
    "scheduler": )";
constexpr const char* kSlurm =
    R"({"policy": {"type": "slurm-multifactor", "accounts": {@}}, "backfill": "easy"}})";
constexpr const char* kSlurmAccount = R"({"shares": 1})";
constexpr const char* kTree = R"({"policy": {"type": "quota-tree", "queues": {@}}}})";
constexpr const char* kTreeQueue = R"({"cores": {"deserved": 540}})";
constexpr const char* kCohorts =
    R"({"policy": {"type": "cohorts", "cohorts": {"all": {}}, "queues": {@}}}})";
constexpr const char* kCohortsQueue =
    R"({"cohort": "all", "gpus": {"nominal": 30}, "cores": {"nominal": 540},)"
    R"( "preemption": {"reclaim_within_cohort": "any"}})";

std::string scheduler_of(std::string text, const char* of_account) {
  std::string accounts;
  for (const char* number : {"01", "03", "08", "09", "12", "13", "14", "15"})
    accounts +=
        fmt::format(R"({}"account00{}": {})", accounts.empty() ? "" : ", ", number, of_account);
  return text.replace(text.find('@'), 1, accounts);
}

/// Of one account, in one run.
struct AccountRun {
  std::int64_t jobs = 0;  ///< that start
  std::int64_t stopped = 0;
  double longest_wait = 0.0;  ///< s
};
using ByAccount = std::map<std::string, AccountRun>;

class ThreeRules : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto folder = shared_file("data/traces/slurm_eagle_2019");
    if (!folder) return;
    file_ = (*folder / "three-rules.json").string();
    const RunResult result = replayed(scheduler_of(kSlurm, kSlurmAccount));
    slurm_ = by_account(result);
    find_modest(result);
  }

  [[nodiscard]] RunResult replayed(const std::string& scheduler) const {
    const CheckedScenario scenario = test::checked(kScenario + scheduler, file_);
    gpuscape::Run run(scenario, load_traces(scenario.spec));
    run.step_until(kForever, {});
    return run.finish();
  }
  [[nodiscard]] ByAccount under_quotas(const char* policy, const char* queue) const {
    return by_account(replayed(scheduler_of(policy, queue)));
  }

  static ByAccount by_account(const RunResult& result) {
    ByAccount all;
    for (std::size_t job = 0; job < result.jobs.size(); ++job) {
      if (!result.jobs.started(job)) continue;
      AccountRun& account = all[(*result.origins)[result.jobs.origin(job)].account];
      ++account.jobs;
      account.longest_wait = std::max(account.longest_wait, result.jobs.wait(job).value());
      for (const Segment& segment : result.jobs.segments(job))
        account.stopped += interruption_name(segment.cause).empty() ? 0 : 1;
    }
    return all;
  }

  /// Accounts that would never hold more cores than their quota if each job started at once.
  void find_modest(const RunResult& result) {
    std::map<std::string, std::vector<std::pair<double, std::int64_t>>> changes;
    for (std::size_t job = 0; job < result.jobs.size(); ++job) {
      auto& of = changes[(*result.origins)[result.jobs.origin(job)].account];
      const std::int64_t cores = result.jobs.demand(job).milli_cores;
      const double begin = result.jobs.submit(job).value();
      of.emplace_back(begin, cores);
      of.emplace_back(begin + result.jobs.run_time(job).value(), -cores);
    }
    for (auto& [account, dates] : changes) {
      std::ranges::sort(dates);
      std::int64_t held = 0;
      std::int64_t most = 0;
      for (const auto& [date, cores] : dates) most = std::max(most, held += cores);
      if (most <= kQuota * 1000) modest_.insert(account);
    }
  }

  std::string file_;
  ByAccount slurm_;
  std::set<std::string> modest_;
};

TEST_F(ThreeRules, WhoNeverAsksForMoreThanItsQuotaDoesNotWaitUnderQuotas) {
  if (file_.empty()) return;
  EXPECT_EQ(modest_.size(), 5U);
  double waited = 0.0;
  for (const std::string& account : modest_)
    waited = std::max(waited, slurm_[account].longest_wait);
  EXPECT_GT(waited, 3600.0) << "under Slurm's fair share, which takes nothing back";
  for (const auto& [policy, queue] : {std::pair(kTree, kTreeQueue), {kCohorts, kCohortsQueue}}) {
    ByAccount all = under_quotas(policy, queue);
    for (const std::string& account : modest_)
      EXPECT_EQ(all[account].longest_wait, 0.0) << account << " under " << policy;
  }
}

TEST_F(ThreeRules, QuotasStopOnlyJobsOfAccountsThatHoldMore) {
  if (file_.empty()) return;
  for (const auto& [account, run] : slurm_) EXPECT_EQ(run.stopped, 0) << account;
  for (const auto& [policy, queue] : {std::pair(kTree, kTreeQueue), {kCohorts, kCohortsQueue}}) {
    std::int64_t stopped = 0;
    for (const auto& [account, run] : under_quotas(policy, queue)) {
      if (modest_.contains(account)) {
        EXPECT_EQ(run.stopped, 0) << account << " under " << policy;
      }
      stopped += run.stopped;
    }
    EXPECT_GT(stopped, 0) << policy;
  }
}

TEST_F(ThreeRules, EveryJobThatFitsRunsUnderEachOfThem) {
  if (file_.empty()) return;
  const auto jobs = [](const ByAccount& all) {
    std::map<std::string, std::int64_t> counts;
    for (const auto& [account, run] : all) counts[account] = run.jobs;
    return counts;
  };
  EXPECT_EQ(jobs(slurm_), jobs(under_quotas(kTree, kTreeQueue)));
  EXPECT_EQ(jobs(slurm_), jobs(under_quotas(kCohorts, kCohortsQueue)));
}

}  // namespace
}  // namespace gpuscape
