/// Applications' steps at detail "step", against what a step and its exchange take each.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/report/transfers/step_text.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/collective_builder.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Steps {
  std::string node = "dgx1-v100";
  int count = 4;
  std::string application = R"({"step_time": "500 ms", "bytes_per_step": "8 GiB", "overlap": 0.2,
                                "collective": "ring"})";
  std::string steps = R"("on": "n")";
  std::string network = R"("link": "10 GB/s", "latency": "1 us")";
};

std::string text_of(const Steps& of) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "{}", "count": {}}}}},
        "networks": {{"compute": {{"type": "single-switch", {}}}}}}},
      "workload": {{"applications": {{"a": {}}},
                    "streams": {{"s": {{"steps": [{{"application": "a", {}}}]}}}}}},
      "run": {{"detail": "step"}}}})",
      of.node, of.count, of.network, of.application, of.steps);
}

std::vector<StepRow> rows_of(const Steps& of) {
  return run_transfers(test::checked(text_of(of))).steps;
}

double exchange_alone(const std::string& among, const char* bytes) {
  const test::CollectiveText text{
      .node = "dgx1-v100",
      .count = 4,
      .networks = R"("compute": {"type": "single-switch", "link": "10 GB/s", "latency": "1 us"})",
      .collective = fmt::format(
          R"("operation": "all-reduce", "among": {}, "bytes": ["{}"], "algorithm": "ring")", among,
          bytes)};
  return test::collective_rows(text).at(0).duration().value();
}

TEST(Steps, AnExchangeThatIsLongerThanWhatHidesItMakesAStepLonger) {
  const double exchange = exchange_alone(R"(["n"])", "8 GiB");
  ASSERT_GT(exchange, 0.1);
  const StepRow row = rows_of({}).at(0);
  EXPECT_EQ(row.gpus, 32);
  EXPECT_EQ(row.nodes, 4);
  EXPECT_EQ(row.steps, 3);
  EXPECT_NEAR(row.step().value(), 0.5 + exchange - 0.1, 1e-9);
  EXPECT_NEAR(row.end.value(), 3.0 * (0.4 + exchange), 1e-9);
  EXPECT_THAT(row.bound_by, HasSubstr("switch"));
}

TEST(Steps, AnExchangeThatIsHiddenTakesNothing) {
  Steps of;
  of.application = R"({"step_time": "500 ms", "bytes_per_step": "64 MiB", "overlap": 0.2,
                      "collective": "ring"})";
  const StepRow row = rows_of(of).at(0);
  EXPECT_GT(row.exchange, Seconds(0.0));
  EXPECT_NEAR(row.step().value(), 0.5, 1e-12);
  EXPECT_EQ(row.bound_by, "compute");
}

TEST(Steps, OnSeveralNumbersOfGpusFollowEachOther) {
  Steps of;
  of.steps = R"("on": "n", "gpus": [1, 8, 16], "steps": 2, "start": "1 s")";
  const std::vector<StepRow> rows = rows_of(of);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].start, Seconds(1.0));
  EXPECT_NEAR(rows[0].end.value(), 2.0, 1e-12);  // one GPU exchanges nothing
  EXPECT_EQ(rows[0].algorithm, "");
  EXPECT_NEAR((rows[1].end - rows[1].start).value(),
              2.0 * (0.4 + exchange_alone(R"(["n/0"])", "8 GiB")), 1e-9);
  EXPECT_EQ(rows[2].nodes, 2);
  EXPECT_EQ(rows[2].start, rows[1].end);
}

/// 100 samples of 10 ms each and no launches: the batch of one GPU is shared by four.
TEST(Steps, StrongScalingSharesTheBatchOfTheFirstNumber) {
  Steps of;
  of.application = R"({"type": "data-parallel", "samples_per_second": 100, "batch_per_gpu": 100,
    "launches_per_step": 0, "gpu_straggler": 0, "node_straggler": 0})";
  of.steps = R"("on": "n", "gpus": [1, 4], "scaling": "strong")";
  const std::vector<StepRow> strong = rows_of(of);
  EXPECT_NEAR(strong[0].step().value(), 1.0, 1e-12);
  EXPECT_NEAR(strong[1].step().value(), 0.25, 1e-12);
  EXPECT_NEAR(strong[1].samples_per_second(), 400.0, 1e-9);
  of.steps = R"("on": "n", "gpus": [1, 4])";
  const std::vector<StepRow> weak = rows_of(of);
  EXPECT_NEAR(weak[1].step().value(), 1.0, 1e-12);
  EXPECT_NEAR(weak[1].samples_per_second(), 400.0, 1e-9);
}

/// 950 launches; at the batch of the measured rate they are in it already, at a quarter of it not.
TEST(Steps, AProfileThatMeasuredLaunchesReplacesTheCatalogues) {
  const auto step = [](const char* calibration, const char* own) {
    const ScratchFolder folder;
    write_text(folder.path() / "p.json",
               R"({"format": "gpuscape-profile", "calls": [{"key": {"family": "cuda",
                 "operation": "call", "path": "launch-issue"}, "time": {"value": 1e-5}}]})");
    Steps of;
    of.application = fmt::format(R"({{"type": "resnet-50", "batch_per_gpu": 64{}}})", own);
    of.steps = R"("on": "n", "gpus": [1])";
    std::string text = text_of(of);
    text.insert(1, calibration);
    const CheckedScenario scenario =
        test::checked(test::load_text(text, (folder.path() / "s.json").string()));
    std::string notes;
    for (const std::string& note : scenario.spec.notes) notes += note;
    return std::pair(run_transfers(scenario).steps.at(0).step().value(), notes);
  };
  const auto by_hand = [](double launch) {
    return 950.0 * launch + 64.0 * (256.0 / 1156.0 - 950.0 * launch) / 256.0;
  };
  EXPECT_NEAR(step("", "").first, by_hand(3.5e-6), 1e-12);
  const auto [measured, notes] = step(R"("calibration": "p.json", )", "");
  EXPECT_NEAR(measured, by_hand(1e-5), 1e-12);
  EXPECT_THAT(notes, HasSubstr("launches of kernels take 10 us, as profile \"p.json\" measured"));
  const auto own = step(R"("calibration": "p.json", )", R"(, "launch": "1 us")");
  EXPECT_NEAR(own.first, by_hand(1e-6), 1e-12);
}

/// 8 GPUs with 100 samples each, of which 40 cores prepare one in 100 ms: 2 s, and compute takes 1
/// s.
TEST(Steps, InputThatTakesLongerThanComputingBoundsAStep) {
  Steps of;
  of.application = R"({"type": "data-parallel", "samples_per_second": 100, "batch_per_gpu": 100,
    "launches_per_step": 0, "gpu_straggler": 0, "node_straggler": 0, "decode": "100 ms"})";
  of.steps = R"("on": "n", "gpus": [8])";
  const StepRow row = rows_of(of).at(0);
  EXPECT_NEAR(row.step().value(), 2.0, 1e-9);
  EXPECT_EQ(row.bound_by, "input");
}

TEST(Steps, TheKneeIsWhereAnAddedGpuBringsLessThanHalf) {
  const auto row = [](std::int64_t gpus, double rate) {
    return StepRow{
        .application = "a", .gpus = gpus, .samples = rate, .end = Seconds(1.0), .ended = true};
  };
  EXPECT_EQ(
      knee_text({row(1, 100), row(2, 190), row(4, 280), row(8, 500)}),
      "a: adding GPUs pays off up to 2; from there to 4, each adds 45 % of the rate of one of the "
      "first");
  EXPECT_EQ(knee_text({row(1, 100), row(2, 190)}),
            "a: adding GPUs pays off up to 2, the largest number tried");
  EXPECT_EQ(knee_text({row(1, 100)}), "");
}

std::string fault(const Steps& of) {
  try {
    rows_of(of);
    return "";
  } catch (const ScenarioError& error) {
    return error.what();
  }
}

TEST(Steps, WhatCannotBeIsRefusedAtItsPlace) {
  Steps of;
  of.steps = R"("on": "n", "gpus": [64])";
  EXPECT_THAT(fault(of), AllOf(HasSubstr("steps/0/gpus"), HasSubstr("64 GPUs of 32")));
  of.steps = R"("on": "n", "gpus": [8, 4])";
  EXPECT_THAT(fault(of), HasSubstr("numbers of GPUs rise"));
  of.steps = R"("on": "n", "gpus": [0])";
  EXPECT_THAT(fault(of), HasSubstr("at least 1"));
  of.steps = R"("gpus": [1])";
  EXPECT_THAT(fault(of), HasSubstr("\"on\" is missing"));
  of.steps = R"("on": "m")";
  EXPECT_THAT(fault(of), HasSubstr("steps/0/on"));
  of.steps = R"("on": "n", "scaling": "strong")";
  EXPECT_THAT(fault(of), HasSubstr("several numbers of GPUs"));
  of.steps = R"("on": "n")";
  of.application = R"({"step_time": "500 ms", "bytes_per_step": "8 GiB"})";
  EXPECT_THAT(fault(of), HasSubstr("\"collective\": \"auto\""));
  of.application = R"({"type": "resnet-50", "precision": "fp32", "batch_per_gpu": 4096})";
  EXPECT_THAT(fault(of), AllOf(HasSubstr("steps/0/application"), HasSubstr("of memory")));
  of.application = R"({"type": "resnet-50"})";
  of.steps = R"("on": "n", "gpus": [1, 32], "scaling": "strong")";
  EXPECT_EQ(fault(of), "");
}

/// Two entries of the same steps, on GPUs that are asked for apart.
std::vector<StepRow> two_rows(Steps of, const std::string& first, const std::string& second) {
  of.steps = first + R"(}, {"application": "a", )" + second;
  return rows_of(of);
}

// Each computes for 500 ms; two that take turns on the same GPUs take 1 s.
TEST(Steps, TwoJobsOnTheSameGpusLoseHalfOfWhatEachHasAlone) {
  Steps of;
  of.application = R"({"type": "data-parallel", "samples_per_second": 20, "batch_per_gpu": 10,
                       "launches_per_step": 0, "gpu_straggler": 0, "node_straggler": 0})";
  for (const StepRow& row : two_rows(of, R"("on": ["n/0/gpu0"])", R"("on": ["n/0/gpu0"])")) {
    EXPECT_NEAR(row.step().value(), 1.0, 1e-9);
    EXPECT_NEAR(row.alone_samples_per_second(), 20.0, 1e-9);
    EXPECT_NEAR(row.lost_share(), 0.5, 1e-9);
    EXPECT_NEAR(scaling_efficiency(row, row), 0.5, 1e-9);
    EXPECT_EQ(row.bound_by, "others on its GPUs");
  }
}

TEST(Steps, AJobThatMeetsNobodyLosesNothing) {
  for (const StepRow& row :
       two_rows({}, R"("on": "n", "start": "0 s")", R"("on": "n", "start": "1 min")")) {
    EXPECT_EQ(row.lost_share(), 0.0);
    EXPECT_NEAR(row.alone / row.step(), 1.0, 1e-12);
  }
}

// Two pairs of nodes share no link, and packets of RoCE carry 4096 of 4178 bytes on each: the share
// of one pair's links says nothing of the other's, whichever of them have the lower numbers.
TEST(Steps, JobsOnNodesOfTheirOwnLoseNothingToEachOther) {
  Steps of;
  of.application = R"({"step_time": "100 ms", "bytes_per_step": "4 GiB", "collective": "ring"})";
  of.network += R"(, "transport": "roce-v2-100g")";
  for (const StepRow& row : two_rows(of, R"("on": ["n/0", "n/1"])", R"("on": ["n/2", "n/3"])")) {
    EXPECT_GT(row.exchange, Seconds(0.1));
    EXPECT_NEAR(row.lost_share(), 0.0, 1e-9);
  }
}

// One GPU exchanges nothing: alone, it uses no link at all.
TEST(Steps, AJobWithoutLinksLosesNothingToOneThatHasThem) {
  Steps of;
  of.application = R"({"step_time": "100 ms", "bytes_per_step": "4 GiB", "collective": "ring"})";
  of.network += R"(, "transport": "roce-v2-100g")";
  for (const StepRow& row : two_rows(of, R"("on": ["n/0", "n/1"])", R"("on": ["n/2/gpu0"])"))
    EXPECT_NEAR(row.lost_share(), 0.0, 1e-9);
}

// With an exchange over links that are hardly used, the GPUs are what binds all the same.
TEST(Steps, SharedGpusBindWhereAnExchangeIsBesideThem) {
  Steps of;
  of.application = R"({"type": "data-parallel", "samples_per_second": 20, "batch_per_gpu": 10,
                       "gradients": "64 MB", "overlap": 0})";
  for (const StepRow& row : two_rows(of, R"("on": "n")", R"("on": "n")")) {
    EXPECT_EQ(row.bound_by, "others on its GPUs");
    EXPECT_NEAR(row.lost_share(), 0.5, 0.02);
  }
}

// The first two GPUs of a DGX-1 reach the network by the same adapter.
TEST(Steps, OthersOnTheLinksAloneAreOtherTraffic) {
  Steps of;
  of.application = R"({"step_time": "100 ms", "bytes_per_step": "4 GiB", "collective": "ring"})";
  const std::vector<StepRow> rows =
      two_rows(of, R"("on": ["n/0/gpu0", "n/1/gpu0"])", R"("on": ["n/0/gpu1", "n/1/gpu1"])");
  for (const StepRow& row : rows) {
    EXPECT_GT(row.lost_share(), 0.1);
    EXPECT_EQ(row.bound_by, "other traffic");
  }
}

TEST(Steps, TheTableSaysWhatEachHasAloneWhereSomebodyLoses) {
  const auto row = [](double alone) {
    return StepRow{.application = "a",
                   .samples = 10.0,
                   .end = Seconds(1.0),
                   .ended = true,
                   .alone = Seconds(alone)};
  };
  EXPECT_THAT(steps_table({row(0.5)}), AllOf(HasSubstr("alone"), HasSubstr("20      50.0 %")));
  EXPECT_THAT(steps_table({row(1.0)}), testing::Not(HasSubstr("lost")));
}

}  // namespace
}  // namespace gpuscape
