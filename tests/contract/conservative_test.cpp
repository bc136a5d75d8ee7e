/// Conservative backfill against its definition, and the promises it makes.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/contract/oracles/conservative_oracle.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::random_jobs;
using test::slow_conservative;

/// Remembers the first date promised to each job, and who started later.
class PromiseKeeper final : public RunObserver {
 public:
  void watch(const Backfill& backfill) { backfill_ = &backfill; }
  void job_submitted(std::uint32_t, Seconds) override {}
  void job_started(std::uint32_t job, Seconds date, std::span<const AllocationSpan>) override {
    const auto promise = first_.find(job);
    if (promise == first_.end()) return;
    ++kept;
    if (date > promise->second) ++broken;
  }
  void job_ended(std::uint32_t, Seconds) override {}
  [[nodiscard]] bool wants_promises() const override { return true; }
  void head_waits(std::uint32_t, Seconds, std::optional<Seconds> promise) override {
    EXPECT_TRUE(promise.has_value());
    const std::vector<Promise> promises = backfill_->promises();
    EXPECT_LE(promises.size(), depth);
    for (const Promise& made : promises) first_.emplace(made.job, made.date);
  }
  std::size_t depth = 500;
  int kept = 0;
  int broken = 0;

 private:
  const Backfill* backfill_ = nullptr;
  std::map<std::uint32_t, Seconds> first_;
};

RunResult run_watched(std::vector<NodeGroup> groups, std::vector<Job> jobs,
                      const test::PolicyNames& names, PromiseKeeper& keeper) {
  Policies policies = test::make_policies(names);
  keeper.watch(*policies.backfill);
  RunState state(Platform(std::move(groups)), std::move(policies),
                 std::make_unique<test::ListSource>(std::move(jobs)));
  state.observe(keeper);
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

class ConservativeOn : public testing::TestWithParam<std::string> {
 protected:
  static test::PolicyNames conservative(const std::string& placement, int depth, int interval) {
    return {"fifo", "conservative", placement,
            R"({"depth": )" + std::to_string(depth) + R"(, "interval": ")" +
                std::to_string(interval) + R"( s"})",
            false};
  }
  [[nodiscard]] static test::RandomJobs workload(std::uint32_t seed, std::int32_t gpus) {
    return {.count = 150,
            .gpus_total = gpus,
            .load = 0.8 + 0.03 * (seed % 15),
            .exact_limits = seed % 2 == 0,
            .coarse = seed % 3 == 0};
  }
};

TEST_P(ConservativeOn, StartsEveryJobWhenTheDefinitionSays) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const std::uint32_t nodes = 1 + seed % 8;
    const std::vector<Job> jobs =
        random_jobs(seed, workload(seed, static_cast<std::int32_t>(nodes) * 8));
    const RunResult result =
        test::run_jobs({test::nodes(nodes, 8)}, jobs, conservative(GetParam(), 500, 0));
    ASSERT_EQ(test::start_dates(result),
              slow_conservative(jobs, {test::nodes(nodes, 8)}, GetParam(), 500))
        << "seed " << seed;
  }
}

TEST_P(ConservativeOn, PromisesNothingBehindItsDepth) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const std::vector<Job> jobs = random_jobs(seed, workload(seed, 32));
    const RunResult result =
        test::run_jobs({test::nodes(4, 8)}, jobs, conservative(GetParam(), 3, 0));
    ASSERT_EQ(test::start_dates(result),
              slow_conservative(jobs, {test::nodes(4, 8)}, GetParam(), 3))
        << "seed " << seed;
  }
}

TEST_P(ConservativeOn, StartsEveryJobWhenTheDefinitionSaysWithCoresAndTwoKindsOfNodes) {
  const std::vector<NodeGroup> groups = {{"big", 3, Demand{8, 64000, 1000}, false},
                                         {"small", 2, Demand{4, 16000, 200}, false}};
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    test::RandomJobs options = workload(seed, 24);
    options.share_with_cores = 0.4;
    const std::vector<Job> jobs = random_jobs(seed, options);
    const RunResult result = test::run_jobs(groups, jobs, conservative(GetParam(), 500, 0));
    ASSERT_EQ(test::start_dates(result), slow_conservative(jobs, groups, GetParam(), 500))
        << "seed " << seed;
  }
}

TEST_P(ConservativeOn, StartsGangsWhenTheDefinitionSays) {
  const std::vector<NodeGroup> groups = {{"small", 5, Demand{4, 16000, 200}, false},
                                         {"big", 3, Demand{8, 64000, 1000}, false}};
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    test::RandomJobs options = workload(seed, 24);
    options.share_with_cores = seed % 2 == 0 ? 0.4 : 0.0;
    options.share_of_gangs = 0.5;
    const std::vector<Job> jobs = random_jobs(seed, options);
    const RunResult result = test::run_jobs(groups, jobs, conservative(GetParam(), 500, 0));
    ASSERT_EQ(test::start_dates(result), slow_conservative(jobs, groups, GetParam(), 500))
        << "seed " << seed;
  }
}

TEST_P(ConservativeOn, BreaksNoPromiseUnderExactLimits) {
  PromiseKeeper all;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    PromiseKeeper keeper;
    keeper.depth = seed % 3 == 0 ? 5 : 500;
    test::RandomJobs options = workload(2 * seed, 48);
    run_watched({test::nodes(6, 8)}, random_jobs(seed, options),
                conservative(GetParam(), static_cast<int>(keeper.depth), seed % 2 == 0 ? 0 : 30),
                keeper);
    all.kept += keeper.kept;
    all.broken += keeper.broken;
  }
  EXPECT_GT(all.kept, 2000);
  EXPECT_EQ(all.broken, 0);
}

TEST_P(ConservativeOn, BreaksNoPromiseOnNodesOfTwoKindsAndAPool) {
  for (const int interval : {0, 30, 3600}) {
    PromiseKeeper keeper;
    const NodeGroup big{"big", 3, Demand{8, 64000, 1000}, false};
    const NodeGroup small{"small", 4, Demand{2, 64000, 1000}, false};
    run_watched(
        {big, small, test::pool(20)},
        random_jobs(3, {.count = 2000, .gpus_total = 24, .load = 2.0, .share_with_cores = 0.4}),
        conservative(GetParam(), 500, interval), keeper);
    EXPECT_GT(keeper.kept, 500);
    EXPECT_EQ(keeper.broken, 0) << "interval " << interval;
  }
}

TEST_P(ConservativeOn, BreaksNoPromiseWhenJobsEndEarly) {
  for (const int interval : {0, 30, 3600}) {
    PromiseKeeper keeper;
    std::vector<Job> jobs =
        random_jobs(8, {.count = 2000, .gpus_total = 48, .load = 1.2, .exact_limits = false});
    for (Job& job : jobs) {
      if (job.time_limit < job.run_time) job.time_limit = job.run_time;
    }
    run_watched({test::nodes(6, 8)}, std::move(jobs), conservative(GetParam(), 500, interval),
                keeper);
    EXPECT_GT(keeper.kept, 500);
    EXPECT_EQ(keeper.broken, 0) << "interval " << interval;
  }
}

INSTANTIATE_TEST_SUITE_P(Placements, ConservativeOn, testing::Values("pack", "spread", "best-fit"),
                         [](const auto& test) {
                           return test.param == "best-fit" ? "best_fit" : test.param;
                         });

class ConservativeOnAPool : public ConservativeOn {};

TEST_F(ConservativeOnAPool, StartsEveryJobWhenTheDefinitionSays) {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    const std::vector<Job> jobs = random_jobs(seed, workload(seed, 40));
    const RunResult result = test::run_jobs({test::pool(40)}, jobs, conservative("pack", 500, 0));
    ASSERT_EQ(test::start_dates(result), slow_conservative(jobs, {test::pool(40)}, "pack", 500))
        << "seed " << seed;
  }
}

TEST_F(ConservativeOnAPool, BreaksNoPromiseUnderExactLimits) {
  PromiseKeeper keeper;
  run_watched({test::pool(40)}, random_jobs(4, {.count = 3000, .gpus_total = 40, .load = 1.2}),
              conservative("pack", 500, 30), keeper);
  EXPECT_GT(keeper.kept, 500);
  EXPECT_EQ(keeper.broken, 0);
}

/// Two nodes of 8. Job 0 holds node 0 until 100, then job 2 does; job 1 holds 6 GPUs of node 1
/// until 200, when job 3 is promised the whole of it for 50 s. Job 4 fits now, for 300 s: EASY,
/// which promises nothing to job 3, lets it pass.
TEST(ConservativeByHand, KeepsPromisesToJobsBehindTheHead) {
  const std::vector<Job> jobs = {test::job(0, 8, 100, 100), test::job(0, 6, 200, 200),
                                 test::job(1, 8, 500, 500), test::job(2, 8, 50, 50),
                                 test::job(3, 2, 300, 300)};
  const auto starts = [&jobs](const char* backfill) {
    return test::start_dates(
        test::run_jobs({test::nodes(2, 8)}, jobs, {"fifo", backfill, "pack", "{}", false}));
  };
  EXPECT_EQ(starts("conservative"), (std::vector<double>{0, 0, 100, 200, 250}));
  EXPECT_EQ(starts("easy"), (std::vector<double>{0, 0, 100, 303, 3}));
}

/// Job 0 ends at 20 instead of 100: the first round of improving comes at once and job 1 starts.
/// That ends at 30 instead of 320, which is when job 2 was promised the node for 300 s. Its plan
/// moves in the next round, or its date comes, whichever is first; nothing else happens then.
TEST(ConservativeByHand, WakesForTheNextRoundAndForPromisedDates) {
  const std::vector<Job> jobs = {test::job(0, 8, 20, 100), test::job(1, 8, 10, 300),
                                 test::job(2, 8, 10, 300)};
  const auto starts = [&jobs](const char* parameters) {
    return test::start_dates(test::run_jobs({test::nodes(1, 8)}, jobs,
                                            {"fifo", "conservative", "pack", parameters, false}));
  };
  EXPECT_EQ(starts(R"({"interval": "0 s"})"), (std::vector<double>{0, 20, 30}));
  EXPECT_EQ(starts(R"({"interval": "50 s"})"), (std::vector<double>{0, 20, 70}));
  EXPECT_EQ(starts(R"({"interval": "3600 s"})"), (std::vector<double>{0, 20, 320}));
}

/// Job 0 outlives its limit of 50 s (overrun: run); then job 1 was promised the node.
TEST(ConservativeByHand, PlansAnewWhenAJobOutlivesItsLimit) {
  const std::vector<Job> jobs = {test::job(0, 8, 200, 50), test::job(1, 8, 10, 10),
                                 test::job(2, 8, 10, 10), test::job(150, 8, 10, 10)};
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, jobs, {"fifo", "conservative", "pack", "{}", false});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 200, 210, 220}));
}

}  // namespace
}  // namespace gpuscape
