#include "sim/engine/mean_presence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim/base/error.hpp"
#include "tests/support/bursts_on_a_link.hpp"

namespace gpuscape {
namespace {

using Use = MeanPresence::Use;

MeanPresence::JobIndex add(MeanPresence& presence, double private_time, std::vector<Use> uses) {
  return presence.add({.private_time = Seconds(private_time)}, uses);
}

struct AnyJob {
  MeanPresence::Step step;
  std::vector<Use> uses;
};

/// What the formulas say of every job, worked out from scratch with small steps.
std::vector<double> step_times(const std::vector<AnyJob>& jobs, std::size_t resources) {
  std::vector<std::vector<double>> present(jobs.size(), std::vector<double>(resources, 0.0));
  std::vector<double> times(jobs.size());
  for (int round = 0; round < 4000; ++round) {
    const std::vector<std::vector<double>> before = present;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      double longest = jobs[i].step.alone.value();
      std::vector<double> needed;
      for (const Use& use : jobs[i].uses) {
        double others = 0.0;
        for (std::size_t j = 0; j < jobs.size(); ++j)
          others += j == i ? 0.0 : before[j][use.resource];
        needed.push_back(use.time.value() * (1.0 + others));
        longest = std::max(longest, needed.back() - use.more_hidden.value());
      }
      times[i] =
          jobs[i].step.private_time.value() + std::max(0.0, longest - jobs[i].step.hidden.value());
      for (std::size_t k = 0; k < needed.size(); ++k) {
        double& value = present[i][jobs[i].uses[k].resource];
        value = 0.5 * value + 0.5 * needed[k] / times[i];
      }
    }
  }
  return times;
}

TEST(MeanPresence, LeavesALoneJobItsOwnPaceToTheLastDigit) {
  MeanPresence presence(2);
  const auto job = add(presence, 0.3, {{0, 0.1_s}, {1, 0.07_s}});
  const auto other = add(presence, 0.2, {{0, 0.1_s}});
  presence.solve();
  EXPECT_GT(presence.step_time(job), 0.41_s);
  presence.remove(other);
  presence.solve();
  EXPECT_EQ(presence.step_time(job), Seconds(0.3 + 0.1));
  EXPECT_EQ(presence.bottleneck(job), MeanPresence::Resource(0));
}

TEST(MeanPresence, DividesALinkThatIsAlwaysWanted) {
  MeanPresence presence(1);
  std::vector<MeanPresence::JobIndex> jobs;
  jobs.reserve(5);
  for (int i = 0; i < 5; ++i) jobs.push_back(add(presence, 1e-12, {{0, 1.0_s}}));
  presence.solve();
  for (const auto job : jobs) EXPECT_NEAR(presence.step_time(job).value(), 5.0, 1e-6);
}

/// T² − (p + nx) T + (n − 1) x p = 0. Going from job to job would take millions of rounds.
TEST(MeanPresence, SolvesAFullLinkForAllWhoShareIt) {
  constexpr std::size_t kJobs = 400;
  constexpr double kPrivate = 10.0;
  MeanPresence presence(1);
  for (std::size_t i = 0; i < kJobs; ++i) {
    add(presence, kPrivate, {{0, 1.0_s}});
    EXPECT_EQ(presence.solve().size(), i + 1) << "everybody is slowed";
  }
  const double half = 0.5 * (kPrivate + static_cast<double>(kJobs));
  const double step = half + std::sqrt(half * half - static_cast<double>(kJobs - 1) * kPrivate);
  for (std::uint32_t job = 0; job < kJobs; ++job)
    ASSERT_NEAR(presence.step_time(job).value(), step, 1e-6 * step);
}

TEST(MeanPresence, SaysWhoseStepTimeMayHaveChangedAndLeavesTheRestAlone) {
  MeanPresence presence(4);
  const auto near = add(presence, 1.0, {{0, 0.5_s}});
  const auto far = add(presence, 1.0, {{3, 0.5_s}});
  presence.solve();
  const auto added = add(presence, 1.0, {{0, 0.5_s}, {1, 0.2_s}});
  EXPECT_EQ(presence.solve(), (std::vector{near, added}));
  EXPECT_EQ(presence.step_time(far), 1.5_s);
  EXPECT_TRUE(presence.solve().empty());
}

TEST(MeanPresence, GivesAJobWithoutTrafficItsPrivateTime) {
  MeanPresence presence(1);
  const auto job = add(presence, 0.25, {});
  presence.solve();
  EXPECT_EQ(presence.step_time(job), 0.25_s);
  EXPECT_EQ(presence.bottleneck(job), MeanPresence::Resource::none());
}

TEST(MeanPresence, HidesAnExchangeBehindComputing) {
  MeanPresence presence(2);
  const auto whole =
      presence.add({.private_time = 1.0_s, .hidden = 0.5_s}, std::vector<Use>{{0, 0.4_s}});
  const auto part =
      presence.add({.private_time = 1.0_s, .hidden = 0.5_s}, std::vector<Use>{{1, 0.7_s}});
  presence.solve();
  EXPECT_EQ(presence.step_time(whole), 1.0_s);
  EXPECT_EQ(presence.exchange_time(whole), 0.4_s);
  EXPECT_NEAR(presence.step_time(part).value(), 1.2, 1e-15);
}

TEST(MeanPresence, AnExchangeTakesNoLessThanOverItsOwnLinks) {
  MeanPresence presence(1);
  const auto job =
      presence.add({.private_time = 1.0_s, .alone = 0.3_s}, std::vector<Use>{{0, 0.2_s}});
  presence.solve();
  EXPECT_EQ(presence.step_time(job), 1.3_s);
  EXPECT_EQ(presence.bottleneck(job), MeanPresence::Resource::none());
  for (int i = 0; i < 3; ++i) add(presence, 0.1, {{0, 0.2_s}});
  presence.solve();
  EXPECT_GT(presence.step_time(job), 1.3_s) << "what is shared is now the slower of the two";
  EXPECT_EQ(presence.bottleneck(job), MeanPresence::Resource(0));
}

TEST(MeanPresence, RefusesAStepWithoutPrivateTimeAndTrafficWithoutSize) {
  MeanPresence presence(1);
  EXPECT_THROW(add(presence, 0.0, {}), InternalError);
  EXPECT_THROW(add(presence, 1.0, {{0, 0.0_s}}), InternalError);
  EXPECT_THROW(add(presence, 1.0, {{0, Seconds(std::nan(""))}}), InternalError);
  EXPECT_THROW(presence.add({.private_time = 1.0_s, .hidden = 1.1_s}, {}), InternalError);
}

constexpr std::uint32_t kResources = 12;

/// Jobs come and go; each time the formulas must hold. `draw` says what the next job uses, with
/// `more_hidden` as a share of what can be.
template <class Draw>
void expect_solved_after_every_change(std::mt19937& random, Draw draw) {
  std::uniform_real_distribution<double> uniform(0.05, 1.0);
  MeanPresence presence(kResources);
  std::vector<AnyJob> jobs;
  std::vector<MeanPresence::JobIndex> index;
  for (int step = 0; step < 120; ++step) {
    if (jobs.size() > 12 || (!jobs.empty() && random() % 3 == 0)) {
      const std::size_t gone = random() % jobs.size();
      presence.remove(index[gone]);
      jobs.erase(jobs.begin() + static_cast<std::ptrdiff_t>(gone));
      index.erase(index.begin() + static_cast<std::ptrdiff_t>(gone));
    } else {
      std::vector<Use> uses = draw();
      const double computes = uniform(random);
      const double hidden = random() % 2 == 0 ? 0.0 : computes * uniform(random);
      const double alone = random() % 3 == 0 ? uniform(random) : 0.0;
      for (Use& use : uses) use.more_hidden *= computes - hidden;
      jobs.push_back({{Seconds(computes), Seconds(hidden), Seconds(alone)}, uses});
      index.push_back(presence.add(jobs.back().step, uses));
    }
    presence.solve();
    const std::vector<double> expected = step_times(jobs, kResources);
    for (std::size_t i = 0; i < jobs.size(); ++i)
      ASSERT_NEAR(presence.step_time(index[i]).value() / expected[i], 1.0, 1e-7) << "step " << step;
  }
}

TEST(MeanPresence, SolvesTheFormulasAfterEveryChangeOfALongHistory) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0.05, 1.0);
  expect_solved_after_every_change(random, [&] {
    std::vector<Use> uses;
    for (std::uint32_t r = 0; r < kResources; ++r)
      if (random() % 4 == 0) uses.push_back({r, Seconds(uniform(random))});
    return uses;
  });
}

TEST(MeanPresence, SolvesTheFormulasWhereCopiesAreHiddenForLongerThanExchanges) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> uniform(0.05, 1.0);
  expect_solved_after_every_change(random, [&] {
    const Seconds more(uniform(random));
    std::vector<Use> uses;
    for (std::uint32_t r = 0; r < kResources; ++r)
      if (random() % 4 == 0)
        uses.push_back({r, Seconds(uniform(random)), random() % 2 == 0 ? more : 0.0_s});
    return uses;
  });
}

/// Four rails of three nodes: most jobs use all of a node's alike, some a part of them, and some
/// one for longer than the others.
TEST(MeanPresence, SolvesTheFormulasWhereResourcesAreUsedAlikeForAWhile) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.05, 1.0);
  expect_solved_after_every_change(random, [&] {
    std::vector<Use> uses;
    for (std::uint32_t first = 0; first < kResources; first += 4) {
      if (random() % 3 == 0) continue;
      const Seconds time(uniform(random));
      const std::uint32_t rails = random() % 3 == 0 ? 2 : 4;
      for (std::uint32_t rail = 0; rail < rails; ++rail)
        uses.push_back({first + rail, random() % 12 == 0 ? time * 1.5 : time});
    }
    return uses;
  });
}

TEST(MeanPresence, ReckonsResourcesThatAreUsedAlikeAsOneToTheLastDigit) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.05, 1.0);
  MeanPresence one(kResources);
  MeanPresence three(std::size_t{3} * kResources);
  std::vector<MeanPresence::JobIndex> index;
  for (int step = 0; step < 200; ++step) {
    if (index.size() > 12 || (!index.empty() && random() % 3 == 0)) {
      const std::size_t gone = random() % index.size();
      one.remove(index[gone]);
      three.remove(index[gone]);
      index.erase(index.begin() + static_cast<std::ptrdiff_t>(gone));
    } else {
      std::vector<Use> uses;
      std::vector<Use> copies;
      for (std::uint32_t r = 0; r < kResources; ++r) {
        if (random() % 4 != 0) continue;
        uses.push_back({r, Seconds(uniform(random))});
        for (const std::uint32_t copy : {r, r + kResources, r + 2 * kResources})
          copies.push_back({copy, uses.back().time});
      }
      const double computes = uniform(random);
      index.push_back(add(one, computes, uses));
      ASSERT_EQ(add(three, computes, copies), index.back());
    }
    one.solve();
    three.solve();
    for (const MeanPresence::JobIndex job : index) {
      ASSERT_EQ(three.step_time(job), one.step_time(job)) << "step " << step;
      ASSERT_EQ(three.bottleneck(job), one.bottleneck(job)) << "step " << step;
    }
  }
}

TEST(MeanPresence, NamesTheFirstOfTheResourcesThatAreStillUsedAlike) {
  MeanPresence presence(4);
  const auto all = add(presence, 0.1, {{0, 1.0_s}, {1, 1.0_s}, {2, 1.0_s}, {3, 1.0_s}});
  presence.solve();
  EXPECT_EQ(presence.bottleneck(all), MeanPresence::Resource(0));
  const auto part = add(presence, 0.1, {{2, 1.0_s}, {3, 1.0_s}});
  presence.solve();
  EXPECT_EQ(presence.bottleneck(all), MeanPresence::Resource(2)) << "others wait there";
  EXPECT_EQ(presence.bottleneck(part), MeanPresence::Resource(2));
  presence.remove(part);
  presence.solve();
  EXPECT_EQ(presence.step_time(all), 1.1_s);
}

struct Case {
  const char* name;
  std::vector<Burst> jobs;
};

std::vector<Burst> staggered(double duty) {
  std::vector<Burst> jobs;
  for (const double period : {1.0, 1.13, 0.87, 1.31})
    jobs.push_back({(1.0 - duty) * period, duty * period});
  return jobs;
}

class BurstsOnALink : public testing::TestWithParam<Case> {};

TEST_P(BurstsOnALink, AgreeWithAPhaseByPhaseSimulationToTenPercent) {
  const std::vector<Burst>& jobs = GetParam().jobs;
  MeanPresence presence(1);
  for (const Burst& job : jobs) add(presence, job.private_time, {{0, Seconds(job.link_time)}});
  presence.solve();
  const std::vector<double> simulated = simulate_bursts(jobs, 8000.0);
  for (std::uint32_t i = 0; i < jobs.size(); ++i)
    EXPECT_NEAR(presence.step_time(i).value() / simulated[i], 1.0, 0.10)
        << GetParam().name << " job " << i;
}

INSTANTIATE_TEST_SUITE_P(
    SixCases, BurstsOnALink,
    testing::Values(Case{"duty 0.10", staggered(0.10)}, Case{"duty 0.20", staggered(0.20)},
                    Case{"duty 0.25", staggered(0.25)}, Case{"duty 0.40", staggered(0.40)},
                    Case{"equal periods", std::vector<Burst>(4, Burst{0.75, 0.25})},
                    Case{"mix", {{0.9, 0.1}, {0.6, 0.4}, {1.6, 0.8}, {0.3, 0.05}}}));

}  // namespace
}  // namespace gpuscape
