/// How a design is used, from the records of a run.

#include <gtest/gtest.h>

#include "sim/study/metrics/cost_of_run.hpp"

namespace gpuscape {
namespace {

RunResult two_groups() {
  RunResult run;
  run.nodes = {{.group = "a", .first_node = 0, .count = 2, .gpus = 8, .pool = false},
               {.group = "b", .first_node = 2, .count = 1, .gpus = 4, .pool = false}};
  return run;
}

void add_job(RunResult& run, double start, double end, double run_time, AllocationSpan span) {
  const std::uint32_t job =
      run.jobs.add({.run_time = Seconds(run_time), .demand = {span.gpus, 0, 0}});
  run.jobs.start(job, Seconds(start), std::vector{span});
  run.jobs.end(job, Seconds(end), JobState::completed);
}

constexpr double kWindow = 100.0;
const MetricWindow kAll{.average_to = Seconds(kWindow)};

TEST(Usage, IsWhatJobsHoldInEachGroup) {
  RunResult run = two_groups();
  add_job(run, 0.0, 50.0, 50.0, {.node = 1, .gpus = 8});
  add_job(run, 25.0, 75.0, 50.0, {.node = 2, .gpus = 2});
  const Usage usage = usage_of(run, kAll);
  EXPECT_DOUBLE_EQ(usage.pools[0].held_share, 50.0 * 8 / (kWindow * 16));
  EXPECT_DOUBLE_EQ(usage.pools[1].held_share, 50.0 * 2 / (kWindow * 4));
  EXPECT_DOUBLE_EQ(usage.jobs_per_second, 2.0 / kWindow);
}

TEST(Usage, OfASlowedJobIsUsefulAsFarAsItProgressed) {
  RunResult run = two_groups();
  add_job(run, 0.0, 80.0, 60.0, {.node = 0, .gpus = 8});
  const PoolUsage pool = usage_of(run, kAll).pools[0];
  EXPECT_DOUBLE_EQ(pool.held_share, 80.0 * 8 / (kWindow * 16));
  EXPECT_DOUBLE_EQ(pool.useful_share, 60.0 * 8 / (kWindow * 16));
}

// A node of 8 cores: 2 of them for 50 s of 100; two nodes: 8 cores over both for 50 s.
TEST(Usage, OfNodesWithoutGpusIsByCores) {
  RunResult run;
  run.nodes = {
      {.group = "cpu", .first_node = 0, .count = 2, .gpus = 0, .pool = false, .milli_cores = 8000}};
  const auto add = [&](std::int64_t cores, std::int32_t nodes,
                       const std::vector<AllocationSpan>& spans) {
    const auto job = run.jobs.add(
        {.run_time = Seconds(50.0), .demand = {.milli_cores = 1000 * cores, .nodes = nodes}});
    run.jobs.start(job, Seconds(0.0), spans);
    run.jobs.end(job, Seconds(50.0), JobState::completed);
  };
  add(2, 0, {{.node = 1}});
  EXPECT_DOUBLE_EQ(usage_of(run, kAll).pools[0].core_share, 50.0 * 2 / (kWindow * 16));
  add(8, 2, {{.node = 0}, {.node = 1}});
  EXPECT_DOUBLE_EQ(usage_of(run, kAll).pools[0].core_share, 50.0 * 10 / (kWindow * 16));
}

TEST(Usage, IsOfTheWindowAlone) {
  RunResult run = two_groups();
  add_job(run, 50.0, 150.0, 100.0, {.node = 0, .gpus = 8});
  const PoolUsage pool = usage_of(run, kAll).pools[0];
  EXPECT_DOUBLE_EQ(pool.held_share, 50.0 * 8 / (kWindow * 16));
  EXPECT_EQ(usage_of(run, kAll).jobs_per_second, 0.0) << "it ends behind the window";
}

// Node 1 holds jobs from 10 to 50 and from 60 to 65 s, node 0 never; two nodes, 100 s.
TEST(Usage, ANodeIsUpWhileItHoldsAJob) {
  RunResult run = two_groups();
  add_job(run, 10.0, 40.0, 30.0, {.node = 1, .gpus = 1});
  add_job(run, 30.0, 50.0, 20.0, {.node = 1, .gpus = 4});
  add_job(run, 60.0, 65.0, 5.0, {.node = 1, .gpus = 8});
  add_job(run, 0.0, 100.0, 100.0, {.node = 2, .gpus = 1});
  EXPECT_DOUBLE_EQ(up_share(run, 0, kAll, Seconds(0.0)), 45.0 / 200.0);
  EXPECT_DOUBLE_EQ(up_share(run, 0, kAll, Seconds(15.0)), 55.0 / 200.0);
  EXPECT_DOUBLE_EQ(up_share(run, 1, kAll, Seconds(0.0)), 1.0);
}

TEST(Usage, FailuresAreThoseOfTheWholeRun) {
  RunResult run = two_groups();
  run.end = Seconds(200.0);
  run.failures = {{.name = "gpu", .times = 3}, {.name = "feed", .times = 1}};
  EXPECT_DOUBLE_EQ(usage_of(run, kAll).failures_per_second, 4.0 / 200.0);
}

TEST(Usage, OfAnEmptyWindowIsNone) {
  RunResult run = two_groups();
  add_job(run, 0.0, 10.0, 10.0, {.node = 0, .gpus = 8});
  EXPECT_EQ(usage_of(run, {}).pools[0].held_share, 0.0);
}

}  // namespace
}  // namespace gpuscape
