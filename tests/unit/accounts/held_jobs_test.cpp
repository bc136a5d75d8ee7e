/// Held jobs are let go as a slow search through all of them would, whatever starts and ends.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/scheduling/job_rules.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

constexpr const char* kLimits = R"({
    "half_life": "0 s", "enforce": "safe",
    "accounts": {"top": {"max_gpus": 24, "max_cores": 40},
                 "a": {"parent": "top", "max_jobs": 6, "max_gpus_per_user": 6},
                 "b": {"parent": "top", "max_gpus": 12, "max_gpu_minutes": 6000}},
    "qos": {"q": {"max_cores_per_user": 9, "max_gpus_per_job": 4}}})";

struct Amounts {
  std::int64_t gpus = 0, milli_cores = 0, jobs = 0;
};

/// The same limits, counted anew from all that runs at every question.
class Oracle {
 public:
  explicit Oracle(const OriginTable& origins) : origins_(origins) {}

  [[nodiscard]] bool holds(const WaitingJob& job) const {
    const JobOrigin& of = origins_[job.origin];
    const auto all = [](const JobOrigin&) { return true; };
    const auto account = [&](const JobOrigin& other) { return other.account == of.account; };
    const auto user = [&](const JobOrigin& other) {
      return account(other) && other.user == of.user;
    };
    const auto of_qos = [&](const JobOrigin& other) {
      return other.qos == "q" && other.user == of.user;
    };
    const Amounts top = with(job, all);
    if (top.gpus > 24 || top.milli_cores > 40'000) return true;
    if (of.account == "a" && (with(job, account).jobs > 6 || with(job, user).gpus > 6)) return true;
    if (of.account == "b" && with(job, account).gpus > 12) return true;
    if (of.account == "b" && job.demand.gpus > 0 && budget_with(job) > 360'000.0) return true;
    return of.qos == "q" && (job.demand.gpus > 4 || with(job, of_qos).milli_cores > 9'000);
  }
  void started(const WaitingJob& job, double now) { running_[job.job] = {job, now}; }
  void ended(std::uint32_t job, double now) {
    const auto& [asks, since] = running_.at(job);
    if (origins_[asks.origin].account == "b") used_ += asks.demand.gpus * (now - since);
    running_.erase(job);
  }

 private:
  template <class Which>
  [[nodiscard]] Amounts with(const WaitingJob& job, const Which& which) const {
    Amounts sum{job.demand.gpus, job.demand.milli_cores, 1};
    for (const auto& [number, other] : running_) {
      if (!which(origins_[other.first.origin])) continue;
      sum.gpus += other.first.demand.gpus;
      sum.milli_cores += other.first.demand.milli_cores;
      ++sum.jobs;
    }
    return sum;
  }
  /// Nobody runs longer than expected: what runs may use what it was promised, all in all.
  [[nodiscard]] double budget_with(const WaitingJob& job) const {
    double sum = used_ + job.demand.gpus * job.expected_run_time.value();
    for (const auto& [number, other] : running_)
      if (origins_[other.first.origin].account == "b")
        sum += other.first.demand.gpus * other.first.expected_run_time.value();
    return sum;
  }

  const OriginTable& origins_;
  std::map<std::uint32_t, std::pair<WaitingJob, double>> running_;
  double used_ = 0.0;
};

struct Drawn {
  OriginTable origins;
  Platform platform{{test::nodes(8, 8)}};
  std::vector<std::string> streams{"jobs"};
  std::vector<std::vector<double>> demand{{}};
  std::unique_ptr<Scheduler> policy =
      test::make_policies({.scheduler = "slurm-multifactor", .scheduler_parameters = kLimits})
          .scheduler;

  Drawn() {
    for (const char* account : {"a", "b"})
      for (const char* user : {"u", "v", "w"})
        for (const char* qos : {"", "q"}) origins.intern(user, account, "", qos);
    demand[0].assign(origins.size(), 1.0);
    policy->parts().rules->bind({platform, origins, streams, demand});
  }
  [[nodiscard]] WaitingJob job(std::uint32_t number, std::mt19937_64& dice) const {
    WaitingJob made;
    made.job = number;
    made.origin = 1 + static_cast<std::uint32_t>(dice() % (origins.size() - 1));
    made.demand.gpus = static_cast<std::int32_t>(dice() % 6);
    made.demand.milli_cores = static_cast<std::int64_t>(500 * (dice() % 12));
    made.expected_run_time = Seconds(static_cast<double>(1 + dice() % 900));
    return made;
  }
};

class HeldJobs : public testing::TestWithParam<std::uint64_t> {
 protected:
  /// It starts, or is held by both.
  void enter(const WaitingJob& job) {
    const bool is_held = limits_.hold_back(job);
    ASSERT_EQ(is_held, oracle_.holds(job)) << "job " << job.job;
    if (is_held) return held_.push_back(job);
    limits_.started(job, Seconds(now_));
    oracle_.started(job, now_);
    ends_[job.job] = {now_ + job.expected_run_time.value(), job};
  }
  void end(std::uint32_t number) {
    const WaitingJob job = ends_.at(number).second;
    ends_.erase(number);
    limits_.ended(job, Seconds(now_));
    oracle_.ended(number, now_);
    std::vector<std::uint32_t> expected;
    for (const WaitingJob& one : held_)
      if (!oracle_.holds(one)) expected.push_back(one.job);
    std::erase_if(held_, [&](const WaitingJob& one) { return !oracle_.holds(one); });
    const std::vector<WaitingJob> free = limits_.let_go(Seconds(now_));
    std::vector<std::uint32_t> found;
    for (const WaitingJob& one : free) found.push_back(one.job);
    ASSERT_EQ(found, expected) << "after the end of job " << number;
    let_go_ += free.size();
    for (const WaitingJob& one : free) enter(one);
  }

  std::mt19937_64 dice_{GetParam()};
  Drawn drawn_;
  StartLimits& limits_ = *drawn_.policy->parts().limits;
  Oracle oracle_{drawn_.origins};
  double now_ = 0.0;
  std::vector<WaitingJob> held_;  // in the order in which they were held back
  std::map<std::uint32_t, std::pair<double, WaitingJob>> ends_;  // at the latest
  std::size_t let_go_ = 0;
};

TEST_P(HeldJobs, AreLetGoAsASearchThroughAllOfThemWould) {
  const auto is_over = [&](const auto& running) { return running.second.first <= now_; };
  for (std::uint32_t number = 0; number < 800; ++number) {
    now_ += static_cast<double>(dice_() % 20);
    // Nobody runs longer than expected: time stands still while the last of them end.
    for (const auto& [job, end] : ends_) now_ = std::min(now_, end.first);
    for (auto at = std::ranges::find_if(ends_, is_over); at != ends_.end();
         at = std::ranges::find_if(ends_, is_over))
      end(at->first);
    if (!ends_.empty() && dice_() % 2 == 0) end(ends_.begin()->first);
    enter(drawn_.job(number, dice_));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(let_go_, 100U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, HeldJobs, testing::Range<std::uint64_t>(1, 21));

}  // namespace
}  // namespace gpuscape
