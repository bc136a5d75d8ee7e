/// Jobs that go on with fewer nodes, by hand and against a bare loop.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <tuple>

#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "sim/study/metrics/goodput.hpp"
#include "tests/unit/run/lives/run_with_failures.hpp"

namespace gpuscape {
namespace {

using test::failure;
using test::job;
using test::last_end_of;
using testing::ElementsAre;

SavesSpec shrinks(std::int32_t at_least, double every = 30.0) {
  return {.checkpoint = CheckpointSpec{.every = Seconds(every)},
          .restart = 7_s,
          .shrink = {.at_least = at_least}};
}

/// "from-until: nodes" of each segment.
std::vector<std::string> sizes(const RunResult& result, std::size_t job = 0) {
  std::vector<std::string> all;
  for (const Segment& segment : result.jobs.segments(job))
    all.push_back(fmt::format("{}-{}: {}", segment.start.value(), segment.end.value(),
                              static_cast<unsigned>(segment.spans)));
  return all;
}

/// What its parts add up to.
double sum(const GpuTimeSplit& split) {
  return (split.useful + split.redone + split.saving + split.starting + split.standby +
          split.slowed + split.failed)
      .value();
}

// 30 s are saved; 60 s are left at two thirds of the pace.
TEST(Shrink, AJobGoesOnWithOneNodeLess) {
  const RunResult result = test::run_failing({.nodes = 3,
                                              .jobs = {job(0, 24, 90)},
                                              .failures = {failure(40, 1000)},
                                              .terms = {shrinks(1)}});
  EXPECT_THAT(sizes(result), ElementsAre("0-40: 3", "40-137: 2"));
  EXPECT_EQ(result.jobs.preemptions(), 0) << "it never waited";
  EXPECT_EQ(result.jobs.moves(), 0);
  const MetricWindow all{.average_to = 200_s};
  EXPECT_EQ(interruptions(result, all), 1.0);
  const GpuTimeSplit split = gpu_time_split(result);
  EXPECT_EQ(split.held, GpuSeconds(24.0 * 40 + 16.0 * 97));
  EXPECT_EQ(split.useful, GpuSeconds(24.0 * 90));
  EXPECT_EQ(split.redone, GpuSeconds(24.0 * 10));
  EXPECT_NEAR(split.starting.value(), 16.0 * 7, 1e-9);
  EXPECT_EQ(split.slowed, GpuSeconds(0.0));
  EXPECT_NEAR(sum(split), split.held.value(), 1e-9);
  EXPECT_DOUBLE_EQ(goodput_share(result, all), 24.0 * 90 / (24.0 * 40 + 16.0 * 97));
  EXPECT_EQ(usage_of(result, all).jobs_per_second, 1.0 / 200.0);
}

// 20 s of its 60 s are done by 77, when it saves them and restarts on all of its nodes.
TEST(Shrink, TheNodeJoinsWhenItIsRepaired) {
  const RunResult result = test::run_failing(
      {.nodes = 3, .jobs = {job(0, 24, 90)}, .failures = {failure(40, 77)}, .terms = {shrinks(2)}});
  EXPECT_THAT(sizes(result), ElementsAre("0-40: 3", "40-77: 2", "77-124: 3"));
  const GpuTimeSplit split = gpu_time_split(result);
  EXPECT_EQ(split.held, GpuSeconds(24.0 * 40 + 16.0 * 37 + 24.0 * 47));
  EXPECT_EQ(split.redone, GpuSeconds(24.0 * 10));
  EXPECT_NEAR(split.starting.value(), 16.0 * 7 + 24.0 * 7, 1e-9);
  EXPECT_EQ(split.slowed, GpuSeconds(0.0));
  EXPECT_EQ(interruptions(result, {.average_to = 200_s}), 1.0) << "that it joins is none";
}

TEST(Shrink, BelowItsLeastSizeItWaitsForAllItsNodes) {
  const RunResult result =
      test::run_failing({.nodes = 3,
                         .jobs = {job(0, 24, 90)},
                         .failures = {failure(40, 500, 0), failure(60, 400, 1)},
                         .terms = {shrinks(2)}});
  EXPECT_THAT(sizes(result), ElementsAre("0-40: 3", "40-60: 2", "500-567: 3"));
  EXPECT_EQ(result.jobs.preemptions(), 1);
  EXPECT_NEAR(sum(gpu_time_split(result)), gpu_time_split(result).held.value(), 1e-9);
}

TEST(Shrink, AFreeNodeComesFirst) {
  const RunResult result = test::run_failing(
      {.nodes = 4, .jobs = {job(0, 24, 90)}, .failures = {failure(40, 60)}, .terms = {shrinks(1)}});
  EXPECT_THAT(sizes(result), ElementsAre("0-107: 3"));
}

TEST(Shrink, AfterTheLastStandbyItShrinks) {
  SavesSpec terms = shrinks(1);
  terms.standbys = {.nodes = 1};
  const RunResult result = test::run_failing({.nodes = 3,
                                              .jobs = {job(0, 16, 90)},
                                              .failures = {failure(40, 900, 0), failure(50, 77, 1)},
                                              .terms = {terms}});
  // 30 s are saved; at 77 it did 10 s more at half its pace.
  EXPECT_THAT(sizes(result), ElementsAre("0-50: 2", "50-77: 1", "77-134: 2"));
  EXPECT_EQ(interruptions(result, {.average_to = 200_s}), 2.0);
  const GpuTimeSplit split = gpu_time_split(result);
  EXPECT_EQ(split.standby, GpuSeconds(8.0 * 40));
  EXPECT_EQ(split.held, GpuSeconds(16.0 * 50 + 8.0 * 27 + 16.0 * 57 + 8.0 * 40));
  EXPECT_EQ(split.slowed, GpuSeconds(0.0));
}

TEST(Shrink, JobsOnOneNodeOrOnPartsOfNodesWaitAgain) {
  const RunResult one = test::run_failing(
      {.jobs = {job(0, 8, 90)}, .failures = {failure(40, 60)}, .terms = {shrinks(1)}});
  EXPECT_THAT(sizes(one), ElementsAre("0-40: 1", "60-127: 1"));
  const RunResult parts = test::run_failing(
      {.nodes = 2, .jobs = {job(0, 12, 90)}, .failures = {failure(40, 60)}, .terms = {shrinks(1)}});
  EXPECT_THAT(sizes(parts), ElementsAre("0-40: 2", "60-127: 2"));
}

// The node that comes back at 77 is not the job's any more: it ended, or began anew.
TEST(Shrink, ANodeThatComesBackTooLateJoinsNobody) {
  const RunResult result = test::run_failing({.nodes = 3,
                                              .jobs = {job(0, 24, 60), job(10, 16, 300)},
                                              .failures = {failure(40, 100)},
                                              .terms = {shrinks(1)}});
  EXPECT_THAT(sizes(result), ElementsAre("0-40: 3", "40-92: 2"));
  EXPECT_THAT(sizes(result, 1), ElementsAre("92-392: 2"));
}

struct Promises final : RunObserver {
  void job_submitted(std::uint32_t /*job*/, Seconds /*date*/) override {}
  void job_started(std::uint32_t /*job*/, Seconds /*date*/,
                   std::span<const AllocationSpan> /*spans*/) override {}
  void job_ended(std::uint32_t /*job*/, Seconds /*date*/) override {}
  void head_waits(std::uint32_t /*job*/, Seconds date, std::optional<Seconds> promise) override {
    if (promise) at[date.value()] = promise->value();
  }
  [[nodiscard]] bool wants_promises() const override { return true; }
  std::map<double, double> at;
};

TEST(Shrink, PlannersSeeTheEndMove) {
  for (const char* backfill : {"easy", "conservative"}) {
    Promises promises;
    const RunResult result = test::run_failing(
        {.nodes = 3,
         .jobs = {job(0, 24, 90), job(10, 16, 50), job(10, 8, 1), job(45, 8, 1), job(80, 8, 1)},
         .failures = {failure(40, 77)},
         .terms = {shrinks(1)},
         .names = {.backfill = backfill},
         .observer = &promises});
    EXPECT_EQ(promises.at.at(10), 90) << backfill;
    EXPECT_EQ(promises.at.at(45), 137) << backfill << ": on two of three nodes";
    EXPECT_EQ(promises.at.at(80), 124) << backfill << ": on all of them again";
    EXPECT_EQ(test::start_dates(result)[1], 124) << backfill;
  }
}

/// One job on `nodes` nodes that fail and are repaired: no events, no allocation.
class BareShrink {
 public:
  BareShrink(std::int32_t nodes, std::int32_t least, double work, double every)
      : nodes_(nodes), least_(least), work_(work), every_(every), has_(nodes) {}

  double run(const std::vector<PlannedOutage>& failures) {
    std::vector<std::tuple<double, bool, std::uint32_t>> changes;
    for (const PlannedOutage& of : failures) {
      changes.emplace_back(of.begin.value(), true, of.nodes[0].node);
      changes.emplace_back(of.end.value(), false, of.nodes[0].node);
    }
    std::ranges::sort(changes);
    std::vector<bool> away(static_cast<std::size_t>(nodes_), false);
    std::vector<bool> its(static_cast<std::size_t>(nodes_), true);
    for (const auto& [date, fails, node] : changes) {
      if (runs_ && done_by(date) >= work_) break;
      away[node] = fails;
      if (runs_ && fails && its[node]) {
        fall_back(date);
        its[node] = false;
        --has_;
        runs_ = has_ >= least_;
      } else if (runs_ && !fails && !its[node]) {
        saved_ = done_by(date);
        go_on(date);
        its[node] = true;
        ++has_;
      } else if (!runs_ && std::ranges::find(away, true) == away.end()) {
        std::fill(its.begin(), its.end(), true);
        has_ = nodes_;
        runs_ = true;
        go_on(date);
      }
    }
    return works_from_ + (work_ - saved_) * nodes_ / has_;
  }

 private:
  [[nodiscard]] double done_by(double date) const {
    return saved_ + std::max(0.0, date - works_from_) * has_ / nodes_;
  }
  void fall_back(double date) {
    saved_ += std::floor((done_by(date) - saved_) / every_) * every_;
    go_on(date);
  }
  void go_on(double date) { works_from_ = date + 7.0; }

  double nodes_;
  double least_;
  double work_;
  double every_;
  double has_;
  double saved_ = 0.0;
  double works_from_ = 0.0;
  bool runs_ = true;
};

/// Each node by itself, by date.
std::vector<PlannedOutage> random_failures(std::mt19937& random, std::uint32_t nodes) {
  const auto draw = [&](double mean) {
    return mean * std::exponential_distribution<double>()(random);
  };
  std::vector<PlannedOutage> all;
  for (std::uint32_t node = 0; node < nodes; ++node)
    for (double date = draw(700.0); date < 4000.0;) {
      const double end = date + draw(200.0);
      all.push_back(failure(date, end, node));
      date = end + draw(700.0);
    }
  std::ranges::sort(all, {}, &PlannedOutage::begin);
  return all;
}

TEST(Shrink, ABareLoopAgrees) {
  std::size_t shrunk = 0;
  std::size_t waited = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    std::mt19937 random(seed);
    const std::int32_t nodes = 2 + static_cast<std::int32_t>(seed % 4);
    const std::int32_t least = 1 + static_cast<std::int32_t>(seed / 4 % 2);
    const double every = seed % 3 == 0 ? 23.0 : 61.0;
    const std::vector<PlannedOutage> failures =
        random_failures(random, static_cast<std::uint32_t>(nodes));
    test::FailingRun of{.nodes = static_cast<std::uint32_t>(nodes),
                        .jobs = {job(0, 8 * nodes, 900)},
                        .failures = failures,
                        .terms = {shrinks(least, every)}};
    const RunResult result = test::run_failing(of);
    ASSERT_NEAR(last_end_of(result), BareShrink(nodes, least, 900.0, every).run(failures), 1e-6)
        << "seed " << seed;
    const GpuTimeSplit split = gpu_time_split(result);
    ASSERT_EQ(split.slowed, GpuSeconds(0.0)) << "beyond rounding, 1e-9; seed " << seed;
    for (const Segment& segment : result.jobs.segments(0)) {
      shrunk += segment.spans < static_cast<unsigned>(nodes) ? 1 : 0;
      waited += segment.cause == Cause::node_failed ? 1 : 0;
    }
  }
  EXPECT_GT(shrunk, 400U);
  EXPECT_GT(waited, 50U);
}

}  // namespace
}  // namespace gpuscape
