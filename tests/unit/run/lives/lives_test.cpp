/// Lives of several stretches: a stage-in or a start-up before the run time, restarts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/run/life/start_up.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;

constexpr double kStageIn = 10.0;

/// Jobs that run longer than 5 s copy their data first.
class StageIn final : public LifePart {
 public:
  std::optional<Stretch> next(const LifeView& life) override {
    if (!(life.work.left() > Seconds(5.0)) || !in_.insert(life.job).second) return std::nullopt;
    return Pause{Seconds(kStageIn)};
  }
  void ended(const LifeView& life, Cause /*cause*/, const Keeps& /*keeps*/) override {
    in_.erase(life.job);
  }

 private:
  std::set<std::uint32_t> in_;
};

RunResult finish(RunState& state) {
  state.add_part(std::make_unique<StageIn>());
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

TEST(Lives, GoThroughStretchesOnOneAllocation) {
  const RunResult result = run_staged({job(0, 8, 100), job(1, 8, 20)});
  EXPECT_THAT(last_ends(result), ElementsAre(110, 140));
  EXPECT_EQ(result.jobs.segments(0).size(), 1U);
}

TEST(Lives, HaveOnlyWhatPartsAddToThem) {
  EXPECT_THAT(last_ends(run_staged({job(0, 4, 5), job(0, 4, 6)})), ElementsAre(5, 16));
}

TEST(Lives, HaveOneTimeLimitForAllStretches) {
  const RunResult result =
      run_staged({job(0, 2, 50, 59), job(0, 2, 50, 60), job(0, 2, 50, 4)}, {.kill_overrun = true});
  EXPECT_THAT(last_ends(result), ElementsAre(59, 60, 4));
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
  EXPECT_EQ(result.jobs.state(1), JobState::completed);
  EXPECT_EQ(result.jobs.state(2), JobState::timed_out) << "within its stage-in";
}

TEST(Lives, BeginAgainAfterAPreemptionAndOnlyProgressOnTheRunTimeIsKept) {
  // At 40 the first has run for 30 of its 100 s; the second runs for 5 s without a stage-in.
  const RunResult result = run_staged({job(0, 8, 100), job(40, 8, 5)}, {.scheduler = "srtf"});
  EXPECT_THAT(last_ends(result), ElementsAre(45 + kStageIn + 70, 45));
  ASSERT_EQ(result.jobs.segments(0).size(), 2U);
  EXPECT_EQ(result.jobs.segments(0)[0].end, 40_s);
}

TEST(Lives, LoseStretchesWithoutProgressWhenPreempted) {
  const RunResult result = run_staged({job(0, 8, 100), job(4, 8, 5)}, {.scheduler = "srtf"});
  EXPECT_THAT(last_ends(result), ElementsAre(9 + kStageIn + 100, 9));
}

TEST(Lives, CountAgainstTheLimitBeforeAPreemptionToo) {
  // It would have ended just in time. At 40 there are 80 s of the limit left, and 80 s to run.
  const RunResult result =
      run_staged({job(0, 8, 110, 120), job(40, 8, 5)}, {.scheduler = "srtf", .kill_overrun = true});
  EXPECT_THAT(last_ends(result), ElementsAre(45 + 80, 45));
  EXPECT_EQ(result.jobs.state(0), JobState::timed_out);
}

TEST(Lives, MayExchangeDataAfterAPause) {
  RunState state = test::traffic_state(test::nodes(2, 8), {job(0, 16, 100), job(0, 8, 5)}, {});
  const RunResult result = finish(state);
  EXPECT_NEAR(last_ends(result)[0], kStageIn + 100, 1e-9) << "alone on the network";
  ASSERT_EQ(result.traffic->jobs.size(), 1U);
  EXPECT_NEAR(result.traffic->jobs[0].slowdown, 1.0, 1e-9) << "the stage-in is not part of it";
}

// Stopped at 10 and, 2 s into its restart of 5 s, at 32: 3 s of that are left, and 5 s more.
TEST(Lives, OweWhatIsLeftOfARestartThatWasCutShort) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 8, 100), job(10, 8, 20), job(32, 8, 10)},
                     {.scheduler = "srtf", .scheduler_parameters = R"({"restart": "5 s"})"});
  EXPECT_THAT(last_ends(result), ElementsAre(42 + 3 + 5 + 90, 30, 42));
  EXPECT_EQ(result.jobs.segments(0)[0].cause, Cause::preempted);
}

TEST(Lives, MayRestartLongerThanTheyRun) {
  const RunResult result =
      test::run_jobs({test::nodes(1, 8)}, {job(0, 8, 10), job(2, 8, 4)},
                     {.scheduler = "srtf", .scheduler_parameters = R"({"restart": "1000 s"})"});
  EXPECT_THAT(last_ends(result), ElementsAre(6 + 1000 + 8, 6));
  EXPECT_THAT(result.policy_notes,
              ElementsAre("the restart takes longer than the run time of 1 job that was stopped"));
}

RunResult run_started_up(std::vector<Job> jobs, const test::PolicyNames& names = {}) {
  Policies policies = test::make_policies(names);
  policies.start_up = Seconds(10.0);
  RunState state(Platform({test::nodes(1, 8)}), std::move(policies),
                 std::make_unique<test::ListSource>(std::move(jobs)));
  state.add_part(std::make_unique<StartUp>(Seconds(10.0)));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

TEST(StartUp, ComesBeforeTheWorkOfEachStart) {
  EXPECT_THAT(last_ends(run_started_up({job(0, 8, 100), job(0, 8, 20)})), ElementsAre(110, 140));
  // At 40 the first has worked for 30 s; it starts up again.
  EXPECT_THAT(last_ends(run_started_up({job(0, 8, 100), job(40, 8, 5)}, {.scheduler = "srtf"})),
              ElementsAre(55 + 10 + 70, 55));
}

TEST(StartUp, CountsAgainstTheLimitAndIsExpectedByBackfill) {
  const RunResult killed =
      run_started_up({job(0, 2, 50, 59), job(0, 2, 50, 60)}, {.kill_overrun = true});
  EXPECT_THAT(last_ends(killed), ElementsAre(59, 60));
  EXPECT_EQ(killed.jobs.state(0), JobState::timed_out);
  // The head is promised 60 s: 50 s and their start do not delay it, 51 s would.
  EXPECT_THAT(
      test::start_dates(run_started_up({job(0, 4, 50), job(1, 8, 10), job(2, 4, 48), job(2, 4, 49)},
                                       {.backfill = "easy"})),
      ElementsAre(0, 60, 2, 80));
}

}  // namespace
}  // namespace gpuscape
