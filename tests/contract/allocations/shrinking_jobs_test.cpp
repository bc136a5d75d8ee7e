/// Jobs that shrink, are given up or go to the back of the queue, on random failures and with every
/// backfill.

#include <gtest/gtest.h>

#include "sim/study/metrics/goodput.hpp"
#include "tests/contract/allocations/failed_runs.hpp"
#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

struct Case {
  std::uint32_t nodes = 4;
  SavesSpec terms = {};
  Spares spares = {};
  std::vector<FailingParts> failing = {{.name = "node", .mean_time = 40'000_s, .repair = 2000_s}};
};

Case draw(std::uint32_t seed) {
  Case of{.nodes = 3 + seed % 5};
  SavesSpec& terms = of.terms;
  terms.restart = Seconds(seed % 3 == 0 ? 0.0 : 120.0);
  terms.checkpoint = CheckpointSpec{.every = 900_s, .write = 60_s};
  if (seed % 5 == 2) terms.checkpoint->staging = 5_s;
  if (seed % 7 == 3) terms.checkpoint = CheckpointSpec{.every = 0_s};
  terms.shrink = {.at_least = 1 + static_cast<std::int32_t>(seed % 2)};
  if (seed % 4 < 2) terms.max_restarts = seed % 4;
  terms.requeue_at_back = seed % 3 == 1;
  if (seed % 6 == 2) terms.standbys = {.nodes = 1, .selection = 45_s};
  if (seed % 5 == 1) of.spares = {.nodes = {{0, of.nodes}}, .time = 300_s};
  if (seed % 4 == 3) of.failing[0].wrong_node = 0.3;
  if (seed % 3 == 2) of.failing[0].idle_factor = 0.4;
  const auto spares = static_cast<std::uint32_t>(of.spares.nodes.size());
  for (std::uint32_t node = 0; node < of.nodes + spares; ++node)
    of.failing[0].units.push_back({{{0, node}}});
  return of;
}

/// Preemption takes nodes from jobs that shrank, and gives them back where they are still free.
std::string scheduler(std::uint32_t seed, const std::string& backfill) {
  return seed % 4 == 1 && (backfill == "none" || backfill == "easy") ? "srtf" : "fifo";
}

test::Failed run(const Case& of, std::uint32_t seed, std::vector<Job> jobs, const char* backfill,
                 bool on_simgrid = false) {
  return test::run_failing({.nodes = static_cast<std::uint32_t>(of.failing[0].units.size()),
                            .failing = of.failing,
                            .terms = of.terms,
                            .names = {scheduler(seed, backfill), backfill, "pack", "{}", false},
                            .seed = seed,
                            .spares = of.spares},
                           std::move(jobs), on_simgrid);
}

struct Seen {
  std::int64_t smaller = 0;
  std::int64_t joined = 0;
  std::int64_t given_up = 0;
};

void look_at(const RunResult& run, std::size_t job, const Case& of, Seen& seen) {
  const JobState state = run.jobs.state(job);
  ASSERT_TRUE(state == JobState::completed || state == JobState::never_fits ||
              (state == JobState::failed && of.terms.max_restarts))
      << job;
  seen.given_up += state == JobState::failed ? 1 : 0;
  const std::span<const Segment> segments = run.jobs.segments(job);
  for (std::size_t i = 1; i < segments.size(); ++i) {
    if (segments[i - 1].cause != Cause::moved) continue;
    ASSERT_EQ(segments[i - 1].end, segments[i].start) << job;
    ++(segments[i].spans < segments[i - 1].spans ? seen.smaller : seen.joined);
  }
}

class ShrinkingJobs : public testing::TestWithParam<const char*> {};

TEST_P(ShrinkingJobs, NobodyRunsOnANodeThatIsAwayAndGpuTimeIsConserved) {
  Seen seen;
  for (std::uint32_t seed = 1; seed <= 250; ++seed) {
    const Case of = draw(seed);
    const std::vector<Job> jobs =
        test::random_jobs(seed, {.count = 80,
                                 .gpus_total = static_cast<std::int32_t>(of.nodes) * 8,
                                 .load = 0.8 + 0.03 * (seed % 10),
                                 .exact_limits = seed % 2 == 0,
                                 .share_of_gangs = 0.5});
    const test::Failed failed = run(of, seed, jobs, GetParam());
    SCOPED_TRACE(seed);
    ASSERT_EQ(test::on_nodes_away(failed), 0);
    ASSERT_EQ(test::held_twice(failed, static_cast<std::uint32_t>(of.failing[0].units.size())), 0);
    for (std::size_t job = 0; job < failed.run.jobs.size(); ++job) {
      look_at(failed.run, job, of, seen);
      ASSERT_FALSE(HasFatalFailure());
    }
    const GpuTimeSplit split = gpu_time_split(failed.run);
    ASSERT_EQ(split.slowed, GpuSeconds(0.0)) << "beyond rounding, 1e-9";
    ASSERT_NEAR(test::held_by_the_timeline(failed) / split.held.value(), 1.0, 1e-9);
    if (seed % 10 != 1) continue;
    const test::Failed again = run(of, seed, jobs, GetParam(), true);
    ASSERT_EQ(failed.run.timeline["gpus_allocated"], again.run.timeline["gpus_allocated"]);
    ASSERT_EQ(test::start_dates(failed.run), test::start_dates(again.run));
  }
  EXPECT_GT(seen.smaller, 100);
  EXPECT_GT(seen.joined, 50);
  EXPECT_GT(seen.given_up, 50);
}

INSTANTIATE_TEST_SUITE_P(Backfills, ShrinkingJobs,
                         testing::Values("none", "easy", "conservative", "slurm"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace gpuscape
