/// Jobs of a replay that exchange data by collectives, inside of their nodes too.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/run/pace/traffic_shape.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/collective_builder.hpp"
#include "tests/support/job_shapes.hpp"
#include "tests/support/traffic_run.hpp"

namespace gpuscape {
namespace {

using test::shape_of;
using test::traffic_of;

using test::job;
using testing::HasSubstr;

struct Exchanging {
  std::string node;
  int count = 1;
  std::string algorithm = "auto";
  std::string bytes = "256 MiB";
  std::string network = R"("type": "single-switch", "switch": "nvidia-qm8700")";
  std::string more = {};  ///< of the application
  std::string operation = "all-reduce";
};

std::string scenario_text(const Exchanging& of) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "{}", "count": {}}}}},
        "networks": {{"compute": {{{}}}}}}},
      "workload": {{"streams": {{"jobs": {{"closed": {{"jobs": 1, "duration": "1 h",
        "run_time": {{"distribution": "constant", "value": "1 min"}}}},
        "application": {{"step_time": "500 ms", "bytes_per_step": "{}",
                         "collective": {{"algorithm": "{}", "operation": "{}"}}{}}}}}}}}},
      "scheduler": {{"policy": "fifo", "backfill": "none"}}}})",
      of.node, of.count, of.network, of.bytes, of.algorithm, of.operation, of.more);
}

RunResult run_on(const CheckedScenario& scenario, std::vector<Job> jobs,
                 test::PolicyNames policies = {}) {
  RunState state(scenario.cluster->platform(), test::make_policies(policies),
                 std::make_unique<test::ListSource>(std::move(jobs)), traffic_of(scenario));
  run_natively(state.simulation(), kForever, {});
  return state.take_result({});
}

class AloneAsAtStep : public testing::TestWithParam<Exchanging> {};

TEST_P(AloneAsAtStep, TakesTheTimeOfTheClosedForm) {
  const Exchanging& of = GetParam();
  const CheckedScenario at_job = test::checked(scenario_text(of));
  const test::CollectiveText text{
      .node = of.node,
      .count = of.count,
      .networks = fmt::format(R"("compute": {{{}}})", of.network),
      .collective = fmt::format(
          R"("operation": "all-reduce", "among": ["n"], "bytes": ["{}"], "algorithm": "{}")",
          of.bytes, of.algorithm)};
  const PlannedExchange planned =
      test::collective_scenario(text).plan.collectives.at(0).sizes.at(0);
  const TrafficShape shape = shape_of(at_job, static_cast<std::uint32_t>(of.count));
  const double exchange = (shape.ideal_step - Seconds(0.5)).value();
  EXPECT_NEAR(exchange / planned.idle_time.value(), 1.0, 1e-9) << planned.algorithm;
}

std::vector<Exchanging> alone() {
  std::vector<Exchanging> all;
  const auto ndr = R"("type": "leaf-spine", "switch": "nvidia-qm9700")";
  for (const char* bytes : {"8 KiB", "1 MiB", "1 GiB"}) {
    for (const char* algorithm : {"auto", "ring", "tree", "two-level", "sharp"}) {
      all.push_back({"dgx-h100", 4, algorithm, bytes, ndr});
      all.push_back({"dgx1-v100", 2, algorithm, bytes});
    }
    for (const char* algorithm : {"auto", "ring", "nvls"})
      all.push_back({"dgx-h100", 1, algorithm, bytes, ndr});
    all.push_back({"dell-c4130-k", 1, "auto", bytes});
    all.push_back({"dell-c4130-k", 3, "ring", bytes});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Algorithms, AloneAsAtStep, testing::ValuesIn(alone()));

TEST(JobCollectives, AJobAloneKeepsItsRunTime) {
  for (const int nodes : {1, 2, 3}) {
    const CheckedScenario scenario = test::checked(scenario_text({"dgx-h100", 3}));
    const RunResult result = run_on(scenario, {job(0.5, 8 * nodes, 100)});
    EXPECT_NEAR(test::end_of(result, 0), 100.5, 1e-9) << nodes << " nodes";
  }
}

// Collectives are among GPUs: nodes of a job that have none for it are no part of them.
TEST(JobCollectives, NodesWithoutGpusOfAJobExchangeNothing) {
  const CheckedScenario scenario = test::checked(scenario_text({"dgx-h100", 3}));
  Job cores = job(0, 0, 100);
  cores.demand.nodes = 2;
  cores.demand.milli_cores = 2000;
  Job one_gpu = job(0, 1, 100);
  one_gpu.demand.nodes = 2;
  const RunResult result = run_on(scenario, {cores, one_gpu, job(0, 16, 100)});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(test::end_of(result, i), 100.0, 1e-9) << i;
  EXPECT_EQ(result.traffic->jobs.size(), 1U) << "the one of 16 GPUs exchanges data";
}

/// Two jobs that use a link for `use` s of their step each, and the rest alone.
double slowdown(Seconds ideal_step, Seconds ideal_exchange, Seconds use) {
  const double p = (ideal_step - ideal_exchange).value();
  double q = 0.0;
  for (int i = 0; i < 500; ++i) {
    const double there = use.value() * (1.0 + q);
    q = there / (p + std::max(ideal_exchange.value(), there));
  }
  return (p + std::max(ideal_exchange.value(), use.value() * (1.0 + q))) / ideal_step.value();
}

// Between nodes both need the one adapter of each.
TEST(JobCollectives, TwoJobsOnOneAdapterSlowEachOtherAsTheClosedFormSays) {
  const CheckedScenario scenario =
      test::checked(scenario_text({"dell-c4130-k", 2, "ring", "2 GiB"}));
  Job half = job(0, 4, 100);
  half.demand.nodes = 2;
  const RunResult alone = run_on(scenario, {half});
  EXPECT_EQ(alone.traffic->jobs.at(0).slowdown, 1.0);
  const RunResult both = run_on(scenario, {half, half});
  FreeCapacity capacity(scenario.cluster->platform());
  std::vector<AllocationSpan> spans;
  for (std::uint32_t node = 0; node < 2; ++node)
    spans.push_back({node, 2, capacity.group(0).take(node, Demand{.gpus = 2})});
  TrafficShaper shaper(traffic_of(scenario), capacity);
  TrafficShape shape;
  shaper.shape({}, spans, shape);
  Seconds longest(0.0);
  for (const MeanPresence::Use& use : shape.uses) longest = std::max(longest, use.time);
  // As at step, on the same GPUs; and what takes longest is the adapter, which both need.
  const test::CollectiveText text{
      .node = "dell-c4130-k",
      .count = 2,
      .networks = R"("compute": {"type": "single-switch", "switch": "nvidia-qm8700"})",
      .collective = R"("operation": "all-reduce", "among": ["n/0/gpu0-1", "n/1/gpu0-1"], )"
                    R"("bytes": ["2 GiB"], "algorithm": "ring")"};
  const PlannedExchange planned =
      test::collective_scenario(text).plan.collectives.at(0).sizes.at(0);
  EXPECT_NEAR((shape.ideal_step - Seconds(0.5)) / planned.idle_time, 1.0, 1e-9);
  EXPECT_NEAR(longest / (planned.stages.at(0).idle_round *
                         static_cast<double>(planned.stages.at(0).rounds)),
              1.0, 1e-9);
  const double expected = slowdown(shape.ideal_step, shape.ideal_exchange, longest);
  EXPECT_GT(expected, 1.1);
  for (const TrafficRecord& record : both.traffic->jobs)
    EXPECT_NEAR(record.slowdown, expected, 1e-6);
}

// A tree attains 0.92 of what a network's transport does: a flow alone on the links goes no faster.
TEST(JobCollectives, FlowsGoAtThePaceOfTheirAlgorithm) {
  for (const auto& [algorithm, share] : {std::pair("ring", 1.0), {"tree", 0.92}}) {
    const std::string text = scenario_text({"dell-c4130-k", 2, algorithm, "2 GiB"});
    const CheckedScenario scenario = test::checked(text);
    FreeCapacity capacity(scenario.cluster->platform());
    std::vector<AllocationSpan> spans;
    for (std::uint32_t node = 0; node < 2; ++node)
      spans.push_back({node, 4, capacity.group(0).take(node, Demand{.gpus = 4})});
    TrafficShaper shaper(traffic_of(scenario), capacity);
    TrafficShape shape;
    std::vector<TrafficFlow> flows;
    shaper.shape({}, spans, shape, flows);
    ASSERT_FALSE(flows.empty());
    for (const TrafficFlow& flow : flows) {
      BytesPerSecond narrowest(1e30);
      for (const LinkIndex link : flow.links)
        narrowest = std::min(narrowest, shaper.links().capacity(link));
      EXPECT_NEAR(std::min(flow.bound, narrowest) / narrowest, share, 1e-9) << algorithm;
    }
  }
}

TEST(JobCollectives, JobsOnNvlinkLeaveTheirNeighboursAlone) {
  const CheckedScenario scenario = test::checked(scenario_text({"dgx1-v100", 1}));
  const RunResult result = run_on(scenario, {job(0, 4, 100), job(0, 4, 100)});
  for (const std::size_t i : {0U, 1U}) EXPECT_NEAR(test::end_of(result, i), 100.0, 1e-9);
}

// GPUs 0 and 5 of a DGX-1 have no NVLink in common, and 1 and 4 have none either: both pairs cross
// the root ports of the switches that 0 and 1, and 4 and 5 hang below.
TEST(JobCollectives, PairsOnOneNodeMeetAtItsRootPorts) {
  const CheckedScenario scenario = test::checked(scenario_text({"dgx1-v100", 1, "ring", "4 GiB"}));
  FreeCapacity capacity(scenario.cluster->platform());
  TrafficShaper shaper(traffic_of(scenario), capacity);
  const AllocationSpan first{0, 2, GpuSetId(0b100001)};
  const AllocationSpan second{0, 2, GpuSetId(0b010010)};
  TrafficShape one;
  TrafficShape other;
  EXPECT_TRUE(shaper.exchanges({}, std::span(&first, 1)));
  shaper.shape({}, std::span(&first, 1), one);
  shaper.shape({}, std::span(&second, 1), other);
  // Each link on the way carries what the GPUs' own carry, and is as wide.
  for (const MeanPresence::Use& use : one.uses)
    EXPECT_NEAR(use.time / one.step.alone, 1.0, 1e-9) << shaper.links().name(use.resource);
  MeanPresence presence(shaper.links().count());
  const auto index = presence.add(one.step, one.uses);
  presence.add(other.step, other.uses);
  presence.solve();
  const double expected = slowdown(one.ideal_step, one.ideal_exchange, one.uses.front().time);
  EXPECT_GT(expected, 1.01);
  EXPECT_NEAR(presence.step_time(index) / one.ideal_step, expected, 1e-6);
  EXPECT_THAT(shaper.links().name(presence.bottleneck(index).index()), HasSubstr("cpu0"));
}

TEST(JobCollectives, AnExchangeBehindComputingCostsNothing) {
  const CheckedScenario hidden = test::checked(scenario_text(
      {"dell-c4130-k", 2, "ring", "256 MiB",
       R"("type": "single-switch", "switch": "nvidia-qm8700")", R"(, "overlap": 1)"}));
  const TrafficShape shape = shape_of(hidden, 2);
  EXPECT_EQ(shape.ideal_step, Seconds(0.5));
  EXPECT_GT(shape.step.alone, Seconds(0.0));
  EXPECT_GT(shape.step.hidden, Seconds(0.0));
  Job half = job(0, 4, 100);
  half.demand.nodes = 2;
  const RunResult both = run_on(hidden, {half, half});
  ASSERT_EQ(both.traffic->jobs.size(), 2U);
  for (const TrafficRecord& record : both.traffic->jobs) EXPECT_EQ(record.slowdown, 1.0);
}

// Whether it covers more or less than what waits for no bytes.
TEST(JobCollectives, OfAnExchangeTheOverlapIsHiddenAndNoMore) {
  for (const double overlap : {1e-5, 0.1, 0.3}) {
    Exchanging of{"dell-c4130-k", 2, "ring", "2 GiB"};
    const double whole = shape_of(test::checked(scenario_text(of)), 2).ideal_step.value();
    of.more = fmt::format(R"(, "overlap": {})", overlap);
    const TrafficShape shape = shape_of(test::checked(scenario_text(of)), 2);
    ASSERT_GT(whole, 0.5 + 0.5 * overlap);
    EXPECT_NEAR(shape.ideal_step.value(), whole - 0.5 * overlap, 1e-12) << overlap;
  }
}

TEST(JobCollectives, ANamedAlgorithmIsTakenWhereGpusCanDoIt) {
  const auto ndr = R"("type": "leaf-spine", "switch": "nvidia-qm9700")";
  const CheckedScenario scenario =
      test::checked(scenario_text({"dgx-h100", 2, "nvls", "1 GiB", ndr}));
  const JobCollectiveSpec& by = *scenario.spec.streams[0].application->collective;
  const Bytes bytes = scenario.spec.streams[0].application->bytes_per_step;
  const std::vector<ExchangeNode> nodes = {{0, 8, {}}, {1, 8, {}}};
  const auto one = scenario.exchanges->pattern(by, bytes, std::span(nodes).first(1));
  const auto two = scenario.exchanges->pattern(by, bytes, nodes);
  EXPECT_EQ(one->algorithm, "nvls");
  EXPECT_EQ(two->algorithm, "nvls-tree") << "NVLS ends at a node's border: the quickest beyond it";
  EXPECT_EQ(scenario.exchanges->pattern(by, bytes, std::vector<ExchangeNode>{{0, 1, {}}}), nullptr);
}

std::vector<std::string> faults(const Exchanging& of) {
  LoadedScenario loaded = test::load_text(scenario_text(of), "test.json");
  check(loaded, test::builtin_models());
  std::vector<std::string> all;
  for (const Issue& issue : loaded.context.sorted_issues())
    all.push_back(issue.pointer + ": " + issue.message);
  return all;
}

TEST(JobCollectives, WhatNoJobCanDoIsRefusedAtCheckTime) {
  const std::string at = "/workload/streams/jobs/application/collective";
  const auto ethernet = R"("type": "single-switch", "link": "100 Gbit/s", "latency": "1 us")";
  EXPECT_THAT(faults({"dgx1-v100", 1, "nvls"}),
              testing::ElementsAre(HasSubstr(at + "/algorithm: \"nvls\": no NVSwitch")));
  EXPECT_THAT(faults({"dgx-a100-40gb", 2, "sharp", "1 MiB", ethernet}),
              testing::ElementsAre(HasSubstr("/algorithm: \"sharp\"")));
  EXPECT_THAT(faults({"dgx1-v100", 1, "rings"}),
              testing::ElementsAre(HasSubstr("unknown algorithm \"rings\"")));
  EXPECT_THAT(faults({"dgx1-v100", 1, "auto", "1 MiB", ethernet, R"(, "overlap": 1.5)"}),
              testing::ElementsAre(HasSubstr("overlap")));
  EXPECT_THAT(faults({"dgx-h100", 129, "auto", "1 MiB",
                      R"("type": "leaf-spine", "switch": "nvidia-qm9700")", "", "all-to-all"}),
              testing::ElementsAre(HasSubstr("more than 1024 GPUs")));
  LoadedScenario plain = test::load_text(
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 2, "gpus": 8}},
      "networks": {"compute": {"type": "single-switch", "link": "10 GB/s", "latency": "1 us"}}},
    "workload": {"streams": {"jobs": {"closed": {"jobs": 1, "duration": "1 h",
      "run_time": {"distribution": "constant", "value": "1 min"}},
      "application": {"step_time": "500 ms", "bytes_per_step": "1 MiB", "collective": "auto"}}}}})",
      "test.json");
  check(plain, test::builtin_models());
  ASSERT_EQ(plain.context.sorted_issues().size(), 1U);
  EXPECT_THAT(plain.context.sorted_issues()[0].message, HasSubstr("no GPUs that links lead to"));
}

}  // namespace
}  // namespace gpuscape
