#include "sim/run/record/wait_reasons.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/random_jobs.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

std::array<double, 7> seconds(std::vector<NodeGroup> groups, std::vector<Job> jobs,
                              const test::PolicyNames& policies = {}) {
  const RunResult result = test::run_jobs(std::move(groups), std::move(jobs), policies);
  std::array<double, 7> values{};
  std::ranges::transform(std::span(result.waits.seconds).first<7>(), values.begin(),
                         &Seconds::value);
  return values;
}

// In the order: queue order, GPUs short, no whole node, cores or memory short, limits,
// dependencies, model short; management servers are of impairments_test.cpp.

TEST(WaitReasons, SaysGpusShortWhereFewerAreFreeThanAskedFor) {
  EXPECT_THAT(seconds({test::nodes(1, 8)}, {job(0, 6, 100), job(10, 4, 50)}),
              ElementsAre(0, 90, 0, 0, 0, 0, 0));
}

TEST(WaitReasons, SaysTheirTurnOfWhoFitsBehindAHeadThatDoesNot) {
  EXPECT_THAT(seconds({test::nodes(1, 8)}, {job(0, 6, 100), job(10, 4, 50), job(20, 1, 5)}),
              ElementsAre(80, 90, 0, 0, 0, 0, 0));
}

TEST(WaitReasons, SaysNoWholeNodeWhereEnoughAreFreeInPieces) {
  EXPECT_THAT(seconds({test::nodes(2, 8)}, {job(0, 4, 100), job(0, 4, 100), job(10, 8, 10)},
                      {.placement = "spread"}),
              ElementsAre(0, 0, 90, 0, 0, 0, 0));
}

TEST(WaitReasons, CountsFullNodesAndTheRestOfAGangTogether) {
  // 12 GPUs need a whole node and half of another; 8 and 3 are free, then 8 and 5.
  EXPECT_THAT(seconds({test::nodes(2, 8)}, {job(0, 5, 100), job(10, 12, 10)}),
              ElementsAre(0, 90, 0, 0, 0, 0, 0));
  EXPECT_THAT(seconds({test::nodes(3, 8)}, {job(0, 5, 100), job(0, 5, 100), job(10, 12, 10)},
                      {.placement = "spread"}),
              ElementsAre(0, 0, 90, 0, 0, 0, 0));
}

/// Two GPUs on each of two nodes.
Job halves(double submit) {
  Job gang = job(submit, 4, 10);
  gang.demand.nodes = 2;
  return gang;
}

TEST(WaitReasons, TakesPartsOfNodesForAGangThatAsksForThem) {
  // 8 and 4 GPUs are held: four are free, on one node.
  EXPECT_THAT(seconds({test::nodes(2, 8)}, {job(0, 12, 100), halves(10)}),
              ElementsAre(0, 0, 90, 0, 0, 0, 0));
  // Three are free on each, and a head needs eight: the gang's turn does not come before 100. Then
  // the head has one of the nodes for 1 s.
  EXPECT_THAT(
      seconds({test::nodes(2, 8)}, {job(0, 5, 100), job(0, 5, 100), job(10, 8, 1), halves(20)},
              {.placement = "spread"}),
      ElementsAre(80, 90, 1, 0, 0, 0, 0));
}

TEST(WaitReasons, SaysCoresOrMemoryWhereGpusAreFreeBesideNone) {
  NodeGroup node = test::nodes(1, 8);
  node.capacity.milli_cores = 16000;
  Job greedy = job(0, 1, 100);
  greedy.demand.milli_cores = 12000;
  Job next = job(10, 1, 10);
  next.demand.milli_cores = 8000;
  EXPECT_THAT(seconds({node}, {greedy, next}), ElementsAre(0, 0, 0, 90, 0, 0, 0));
}

TEST(WaitReasons, ChangesAsTheStateDoes) {
  // Until 50 all GPUs are taken; then four are free in each of two nodes, none whole.
  EXPECT_THAT(seconds({test::nodes(2, 8)},
                      {job(0, 4, 100), job(0, 4, 100), job(0, 4, 50), job(0, 4, 50), job(10, 8, 1)},
                      {.placement = "spread"}),
              ElementsAre(0, 40, 50, 0, 0, 0, 0));
}

TEST(WaitReasons, NamesForEachJobWhatHeldLongest) {
  const RunResult result =
      test::run_jobs({test::nodes(2, 8)},
                     {job(0, 4, 100), job(0, 4, 100), job(0, 4, 50), job(0, 4, 50), job(10, 8, 1)},
                     {.placement = "spread"});
  ASSERT_EQ(result.waits.jobs.size(), 1U);
  EXPECT_EQ(result.waits.jobs[0].job, 4U);
  EXPECT_EQ(result.waits.jobs[0].reason, WaitReason::no_whole_node);
}

TEST(WaitReasons, AddUpToWhatAllJobsWaited) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const std::vector<Job> jobs =
        test::random_jobs(seed, {.count = 500,
                                 .gpus_total = 32,
                                 .load = 0.95,
                                 .exact_limits = seed % 2 == 0,
                                 .coarse = seed % 3 == 0,
                                 .share_with_cores = seed > 4 ? 0.3 : 0.0});
    NodeGroup group = test::nodes(4, 8);
    group.capacity.milli_cores = 64000;
    group.capacity.memory_mib = 1000;
    const RunResult result =
        test::run_jobs({group}, jobs, {.backfill = seed % 2 == 0 ? "easy" : "none"});
    double waited = 0.0;
    std::size_t waiters = 0;
    for (std::size_t i = 0; i < result.jobs.size(); ++i) {
      if (!result.jobs.started(i)) continue;
      waited += result.jobs.wait(i).value();
      waiters += result.jobs.wait(i) > Seconds(0.0) ? 1U : 0U;
    }
    const auto& seconds = result.waits.seconds;
    EXPECT_NEAR(std::accumulate(seconds.begin(), seconds.end(), Seconds(0.0)).value(), waited,
                1e-6 * waited);
    EXPECT_EQ(result.waits.jobs.size(), waiters);
  }
}

}  // namespace
}  // namespace gpuscape
