/// Designs at `step` detail beside a baseline, by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/study/steps/compare_steps.hpp"
#include "sim/study/steps/step_objectives.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A row of `gpus` whose step takes `step` seconds, `compute` and `calls` of them known.
StepRow steps(std::string application, std::int64_t gpus, double step, double compute,
              double calls = 0.0) {
  StepRow row{.application = std::move(application), .gpus = gpus};
  row.steps = 10;
  row.samples = 100.0;
  row.compute = Seconds(compute);
  row.calls = Seconds(calls);
  row.start = Seconds(5.0);
  row.end = Seconds(5.0 + 10.0 * step);
  row.ended = true;
  row.bound_by = calls > 0.0 ? "calls" : "compute";
  return row;
}

TransferRow transfer(std::string from, std::string to, double bytes, double time) {
  TransferRow row;
  row.from = std::move(from);
  row.to = std::move(to);
  row.message = Bytes(bytes);
  row.end = Seconds(time);
  row.ended = true;
  return row;
}

StepsOfDesign design(std::string name, std::vector<StepRow> rows) {
  StepsOfDesign one{.name = std::move(name)};
  one.result.steps = std::move(rows);
  return one;
}

TEST(CompareSteps, TakesTheGeometricMeanOverRows) {
  const StepsComparison of =
      compare_steps({design("base", {steps("a", 1, 0.1, 0.1), steps("a", 2, 0.2, 0.1)}),
                     design("slow", {steps("a", 1, 0.2, 0.1, 0.05), steps("a", 2, 1.6, 0.1, 1.0)})},
                    0.01);
  ASSERT_EQ(of.differences.size(), 1U);
  const StepsDifference& difference = of.differences[0];
  ASSERT_EQ(difference.pairs.size(), 2U);
  EXPECT_NEAR(difference.pairs[0].ratio, 2.0, 1e-12);
  EXPECT_NEAR(difference.pairs[1].ratio, 8.0, 1e-12);
  EXPECT_NEAR(difference.mean_ratio, 4.0, 1e-12);  // √(2 · 8)
  EXPECT_EQ(difference.least, 0U);
  EXPECT_EQ(difference.most, 1U);
  EXPECT_EQ(difference.verdict, StepsVerdict::slower);
  EXPECT_EQ(of.fastest, 0U) << "the baseline itself";
  // 0 + 0; 0.05 + 1.0; (0.2 − 0.15 − 0) + (1.6 − 1.1 − 0.1).
  EXPECT_NEAR(difference.causes.compute.value(), 0.0, 1e-12);
  EXPECT_NEAR(difference.causes.calls.value(), 1.05, 1e-12);
  EXPECT_NEAR(difference.causes.rest.value(), 0.45, 1e-12);
}

TEST(CompareSteps, CausesAddUpToTheDifferenceOfTimes) {
  const StepsComparison of = compare_steps(
      {design("base", {steps("a", 1, 0.13, 0.1), steps("b", 4, 0.31, 0.27)}),
       design("other", {steps("a", 1, 0.19, 0.08, 0.02), steps("b", 4, 0.29, 0.25, 0.01)})},
      0.01);
  const StepCauses& causes = of.differences[0].causes;
  EXPECT_NEAR((causes.compute + causes.calls + causes.rest).value(), (0.19 - 0.13) + (0.29 - 0.31),
              1e-12);
}

TEST(CompareSteps, SwappedDesignsHaveTheInverseRatio) {
  const StepsOfDesign a = design("a", {steps("x", 1, 0.1, 0.1), steps("y", 1, 0.3, 0.1)});
  const StepsOfDesign b = design("b", {steps("x", 1, 0.11, 0.1), steps("y", 1, 0.2, 0.1)});
  const StepsDifference there = compare_steps({a, b}, 0.01).differences[0];
  const StepsDifference back = compare_steps({b, a}, 0.01).differences[0];
  EXPECT_NEAR(there.mean_ratio * back.mean_ratio, 1.0, 1e-12);
  EXPECT_EQ(there.verdict, StepsVerdict::mixed);
  EXPECT_EQ(back.verdict, StepsVerdict::mixed);
}

TEST(CompareSteps, ADifferenceBelowTheThresholdIsNone) {
  const auto verdict = [](double time, double negligible) {
    return compare_steps({design("base", {steps("a", 1, 1.0, 0.5)}),
                          design("other", {steps("a", 1, time, 0.5)})},
                         negligible)
        .differences[0]
        .verdict;
  };
  EXPECT_EQ(verdict(1.009, 0.01), StepsVerdict::negligible);
  EXPECT_EQ(verdict(0.991, 0.01), StepsVerdict::negligible);
  EXPECT_EQ(verdict(1.02, 0.01), StepsVerdict::slower);
  EXPECT_EQ(verdict(0.98, 0.01), StepsVerdict::faster);
  EXPECT_EQ(verdict(1.0, 0.0), StepsVerdict::negligible) << "equal is never different";
  EXPECT_EQ(verdict(1.001, 0.0), StepsVerdict::slower);
}

TEST(CompareSteps, TheFastestIsAloneAtTheTop) {
  const auto fastest = [](double b, double c) {
    return compare_steps(
               {design("base", {steps("x", 1, 1.0, 0.1)}), design("b", {steps("x", 1, b, 0.1)}),
                design("c", {steps("x", 1, c, 0.1)})},
               0.01)
        .fastest;
  };
  EXPECT_EQ(fastest(0.8, 0.9), 1U);
  EXPECT_EQ(fastest(0.9, 0.5), 2U);
  EXPECT_EQ(fastest(1.5, 1.2), 0U);
  EXPECT_EQ(fastest(0.8, 0.801), std::nullopt) << "two are as fast";
  EXPECT_EQ(fastest(1.001, 1.2), std::nullopt) << "the baseline is not alone";
}

TEST(CompareSteps, RowsAreTheSameByNameOrElseByTheirWork) {
  StepsOfDesign base;
  base.name = "base";
  base.result.rows = {transfer("gpu/0/gpu0", "gpu/1/gpu0", 1e6, 1.0),
                      transfer("gpu/0/gpu0", "gpu/0/gpu1", 1e6, 2.0)};
  StepsOfDesign same;
  same.result.rows = {base.result.rows[1], base.result.rows[0]};
  StepsOfDesign renamed;
  renamed.result.rows = {transfer("dgx/0/gpu0", "dgx/1/gpu0", 1e6, 3.0),
                         transfer("dgx/0/gpu0", "dgx/0/gpu1", 1e6, 4.0)};
  const StepsComparison of = compare_steps({base, same, renamed}, 0.01);
  EXPECT_NEAR(of.differences[0].pairs[0].ratio, 1.0, 1e-12);
  EXPECT_EQ(of.differences[0].pairs[0].variant, 1U);
  EXPECT_NEAR(of.differences[1].pairs[0].ratio, 3.0, 1e-12);
  EXPECT_NEAR(of.differences[1].pairs[1].ratio, 2.0, 1e-12);
  EXPECT_THAT(of.differences[1].not_compared, IsEmpty());
}

TEST(CompareSteps, WhatOnlyOneHasOrDidNotEndIsNamed) {
  StepRow open = steps("b", 2, 0.1, 0.1);
  open.ended = false;
  const StepsComparison of =
      compare_steps({design("base", {steps("a", 1, 0.1, 0.1), steps("b", 2, 0.1, 0.1)}),
                     design("other", {steps("c", 1, 0.1, 0.1), open})},
                    0.01);
  EXPECT_THAT(of.differences[0].not_compared,
              ElementsAre("a on 1 GPU", "b on 2 GPUs", "c on 1 GPU"));
  EXPECT_EQ(of.differences[0].verdict, StepsVerdict::not_compared);
  EXPECT_EQ(of.fastest, std::nullopt);
}

TEST(CompareSteps, RowsThatSayTheSameAreToldApart) {
  TransferResult result;
  result.steps = {steps("a", 1, 0.1, 0.1), steps("a", 1, 0.2, 0.1)};
  const std::vector<StepBlock> blocks = step_blocks(result);
  EXPECT_EQ(blocks[0].name, "a on 1 GPU");
  EXPECT_EQ(blocks[1].name, "a on 1 GPU (2)");
}

SloSpec objective(std::string metric, double limit, bool at_least = false) {
  SloSpec slo{.name = "o"};
  slo.metric = std::move(metric);
  slo.of_jobs = false;
  slo.limit = limit;
  slo.at_least = at_least;
  return slo;
}

TEST(StepObjectives, AreOfTheWorstRow) {
  TransferResult result;
  result.steps = {steps("a", 1, 0.1, 0.1), steps("a", 2, 0.4, 0.1)};
  ScenarioSpec scenario;
  scenario.slo = {objective("step_s", 0.4), objective("step_s", 0.39),
                  objective("samples_per_s", 250.0, true), objective("samples_per_s", 251.0, true)};
  const std::vector<SloVerdict> verdicts = step_objectives(scenario, result);
  ASSERT_EQ(verdicts.size(), 4U);
  EXPECT_NEAR(verdicts[0].value.value, 0.4, 1e-12);
  EXPECT_NEAR(verdicts[2].value.value, 250.0, 1e-9);  // 100 samples in 0.4 s
  EXPECT_FALSE(verdicts[1].met);
  EXPECT_FALSE(verdicts[3].met);
  EXPECT_NEAR(verdicts[1].margin(), -0.01, 1e-12);
}

TEST(StepObjectives, AreMissedWhereNothingIsMeasured) {
  TransferResult result;
  result.steps = {steps("a", 1, 0.1, 0.1)};
  result.steps[0].ended = false;
  ScenarioSpec scenario;
  scenario.slo = {objective("step_s", 10.0), objective("transfer_s", 10.0),
                  objective("collective_s", 10.0), objective("time_to_train_s", 1e9)};
  for (const SloVerdict& slo : step_objectives(scenario, result)) {
    EXPECT_TRUE(std::isnan(slo.value.value)) << slo.metric;
    EXPECT_FALSE(slo.met) << slo.metric;
  }
}

}  // namespace
}  // namespace gpuscape
