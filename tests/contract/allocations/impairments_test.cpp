/// Nodes that get slow and management servers that are lost, beside nodes that fail, with every
/// backfill: GPU time is conserved, and nobody starts while no majority of the servers is there.

#include <gtest/gtest.h>

#include "sim/study/metrics/goodput.hpp"
#include "tests/contract/allocations/failed_runs.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::Design;
using test::Failed;

FailingParts slow_nodes(std::uint32_t nodes, double pace) {
  FailingParts parts = test::failing_nodes(nodes, 20'000.0, 6000.0);
  parts.name = "slow";
  parts.effect = OutageEffect::slow;
  parts.pace = pace;
  return parts;
}

FailingParts servers(std::size_t count) {
  FailingParts parts{.name = "servers", .mean_time = 15'000_s, .repair = 4000_s};
  parts.units.resize(count);
  parts.effect = OutageEffect::no_starts;
  return parts;
}

/// Stretches of jobs' lives that begin while half of the servers, or more, are lost.
int starts_in_halts(const Failed& failed, std::size_t servers) {
  int count = 0;
  const JobRecords& jobs = failed.run.jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job)
    for (const Segment& segment : jobs.segments(job)) {
      const auto lost = std::ranges::count_if(failed.outages, [&](const PlannedOutage& outage) {
        return outage.effect == OutageEffect::no_starts && outage.begin <= segment.start &&
               segment.start < outage.end;
      });
      if (2 * (servers - static_cast<std::size_t>(lost)) <= servers) ++count;
    }
  return count;
}

/// GPU seconds by the stays of jobs on nodes; the timeline's last interval has no known length
/// where a job became faster and left an event behind.
double held_by_stays(const Failed& failed) {
  double sum = 0.0;
  for (std::size_t job = 0; job < failed.run.jobs.size(); ++job)
    for_each_stay(failed.run.jobs, job,
                  [&](const Stay& stay) { sum += stay.at.gpus * (stay.end - stay.start).value(); });
  return sum;
}

class Impaired : public testing::TestWithParam<const char*> {};

TEST_P(Impaired, GpuTimeIsConservedAndNobodyStartsWithoutAMajority) {
  Seconds straggling(0.0);
  Seconds halted(0.0);
  for (std::uint32_t seed = 1; seed <= 250; ++seed) {
    Design design{.nodes = 2 + seed % 6, .names = {"fifo", GetParam(), "pack", "{}", false}};
    const std::size_t managers = 1 + seed % 5;
    design.failing = {slow_nodes(design.nodes, seed % 2 == 0 ? 0.5 : 0.8), servers(managers)};
    if (seed % 3 != 0)
      design.failing.push_back(test::failing_nodes(design.nodes, 40'000.0, 2000.0));
    design.seed = seed;
    design.terms.restart = Seconds(seed % 3 == 0 ? 120.0 : 0.0);
    if (seed % 5 != 0) design.terms.checkpoint = CheckpointSpec{.every = 900_s, .write = 60_s};
    const std::vector<Job> jobs =
        test::random_jobs(seed, {.count = 60,
                                 .gpus_total = static_cast<std::int32_t>(design.nodes) * 8,
                                 .load = 0.4 + 0.03 * (seed % 10),
                                 .exact_limits = true,
                                 .share_of_gangs = seed % 2 == 0 ? 0.4 : 0.0});
    const Failed failed = run_failing(design, jobs);
    ASSERT_EQ(on_nodes_away(failed), 0) << "seed " << seed;
    ASSERT_EQ(held_twice(failed, design.nodes), 0) << "seed " << seed;
    ASSERT_EQ(starts_in_halts(failed, managers), 0) << "seed " << seed;
    ASSERT_EQ(jobs_left(failed), 0) << "seed " << seed;
    const GpuTimeSplit split = gpu_time_split(failed.run);
    ASSERT_EQ(split.slowed, GpuSeconds(0.0)) << "of more than rounding, 1e-9; seed " << seed;
    ASSERT_NEAR(held_by_stays(failed) / split.held.value(), 1.0, 1e-9) << "seed " << seed;
    for (const auto& [job, times] : failed.run.life_times) straggling += times.straggling;
    halted += failed.run.waits.seconds[static_cast<std::size_t>(WaitReason::managers_away)];
    if (seed % 10 != 1) continue;
    const Failed again = run_failing(design, jobs, true);
    ASSERT_EQ(failed.run.timeline["gpus_allocated"], again.run.timeline["gpus_allocated"]);
    ASSERT_EQ(test::start_dates(failed.run), test::start_dates(again.run));
  }
  EXPECT_GT(straggling, 100'000_s);
  EXPECT_GT(halted, 100'000_s);
}

/// Jobs that write to one storage, alone as long as 20 to 80 s, every quarter of an hour.
void save_to_storage(std::uint32_t seed, Design& design) {
  design.storage = {{.name = "scratch", .write_bandwidth = BytesPerSecond(1e9)}};
  if (seed % 3 == 0) design.storage[0].per_node = BytesPerSecond(0.5e9);
  design.terms.checkpoint =
      CheckpointSpec{.every = 900_s, .size = Bytes(seed % 2 == 0 ? 2e10 : 8e10), .to = 0};
  if (seed % 4 == 1) design.terms.checkpoint->staging = 5_s;
  if (seed % 5 != 2) return;
  design.terms.checkpoint->in_memory = InMemorySpec{.every = 200_s, .write = 2_s};
  design.terms.standbys = {.nodes = 1};
  design.nodes += 2;
}

TEST_P(Impaired, AStorageCarriesNoMoreThanItCanAndGpuTimeIsConserved) {
  std::int64_t most = 0;
  for (std::uint32_t seed = 1; seed <= 250; ++seed) {
    Design design{.nodes = 2 + seed % 6, .names = {"fifo", GetParam(), "pack", "{}", false}};
    save_to_storage(seed, design);
    design.failing = {test::failing_nodes(design.nodes, 40'000.0, 2000.0)};
    if (seed % 3 == 1) design.failing.push_back(slow_nodes(design.nodes, 0.6));
    design.seed = seed;
    const std::vector<Job> jobs =
        test::random_jobs(seed, {.count = 60,
                                 .gpus_total = static_cast<std::int32_t>(design.nodes) * 8,
                                 .load = 0.4 + 0.03 * (seed % 10),
                                 .exact_limits = seed % 2 == 0});
    const Failed failed = run_failing(design, jobs);
    ASSERT_EQ(on_nodes_away(failed), 0) << "seed " << seed;
    ASSERT_EQ(jobs_left(failed), 0) << "seed " << seed;
    const StoreUse& store = failed.run.stores.at(0);
    ASSERT_LE(store.written.value(), 1e9 * store.busy.value() * (1.0 + 1e-9)) << "seed " << seed;
    ASSERT_GE(store.written.value(), static_cast<double>(store.writes) *
                                         design.terms.checkpoint->size->value() * (1.0 - 1e-9))
        << "seed " << seed;
    most = std::max(most, store.most);
    const GpuTimeSplit split = gpu_time_split(failed.run);
    ASSERT_EQ(split.slowed, GpuSeconds(0.0)) << "of more than rounding, 1e-9; seed " << seed;
    ASSERT_NEAR(held_by_stays(failed) / split.held.value(), 1.0, 1e-9) << "seed " << seed;
    if (seed % 10 != 1) continue;
    const Failed again = run_failing(design, jobs, true);
    ASSERT_EQ(failed.run.timeline["gpus_allocated"], again.run.timeline["gpus_allocated"]);
    ASSERT_EQ(test::start_dates(failed.run), test::start_dates(again.run));
  }
  EXPECT_GT(most, 3) << "jobs write at once";
}

INSTANTIATE_TEST_SUITE_P(Backfills, Impaired,
                         testing::Values("none", "easy", "conservative", "slurm"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace gpuscape
