/// What every scheduler owes, with every backfill and every placement.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/contract/all_models.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::all_models;

struct Combination {
  test::PolicyNames names;
  std::uint32_t seed;
};

/// Keeps its own books of who holds what, and objects.
class Bookkeeper final : public RunObserver {
 public:
  explicit Bookkeeper(const Platform& platform) {
    for (const NodeGroup& group : platform.groups())
      free_.insert(free_.end(), group.count, group.capacity.gpus);
  }
  void job_submitted(std::uint32_t job, Seconds date) override { submitted_[job] = date.value(); }
  void job_started(std::uint32_t job, Seconds date,
                   std::span<const AllocationSpan> spans) override {
    EXPECT_EQ(running_.count(job), 0U) << "job " << job << " runs already";
    EXPECT_GE(date.value(), submitted_.at(job));
    running_[job].assign(spans.begin(), spans.end());
    held_[job] = 0;
    for (const AllocationSpan& span : spans) {
      free_[span.node] -= span.gpus;
      EXPECT_GE(free_[span.node], 0) << "node " << span.node << " is oversubscribed";
      held_[job] += span.gpus;
    }
  }
  void job_ended(std::uint32_t job, Seconds) override { give_back(job); }
  void job_preempted(std::uint32_t job, Seconds) override { give_back(job); }
  void head_waits(std::uint32_t, Seconds, std::optional<Seconds>) override {}
  std::map<std::uint32_t, std::int32_t> held_;

 private:
  void give_back(std::uint32_t job) {
    for (const AllocationSpan& span : running_.at(job)) free_[span.node] += span.gpus;
    running_.erase(job);
  }
  std::vector<std::int32_t> free_;
  std::map<std::uint32_t, double> submitted_;
  std::map<std::uint32_t, std::vector<AllocationSpan>> running_;
};

class EveryPolicy : public testing::TestWithParam<Combination> {
 protected:
  static Platform platform() {
    return Platform(
        {{"big", 3, Demand{8, 64000, 1000}, false}, {"small", 2, Demand{4, 16000, 200}, false}});
  }
  static std::vector<Job> jobs(std::uint32_t seed) {
    return test::random_jobs(seed, {.count = 300,
                                    .gpus_total = 24,
                                    .load = 0.7 + 0.1 * (seed % 6),
                                    .exact_limits = seed % 2 == 0,
                                    .coarse = seed % 3 == 0,
                                    .share_with_cores = 0.3});
  }
  static RunResult run(const Combination& c, RunObserver* observer) {
    RunState state(platform(), test::make_policies(c.names, all_models()),
                   std::make_unique<test::ListSource>(jobs(c.seed)));
    state.set_observer(observer);
    run_natively(state.simulation(), kForever, {});
    return state.take_result({});
  }
};

TEST_P(EveryPolicy, PlacesEveryJobOnceWithinCapacityAndEndsIt) {
  Bookkeeper books(platform());
  const RunResult result = run(GetParam(), &books);
  ASSERT_EQ(result.jobs.size(), 300U);
  for (std::uint32_t i = 0; i < 300; ++i) {
    if (result.jobs.state(i) == JobState::never_fits) continue;
    ASSERT_TRUE(result.jobs.ended(i)) << "job " << i;
    EXPECT_EQ(books.held_[i], result.jobs.demand(i).gpus);
  }
}

TEST_P(EveryPolicy, DecidesTheSameOnTheSameInput) {
  EXPECT_EQ(test::start_dates(run(GetParam(), nullptr)),
            test::start_dates(run(GetParam(), nullptr)));
}

TEST_P(EveryPolicy, KeepsNobodyWaitingOnAnEmptyCluster) {
  RunState state(
      platform(), test::make_policies(GetParam().names, all_models()),
      std::make_unique<test::ListSource>(std::vector{test::job(5, 24, 10), test::job(100, 1, 10)}));
  run_natively(state.simulation(), kForever, {});
  EXPECT_EQ(test::start_dates(state.take_result({})), (std::vector<double>{5, 100}));
}

std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const std::string& scheduler : all_models().schedulers.names())
    for (const std::string& backfill : all_models().backfills.names())
      for (const std::string& placement : all_models().placements.names())
        for (std::uint32_t seed = 1; seed <= 12; ++seed)
          all.push_back({{scheduler, backfill, placement, "{}", seed % 4 == 0}, seed});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryPolicy, testing::ValuesIn(combinations()),
                         [](const auto& test) {
                           const Combination& c = test.param;
                           std::string name = c.names.scheduler + "_" + c.names.backfill + "_" +
                                              c.names.placement + "_" + std::to_string(c.seed);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace gpuscape
