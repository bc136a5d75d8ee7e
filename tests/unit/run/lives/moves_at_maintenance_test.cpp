/// Jobs that leave nodes whose maintenance begins, and how long virtual machines stand still then.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "tests/unit/run/lives/run_with_failures.hpp"

namespace gpuscape {
namespace {

using test::failure;
using test::job;
using test::stays;
using testing::ElementsAre;

PlannedOutage away(double begin, double end, std::uint32_t node = 0, bool moves = true) {
  PlannedOutage outage = failure(begin, end, node);
  outage.requeues = true;
  outage.moves = moves;
  return outage;
}

DefragmentSpec at_maintenance(double pause) {
  return {.pause = Seconds(pause), .makes_room = false};
}

RunResult run(std::vector<Job> jobs, DefragmentSpec spec, PlannedOutage outage = away(40, 80),
              std::uint32_t nodes = 2) {
  test::FailingRun of{.nodes = nodes, .jobs = std::move(jobs), .terms = {{}}};
  of.planned = {std::move(outage)};
  of.names.defragment = std::move(spec);
  return run_failing(std::move(of));
}

TEST(MovesAtMaintenance, AJobGoesOnElsewhere) {
  const RunResult result = run({job(0, 8, 100)}, at_maintenance(5));
  EXPECT_THAT(stays(result, 0), ElementsAre("0-40 on 0", "40-105 on 1"));
  EXPECT_EQ(result.jobs.preemptions(), 0);
}

// It saves nothing, so that it begins anew when its node is back.
TEST(MovesAtMaintenance, WithoutRoomItIsStopped) {
  const RunResult result = run({job(0, 8, 100), job(0, 8, 200)}, at_maintenance(5));
  EXPECT_THAT(stays(result, 0), ElementsAre("0-40 on 0", "80-180 on 0"));
}

TEST(MovesAtMaintenance, WhereItIsToBeStoppedItIs) {
  const RunResult result = run({job(0, 8, 100)}, at_maintenance(5), away(40, 80, 0, false));
  EXPECT_THAT(stays(result, 0), ElementsAre("0-40 on 0", "40-140 on 1"));
}

// Half of the job stays where it is.
TEST(MovesAtMaintenance, OnlyTheShareThatHasToMoves) {
  const RunResult result = run({job(0, 16, 100)}, at_maintenance(5), away(40, 80, 1), 3);
  EXPECT_THAT(stays(result, 0), ElementsAre("0-40 on 0+1", "40-105 on 0+2"));
}

// Another node is free, but not until the job would be over there, pause and all.
TEST(MovesAtMaintenance, ANodeThatIsSoonAwayIsNoPlaceToGo) {
  const auto with_next = [](double begin) {
    test::FailingRun of{.nodes = 2, .jobs = {job(0, 8, 100)}, .terms = {{}}};
    PlannedOutage next = failure(begin, begin + 10, 1);  // announced
    of.planned = {away(40, 80), next};
    of.names.defragment = at_maintenance(5);
    return run_failing(std::move(of));
  };
  EXPECT_EQ(with_next(105).jobs.preemptions(), 0);
  EXPECT_EQ(with_next(104).jobs.preemptions(), 1) << "it would end at 105";
}

// Passed-through GPUs keep a virtual machine where it is.
TEST(MovesAtMaintenance, WhoMayNotMoveIsStopped) {
  DefragmentSpec spec = at_maintenance(5);
  spec.streams = {"others"};
  test::FailingRun of{.nodes = 2, .jobs = {job(0, 8, 100)}, .terms = {{}}};
  of.planned = {away(40, 80)};
  of.names.defragment = spec;
  EXPECT_EQ(run_failing(std::move(of)).jobs.preemptions(), 1);
}

// Nobody moves to make room.
TEST(MovesAtMaintenance, NobodyMovesForAJobThatWaits) {
  const std::vector<Job> jobs{job(0, 4, 30), job(0, 4, 10), job(0, 4, 30), job(12, 8, 5)};
  EXPECT_EQ(run(jobs, at_maintenance(1), away(90, 95)).jobs.segments(3)[0].start, Seconds(30));
  DefragmentSpec spec{.pause = Seconds(1), .only_where_it_pays = false};
  EXPECT_EQ(run(jobs, spec, away(90, 95)).jobs.segments(3)[0].start, Seconds(12));
}

/// How long a job with so many GB in the memory of its GPU stands still; -1: it is stopped.
double stun(const std::vector<std::pair<double, double>>& measured, double gigabytes) {
  DefragmentSpec spec = at_maintenance(0);
  spec.state = Bytes(gigabytes * 1e9);
  for (const auto& [state, time] : measured)
    spec.stun.emplace_back(Bytes(state * 1e9), Seconds(time));
  const RunResult result = run({job(0, 1, 1000)}, spec, away(40, 80));
  return result.jobs.preemptions() > 0 ? -1.0 : test::last_end_of(result) - 1000.0;
}

// VMware's table of stun times with vGPUs over 10 Gbit/s Ethernet: the other points of each board
// follow within 10 % from every second one, a time-out is a stop. P40: more than 12 GB.
TEST(VMotion, StunTimesOfAP40FollowFromEverySecondPoint) {
  const std::vector<std::pair<double, double>> every_second{{1, 9.0}, {4, 31.4}, {12, 91.2}};
  for (const auto& [state, measured] : std::vector<std::pair<double, double>>{
           {1, 9.0}, {2, 16.5}, {4, 31.4}, {8, 61.3}, {10, 76.3}, {12, 91.2}})
    EXPECT_NEAR(stun(every_second, state), measured, 0.1 * measured) << state;
  EXPECT_EQ(stun(every_second, 16.0), -1.0);
}

// Its table has whole seconds: of 2 GB, between 2 s and 6 s, it says 4 s, and 3.3 s follow.
TEST(VMotion, StunTimesOfAV100FollowFromEverySecondPoint) {
  const std::vector<std::pair<double, double>> every_second{{1, 2}, {4, 6}, {16, 22}, {32, 39}};
  EXPECT_NEAR(stun(every_second, 8), 12.0, 0.1 * 12.0);
  EXPECT_NEAR(stun(every_second, 2), 10.0 / 3.0, 1e-9);
  const std::vector<std::pair<double, double>> all{{1, 2},  {2, 4},   {4, 6},
                                                   {8, 12}, {16, 22}, {32, 39}};
  for (const auto& [state, measured] : all) EXPECT_NEAR(stun(all, state), measured, 1e-9);
}

}  // namespace
}  // namespace gpuscape
