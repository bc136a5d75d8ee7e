/// The time that it takes to make an instance of a GPU, worked out by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/run/life/instance_maker.hpp"
#include "tests/support/run_builders.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::end_dates;
using test::job;
using testing::ElementsAre;

/// One A100, or several on one node.
NodeGroup instances(const std::string& carve, std::int32_t gpus = 1) {
  NodeGroup group = test::nodes(1, gpus);
  std::string fault;
  group.sharing = test::make_model(test::builtin_models().gpu_sharings, "mig",
                                   R"({"carve": ")" + carve + R"("})");
  group.cuts = group.sharing->cuts({.model = "a100", .memory = Bytes(80e9)}, fault);
  EXPECT_EQ(fault, "");
  group.shares_gpus = true;
  return group;
}

/// Of 1 or 3 of 7 slices; 0: a whole GPU.
Job sized(double submit, int slices, double run_time) {
  Job made = job(submit, 1, run_time);
  made.demand.gpu_milli = static_cast<std::uint16_t>(1000 * slices / 7);
  return made;
}

RunResult run(NodeGroup group, std::vector<Job> jobs) {
  return test::run_jobs({std::move(group)}, std::move(jobs));
}

// Two of 1g make their instances at 0. The one at 200 finds the first of them idle. 3g at 400 is in
// the way of idle ones or not, and is made in any case. A whole GPU at 600 waits until instances
// are gone, the next one does not, and 1g at 1000 is made anew.
TEST(Carving, AnInstanceTakesTimeToMake) {
  const RunResult result =
      run(instances("10 s"),
          {sized(0, 1, 100), sized(0, 1, 100), sized(200, 1, 100), sized(400, 3, 100),
           sized(600, 0, 100), sized(800, 0, 100), sized(1000, 1, 100)});
  EXPECT_THAT(end_dates(result), ElementsAre(110, 110, 300, 510, 710, 900, 1110));
  const SharingResult& of = result.sharing.front();
  EXPECT_EQ(of.carvings, 5);
  EXPECT_NEAR(of.carving.value(), 10.0 * (3 * 0.142 + 0.428 + 1.0), 1e-9);
}

// The one that is there works on while another is made, and jobs wait for their own alone.
TEST(Carving, NeighboursRunOn) {
  const RunResult result = run(instances("10 s"), {sized(0, 3, 100), sized(50, 1, 100)});
  EXPECT_THAT(end_dates(result), ElementsAre(110, 160));
}

// An idle instance of 3g is in the way of a 4g alone where it has its slices: both halves are made,
// 4g goes to the first one, and 3g comes back to the second without waiting.
TEST(Carving, IdleInstancesStayUntilTheyAreInTheWay) {
  const RunResult result = run(instances("10 s"), {sized(0, 3, 100), sized(200, 4, 100),
                                                   sized(250, 3, 100), sized(400, 3, 100)});
  EXPECT_THAT(end_dates(result), ElementsAre(110, 310, 350, 500));
}

// GPUs of one node have instances of their own: a job with both waits once, for the one that has.
TEST(Carving, AJobWithSeveralGpusWaitsOnce) {
  Job both = job(200, 2, 100);
  const RunResult result = run(instances("10 s", 2), {sized(0, 3, 100), both, job(400, 2, 100)});
  EXPECT_THAT(end_dates(result), ElementsAre(110, 310, 500));
  EXPECT_NEAR(result.sharing.front().carving.value(), 10.0 * (0.428 + 2.0), 1e-9);
}

TEST(Carving, WithoutATimeNothingWaits) {
  const RunResult result =
      run(instances("0 s"), {sized(0, 1, 100), sized(100, 3, 100), sized(200, 0, 100)});
  EXPECT_THAT(end_dates(result), ElementsAre(100, 200, 300));
  EXPECT_EQ(result.sharing.front().carvings, 0);
  EXPECT_FALSE(InstanceMaker::is_needed(Platform({instances("0 s")})));
}

// A pause is asked for once, and of a GPU whose node failed everything is made anew.
TEST(Carving, AFailedNodeComesBackWithoutInstances) {
  const Platform platform({instances("10 s")});
  FreeCapacity capacity(platform);
  InstanceMaker maker(capacity);
  const AllocationShare share = capacity.group(0).open(0, sized(0, 1, 1).demand);
  LifeView life{};
  life.slot = 3;
  const auto pause = [&]() -> double {
    maker.take(life.slot, {&share, 1});
    const auto first = maker.next(life);
    EXPECT_FALSE(maker.next(life).has_value());
    return first ? std::get<Pause>(*first).length.value() : 0.0;
  };
  EXPECT_EQ(pause(), 10.0);
  EXPECT_EQ(pause(), 0.0);
  const std::vector<std::uint32_t> other{1};
  maker.nodes_go(other);
  EXPECT_EQ(pause(), 0.0);
  const std::vector<std::uint32_t> failed{0};
  maker.nodes_go(failed);
  EXPECT_EQ(pause(), 10.0);
}

}  // namespace
}  // namespace gpuscape
