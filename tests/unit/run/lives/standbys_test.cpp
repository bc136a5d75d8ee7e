/// Jobs that go on with other nodes in the place of those that fail, by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/run/life/saves.hpp"
#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/goodput.hpp"
#include "tests/support/listed_failures.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::failure;
using test::job;
using testing::ElementsAre;
using testing::HasSubstr;

class JobsStandBy : public testing::Test {
 protected:
  /// On `nodes_` nodes of 8 GPUs, of which the last `spares_` stand aside. A restart takes 7 s.
  RunResult run(std::vector<Job> jobs, std::vector<PlannedOutage> failures) {
    const SavesSpec terms{.checkpoint = checkpoint_, .restart = 7_s, .standbys = standbys_};
    Spares spares{.time = 20_s};
    for (std::uint32_t i = nodes_ - spares_; i < nodes_; ++i) spares.nodes.push_back({0, i});
    RunState state(Platform({test::nodes(nodes_, 8)}), test::make_policies({}),
                   std::make_unique<test::ListSource>(std::move(jobs)), {}, {}, nullptr,
                   {.planned = {},
                    .unforeseen = std::make_unique<test::ListedFailures>(std::move(failures)),
                    .spares = spares},
                   {terms});
    state.add_part(std::make_unique<Saves>(std::vector<SavesSpec>{terms}, failing_,
                                           state.capacity().platform()));
    run_natively(state.simulation(), kForever, {});
    RunResult header;
    header.streams = {"jobs"};
    return state.take_result(header);
  }
  static double end(const RunResult& result, std::size_t job = 0) {
    return result.jobs.segments(job).back().end.value();
  }
  /// "node: from-until" of each stay, those on standby in parentheses.
  static std::vector<std::string> stays(const RunResult& result) {
    std::vector<std::string> all;
    for_each_stay(result.jobs, 0, [&](const Stay& stay) {
      const std::string text =
          fmt::format("{}: {}-{}", stay.at.node, stay.start.value(), stay.end.value());
      all.push_back(stay.works ? text : "(" + text + ")");
    });
    return all;
  }

  std::uint32_t nodes_ = 3;
  std::uint32_t spares_ = 0;
  StandbysSpec standbys_{.nodes = 1, .selection = 5_s};
  std::optional<CheckpointSpec> checkpoint_ = {};
  std::vector<FailingParts> failing_ = {};
};

TEST_F(JobsStandBy, AStandbyTakesThePlaceOfANodeThatFails) {
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 60, 0)});
  EXPECT_EQ(end(result), 50 + 7 + 100);
  EXPECT_EQ(result.jobs.segments(0).size(), 1U) << "it never waited";
  EXPECT_THAT(stays(result),
              ElementsAre("0: 0-50", "2: 50-157", "1: 0-157", "(2: 0-50)", "(0: 60-157)"));
  const GpuTimeSplit split = gpu_time_split(result);
  EXPECT_EQ(split.standby, GpuSeconds(8.0 * (50 + 97)));
  EXPECT_EQ(split.held, GpuSeconds(16.0 * 157 + 8.0 * (50 + 97)));
  EXPECT_EQ(split.useful, GpuSeconds(1600.0));
  EXPECT_EQ(split.redone, GpuSeconds(16.0 * 50));
  EXPECT_EQ(split.starting, GpuSeconds(16.0 * 7));
  EXPECT_EQ(split.slowed, GpuSeconds(0.0));
  EXPECT_EQ(interruptions(result, {.average_to = 200_s}), 1.0);
}

TEST_F(JobsStandBy, ANodeThatWasRepairedStandsByAgain) {
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 60, 0), failure(80, 90, 1)});
  EXPECT_EQ(end(result), 80 + 7 + 100);
  EXPECT_THAT(stays(result), ElementsAre("0: 0-50", "2: 50-187", "1: 0-80", "0: 80-187",
                                         "(2: 0-50)", "(0: 60-80)", "(1: 90-187)"));
}

TEST_F(JobsStandBy, AStandbyThatFailsStopsNobody) {
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 60, 2)});
  EXPECT_EQ(end(result), 100);
  EXPECT_THAT(stays(result), ElementsAre("0: 0-100", "1: 0-100", "(2: 0-50)", "(2: 60-100)"));
}

// The stretch that the failure cuts short would have ended at 100, and its event still comes.
TEST_F(JobsStandBy, ACutStretchEndsNothing) {
  const RunResult result = run({job(0, 16, 100), job(100, 8, 10)}, {failure(50, 51, 0)});
  EXPECT_EQ(end(result), 157);
  EXPECT_EQ(end(result, 1), 167) << "all three nodes are the first job's";
}

TEST_F(JobsStandBy, WithoutStandbysAFreeNodeIsChosen) {
  nodes_ = 4;
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 1000, 0), failure(51, 1000, 1)});
  EXPECT_EQ(end(result), 51 + 5 + 7 + 100);
  EXPECT_THAT(stays(result),
              ElementsAre("0: 0-50", "2: 50-163", "1: 0-51", "3: 51-163", "(2: 0-50)"));
}

TEST_F(JobsStandBy, WithoutFreeNodesASpareIsCalled) {
  nodes_ = 4;
  spares_ = 1;
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 1000, 0), failure(51, 1000, 1)});
  EXPECT_EQ(end(result), 51 + 5 + 20 + 7 + 100);
}

// The second is called long after the first, and after nodes came and went.
TEST_F(JobsStandBy, SparesAreCalledOneAfterTheOther) {
  nodes_ = 5;
  spares_ = 2;
  const RunResult result =
      run({job(0, 16, 100)}, {failure(10, 9000, 0), failure(20, 9000, 1), failure(90, 9000, 2)});
  EXPECT_EQ(end(result), 90 + 5 + 20 + 7 + 100);
}

TEST_F(JobsStandBy, WithoutAnyNodeTheJobWaitsForAllThatItAsksFor) {
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 900, 0), failure(51, 1000, 1)});
  EXPECT_EQ(end(result), 1000 + 7 + 100);
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::node_failed);
}

TEST_F(JobsStandBy, ASpareComesForAJobThatFindsNoNodes) {
  standbys_ = {};
  nodes_ = 2;
  spares_ = 1;
  const RunResult result = run({job(0, 8, 100)}, {failure(50, 1000, 0)});
  EXPECT_EQ(end(result), 50 + 20 + 7 + 100);
  EXPECT_THAT(stays(result), ElementsAre("0: 0-50", "1: 70-177"));
}

TEST_F(JobsStandBy, ANodeThatIsTakenForTheOneThatFailedIsReplaced) {
  PlannedOutage wrong = failure(50, 60, 1);
  wrong.mistaken = {{0, 0}};
  const RunResult result = run({job(0, 16, 100)}, {wrong});
  EXPECT_EQ(end(result), 157);
  EXPECT_THAT(stays(result),
              ElementsAre("0: 0-157", "1: 0-50", "2: 50-157", "(2: 0-50)", "(1: 60-157)"));
}

TEST_F(JobsStandBy, WhatIsSavedAllTheTimeIsNotLost) {
  checkpoint_ = CheckpointSpec{.every = 0_s};
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 60, 0), failure(80, 90, 1)});
  EXPECT_EQ(end(result), 100 + 2 * 7);
  EXPECT_EQ(gpu_time_split(result).redone, GpuSeconds(0.0));
}

TEST_F(JobsStandBy, ACheckpointThatIsCutShortIsTakenAgain) {
  checkpoint_ = CheckpointSpec{.every = 30_s, .write = 5_s};
  const RunResult result = run({job(0, 16, 60)}, {failure(33, 34, 0)});
  EXPECT_EQ(end(result), 33 + 7 + 30 + 5 + 30);
}

TEST_F(JobsStandBy, GpusHeldAreCountedAsTheyComeAndGo) {
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 60, 0)});
  const std::vector<double>& allocated = result.timeline["gpus_allocated"];
  double held = 0.0;
  for (std::size_t i = 0; i < allocated.size(); ++i)
    held += allocated[i] *
            (std::min(60.0 * (static_cast<double>(i) + 1), 157.0) - 60.0 * static_cast<double>(i));
  EXPECT_NEAR(held, gpu_time_split(result).held.value(), 1e-6);
}

}  // namespace
}  // namespace gpuscape
