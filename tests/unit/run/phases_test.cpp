/// A life of two phases: a stage-in of a fixed length, then the run time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

constexpr double kStageIn = 10.0;

/// Jobs that run longer than 5 s copy their data first.
class StageIn final : public Phase {
 public:
  [[nodiscard]] bool applies(const PhaseContext& context) const override {
    return context.run_time > Seconds(5.0);
  }
  [[nodiscard]] bool works_off_run_time() const override { return false; }
  std::optional<Seconds> begin(const PhaseContext& /*context*/) override {
    return Seconds(kStageIn);
  }
  Seconds stop(std::uint32_t /*slot*/, Seconds /*elapsed*/) override { return Seconds(0.0); }
};

RunResult finish(RunState& state) {
  state.add_phase(std::make_unique<StageIn>());
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

RunResult run_staged(std::vector<Job> jobs, const test::PolicyNames& names = {}) {
  RunState state(Platform({test::nodes(1, 8)}), test::make_policies(names),
                 std::make_unique<test::ListSource>(std::move(jobs)));
  return finish(state);
}

std::vector<double> last_ends(const RunResult& result) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    dates.push_back(result.jobs.segments(i).back().end.value());
  return dates;
}

TEST(Phases, FollowEachOtherOnOneAllocation) {
  const RunResult result = run_staged({job(0, 8, 100), job(1, 8, 20)});
  EXPECT_THAT(last_ends(result), ElementsAre(110, 140));
  EXPECT_EQ(result.jobs.segments(0).size(), 1U);
}

TEST(Phases, AreSkippedByJobsToWhichTheyDoNotApply) {
  EXPECT_THAT(last_ends(run_staged({job(0, 4, 5), job(0, 4, 6)})), ElementsAre(5, 16));
}

TEST(Phases, ShareOneTimeLimit) {
  const RunResult result =
      run_staged({job(0, 2, 50, 59), job(0, 2, 50, 60), job(0, 2, 50, 4)}, {.kill_overrun = true});
  EXPECT_THAT(last_ends(result), ElementsAre(59, 60, 4));
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
  EXPECT_EQ(result.jobs.state(1), JobState::completed);
  EXPECT_EQ(result.jobs.state(2), JobState::timed_out) << "within its stage-in";
}

TEST(Phases, BeginAgainAfterAPreemptionAndOnlyProgressOnTheRunTimeIsKept) {
  // At 40 the first has run for 30 of its 100 s; the second runs for 5 s without a stage-in.
  const RunResult result = run_staged({job(0, 8, 100), job(40, 8, 5)}, {.scheduler = "srtf"});
  EXPECT_THAT(last_ends(result), ElementsAre(45 + kStageIn + 70, 45));
  ASSERT_EQ(result.jobs.segments(0).size(), 2U);
  EXPECT_EQ(result.jobs.segments(0)[0].end, 40_s);
}

TEST(Phases, ThatMakeNoProgressAreLostWhenPreempted) {
  const RunResult result = run_staged({job(0, 8, 100), job(4, 8, 5)}, {.scheduler = "srtf"});
  EXPECT_THAT(last_ends(result), ElementsAre(9 + kStageIn + 100, 9));
}

TEST(Phases, CountAgainstTheLimitBeforeAPreemptionToo) {
  // It would have ended just in time. At 40 there are 80 s of the limit left, and 80 s to run.
  const RunResult result =
      run_staged({job(0, 8, 110, 120), job(40, 8, 5)}, {.scheduler = "srtf", .kill_overrun = true});
  EXPECT_THAT(last_ends(result), ElementsAre(45 + 80, 45));
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
}

TEST(Phases, OneThatEndsByACompletionMayFollowOneThatEndsByAnEvent) {
  RunState state = test::traffic_state(test::nodes(2, 8), {job(0, 16, 100), job(0, 8, 5)}, {});
  const RunResult result = finish(state);
  EXPECT_NEAR(last_ends(result)[0], kStageIn + 100, 1e-9) << "alone on the network";
  ASSERT_EQ(result.traffic->jobs.size(), 1U);
  EXPECT_NEAR(result.traffic->jobs[0].slowdown, 1.0, 1e-9) << "the stage-in is not part of it";
}

}  // namespace
}  // namespace gpuscape
