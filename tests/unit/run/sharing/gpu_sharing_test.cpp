/// Jobs on parts of GPUs, how these are cut, and at what pace each goes there: worked out by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/workload/node_asks.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

using test::job;
using test::start_dates;
using testing::ElementsAre;

/// Nodes of one kind whose GPUs are shared by a model.
NodeGroup shared_by(const std::string& type, const std::string& parameters, std::int32_t gpus = 1,
                    const SharedGpuFacts& facts = {}) {
  NodeGroup group = test::nodes(1, gpus);
  std::string fault;
  group.sharing = test::make_model(test::builtin_models().gpu_sharings, type, parameters);
  group.cuts = group.sharing->cuts(facts, fault);
  EXPECT_EQ(fault, "");
  group.shares_gpus = true;
  group.gpu_memory = facts.memory;
  return group;
}

Job part(double submit, std::uint16_t milli, double run_time) {
  Job made = job(submit, 1, run_time);
  made.demand.gpu_milli = milli;
  return made;
}

struct Shared {
  std::vector<NodeGroup> groups;
  std::vector<Job> jobs;
  std::optional<double> use = {};  ///< of a GPU's time; none: the part that a job holds
  std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>();
};

RunResult run(Shared of) {
  WorkloadFacts facts{.origins = of.origins, .streams = {"s"}, .demand = {}};
  facts.gpu_use = {of.use};
  RunState state(Platform(std::move(of.groups)), test::make_policies({}),
                 std::make_unique<test::ListSource>(std::move(of.jobs)), {}, std::move(facts));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

std::vector<double> ends(const RunResult& result) {
  std::vector<double> all;
  for (std::size_t i = 0; i < result.jobs.size(); ++i)
    all.push_back(result.jobs.segments(i).back().end.value());
  return all;
}

/// 1, 2, 3 … jobs that each would keep all of the GPU busy, on a quarter of 24 GB each.
std::vector<double> ends_of_busy(const std::string& turns, int jobs, double use = 1.0) {
  Shared of{.groups = {shared_by("vgpu", R"({"turns": ")" + turns + R"("})", 1,
                                 {.model = "p40", .memory = Bytes(24e9)})},
            .jobs = {},
            .use = use};
  for (int i = 0; i < jobs; ++i) of.jobs.push_back(part(0, 250, 100));
  return ends(run(std::move(of)));
}

// n busy ones get 1/n, 1/n and 1/most.
TEST(GpuSharing, BusyVirtualGpusHaveEqualParts) {
  const auto near_300 = testing::DoubleNear(300.0, 1e-9);
  EXPECT_THAT(ends_of_busy("best-effort", 3), ElementsAre(near_300, near_300, near_300));
  EXPECT_THAT(ends_of_busy("equal-share", 3), ElementsAre(near_300, near_300, near_300));
  EXPECT_THAT(ends_of_busy("fixed-share", 3), ElementsAre(400, 400, 400));
  EXPECT_THAT(ends_of_busy("best-effort", 1), ElementsAre(100));
  EXPECT_THAT(ends_of_busy("equal-share", 1), ElementsAre(100));
  EXPECT_THAT(ends_of_busy("fixed-share", 1), ElementsAre(400));
}

// Whoever needs no more than its part loses nothing.
TEST(GpuSharing, ThoseThatNeedLittleLoseNothing) {
  for (const std::string turns : {"best-effort", "equal-share", "fixed-share"})
    EXPECT_THAT(ends_of_busy(turns, 4, 0.25), ElementsAre(100, 100, 100, 100)) << turns;
}

// Alone to 50, then two at half pace: at 150 the first is done, and the second has 50 left.
TEST(GpuSharing, PacesChangeAsNeighboursComeAndGo) {
  const RunResult result = run({.groups = {shared_by("time-slices", R"({"replicas": 4})")},
                                .jobs = {part(0, 250, 100), part(50, 250, 100)},
                                .use = 1.0});
  EXPECT_THAT(ends(result), ElementsAre(150, 200));
  ASSERT_EQ(result.life_times.size(), 2U);
  EXPECT_EQ(result.life_times[0].second.sharing, Seconds(50));
  EXPECT_EQ(result.life_times[1].second.sharing, Seconds(50));
  ASSERT_EQ(result.sharing.size(), 1U);
  const SharingResult& of = result.sharing.front();
  EXPECT_EQ(of.starts, 2);
  EXPECT_EQ(of.most_on_one, 2);
  EXPECT_EQ(of.open, GpuSeconds(200));
  EXPECT_EQ(of.as_whole, GpuSeconds(300));
  EXPECT_EQ(of.held, GpuSeconds(75));
  EXPECT_EQ(of.asked, GpuSeconds(300));
  EXPECT_EQ(of.got, GpuSeconds(200)) << "the GPU was busy all the time";
}

// A tenth of the time goes to switches: 0.2 ms of each turn of 2 ms.
TEST(GpuSharing, SwitchesTakeTime) {
  const RunResult result =
      run({.groups = {shared_by("time-slices", R"({"slice": "2 ms", "switch": "0.2 ms"})")},
           .jobs = {part(0, 250, 90), part(0, 250, 90)},
           .use = 1.0});
  for (const double end : ends(result)) EXPECT_NEAR(end, 200.0, 1e-9);
}

// Who uses 0.2 leaves 0.8 to the other; both at 0.5 of their paces where shares are equal.
TEST(GpuSharing, WhatOneLeavesTheOtherTakes) {
  Shared of{.groups = {shared_by("time-slices", "{}")},
            .jobs = {part(0, 250, 80), part(0, 250, 80)},
            .use = 0.5};
  EXPECT_THAT(ends(run(of)), ElementsAre(80, 80)) << "half and half";
  of.use = 0.8;
  EXPECT_THAT(ends(run(of)), ElementsAre(128, 128)) << "0.5 of 0.8";
}

TEST(GpuSharing, NeighboursUnderMpsTakeSomething) {
  const RunResult result = run({.groups = {shared_by("mps", R"({"interference": 0.5})")},
                                .jobs = {part(0, 500, 100), part(0, 500, 100)}});
  EXPECT_THAT(ends(result), ElementsAre(125, 125)) << "1 + 0.5 x 0.5";
}

/// On one A100 with 80 GB.
NodeGroup mig(std::int32_t gpus = 1, const std::string& parameters = R"({"board": "a100"})") {
  return shared_by("mig", parameters, gpus, {.model = "", .memory = Bytes(80e9)});
}

// Halves get 4 of 7 slices, and there is one place for them.
TEST(GpuSharing, AMigGpuHoldsOneOfFourSlices) {
  const RunResult result = run({.groups = {mig()}, .jobs = {part(0, 500, 100), part(0, 500, 100)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 100));
  EXPECT_EQ(result.sharing.front().held, GpuSeconds(0.571 * 200));
}

// Seven of a seventh; an eighth waits, though a memory slice is left.
TEST(GpuSharing, AMigGpuHoldsSevenOfOneSlice) {
  Shared of{.groups = {mig()}, .jobs = {}};
  for (int i = 0; i < 8; ++i) of.jobs.push_back(part(0, 143, 100));
  const RunResult result = run(std::move(of));
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 0, 0, 0, 0, 100));
}

// Two of 3 slices take all of the memory: the seventh compute slice is of no use.
TEST(GpuSharing, TwoOfThreeSlicesLeaveNoRoom) {
  const RunResult result =
      run({.groups = {mig()}, .jobs = {part(0, 400, 100), part(0, 400, 100), part(0, 100, 10)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 100));
}

// An instance of two slices goes where it leaves room for one of four.
TEST(GpuSharing, InstancesGoWhereTheyLeaveMost) {
  const RunResult result =
      run({.groups = {mig()}, .jobs = {part(0, 280, 100), part(0, 500, 100), part(0, 143, 100)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0));
}

TEST(GpuSharing, WhatIsMoreThanAnyPartTakesAWholeGpu) {
  const RunResult result =
      run({.groups = {mig(2)}, .jobs = {part(0, 900, 100), part(0, 143, 100), part(1, 900, 10)}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 100));
  EXPECT_EQ(result.jobs.gpus_held(0, {.gpus = 1}), 1.0);
}

// A profile by its name, and memory: 1g.20gb has two memory slices and one of compute.
TEST(GpuSharing, JobsAskForProfilesAndMemory) {
  Shared of{.groups = {mig()}, .jobs = {}};
  const auto asking = [&](const GpuPartAsk& part, double run_time) {
    Job made = job(0, 1, run_time);
    NodeAsk ask;
    ask_for_part(part, ask, made.demand);
    made.demand.asks = *of.origins->asks().intern(ask);
    return made;
  };
  for (int i = 0; i < 4; ++i) of.jobs.push_back(asking({.profile = "MIG 1g.20gb"}, 100));
  of.jobs.push_back(asking({.memory = Bytes(15e9)}, 50));  // the same
  of.jobs.push_back(asking({.profile = "9g.1gb"}, 50));
  const RunResult result = run(of);
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 0, 100, -1));
  EXPECT_EQ(result.jobs.state(5), JobState::never_fits);
}

// Cut for good, a GPU has two of a slice: a third job waits for these also when larger instances
// are idle from 50 on, and nobody gets a whole GPU or more than the largest part.
TEST(GpuSharing, AMixIsAllThatAGpuHas) {
  NodeGroup group = shared_by(
      "mig", R"({"board": "a100-sxm4-80gb", "mix": ["1g.10gb", "3g.40gb", "1g.10gb", "2g.20gb"]})");
  EXPECT_EQ(group.cuts->profiles.size(), 3U);
  Job whole = job(0, 1, 10);
  const RunResult result =
      run({.groups = {group},
           .jobs = {part(0, 143, 100), part(0, 143, 100), part(0, 400, 50), part(0, 280, 50),
                    part(0, 143, 10), part(0, 600, 50), whole}});
  EXPECT_THAT(start_dates(result), ElementsAre(0, 0, 0, 0, 100, -1, -1));
  EXPECT_EQ(result.jobs.state(5), JobState::never_fits);
  EXPECT_EQ(result.jobs.state(6), JobState::never_fits);
}

// Restarted where it gets what it asks for, a job no longer holds what it held elsewhere.
TEST(GpuSharing, WhatIsHeldIsThatOfTheLastStart) {
  JobRecords records;
  const std::uint32_t asks_half = records.add(part(0, 500, 100));
  records.note_part(asks_half, 571);
  EXPECT_EQ(records.gpus_held(asks_half, {.gpus = 1}), 0.571);
  records.note_part(asks_half, 500);
  EXPECT_EQ(records.gpus_held(asks_half, {.gpus = 1}), 0.5);
}

// The catalogue's profiles: of the GPU by its name, its beginning, or another of its family; with
// other memory there are others.
TEST(GpuSharing, ProfilesAreThoseOfTheBoard) {
  const auto profiles = [](const std::string& model, double gigabytes) {
    const auto sharing = test::make_model(test::builtin_models().gpu_sharings, "mig", "{}");
    std::string fault;
    const auto cuts = sharing->cuts({.model = model, .memory = Bytes(gigabytes * 1e9)}, fault);
    return cuts == nullptr ? fault : cuts->profiles.front().name + " to " + cuts->whole.front();
  };
  EXPECT_EQ(profiles("a100-sxm4-80gb", 0), "1g.10gb to 7g.80gb");
  EXPECT_EQ(profiles("a100", 80), "1g.10gb to 7g.80gb");
  EXPECT_EQ(profiles("A100", 40), "1g.5gb to 7g.40gb");
  EXPECT_EQ(profiles("A100-PG509-200", 42.9), "1g.5gb to 7g.40gb");
  EXPECT_EQ(profiles("a30", 24), "1g.6gb to 4g.24gb");
  EXPECT_THAT(profiles("gh200-96gb", 96), testing::HasSubstr("no MIG profiles are known"))
      << "it inherits those of a GPU with 80 GB";
  EXPECT_EQ(profiles("gb200", 186), "1g.23gb to 7g.186gb");
  EXPECT_EQ(profiles("h100", 94),
            "no MIG profiles are known of a GPU \"h100\" with 94 GB: \"board\" names one of the "
            "catalogue that has the same ones");
}

TEST(GpuSharing, VirtualGpusOfTwoSizesShareNoGpu) {
  const SharedGpuFacts p40{.model = "p40", .memory = Bytes(24e9)};
  const std::vector<Job> jobs{part(0, 250, 100), part(0, 125, 100), part(0, 250, 100)};
  EXPECT_THAT(start_dates(run({.groups = {shared_by("vgpu", "{}", 1, p40)}, .jobs = jobs})),
              ElementsAre(0, 100, 200))
      << "in their order";
  EXPECT_THAT(start_dates(run({.groups = {shared_by("vgpu", R"({"mixed_sizes": true})", 1, p40)},
                               .jobs = jobs})),
              ElementsAre(0, 0, 0));
}

// Each has its quarter; five do not fit on one.
TEST(GpuSharing, PartsOfAGpuAreNeverMoreThanOne) {
  for (const std::string type : {"time-slices", "mps", "shares"}) {
    Shared of{.groups = {shared_by(type, "{}")}, .jobs = {}};
    for (int i = 0; i < 5; ++i) of.jobs.push_back(part(0, 250, 100));
    const RunResult result = run(std::move(of));
    EXPECT_EQ(result.sharing.front().most_on_one, 4) << type;
    EXPECT_GT(start_dates(result).back(), 0.0) << type;
  }
}

}  // namespace
}  // namespace gpuscape
