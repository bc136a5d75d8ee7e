/// Copies for the next step pass while a step computes, an exchange for a part of that time alone.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim/base/error.hpp"
#include "sim/engine/mean_presence.hpp"

namespace gpuscape {
namespace {

using Use = MeanPresence::Use;

/// A lone job's.
Seconds step_time(const MeanPresence::Step& step, const std::vector<Use>& uses) {
  MeanPresence presence(4);
  const auto job = presence.add(step, uses);
  presence.solve();
  return presence.step_time(job);
}

TEST(MoreHidden, CopiesAndExchangeOnTwoLinksPassAtTheSameTime) {
  // It computes for 1 s and hides 0.2 s of the exchange and 0.9 s of the copies.
  const MeanPresence::Step step{.private_time = 1.0_s, .hidden = 0.2_s};
  EXPECT_NEAR(step_time(step, {{0, 0.5_s}, {1, 1.1_s, 0.7_s}}).value(), 1.3, 1e-15);
  EXPECT_NEAR(step_time(step, {{0, 0.5_s}, {1, 1.5_s, 0.7_s}}).value(), 1.6, 1e-15);
  EXPECT_EQ(step_time(step, {{0, 0.1_s}, {1, 0.9_s, 0.7_s}}), 1.0_s);
}

TEST(MoreHidden, TheLinkWithTheLongestRestIsTheBottleneck) {
  MeanPresence presence(2);
  const auto job = presence.add({.private_time = 1.0_s, .hidden = 0.2_s},
                                std::vector<Use>{{0, 0.5_s}, {1, 1.1_s, 0.7_s}});
  presence.solve();
  EXPECT_EQ(presence.bottleneck(job), MeanPresence::Resource(0)) << "though the other is busier";
  EXPECT_EQ(presence.exchange_time(job), 0.5_s);
}

TEST(MoreHidden, AStepThatHidesNoMoreOfCopiesIsAsBefore) {
  const MeanPresence::Step step{.private_time = 1.0_s, .hidden = 0.3_s, .alone = 0.35_s};
  EXPECT_EQ(step_time(step, {{0, 0.7_s, 0.0_s}, {1, 0.6_s, 0.0_s}}),
            step_time(step, {{0, 0.7_s}, {1, 0.6_s}}));
  EXPECT_EQ(step_time(step, {{0, 0.7_s}, {1, 0.6_s}}), 1.0_s + (0.7_s - 0.3_s));
}

/// Of two equal jobs on one link: q = u·(1+q) ÷ T and T = p + u·(1+q) − h.
double step_time_of_two(double computes, double use, double hidden) {
  const double b = computes - hidden;
  const double presence = (std::sqrt(b * b + 4.0 * use * use) - b) / (2.0 * use);
  return use * (1.0 + presence) / presence;
}

TEST(MoreHidden, TwoJobsWhoseCopiesMeetOnALinkOfTheirOwnAreAsTheFormulaSays) {
  MeanPresence presence(3);
  const std::vector<Use> uses{{0, 0.05_s}, {1, 0.8_s, 0.4_s}};
  const MeanPresence::Step step{.private_time = 1.0_s, .hidden = 0.1_s};
  const auto one = presence.add(step, uses);
  const auto other = presence.add(step, uses);
  presence.solve();
  const double expected = step_time_of_two(1.0, 0.8, 0.5);
  EXPECT_GT(expected, 1.3) << "more than the 0.3 s that one shows alone";
  EXPECT_NEAR(presence.step_time(one).value(), expected, 1e-8);
  EXPECT_NEAR(presence.step_time(other).value(), expected, 1e-8);
  EXPECT_EQ(presence.bottleneck(one), MeanPresence::Resource(1));
}

TEST(MoreHidden, TwoJobsWhoseCopiesAndExchangeShareALinkAreAsTheFormulaSays) {
  // 0.3 s of exchange and 0.5 s of copies on one link, of which 0.25 s are hidden.
  MeanPresence presence(1);
  const MeanPresence::Step step{.private_time = 1.0_s, .hidden = 0.1_s};
  const auto one = presence.add(step, std::vector<Use>{{0, 0.8_s, 0.15_s}});
  presence.add(step, std::vector<Use>{{0, 0.8_s, 0.15_s}});
  presence.solve();
  EXPECT_NEAR(presence.step_time(one).value(), step_time_of_two(1.0, 0.8, 0.25), 1e-8);
}

TEST(MoreHidden, WhatIsHiddenOnEveryLinkIsHiddenOfAll) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(0.05, 1.0);
  MeanPresence by_link(6);
  MeanPresence of_all(6);
  std::vector<MeanPresence::JobIndex> jobs;
  for (int i = 0; i < 200; ++i) {
    if (jobs.size() > 8) {
      by_link.remove(jobs.front());
      of_all.remove(jobs.front());
      jobs.erase(jobs.begin());
    }
    const Seconds computes(uniform(random));
    const Seconds hidden = computes * (0.4 * uniform(random));
    const Seconds more = computes * (0.5 * uniform(random));
    const Seconds alone(random() % 2 == 0 ? 0.0 : uniform(random));
    std::vector<Use> uses;
    std::vector<Use> with_more;
    for (std::uint32_t link = 0; link < 6; ++link) {
      if (random() % 3 == 0) continue;
      uses.push_back({link, Seconds(uniform(random))});
      with_more.push_back({link, uses.back().time, more});
    }
    jobs.push_back(
        by_link.add({.private_time = computes, .hidden = hidden, .alone = alone}, with_more));
    ASSERT_EQ(of_all.add({.private_time = computes, .hidden = hidden + more, .alone = alone + more},
                         uses),
              jobs.back());
    by_link.solve();
    of_all.solve();
    for (const auto job : jobs)
      ASSERT_NEAR(by_link.step_time(job).value(), of_all.step_time(job).value(), 1e-7) << i;
  }
}

TEST(MoreHidden, NoMoreIsHiddenThanAStepComputes) {
  MeanPresence presence(1);
  const MeanPresence::Step step{.private_time = 1.0_s, .hidden = 0.6_s};
  EXPECT_THROW(presence.add(step, std::vector<Use>{{0, 1.0_s, 0.5_s}}), InternalError);
  EXPECT_THROW(presence.add(step, std::vector<Use>{{0, 1.0_s, -0.1_s}}), InternalError);
}

}  // namespace
}  // namespace gpuscape
