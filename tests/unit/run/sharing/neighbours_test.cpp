/// Who slows whom on a GPU, worked out by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/run_builders.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::end_dates;
using test::job;
using testing::ElementsAre;

constexpr std::uint16_t kNotebooks = 0;
constexpr std::uint16_t kTrainers = 1;

Job half(std::uint16_t stream, double run_time) {
  Job made = job(0, 1, run_time);
  made.stream = stream;
  made.demand.gpu_milli = 500;
  return made;
}

/// On one GPU.
RunResult run(const std::string& type, const std::string& parameters, std::vector<Job> jobs,
              std::vector<std::optional<double>> use) {
  NodeGroup group = test::nodes(1, 1);
  std::string fault;
  group.sharing = test::make_model(test::builtin_models().gpu_sharings, type, parameters);
  group.cuts = group.sharing->cuts({.model = "a100", .memory = Bytes(80e9)}, fault);
  EXPECT_EQ(fault, "");
  group.shares_gpus = true;
  WorkloadFacts facts{.streams = {"notebooks", "trainers"}, .demand = {}};
  facts.gpu_use = std::move(use);
  RunState state(Platform({std::move(group)}), test::make_policies({}),
                 std::make_unique<test::ListSource>(std::move(jobs)), {}, std::move(facts));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

// Notebooks use 0.2 and get that; trainers would use 1 and get what is left, 0.8. In 125 s they
// lose 25 GPU seconds, all of them to notebooks, which stay as long.
TEST(Neighbours, WhoTakesTurnsLosesToTheOther) {
  const RunResult result =
      run("time-slices", "{}", {half(kNotebooks, 125), half(kTrainers, 100)}, {0.2, 1.0});
  EXPECT_THAT(end_dates(result), ElementsAre(125, 125));
  const std::vector<SharingOfStream>& of = result.sharing.front().streams;
  ASSERT_EQ(of.size(), 2U);
  EXPECT_DOUBLE_EQ(of[kNotebooks].got.value(), 25.0);
  EXPECT_TRUE(of[kNotebooks].by_streams.empty());
  EXPECT_DOUBLE_EQ(of[kTrainers].asked.value(), 125.0);
  EXPECT_DOUBLE_EQ(of[kTrainers].got.value(), 100.0);
  EXPECT_NEAR(of[kTrainers].by_part.value(), 0.0, 1e-9);
  EXPECT_DOUBLE_EQ(of[kTrainers].by_streams.at(kNotebooks).value(), 25.0);
}

// Notebooks have 0.2 of the GPU, each trainer 0.4 in place of 0.9. What it lacks is put down to the
// notebook for a third and to the other trainer for two.
TEST(Neighbours, LossesAreSharedOutByWhatOthersUse) {
  std::vector<Job> jobs{half(kNotebooks, 90), half(kTrainers, 40), half(kTrainers, 40)};
  for (Job& one : jobs) one.demand.gpu_milli = 250;
  const RunResult result = run("time-slices", "{}", jobs, {0.2, 0.9});
  EXPECT_THAT(end_dates(result), testing::Each(testing::DoubleNear(90.0, 1e-9)));
  const SharingOfStream& trainers = result.sharing.front().streams.at(kTrainers);
  EXPECT_NEAR(trainers.got.value(), 2.0 * 0.4 * 90.0, 1e-9);
  EXPECT_NEAR(trainers.by_streams.at(kNotebooks).value(), 30.0, 1e-9);
  EXPECT_NEAR(trainers.by_streams.at(kTrainers).value(), 60.0, 1e-9);
}

// Of an instance of 3 of 7 slices who would use all of a GPU loses the other four, to nobody.
TEST(Neighbours, AnInstanceLosesToItsSizeAlone) {
  Job small = half(kTrainers, 300);
  small.demand.gpu_milli = 400;
  const RunResult result = run("mig", "{}", {small, half(kNotebooks, 700)}, {0.1, 1.0});
  const std::vector<SharingOfStream>& of = result.sharing.front().streams;
  ASSERT_EQ(of.size(), 2U);
  EXPECT_DOUBLE_EQ(of[kTrainers].got.value(), 300.0);
  EXPECT_NEAR(of[kTrainers].by_part.value(), 300.0 / 0.428 - 300.0, 1e-9);
  EXPECT_TRUE(of[kTrainers].by_streams.empty());
  EXPECT_TRUE(of[kNotebooks].by_streams.empty());
}

// Measured of one direction; in the other it is 1 + 0.5 x 0.5 by the guess, until 100: 80 of 100 s
// are done then. Two measured neighbours of a third job: 0.8 x 0.8.
TEST(Neighbours, MeasuredPairsComeBeforeTheGuess) {
  const std::string pairs =
      R"({"interference": 0.5, "pairs": [{"stream": "trainers", "beside": "notebooks", "pace": 0.8}]})";
  EXPECT_THAT(end_dates(run("mps", pairs, {half(kNotebooks, 100), half(kTrainers, 80)}, {{}, {}})),
              ElementsAre(120, 100));
  const auto sharing = test::make_model(test::builtin_models().gpu_sharings, "mps", pairs);
  const GpuTenant notebook{.part = 0.25, .use = 0.25, .stream = "notebooks"};
  const GpuTenant trainer{.part = 0.5, .use = 0.5, .stream = "trainers"};
  const std::vector<GpuTenant> tenants{notebook, notebook, trainer};
  const std::vector<double> shares = sharing->shares_of(tenants);
  EXPECT_DOUBLE_EQ(shares[2], 0.5 * 0.8 * 0.8);
  EXPECT_DOUBLE_EQ(shares[0], 0.25 / (1.0 + 0.5 * 0.75));
}

}  // namespace
}  // namespace gpuscape
