/// Why a job's pace may be handed on as it is: what mean presence gives to jobs never adds up to
/// more than a resource has, so max-min sharing below those bounds changes nothing. And how good it
/// is where a job sends on many links at once.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "sim/engine/mean_presence.hpp"
#include "tests/support/bursts_on_links.hpp"
#include "tests/support/oracles/max_min_oracle.hpp"

namespace gpuscape {
namespace {

struct Burster {
  double private_time = 0.0;
  std::vector<MeanPresence::Use> uses;
  double hidden = 0.0;
};

struct RandomSystem {
  std::vector<Burster> jobs;
  std::size_t links = 0;
};

RandomSystem random_system(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.01, 1.0);
  RandomSystem system;
  system.links = 2 + seed % 40;
  const std::size_t jobs = 1 + random() % 60;
  for (std::size_t i = 0; i < jobs; ++i) {
    Burster job;
    job.private_time = uniform(random) * (seed % 3 == 0 ? 0.01 : 1.0);
    if (seed % 2 == 0) job.hidden = job.private_time * uniform(random);
    for (std::uint32_t link = 0; link < system.links; ++link)
      if (random() % 6 == 0) job.uses.push_back({link, Seconds(uniform(random))});
    system.jobs.push_back(job);
  }
  return system;
}

std::vector<double> step_times(const RandomSystem& system) {
  MeanPresence presence(system.links);
  for (const Burster& job : system.jobs)
    presence.add({.private_time = Seconds(job.private_time), .hidden = Seconds(job.hidden)},
                 job.uses);
  presence.solve();
  std::vector<double> times;
  for (std::uint32_t i = 0; i < system.jobs.size(); ++i)
    times.push_back(presence.step_time(i).value());
  return times;
}

TEST(MeanPresenceAndMaxMin, NoResourceIsUsedBeyondItsCapacity) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    const RandomSystem system = random_system(seed);
    const std::vector<double> times = step_times(system);
    std::vector<double> used(system.links, 0.0);
    for (std::size_t i = 0; i < times.size(); ++i)
      for (const MeanPresence::Use& use : system.jobs[i].uses)
        used[use.resource] += use.time.value() / times[i];
    for (const double share : used) ASSERT_LE(share, 1.0 + 1e-7) << "seed " << seed;
  }
}

TEST(MeanPresenceAndMaxMin, MaxMinLeavesEveryPaceAsItIs) {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    const RandomSystem system = random_system(seed);
    const std::vector<double> times = step_times(system);
    // Flows in seconds of the link: one unit of work is a step's longest use.
    std::vector<test::OracleActivity> activities;
    std::vector<double> bounds;
    for (std::size_t i = 0; i < times.size(); ++i) {
      double longest = 0.0;
      for (const auto& use : system.jobs[i].uses) longest = std::max(longest, use.time.value());
      if (!(longest > 0.0)) continue;
      test::OracleActivity activity;
      activity.bound = longest / times[i] * (1.0 - 1e-7);
      for (const auto& use : system.jobs[i].uses)
        activity.uses.push_back({use.resource, use.time.value() / longest});
      bounds.push_back(activity.bound);
      activities.push_back(activity);
    }
    const std::vector<double> rates =
        test::max_min_rates(std::vector<double>(system.links, 1.0), activities);
    for (std::size_t i = 0; i < rates.size(); ++i)
      ASSERT_NEAR(rates[i] / bounds[i], 1.0, 1e-9) << "seed " << seed << " job " << i;
  }
}

/// Rings over eight nodes below two leaves with one uplink each: jobs meet in several places.
std::vector<BurstJob> rings_on_thin_leaves(double duty, double hidden = 0.0) {
  // Links: up from node 0 to 7, down to node 8 to 15, up from a leaf 16, 17, down to a leaf 18, 19.
  const auto ring = [=](const std::vector<std::uint32_t>& nodes, double period) {
    BurstJob job{(1.0 - duty) * period, duty * period, {}, hidden * (1.0 - duty) * period};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::uint32_t from = nodes[i];
      const std::uint32_t to = nodes[(i + 1) % nodes.size()];
      job.routes.push_back({from, 8 + to});
      if (from / 4 != to / 4)
        job.routes.back().insert(job.routes.back().end(), {16 + from / 4, 18 + to / 4});
    }
    return job;
  };
  return {ring({0, 4}, 1.0), ring({1, 5, 6}, 1.13), ring({2, 3, 7}, 0.87), ring({0, 1}, 1.31)};
}

/// Four jobs on one link.
std::vector<BurstJob> staggered(double duty, double hidden) {
  std::vector<BurstJob> jobs;
  for (const double period : {1.0, 1.13, 0.87, 1.31})
    jobs.push_back({(1.0 - duty) * period, duty * period, {{0}}, hidden * (1.0 - duty) * period});
  return jobs;
}

/// `links` are as many as the jobs' routes need.
void expect_simulated_to_ten_percent(const std::vector<BurstJob>& jobs, std::size_t links) {
  RandomSystem system{{}, links};
  for (const BurstJob& job : jobs)
    system.jobs.push_back({job.private_time, job.uses(), job.hidden});
  const std::vector<double> ours = step_times(system);
  const std::vector<double> simulated = BurstsOnLinks(jobs, links).run(3000.0);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    EXPECT_NEAR(ours[i] / simulated[i], 1.0, 0.10) << "job " << i;
}

class RingsOnThinLeaves : public testing::TestWithParam<double> {};

TEST_P(RingsOnThinLeaves, AgreeWithAPhaseByPhaseSimulationToTenPercent) {
  expect_simulated_to_ten_percent(rings_on_thin_leaves(GetParam()), 20);
}

INSTANTIATE_TEST_SUITE_P(Duties, RingsOnThinLeaves, testing::Values(0.1, 0.25, 0.4, 0.6));

/// How long of the period a job sends, and while how much of the computing.
class ExchangesThatHide : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(ExchangesThatHide, AgreeWithAPhaseByPhaseSimulationToTenPercent) {
  const auto [duty, hidden] = GetParam();
  expect_simulated_to_ten_percent(staggered(duty, hidden), 1);
  expect_simulated_to_ten_percent(rings_on_thin_leaves(duty, hidden), 20);
}

INSTANTIATE_TEST_SUITE_P(Duties, ExchangesThatHide,
                         testing::Values(std::pair{0.1, 0.5}, std::pair{0.2, 0.25},
                                         std::pair{0.2, 0.8}, std::pair{0.25, 0.5},
                                         std::pair{0.25, 1.0}, std::pair{0.3, 0.66},
                                         std::pair{0.4, 0.25}, std::pair{0.4, 0.8},
                                         std::pair{0.6, 0.5}, std::pair{0.6, 0.8}));

}  // namespace
}  // namespace gpuscape
