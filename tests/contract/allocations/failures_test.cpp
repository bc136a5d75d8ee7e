/// Nodes that fail under jobs that save their work, with every backfill: nobody runs on a node that
/// is away, GPU time is conserved, and the share that trains is what the closed form says.

#include <gtest/gtest.h>

#include <cmath>

#include "sim/study/metrics/goodput.hpp"
#include "tests/contract/allocations/failed_runs.hpp"
#include "tests/contract/allocations/failing_books.hpp"
#include "tests/support/random_jobs.hpp"
#include "tests/support/random_outages.hpp"

namespace gpuscape {
namespace {

using test::Design;
using test::Failed;
using test::failing_nodes;

/// All that a failure entry and a stream can say, in turn.
void vary(std::uint32_t seed, Design& design) {
  FailingParts& failing = design.failing[0];
  if (seed % 3 != 0) {
    design.terms.standbys = {.nodes = 1 + static_cast<std::int32_t>(seed % 2),
                             .selection = Seconds(seed % 4 == 0 ? 0.0 : 45.0)};
    design.nodes += 3;
    failing = failing_nodes(design.nodes, 40'000.0, 2000.0);
  }
  if (seed % 4 == 1) failing.shape = 0.7;
  if (seed % 5 < 2) {
    design.spares = {.nodes = {{0, design.nodes - 1}, {0, design.nodes - 2}}, .time = 300_s};
    design.nodes += 2;
    failing = failing_nodes(design.nodes, 40'000.0, 2000.0);
  }
  if (seed % 3 != 1) failing.idle_factor = seed % 2 == 0 ? 0.0 : 0.4;
  if (seed % 4 == 3) failing.wrong_node = 0.3;
  if (seed % 2 == 0) {
    failing.bad_share = 0.2;
    failing.bad_factor = 3.0;
    failing.manual_share = 0.3;
    failing.manual = 9000_s;
    failing.silent_failure = 0.4;
    failing.failed_go_on = seed % 4 == 0;
  }
}

class Failures : public testing::TestWithParam<const char*> {};

TEST_P(Failures, NobodyRunsOnANodeThatIsAwayAndGpuTimeIsConserved) {
  for (std::uint32_t seed = 1; seed <= 250; ++seed) {
    Design design{.nodes = 2 + seed % 6, .names = {"fifo", GetParam(), "pack", "{}", false}};
    design.failing = {failing_nodes(design.nodes, 40'000.0, 2000.0)};
    if (seed % 4 == 1) design.failing[0].shape = 0.7;
    design.seed = seed;
    design.terms.restart = Seconds(seed % 3 == 0 ? 120.0 : 0.0);
    if (seed % 5 != 0) design.terms.checkpoint = CheckpointSpec{.every = 900_s, .write = 60_s};
    if (seed % 5 == 2) design.terms.checkpoint->staging = 5_s;
    // Where jobs end when they are expected to, none is left on nodes that are drained.
    if (!design.terms.checkpoint && design.terms.restart == 0_s)
      design.planned = test::random_outages(seed, {design.nodes}, false);
    const std::vector<Job> jobs =
        test::random_jobs(seed, {.count = 80,
                                 .gpus_total = static_cast<std::int32_t>(design.nodes) * 8,
                                 .load = 0.6 + 0.03 * (seed % 10),
                                 .exact_limits = true,
                                 .share_of_gangs = seed % 2 == 0 ? 0.4 : 0.0});
    const Failed failed = run_failing(design, jobs);
    ASSERT_EQ(on_nodes_away(failed), 0) << "seed " << seed;
    ASSERT_EQ(jobs_left(failed), 0) << "seed " << seed;
    const GpuTimeSplit split = gpu_time_split(failed.run);
    ASSERT_EQ(split.slowed, GpuSeconds(0.0)) << "of more than rounding, 1e-9; seed " << seed;
  }
}

TEST_P(Failures, TheSameHoldsWithStandbysSparesAndRepairsThatFail) {
  std::int64_t exchanged = 0;
  std::int64_t stood_by = 0;
  std::int64_t called = 0;
  std::int64_t mistaken = 0;
  for (std::uint32_t seed = 1; seed <= 250; ++seed) {
    Design design{.nodes = 3 + seed % 5, .names = {"fifo", GetParam(), "pack", "{}", false}};
    design.failing = {failing_nodes(design.nodes, 40'000.0, 2000.0)};
    design.seed = seed;
    design.terms.restart = Seconds(seed % 3 == 0 ? 0.0 : 120.0);
    if (seed % 5 != 0) design.terms.checkpoint = CheckpointSpec{.every = 900_s, .write = 60_s};
    if (seed % 5 == 2) design.terms.checkpoint->staging = 5_s;
    if (seed % 7 == 3) design.terms.checkpoint = CheckpointSpec{.every = 0_s};
    const auto for_jobs = static_cast<std::int32_t>(design.nodes) * 8;
    vary(seed, design);
    const std::vector<Job> jobs =
        test::random_jobs(seed, {.count = 80,
                                 .gpus_total = for_jobs,
                                 .load = 0.4 + 0.03 * (seed % 10),
                                 .exact_limits = true,
                                 .share_of_gangs = seed % 2 == 0 ? 0.4 : 0.0});
    const Failed failed = run_failing(design, jobs);
    ASSERT_EQ(on_nodes_away(failed), 0) << "seed " << seed;
    ASSERT_EQ(held_twice(failed, design.nodes), 0) << "seed " << seed;
    ASSERT_EQ(jobs_left(failed), 0) << "seed " << seed;
    for (std::size_t job = 0; job < failed.run.jobs.size(); ++job) {
      exchanged += std::ssize(survived_failures(failed.run.jobs, job));
      stood_by += std::ssize(standby_stays(failed.run.jobs, job));
    }
    const GpuTimeSplit split = gpu_time_split(failed.run);
    ASSERT_EQ(split.slowed, GpuSeconds(0.0)) << "of more than rounding, 1e-9; seed " << seed;
    ASSERT_NEAR(held_by_the_timeline(failed) / split.held.value(), 1.0, 1e-9) << "seed " << seed;
    for (const PlannedOutage& outage : failed.outages) {
      called += outage.stands_by && outage.end < kForever ? 1 : 0;
      mistaken += outage.mistaken.empty() ? 0 : 1;
    }
    if (seed % 10 != 1) continue;
    const Failed again = run_failing(design, jobs, true);
    ASSERT_EQ(failed.run.timeline["gpus_allocated"], again.run.timeline["gpus_allocated"]);
    ASSERT_EQ(test::start_dates(failed.run), test::start_dates(again.run));
  }
  EXPECT_GT(exchanged, 100);
  EXPECT_GT(stood_by, 100);
  EXPECT_GT(called, 20);
  EXPECT_GT(mistaken, 20);
}

INSTANTIATE_TEST_SUITE_P(Backfills, Failures,
                         testing::Values("none", "easy", "conservative", "slurm"),
                         [](const auto& test) { return std::string(test.param); });

constexpr double kDay = 86400.0;

/// A job on 64 nodes, with spares that are never all away, for as long as `failures` take.
Design large_job(double node_mean) {
  Design design{.nodes = 72, .names = {"fifo", "none", "pack", "{}", false}};
  design.failing = {failing_nodes(72, node_mean, 3600.0)};
  return design;
}

double effective(const Design& design, double failures, double node_mean) {
  const double run_time = failures * node_mean / 64.0;
  const Failed failed = run_failing(design, {test::job(0, 512, run_time)});
  const Segment& last = failed.run.jobs.segments(0).back();
  return run_time / last.end.value();
}

// (1 - N r (u + tau / 2)) / (1 + w / tau): N r failures of the job per second, u restart, w write,
// tau the interval. 64 nodes that fail every 250 days: M = 3.9 days, w / M = 0.0004.
TEST(Failures, TheEffectiveTimeIsThatOfTheClosedForm) {
  constexpr double kMean = 250.0 * kDay;
  const double rate = 64.0 / kMean;
  for (const double interval : {1800.0, 7200.0, 6.0 * 3600.0}) {
    Design design = large_job(kMean);
    design.terms = {.checkpoint = CheckpointSpec{.every = Seconds(interval), .write = 120_s},
                    .restart = 600_s};
    const double expected = (1.0 - rate * (600.0 + interval / 2.0)) / (1.0 + 120.0 / interval);
    EXPECT_NEAR(effective(design, 2000.0, kMean), expected, 0.01) << interval;
  }
}

// w / M = 0.01: a parabola through the sweep in log(interval). The same failures at each point.
TEST(Failures, TheBestIntervalIsNearDalys) {
  constexpr double kMean = 64.0 * 30'000.0;
  const double daly = daly_interval(300_s, Seconds(30'000.0)).value();
  std::vector<double> value;
  const std::vector<double> factors{0.6, 0.8, 1.0, 1.25, 1.6};
  for (const double factor : factors) {
    Design design = large_job(kMean);
    design.terms = {.checkpoint = CheckpointSpec{.every = Seconds(daly * factor), .write = 300_s},
                    .restart = 60_s};
    value.push_back(effective(design, 100'000.0, kMean));
  }
  // Least squares of a + b x + c x^2, x = log(factor); the top is at -b / 2 c.
  double s[5] = {};
  double t[3] = {};
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const double x = std::log(factors[i]);
    for (int k = 0; k < 5; ++k) s[k] += std::pow(x, k);
    for (int k = 0; k < 3; ++k) t[k] += value[i] * std::pow(x, k);
  }
  const auto det = [](double a, double b, double c, double d, double e, double f, double g,
                      double h, double i) {
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  };
  const double all = det(s[0], s[1], s[2], s[1], s[2], s[3], s[2], s[3], s[4]);
  const double b = det(s[0], t[0], s[2], s[1], t[1], s[3], s[2], t[2], s[4]) / all;
  const double c = det(s[0], s[1], t[0], s[1], s[2], t[1], s[2], s[3], t[2]) / all;
  ASSERT_LT(c, 0.0) << "it has a top";
  EXPECT_NEAR(std::exp(-b / (2.0 * c)), 1.0, 0.1) << "of " << daly << " s";
}

}  // namespace
}  // namespace gpuscape
