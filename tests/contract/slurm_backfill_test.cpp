/// Slurm's backfill against an oracle that looks at everything, and how little it looks at.

#include <gtest/gtest.h>

#include "tests/contract/oracles/slurm_oracle.hpp"
#include "tests/support/random_jobs.hpp"
#include "tests/support/random_outages.hpp"

namespace gpuscape {
namespace {

using slurm::BackfillParameters;
using slurm::SlurmBackfill;

constexpr const char* kReserved = R"({"period": "10 min", "weights": {"age": 1000, "job_size": 500},
  "max_age": "2 d"})";

Policies policies_with(std::unique_ptr<Backfill> backfill, const char* scheduler) {
  const bool by_priority = std::string(scheduler) == "slurm-multifactor";
  Policies policies = test::make_policies(
      {.scheduler = scheduler, .scheduler_parameters = by_priority ? kReserved : "{}"});
  policies.backfill = std::move(backfill);
  return policies;
}

RunResult run_with(std::unique_ptr<Backfill> backfill, const char* scheduler,
                   const std::vector<Job>& jobs, const std::vector<PlannedOutage>& outages = {}) {
  const Platform platform(
      {{"big", 4, Demand{8, 64000, 1000}, false}, {"small", 70, Demand{1, 16000, 200}, false}});
  RunState state(platform, policies_with(std::move(backfill), scheduler),
                 std::make_unique<test::ListSource>(jobs), {}, {}, nullptr, {.planned = outages});
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

std::vector<Job> jobs_of(std::uint32_t seed) {
  return test::random_jobs(seed, {.count = 250,
                                  .gpus_total = 32,
                                  .load = 0.8 + 0.2 * (seed % 4),
                                  .exact_limits = seed % 2 == 0,
                                  .coarse = seed % 3 == 0,
                                  .share_with_cores = 0.2,
                                  .share_of_gangs = 0.2});
}

TEST(SlurmBackfill, StartsEachJobWhenAnOracleThatLooksAtEverythingDoes) {
  const BackfillParameters parameters[] = {
      {},
      {.depth = 20, .interval = Seconds(300.0), .resolution = Seconds(600.0)},
      {.interval = Seconds(1.0), .resolution = Seconds(1.0), .window = Seconds(7200.0)}};
  for (const char* scheduler : {"fifo", "sjf", "slurm-multifactor"})
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
      const BackfillParameters& with = parameters[seed % 3];
      const std::vector<Job> jobs = jobs_of(seed);
      EXPECT_EQ(test::start_dates(run_with(std::make_unique<SlurmBackfill>(with), scheduler, jobs)),
                test::start_dates(run_with(test::make_slurm_oracle(with), scheduler, jobs)))
          << scheduler << ", seed " << seed;
    }
}

// Nodes of both groups come and go, announced or not; jobs are stopped where they were not.
TEST(SlurmBackfill, GoesRoundNodesThatAreAwayAsTheOracleDoes) {
  const BackfillParameters parameters[] = {
      {},
      {.depth = 20, .interval = Seconds(300.0), .resolution = Seconds(600.0)},
      {.interval = Seconds(1.0), .resolution = Seconds(1.0), .window = Seconds(7200.0)}};
  int requeued = 0;
  for (const char* scheduler : {"fifo", "slurm-multifactor"})
    for (std::uint32_t seed = 1; seed <= 250; ++seed) {
      const BackfillParameters& with = parameters[seed % 3];
      const std::vector<Job> jobs = test::random_jobs(seed, {.count = 60,
                                                             .gpus_total = 32,
                                                             .load = 0.8 + 0.2 * (seed % 4),
                                                             .exact_limits = seed % 2 == 0,
                                                             .share_with_cores = 0.2,
                                                             .share_of_gangs = 0.2});
      const auto outages = test::random_outages(seed, {4, 70}, seed % 3 == 0);
      const RunResult result =
          run_with(std::make_unique<SlurmBackfill>(with), scheduler, jobs, outages);
      requeued += static_cast<int>(result.jobs.preemptions());
      ASSERT_EQ(test::start_dates(result), test::start_dates(run_with(test::make_slurm_oracle(with),
                                                                      scheduler, jobs, outages)))
          << scheduler << ", seed " << seed;
    }
  EXPECT_GT(requeued, 100);
}

/// Starts looked at for each job that is considered, where so many jobs come at once.
double starts_per_job(std::size_t count) {
  std::vector<Job> jobs = test::random_jobs(1, {.count = count, .gpus_total = 32});
  for (Job& job : jobs) job.submit = Seconds(0.0);
  auto backfill = std::make_unique<SlurmBackfill>(BackfillParameters{.window = 30_d});
  const SlurmBackfill& watched = *backfill;
  RunState state(Platform({test::nodes(4, 8)}), policies_with(std::move(backfill), "fifo"),
                 std::make_unique<test::ListSource>(std::move(jobs)));
  run_natively(state.simulation(), kForever, {});
  return static_cast<double>(watched.starts_looked_at()) /
         static_cast<double>(watched.jobs_considered());
}

// Looking behind each plan before it, a job would look at four times as many starts in a queue of
// four times as many jobs: it looks at those between that of a shorter job and its own.
TEST(SlurmBackfill, LooksAtFewMoreStartsOfAJobWhereMoreJobsWait) {
  EXPECT_LT(starts_per_job(400), 2.0 * starts_per_job(100));
}

}  // namespace
}  // namespace gpuscape
