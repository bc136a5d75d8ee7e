/// Nodes that are away for a while, under every backfill: nobody runs there, nothing is lost, and
/// EASY starts jobs when its definition says.

#include <gtest/gtest.h>

#include <numeric>

#include "tests/contract/oracles/conservative_oracle.hpp"
#include "tests/contract/oracles/easy_oracle.hpp"
#include "tests/support/promise_keeper.hpp"
#include "tests/support/random_jobs.hpp"
#include "tests/support/random_outages.hpp"

namespace gpuscape {
namespace {

using test::PromiseKeeper;
using test::random_jobs;

test::RandomJobs workload(std::uint32_t seed, std::uint32_t nodes) {
  return {.count = 120,
          .gpus_total = static_cast<std::int32_t>(nodes) * 8,
          .load = 0.7 + 0.03 * (seed % 15),
          .exact_limits = true,
          .share_of_gangs = seed % 2 == 0 ? 0.4 : 0.0};
}

/// Of segments that lie on a node while it is away.
int on_nodes_away(const RunResult& result, const std::vector<PlannedOutage>& outages) {
  int count = 0;
  for (std::size_t job = 0; job < result.jobs.size(); ++job)
    for (const Segment& segment : result.jobs.segments(job))
      for (const AllocationSpan& span : result.jobs.spans(segment))
        for (const PlannedOutage& outage : outages)
          if (std::ranges::find(outage.nodes, OutageNode{0, span.node}) != outage.nodes.end() &&
              segment.start < outage.end && segment.end > outage.begin)
            ++count;
  return count;
}

/// GPU seconds of the last segments, in which jobs do what they are to do.
double done(const RunResult& result) {
  double sum = 0.0;
  for (std::size_t job = 0; job < result.jobs.size(); ++job) {
    if (!result.jobs.started(job)) continue;
    const Segment& last = result.jobs.segments(job).back();
    sum += (last.end - last.start).value() * result.jobs.demand(job).gpus;
  }
  return sum;
}

class Away : public testing::TestWithParam<const char*> {};

TEST_P(Away, NobodyRunsThereAndNothingIsLost) {
  for (std::uint32_t seed = 1; seed <= 250; ++seed) {
    const std::uint32_t nodes = 2 + seed % 6;
    const bool requeues = seed % 3 == 0;
    const std::vector<Job> jobs = random_jobs(seed, workload(seed, nodes));
    const std::vector<PlannedOutage> outages = test::random_outages(seed, {nodes}, requeues);
    const RunResult result = test::run_with(outages, {test::nodes(nodes, 8)}, jobs,
                                            {"fifo", GetParam(), "pack", "{}", false});
    ASSERT_EQ(on_nodes_away(result, outages), 0) << "seed " << seed;
    double asked = 0.0;
    for (std::size_t job = 0; job < result.jobs.size(); ++job) {
      if (result.jobs.state(job) == JobState::never_fits) continue;
      ASSERT_EQ(result.jobs.state(job), JobState::completed) << "seed " << seed << ", " << job;
      asked += jobs[job].run_time.value() * jobs[job].demand.gpus;
    }
    ASSERT_NEAR(done(result) / asked, 1.0, 1e-9) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Backfills, Away, testing::Values("none", "easy", "conservative", "slurm"),
                         [](const auto& test) { return std::string(test.param); });

TEST(EasyAway, StartsEveryJobWhenTheDefinitionSays) {
  for (const char* placement : {"pack", "spread", "best-fit"})
    for (std::uint32_t seed = 1; seed <= 350; ++seed) {
      const std::uint32_t nodes = 2 + seed % 6;
      const std::vector<Job> jobs = random_jobs(seed, workload(seed, nodes));
      const auto outages = test::random_outages(seed, {nodes}, seed % 3 == 0);
      for (const std::size_t depth : {std::size_t{0}, std::size_t{100}}) {
        const RunResult result =
            test::run_with(outages, {test::nodes(nodes, 8)}, jobs,
                           {"fifo", depth == 0 ? "none" : "easy", placement, "{}", false});
        ASSERT_EQ(test::start_dates(result),
                  test::slow_easy(jobs, nodes, 8, placement, depth, outages))
            << "seed " << seed << ", " << placement << ", depth " << depth;
      }
    }
}

TEST(ConservativeAway, StartsEveryJobWhenTheDefinitionSays) {
  int requeued = 0;
  for (const char* placement : {"pack", "spread", "best-fit"})
    for (std::uint32_t seed = 1; seed <= 350; ++seed) {
      const std::uint32_t nodes = 2 + seed % 6;
      const std::vector<Job> jobs = random_jobs(seed, workload(seed, nodes));
      const auto outages = test::random_outages(seed, {nodes}, seed % 3 == 0);
      const RunResult result = test::run_with(
          outages, {test::nodes(nodes, 8)}, jobs,
          {"fifo", "conservative", placement, R"({"depth": 500, "interval": "0 s"})", false});
      requeued += static_cast<int>(result.jobs.preemptions());
      ASSERT_EQ(test::start_dates(result),
                test::slow_conservative(jobs, {test::nodes(nodes, 8)}, placement, 500, outages))
          << "seed " << seed << ", " << placement;
    }
  EXPECT_GT(requeued, 100);
}

// Announced outages are known from the beginning: no promise is made into them.
TEST(AwayByAnnouncement, BreaksNoPromise) {
  for (const char* backfill : {"easy", "conservative"}) {
    PromiseKeeper all;
    for (std::uint32_t seed = 1; seed <= 120; ++seed) {
      PromiseKeeper one;
      test::run_with(test::random_outages(seed, {5}, false), {test::nodes(5, 8)},
                     random_jobs(seed, workload(seed, 5)), {"fifo", backfill, "pack", "{}", false},
                     &one);
      all.promised += one.promised;
      all.broken += one.broken;
    }
    EXPECT_GT(all.promised, 1000) << backfill;
    EXPECT_EQ(all.broken, 0) << backfill;
  }
}

PlannedOutage away(double begin, double end, std::vector<std::uint32_t> nodes, bool requeues) {
  PlannedOutage outage{
      .name = "work", .begin = Seconds(begin), .end = Seconds(end), .requeues = requeues};
  for (const std::uint32_t node : nodes) outage.nodes.push_back({0, node});
  return outage;
}

// One node away from 50 to 150: 100 s do not fit before it, 40 s do.
TEST(AwayByHand, JobsThatWouldNotEndInTimeWait) {
  const std::vector<Job> jobs = {test::job(0, 8, 100), test::job(0, 8, 40)};
  EXPECT_EQ(
      test::start_dates(test::run_with({away(50, 150, {0}, false)}, {test::nodes(1, 8)}, jobs)),
      (std::vector<double>{150, 250}));
  EXPECT_EQ(test::start_dates(test::run_with({away(50, 150, {0}, false)}, {test::nodes(1, 8)}, jobs,
                                             {"fifo", "easy", "pack", "{}", false})),
            (std::vector<double>{150, 0}));
}

TEST(AwayByHand, JobsThatAreStoppedBeginAnew) {
  const RunResult result =
      test::run_with({away(50, 150, {0}, true)}, {test::nodes(1, 8)}, {test::job(0, 8, 100)});
  ASSERT_EQ(result.jobs.segments(0).size(), 2U);
  EXPECT_EQ(result.jobs.segments(0)[0].end, Seconds(50.0));
  EXPECT_EQ(result.jobs.segments(0)[1].start, Seconds(150.0));
  EXPECT_EQ(result.jobs.segments(0)[1].end, Seconds(250.0));
}

// On two nodes from 100 on, when the first is free again; but node 1 goes away at 120.
TEST(AwayByHand, AGangStartsWhereAllItsNodesStay) {
  Job gang = test::job(1, 16, 50, 50);
  gang.demand.nodes = 2;
  const std::vector<Job> jobs = {test::job(0, 8, 100, 100), gang, test::job(2, 8, 10, 10)};
  const RunResult result = test::run_with({away(120, 200, {1}, false)}, {test::nodes(2, 8)}, jobs,
                                          {"fifo", "easy", "pack", "{}", false});
  EXPECT_EQ(test::start_dates(result), (std::vector<double>{0, 200, 2}));
}

}  // namespace
}  // namespace gpuscape
