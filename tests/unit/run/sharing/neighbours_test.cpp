/// Who slows whom on a GPU, worked out by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/study/metrics/run_metrics.hpp"
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

const std::string kBandwidths = R"({"interference": 0.5, "solo": [
    {"stream": "notebooks", "memory_bandwidth": 0.4},
    {"stream": "trainers", "memory_bandwidth": 0.8}]})";

// Of the memory's bandwidth notebooks get the 0.4 that they use, and trainers 0.6 of their 0.8:
// they go at 0.75, and lose a quarter of 0.5 x 100 s.
TEST(Neighbours, WhatBothUseAloneTellsTheirPaces) {
  const RunResult result =
      run("mps", kBandwidths, {half(kNotebooks, 100), half(kTrainers, 75)}, {{}, {}});
  EXPECT_THAT(end_dates(result), ElementsAre(100, testing::DoubleNear(100.0, 1e-9)));
  const SharingResult& of = result.sharing.front();
  EXPECT_EQ(of.law, "mps");
  EXPECT_TRUE(of.outside.empty());
  EXPECT_EQ(of.streams[kTrainers].told_by.at(kNotebooks), ToldBy::uses);
  EXPECT_EQ(of.streams[kNotebooks].told_by.at(kTrainers), ToldBy::uses);
  EXPECT_NEAR(of.streams[kTrainers].by_streams.at(kNotebooks).value(), 12.5, 1e-9);
}

// Who would use all of the GPU and holds half of it goes at half its pace, and reads half as much:
// 0.2 and 0.4 together are no more than the memory gives.
TEST(Neighbours, APartKeepsAJobFromWhatItWouldUse) {
  EXPECT_THAT(
      end_dates(run("mps", kBandwidths, {half(kNotebooks, 50), half(kTrainers, 50)}, {1.0, 1.0})),
      ElementsAre(100, 100));
}

// Trainers beside notebooks were measured; notebooks beside trainers follow from what both use, and
// their pace is 1; beside each other they are guessed where they say nothing of what they use.
TEST(Neighbours, PairsComeBeforeSoloRunsAndThoseBeforeTheGuess) {
  const auto told = [](const std::string& more) {
    return test::make_model(
        test::builtin_models().gpu_sharings, "mps",
        R"({"pairs": [{"stream": "a", "beside": "b", "pace": 0.9}], "solo": [)" + more + "]}");
  };
  const std::string b = R"({"stream": "b", "memory_bandwidth": 0.4})";
  const std::string runs = R"("batch": 1, "runs": [{"batch": 1, "per_second": 10},
      {"batch": 2, "per_second": 15}, {"batch": 4, "per_second": 18}])";
  const auto one = told(b);
  EXPECT_EQ(one->told_by("a", "b"), ToldBy::pair);
  EXPECT_EQ(one->told_by("b", "a"), ToldBy::guess);
  EXPECT_EQ(one->told_by("b", "b"), ToldBy::uses);
  const auto both = told(b + R"(, {"stream": "a", "l2": 0.1, )" + runs + "}");
  EXPECT_EQ(both->told_by("a", "b"), ToldBy::pair);
  EXPECT_EQ(both->told_by("b", "a"), ToldBy::uses);
  EXPECT_EQ(both->told_by("a", "a"), ToldBy::processes);
  EXPECT_EQ(both->told_by("c", "a"), ToldBy::guess);
  const auto none = test::make_model(test::builtin_models().gpu_sharings, "mps", "{}");
  EXPECT_EQ(none->told_by("a", "b"), ToldBy::rule);
}

// Three kinds of neighbours of one job: 0.9 as measured, 0.6 ÷ 0.8 by the memory, a third of 0.1
// x 0.5 by the guess.
TEST(Neighbours, WhatTellsPacesIsMultiplied) {
  const auto sharing = test::make_model(
      test::builtin_models().gpu_sharings, "mps",
      R"({"interference": 0.5, "pairs": [{"stream": "a", "beside": "b", "pace": 0.9}],
          "solo": [{"stream": "a", "memory_bandwidth": 0.8},
                   {"stream": "c", "memory_bandwidth": 0.4}]})");
  const std::vector<GpuTenant> tenants{{.part = 0.5, .use = 0.5, .stream = "a"},
                                       {.part = 0.1, .use = 0.1, .stream = "b"},
                                       {.part = 0.2, .use = 0.2, .stream = "c"},
                                       {.part = 0.1, .use = 0.1, .stream = "d"}};
  EXPECT_NEAR(sharing->shares_of(tenants).front(), 0.5 * 0.9 * 0.75 / (1.0 + 0.5 * 0.1), 1e-12);
}

// Six processes where two to five were measured; a pace of 5/9 where 0.7 was the least.
TEST(Neighbours, WhatLiesBeyondMeasurementsIsSaid) {
  std::vector<Job> jobs(6, half(kTrainers, 100));
  for (Job& one : jobs) one.demand.gpu_milli = 100;
  const std::string solo = R"({"solo": [{"stream": "trainers", "batch": 2, "runs": [
      {"batch": 1, "per_second": 10}, {"batch": 2, "per_second": 15},
      {"batch": 4, "per_second": 18}]}]})";
  const RunResult six = run("mps", solo, jobs, {{}, {}});
  EXPECT_THAT(six.sharing.front().outside,
              ElementsAre("more than 5 jobs of \"trainers\" on one GPU"));
  jobs.resize(5);
  EXPECT_TRUE(run("mps", solo, jobs, {{}, {}}).sharing.front().outside.empty());
  const RunResult slow = run("mps",
                             R"({"solo": [{"stream": "notebooks", "memory_bandwidth": 0.5},
                                          {"stream": "trainers", "memory_bandwidth": 0.9}]})",
                             {half(kNotebooks, 100), half(kTrainers, 50)}, {{}, {}});
  EXPECT_THAT(end_dates(slow), ElementsAre(100, testing::DoubleNear(90.0, 1e-9)));
  EXPECT_THAT(slow.sharing.front().outside,
              ElementsAre("jobs of \"trainers\" below 70 % of their pace, by what neighbours use"));
}

// Notebooks use 0.2 and get it, trainers 0.8 in place of 1: of 150 GPU seconds they get 125, and 25
// are lost to the others. Both halves are held, and nothing is left over.
TEST(Neighbours, MetricsSayWhatJobsGet) {
  const RunResult result =
      run("time-slices", "{}", {half(kNotebooks, 125), half(kTrainers, 100)}, {0.2, 1.0});
  const RunMetrics metrics = run_metrics(result, whole_run(result), false);
  EXPECT_NEAR(metrics["shared_pace_share"], 125.0 / 150.0, 1e-12);
  EXPECT_NEAR(metrics["slowed_by_neighbours_share"], 25.0 / 150.0, 1e-12);
  EXPECT_DOUBLE_EQ(metrics["parts_held_share"], 1.0);
  EXPECT_DOUBLE_EQ(metrics["parts_stranded_share"], 0.0);
}

// Two instances of 3 of 7 slices have all of the memory: 144 thousandths, the slice between them,
// are of no use to anybody while both are there, for 100 of 200 s. The first of them lies at the
// end of the GPU and leaves four slices that can be had, the second one at its beginning leaves
// three: 146 thousandths remain.
TEST(Neighbours, SlicesWithoutMemoryAreStranded) {
  const auto of = [](double first, double second) {
    std::vector<Job> jobs{half(kTrainers, first), half(kTrainers, second)};
    for (Job& one : jobs) one.demand.gpu_milli = 428;
    return run("mig", "{}", jobs, {{}, {}});
  };
  const RunResult result = of(200, 100);
  EXPECT_NEAR(result.sharing.front().stranded.value(), 14.4, 1e-9);
  const RunMetrics metrics = run_metrics(result, whole_run(result), false);
  EXPECT_NEAR(metrics["parts_stranded_share"], 0.072, 1e-12);
  EXPECT_NEAR(metrics["parts_held_share"], 0.428 * 1.5, 1e-12);
  EXPECT_DOUBLE_EQ(metrics["shared_pace_share"], 1.0);
  EXPECT_NEAR(of(100, 200).sharing.front().stranded.value(), 14.4 + 14.6, 1e-9);
}

constexpr const char* kHundredToOne =
    R"({"replicas": 2, "weights": {"notebooks": 100, "trainers": 1}})";

// Cycle harvesting: while the desktop is busy the other has 1 of 101 turns, then all of the GPU. In
// 100 s of work, which take 101 s, it does 1; 99 are left, and 100 more of its own are done at 200.
TEST(Neighbours, WhoHasAHundredTimesTheTurnsIsHardlySlowed) {
  const RunResult result =
      run("time-slices", kHundredToOne, {half(0, 100), half(1, 100)}, {1.0, 1.0});
  EXPECT_NEAR(end_dates(result)[0], 101.0, 1e-9);
  EXPECT_NEAR(end_dates(result)[1], 200.0, 1e-9);
}

// What the heavy one leaves is the light one's: 0.2 and 0.8.
TEST(Neighbours, WhoHasTheTurnsNeedNotUseThem) {
  const RunResult result =
      run("time-slices", kHundredToOne, {half(0, 200), half(1, 100)}, {0.2, 1.0});
  EXPECT_NEAR(end_dates(result)[0], 200.0, 1e-9);
  EXPECT_NEAR(end_dates(result)[1], 125.0, 1e-9);
}

}  // namespace
}  // namespace gpuscape
