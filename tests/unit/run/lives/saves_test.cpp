/// Jobs that save their work, and nodes that fail under them.

#include "sim/run/life/saves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "sim/base/error.hpp"
#include "tests/support/listed_failures.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::failure;
using test::job;
using testing::ElementsAre;
using testing::HasSubstr;

class JobsSave : public testing::Test {
 protected:
  /// On `nodes` nodes of 8 GPUs.
  RunResult run(std::vector<Job> jobs, std::vector<PlannedOutage> failures,
                const test::PolicyNames& names = {}, RunObserver* observer = nullptr) {
    RunState state(
        Platform({test::nodes(nodes_, 8)}), test::make_policies(names),
        std::make_unique<test::ListSource>(std::move(jobs)), {}, {}, nullptr,
        {.planned = {}, .unforeseen = std::make_unique<test::ListedFailures>(std::move(failures))});
    state.add_part(std::make_unique<Saves>(
        std::vector<SavesSpec>{{.checkpoint = checkpoint_, .restart = restart_}}, failing_,
        state.capacity().platform()));
    if (observer != nullptr) state.observe(*observer);
    run_natively(state.simulation(), kForever, {});
    RunResult header;
    header.streams = {"jobs"};
    return state.take_result(header);
  }
  static double end(const RunResult& result, std::size_t job = 0) {
    return result.jobs.segments(job).back().end.value();
  }

  std::uint32_t nodes_ = 1;
  std::vector<FailingParts> failing_ = {};
  std::optional<CheckpointSpec> checkpoint_ = CheckpointSpec{.every = 30_s, .write = 5_s};
  Seconds restart_{0.0};
};

TEST_F(JobsSave, AJobWaitsForEachCheckpointButSavesNoMoreAtItsEnd) {
  EXPECT_EQ(end(run({job(0, 8, 100)}, {})), 115) << "after 30, 60 and 90 s of work";
  EXPECT_EQ(end(run({job(0, 8, 90)}, {})), 100) << "after 30 and 60 s";
  EXPECT_EQ(end(run({job(0, 8, 20)}, {})), 20);
}

TEST_F(JobsSave, AJobWithoutWorkEndsAtOnceHoweverItSaves) {
  checkpoint_ = CheckpointSpec{.every = 0_s};
  EXPECT_EQ(end(run({job(5, 8, 0)}, {})), 5);
}

/// The first promise to each job that headed the queue.
class Promises final : public RunObserver {
 public:
  void job_submitted(std::uint32_t, Seconds) override {}
  void job_started(std::uint32_t, Seconds, std::span<const AllocationSpan>) override {}
  void job_ended(std::uint32_t, Seconds) override {}
  [[nodiscard]] bool wants_promises() const override { return true; }
  void head_waits(std::uint32_t job, Seconds, std::optional<Seconds> promise) override {
    if (promise) first.try_emplace(job, *promise);
  }
  std::map<std::uint32_t, Seconds> first;
};

// Without a time limit a job is expected to take its three checkpoints, too; a limit tells all.
// EASY promises nothing while nobody waits behind the head.
TEST_F(JobsSave, PlannersExpectCheckpoints) {
  const test::PolicyNames easy{"fifo", "easy", "pack", "{}", false};
  Promises promises;
  RunResult result = run({job(0, 8, 100), job(1, 8, 10), job(1, 8, 10)}, {}, easy, &promises);
  EXPECT_EQ(promises.first.at(1), 115_s);
  EXPECT_EQ(result.jobs.segments(1)[0].start, 115_s);
  Promises by_limit;
  run({job(0, 8, 100, 300), job(1, 8, 10), job(1, 8, 10)}, {}, easy, &by_limit);
  EXPECT_EQ(by_limit.first.at(1), 300_s);
}

// Stopped at 50 with 30 s saved, it starts again at 60: 7 s, then 70 s of work with two saves.
TEST_F(JobsSave, PlannersExpectTheRestartOfAJobThatWasInterrupted) {
  restart_ = 7_s;
  Promises promises;
  run({job(0, 8, 100), job(51, 8, 10), job(51, 8, 10)}, {failure(50, 60)},
      {"fifo", "easy", "pack", "{}", false}, &promises);
  EXPECT_EQ(promises.first.at(1), 60_s + 7_s + 70_s + 2 * 5_s);
}

// Work: 30 s until 30, saved at 35, 15 s more until 50. From 67 on 70 s are left, with two saves.
TEST_F(JobsSave, AJobGoesBackToItsLastCheckpointAndStartsAgain) {
  restart_ = 7_s;
  const RunResult result = run({job(0, 8, 100)}, {failure(50, 60)});
  EXPECT_EQ(end(result), 60 + 7 + 70 + 2 * 5);
  ASSERT_EQ(result.life_times.size(), 1U);
  const LifeTimes& times = result.life_times[0].second;
  EXPECT_EQ(times.redone, 15_s);
  EXPECT_EQ(times.saving, 15_s);
  EXPECT_EQ(times.starting, 7_s);
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::node_failed);
}

TEST_F(JobsSave, ACheckpointThatIsCutShortIsWorthNothing) {
  const RunResult result = run({job(0, 8, 40)}, {failure(33, 40)});
  EXPECT_EQ(end(result), 40 + 40 + 5);
  EXPECT_EQ(result.life_times[0].second.redone, 30_s);
  EXPECT_EQ(result.life_times[0].second.saving, 3_s + 5_s);
}

TEST_F(JobsSave, WithoutCheckpointsAJobBeginsAnew) {
  checkpoint_.reset();
  const RunResult result = run({job(0, 8, 100)}, {failure(50, 60)});
  EXPECT_EQ(end(result), 160);
  EXPECT_EQ(result.life_times[0].second.redone, 50_s);
}

// The checkpoint of 30 s is written from 31 to 41.
TEST_F(JobsSave, AnAsynchronousCheckpointCountsWhenItIsWritten) {
  checkpoint_ = CheckpointSpec{.every = 30_s, .write = 10_s, .staging = 1_s};
  EXPECT_EQ(end(run({job(0, 8, 50)}, {})), 51);
  EXPECT_EQ(end(run({job(0, 8, 50)}, {failure(40, 60)})), 60 + 51) << "it was not written yet";
  EXPECT_EQ(end(run({job(0, 8, 50)}, {failure(45, 60)})), 60 + 20);
}

TEST_F(JobsSave, AJobGoesOnOnOtherNodesAtOnce) {
  nodes_ = 3;
  const RunResult result = run({job(0, 16, 100)}, {failure(50, 500, 1)});
  EXPECT_EQ(end(result), 50 + 70 + 2 * 5) << "two saves, of 60 and 90 s";
}

TEST_F(JobsSave, ANodeThatFailsTwiceAtATimeComesBackWithTheLaterRepair) {
  checkpoint_.reset();
  EXPECT_EQ(end(run({job(0, 8, 100)}, {failure(50, 60), failure(55, 90)})), 190);
}

TEST_F(JobsSave, AFailureWhileNobodyRunsIsOverBeforeTheNextJob) {
  EXPECT_EQ(end(run({job(0, 8, 10), job(100, 8, 10)}, {failure(20, 30)}), 1), 110);
  EXPECT_EQ(end(run({job(0, 8, 10), job(100, 8, 10)}, {failure(20, 130)}), 1), 140);
}

TEST_F(JobsSave, AJobThatNeverGetsFurtherEndsTheRunByName) {
  std::vector<PlannedOutage> failures;
  for (int i = 0; i < 20'000; ++i) failures.push_back(failure(20.0 * i + 10.0, 20.0 * i + 11.0));
  try {
    run({job(0, 8, 100)}, failures);
    FAIL() << "it ended";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("failures stopped job 0 10 000 times"));
  }
}

TEST_F(JobsSave, CheckpointsThatCostNothingAreTakenEverySecond) {
  checkpoint_ = CheckpointSpec{};
  failing_ = {{.name = "node", .units = {{{{0, 0}}}}, .mean_time = 1000_s}};
  const RunResult result = run({job(0, 8, 100)}, {failure(50.5, 60)});
  EXPECT_EQ(end(result), 60 + 50);
}

// A domain of four nodes fails every 4 000 s: the job on two of them has Daly's interval for that,
// sqrt(2 x 2 x 4000) (1 + sqrt(x) / 3 + x / 9) - 2 = 125.16 with x = 2 / 8000.
TEST_F(JobsSave, ADomainStopsAJobHoweverManyOfItsNodesItHas) {
  nodes_ = 4;
  checkpoint_ = CheckpointSpec{.write = 2_s};
  failing_ = {{.name = "rack",
               .units = {{{{0, 0}, {0, 1}, {0, 2}, {0, 3}}}},
               .mean_time = Seconds(4000.0)}};
  EXPECT_EQ(end(run({job(0, 16, 125.1)}, {})), 125.1) << "no checkpoint is due";
  EXPECT_DOUBLE_EQ(end(run({job(0, 16, 125.3)}, {})), 127.3);
}

TEST_F(JobsSave, DalysIntervalIsThatOfHisPaper) {
  // sqrt(2 x 60 x 86400) = 3219.94, times 1 + sqrt(x) / 3 + x / 9 with x = 60 / 172800, less 60.
  EXPECT_NEAR(daly_interval(60_s, 86400_s).value(), 3180.06, 0.01);
  EXPECT_EQ(daly_interval(200_s, 90_s), 90_s) << "a write longer than twice the mean time";
  EXPECT_EQ(daly_interval(60_s, kForever), kForever);
}

}  // namespace
}  // namespace gpuscape
