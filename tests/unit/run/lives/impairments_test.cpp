/// Nodes that are slow and stay in service, and clusters whose management servers are lost.

#include "sim/run/nodes/impairments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/run/life/saves.hpp"
#include "tests/support/listed_failures.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using testing::ElementsAre;
using testing::HasSubstr;

PlannedOutage slow(double begin, double end, double pace, std::uint32_t node = 0) {
  PlannedOutage outage = test::failure(begin, end, node);
  outage.effect = OutageEffect::slow;
  outage.pace = pace;
  return outage;
}

PlannedOutage lost(double begin, double end, std::uint32_t servers = 3) {
  return {.name = "managers",
          .begin = Seconds(begin),
          .end = Seconds(end),
          .effect = OutageEffect::no_starts,
          .servers = servers};
}

RunResult run(std::uint32_t nodes, std::vector<Job> jobs, std::vector<PlannedOutage> outages,
              const test::PolicyNames& names = {}, const std::optional<SavesSpec>& saves = {}) {
  RunState state(
      Platform({test::nodes(nodes, 8)}), test::make_policies(names),
      std::make_unique<test::ListSource>(std::move(jobs)), {}, {}, nullptr,
      {.unforeseen = std::make_unique<test::ListedFailures>(std::move(outages)), .slows = true});
  if (saves)
    state.add_part(std::make_unique<Saves>(std::vector{*saves}, std::vector<FailingParts>{},
                                           state.capacity().platform()));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

double end(const RunResult& result, std::size_t job = 0) {
  return result.jobs.segments(job).back().end.value();
}

// 20 s at full pace, 40 s at a half, 60 s at full pace again; half of the 40 s is lost.
TEST(SlowNodes, SlowAJobDownUntilTheyAreRepaired) {
  const RunResult result = run(1, {job(0, 8, 100)}, {slow(20, 60, 0.5)});
  EXPECT_EQ(end(result), 120);
  ASSERT_EQ(result.life_times.size(), 1U);
  EXPECT_EQ(result.life_times[0].second.straggling, 20_s);
  EXPECT_EQ(result.jobs.segments(0).size(), 1U) << "it stays where it is";
}

TEST(SlowNodes, AllPartsOfAJobWaitForTheSlowest) {
  const RunResult result = run(2, {job(0, 16, 100)}, {slow(20, 60, 0.5, 1), slow(30, 50, 0.25)});
  // 20 of work until 20, 5 until 30, 5 until 50, 5 until 60; 65 are left.
  EXPECT_EQ(end(result), 125);
  EXPECT_EQ(result.life_times[0].second.straggling, 5_s + 15_s + 5_s);
}

TEST(SlowNodes, SlowAJobThatStartsThereAndNoOtherOne) {
  const RunResult result =
      run(2, {job(30, 8, 100), job(31, 8, 100)}, {slow(20, 80, 0.5)}, {"fifo", "none", "pack"});
  std::vector<double> ends{end(result, 0), end(result, 1)};
  EXPECT_THAT(ends, ElementsAre(155, 131)) << "25 s of work until 80, 75 left";
}

TEST(SlowNodes, APaceOfOneChangesNothing) {
  const RunResult result = run(1, {job(0, 8, 100)}, {slow(20, 60, 1.0)});
  EXPECT_EQ(end(result), 100);
  EXPECT_TRUE(result.life_times.empty());
}

// 40 s until the first save at 45; from 50 at half pace: 5 + 17.5 until 85, then 17.5 until 102.5:
// saved at 80 of work for 5 s, 20 s are left.
TEST(SlowNodes, SaveAsMuchWorkAsOthers) {
  const RunResult result =
      run(1, {job(0, 8, 100)}, {slow(50, 85, 0.5)}, {},
          SavesSpec{.checkpoint = CheckpointSpec{.every = 40_s, .write = 5_s}});
  EXPECT_EQ(end(result), 102.5 + 5 + 20);
  EXPECT_EQ(result.life_times[0].second.saving, 10_s);
  EXPECT_EQ(result.life_times[0].second.straggling, 17.5_s);
}

TEST(SlowNodes, WorkOfASlowJobThatIsLostCountsOnce) {
  std::vector<PlannedOutage> outages{slow(10, 200, 0.5), test::failure(30, 40)};
  const RunResult result = run(1, {job(0, 8, 100)}, outages);
  // 20 of work by 30, lost; 100 from 40 on: 80 until 200, 20 s more.
  EXPECT_EQ(end(result), 220);
  EXPECT_EQ(result.life_times[0].second.redone, 20_s);
  EXPECT_EQ(result.life_times[0].second.straggling, 10_s + 80_s);
}

TEST(SlowNodes, AreSlowWithEachOfTheirFaults) {
  const Platform platform({test::nodes(2, 8)});
  Impairments impairments;
  const std::vector<AllocationSpan> first{{.node = 0, .gpus = 8}};
  const std::vector<AllocationSpan> both{{.node = 0, .gpus = 8}, {.node = 1, .gpus = 8}};
  impairments.begin(slow(0, 1, 0.5), platform);
  impairments.begin(slow(0, 1, 0.5), platform);
  impairments.begin(slow(0, 1, 0.75, 1), platform);
  EXPECT_EQ(impairments.pace(both), 0.5);
  impairments.end(slow(0, 1, 0.5), platform);
  EXPECT_EQ(impairments.pace(first), 0.5) << "one of two is repaired";
  impairments.end(slow(0, 1, 0.5), platform);
  EXPECT_EQ(impairments.pace(first), 1.0);
  EXPECT_EQ(impairments.pace(both), 0.75);
}

TEST(ManagementServers, OfThreeOneMayBeLostAndOfTwoNone) {
  const Platform platform({test::nodes(1, 8)});
  for (const auto& [servers, harmless] : {std::pair(1, 0), {2, 0}, {3, 1}, {4, 1}, {5, 2}}) {
    Impairments impairments;
    for (int i = 0; i < harmless; ++i)
      impairments.begin(lost(0, 1, static_cast<std::uint32_t>(servers)), platform);
    EXPECT_TRUE(impairments.may_start()) << servers;
    impairments.begin(lost(0, 1, static_cast<std::uint32_t>(servers)), platform);
    EXPECT_FALSE(impairments.may_start()) << servers;
    impairments.end(lost(0, 1, static_cast<std::uint32_t>(servers)), platform);
    EXPECT_TRUE(impairments.may_start()) << servers;
  }
}

// Two of three are lost from 20 to 50: who runs goes on, and nobody starts.
TEST(ManagementServers, WithoutAMajorityNoJobStartsAndAllRunOn) {
  for (const char* backfill : {"none", "easy", "conservative"}) {
    const RunResult result = run(2, {job(0, 8, 100), job(15, 8, 10), job(30, 8, 10), job(60, 8, 5)},
                                 {lost(10, 70), lost(20, 50)}, {"fifo", backfill});
    EXPECT_THAT(test::start_dates(result), ElementsAre(0, 15, 50, 60)) << backfill;
    EXPECT_EQ(end(result), 100);
    EXPECT_EQ(result.waits.seconds[static_cast<std::size_t>(WaitReason::managers_away)], 20_s)
        << backfill;
    ASSERT_EQ(result.waits.jobs.size(), 1U);
    EXPECT_EQ(result.waits.jobs[0].reason, WaitReason::managers_away);
  }
}

TEST(ManagementServers, HaltsOfTwoSetsCountOnce) {
  const auto named = [](PlannedOutage outage, const char* name) {
    outage.name = name;
    return outage;
  };
  const std::vector<PlannedOutage> outages{named(lost(10, 40, 1), "a"), named(lost(20, 60, 1), "b"),
                                           named(lost(90, 200, 1), "a")};
  EXPECT_THAT(text_of_halts(outages, 100_s), HasSubstr("for 1 min in all"));
  EXPECT_EQ(text_of_halts(outages, 5_s), "");
  EXPECT_EQ(text_of_halts(std::vector{lost(10, 40, 3)}, 100_s), "");
}

}  // namespace
}  // namespace gpuscape
