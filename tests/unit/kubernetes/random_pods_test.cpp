/// Random jobs on several nodes, whose pods come one by one.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/random_jobs.hpp"
#include "tests/support/random_outages.hpp"

namespace gpuscape {
namespace {

constexpr std::uint32_t kSeeds = 300;

std::vector<Job> jobs_of(std::uint32_t seed) {
  std::vector<Job> jobs = test::random_jobs(seed, {.count = 60,
                                                   .gpus_total = 48,
                                                   .load = 0.9,
                                                   .coarse = seed % 2 == 0,
                                                   .share_with_cores = seed % 3 == 0 ? 0.3 : 0.0,
                                                   .share_of_gangs = 0.5});
  return jobs;
}

RunResult run(std::uint32_t seed, const std::string& parameters,
              const std::vector<PlannedOutage>& outages = {}) {
  return test::run_with(outages, {NodeGroup{"gpu", 6, Demand{8, 64000, 1 << 20}, false}},
                        jobs_of(seed),
                        {.scheduler = "kubernetes",
                         .backfill = "none",
                         .placement = seed % 2 == 0 ? "least-allocated" : "most-allocated",
                         .scheduler_parameters = parameters});
}

bool is_locked_to_the_end(const RunResult& result) {
  return std::ranges::any_of(result.pods->first, [](const PodLock& lock) { return !lock.end; });
}

std::size_t left_waiting(const RunResult& result) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    if (result.jobs.state(i) == JobState::waiting) ++count;
  return count;
}

/// GPUs that running jobs hold at the date.
double running_at(const RunResult& result, Seconds date) {
  double gpus = 0.0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    for (const Segment& segment : result.jobs.segments(i))
      if (!(segment.start > date) && segment.end > date)
        for (const AllocationSpan& span : result.jobs.spans(segment)) gpus += span.gpus;
  return gpus;
}

/// A lock that is not seen would leave jobs waiting when nothing runs any more, and one that is
/// seen where there is none would be over by itself.
TEST(RandomPods, JobsAreLeftWaitingWhereALockLastsToTheEndAndNowhereElse) {
  std::size_t locked = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const RunResult result = run(seed, "{}");
    ASSERT_EQ(left_waiting(result) > 0, is_locked_to_the_end(result)) << seed;
    for (const PodLock& lock : result.pods->first) ASSERT_FALSE(lock.end) << seed;
    if (is_locked_to_the_end(result)) ++locked;
  }
  EXPECT_GT(locked, kSeeds / 20);
  EXPECT_LT(locked, kSeeds);
}

TEST(RandomPods, AllEndWithAGangPlugIn) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed)
    ASSERT_EQ(left_waiting(run(seed, R"({"gangs": true})")), 0U) << seed;
}

TEST(RandomPods, AllEndWhereJobsGiveUp) {
  std::int64_t given_up = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const RunResult result = run(seed, R"({"give_up_after": "2 h"})");
    given_up += result.pods->given_up;
    for (const PodLock& lock : result.pods->first) ASSERT_TRUE(lock.end) << seed;
    if (!result.policy_notes.empty()) continue;  // some gave up too often
    ASSERT_EQ(left_waiting(result), 0U) << seed;
  }
  EXPECT_GT(given_up, 20);
}

TEST(RandomPods, AreNeverOnMoreGpusThanThereAre) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const RunResult result = run(seed, "{}", test::random_outages(seed, {6}, seed % 2 == 0));
    for (std::size_t i = 0; i < result.jobs.size(); ++i)
      for (const Segment& segment : result.jobs.segments(i))
        ASSERT_LE(running_at(result, segment.start), 48.0) << seed;
    // What is allocated is what runs and what pods hold: never more than there is, and nothing is
    // left of it where all jobs have ended.
    for (const double held : result.timeline["gpus_allocated"])
      ASSERT_LE(held, 48.0 + 1e-9) << seed;
  }
}

}  // namespace
}  // namespace gpuscape
