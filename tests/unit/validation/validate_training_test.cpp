/// Training held against published measurements: how its figures are run, and the shipped areas.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/report/measured/validate_text.hpp"
#include "sim/validation/validate.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/validation/shipped_areas.hpp"

namespace gpuscape {
namespace {

using test::builtin_models;
using testing::HasSubstr;

/// One figure: GPUs of a DGX-1 that each take 100 ms for 10 samples, launches of 10 ms in it, and
/// lose a hundredth for each doubling of GPUs.
PublishedArea area_of(const std::string& experiment, const std::string& used_for = "test",
                      const std::string& gpus = R"("gpus": [1, 4])") {
  return read_published_area(fmt::format(R"({{"area": "t", "about": "a",
          "goals": {{"class": "training", "median": 0.1, "expressible": 0.5}},
          "figures": {{"one": {{"system": "s", "metric": "m", "kind": "measured", "verified": true,
            "source": {{"title": "t", "by": "b", "year": "y", "where": "w"}},
            "class": "training", "used_for": "{}", "fits": "x", "mechanism": "why", "tolerance": 0.1,
            "cluster": {{"nodes": {{"n": {{"type": "dgx1-v100"}}}}}},
            "experiments": {{"e": {{
              "applications": {{"a": {{"type": "data-parallel", "samples_per_second": 100,
                "batch_per_gpu": 10, "launches_per_step": 1000, "launch": "10 us",
                "gpu_straggler": 0.01, "gradients": "1 kB", "overlap": 1,
                "bucket": "0 B"}}}},
              "steps": [{{"application": "a", "on": "n", {}}}], {}}}}}}}}}}})",
                                         used_for, gpus, experiment),
                             "area.json");
}

ValidatedPoint point_of(const std::string& experiment,
                        const std::string& gpus = R"("gpus": [1, 4])") {
  const ValidationResult result = validate(area_of(experiment, "test", gpus), builtin_models());
  EXPECT_EQ(result.figures.at(0).points.size(), 1U) << experiment;
  return result.figures.at(0).points.at(0);
}

std::string fault_in(const std::string& experiment) {
  try {
    area_of(experiment);
  } catch (const ScenarioError& error) {
    return format_issues(error.issues());
  }
  return "";
}

TEST(ValidateTraining, TheFirstRowIsTheInputAndNoPoint) {
  const ValidatedPoint point = point_of(R"("samples_per_second": [200, 800])");
  EXPECT_EQ(point.gpus, 4);
  EXPECT_EQ(point.size, "4 GPUs");
  EXPECT_EQ(point.bound_by, "compute");
  EXPECT_NEAR(point.ours, 200.0 * 4.0 * 0.98, 1e-6);
  EXPECT_NEAR(point.error, 0.02, 1e-9);
}

TEST(ValidateTraining, SpeedUpAndEfficiencyAreRelativeToTheFirstRow) {
  EXPECT_NEAR(point_of(R"("speed_up": [null, 3])").ours, 3.92, 1e-9);
  EXPECT_NEAR(point_of(R"("efficiency": [null, 0.9])").ours, 0.98, 1e-9);
}

// Strongly scaled, four GPUs have 2.5 samples each: 10 ms and 2.5 · 9 ms.
TEST(ValidateTraining, BatchesAreThoseOfOneGpuAndSamplesThoseOfAll) {
  const std::string strong = R"("gpus": [1, 4], "scaling": "strong")";
  const double step = 0.1 / (0.0325 / 0.98);
  EXPECT_NEAR(point_of(R"("samples_per_second": [100, 300])", strong).ours, 100.0 * step, 1e-6);
  EXPECT_NEAR(point_of(R"("batches_per_second": [10, 30])", strong).ours, 40.0 * step, 1e-6);
}

TEST(ValidateTraining, ATimeOfTrainingGrowsWithItsEpochs) {
  const ValidatedPoint point =
      point_of(R"("training_time": ["100 min", "40 min"], "epochs": [30, 45])");
  EXPECT_NEAR(point.published, 2400.0, 1e-9);
  EXPECT_NEAR(point.ours, 6000.0 * 1.5 / 3.92, 1e-6);
}

/// The second entry's row on four GPUs.
double of_two_entries(const std::string& entries) {
  return point_of(R"("samples_per_second": [100, null, 300])" + entries,
                  R"("gpus": [1]}, {"application": "a", "on": "n", "gpus": [2, 4])")
      .ours;
}

TEST(ValidateTraining, EntriesRunAloneWhereTheFigureSaysSoAndTheirRowsFollowEachOther) {
  EXPECT_NEAR(of_two_entries(R"(, "entries": "alone")"), 392.0, 1e-6);
}

// The first entry has one step after another on the first of the GPUs: relative to its row, which
// takes turns there, too, four GPUs that meet nobody do twice as much.
TEST(ValidateTraining, EntriesRunTogetherAsInAScenario) {
  EXPECT_NEAR(of_two_entries(""), of_two_entries(R"(, "entries": "together")"), 1e-9);
  EXPECT_GT(of_two_entries(""), 392.0 * 1.5);
}

TEST(ValidateTraining, AnInputIsNeitherScoredNorInQuestion) {
  EXPECT_EQ(validate(area_of(R"("speed_up": [null, 3])"), builtin_models()).in_question, 1U);
  const ValidationResult result =
      validate(area_of(R"("speed_up": [null, 3])", "input"), builtin_models());
  EXPECT_EQ(result.in_question, 0U);
  EXPECT_EQ(result.scored.count + result.fitted.count, 0U);
}

TEST(ValidateTraining, FaultsHaveAPlace) {
  EXPECT_THAT(fault_in(R"("speed_up": ["3"])"), HasSubstr("number above 0"));
  EXPECT_THAT(fault_in(R"("speed_up": [-3])"), HasSubstr("number above 0"));
  EXPECT_THAT(fault_in(R"("training_time": ["1 min", "2 min"], "epochs": [30])"),
              HasSubstr("each row"));
  EXPECT_THAT(fault_in(R"("fits": "x")"), HasSubstr("rates"));
  EXPECT_THAT(fault_in(R"("bandwidth": ["1 GB/s"], "speed_up": [null, 3])"),
              HasSubstr("bandwidth"));
}

TEST(ValidateTraining, PrintsEachQuantityInItsUnit) {
  const std::string text = validate_text(validate(
      area_of(
          R"("samples_per_second": [100, 1234.5], "efficiency": [null, 0.9], "speed_up": [null, 3],
              "training_time": ["100 min", "40 min"], "epochs": [30, 30])"),
      builtin_models()));
  for (const char* part : {"1234 /s", "392 /s", "90.0 %", "98.0 %", "3.00 times", "3.92 times",
                           "40 min", "25.51 min", "e, 4 GPUs"})
    EXPECT_THAT(text, HasSubstr(part));
  const std::string json =
      validate_json(validate(area_of(R"("efficiency": [null, 0.9])"), builtin_models()));
  EXPECT_THAT(json, HasSubstr(R"("gpus": 4)"));
  EXPECT_THAT(json, HasSubstr(R"("published_efficiency": 0.9)"));
}

const ValidationResult& training() { return test::shipped_area("3-training"); }

const ValidationResult& exchange() { return test::shipped_area("3-exchange"); }

std::set<std::string> ids_used_for(const ValidationResult& result, std::string_view use) {
  std::set<std::string> ids;
  for (const ValidatedFigure& figure : result.figures)
    if (figure.figure.used_for == use) ids.insert(figure.figure.id);
  return ids;
}

// 57 figures are known: four of them rates of one GPU, one is arithmetic.
TEST(ValidateTraining, TheShippedAreaHasEveryFigure) {
  EXPECT_EQ(training().figures.size(), 57U);
  EXPECT_EQ(training().in_question, 52U);
  EXPECT_EQ(training().expressed, 28U);
  EXPECT_EQ(ids_used_for(training(), "input").size(), 4U);
  EXPECT_EQ(ids_used_for(training(), "test").size(), 21U);
}

TEST(ValidateTraining, WhatIsFittedWasNamedBefore) {
  EXPECT_EQ(ids_used_for(training(), "fit"),
            (std::set<std::string>{"dell-c4130-p100-speedup", "horovod-pascal-25gbe",
                                   "mlperf31-rn50-h100", "train-bert-pt-dgxa100-80-multinode",
                                   "train-rn50-mxnet-dgxa100-80", "train-rn50-pt-dgx1-16",
                                   "train-rn50-pt-dgxa100-80"}));
}

TEST(ValidateTraining, TheShippedAreaReachesItsGoals) {
  EXPECT_LE(training().scored.median, 0.08);
  EXPECT_LE(training().scored.p90, 0.2);
  EXPECT_GE(training().share_expressed(), 0.5);
  EXPECT_TRUE(training().reached());
}

TEST(ValidateTraining, ResNetOnEightGpusOfADgx1IsWithinTwoPercent) {
  const auto dgx1 = std::ranges::find(training().figures, "train-rn50-mxnet-dgx1-16",
                                      [](const ValidatedFigure& f) { return f.figure.id; });
  const ValidatedPoint& eight = dgx1->points.back();
  EXPECT_EQ(eight.gpus, 8);
  EXPECT_DOUBLE_EQ(eight.published, 10723.0);
  EXPECT_LE(eight.error, 0.02);
}

// Apart, so that stragglers alone cannot pass: what shows of an exchange.
TEST(ValidateTraining, FiguresBoundByTheExchangeAreScoredApart) {
  EXPECT_EQ(ids_used_for(exchange(), "fit"), std::set<std::string>{"horovod-vgg-16"});
  EXPECT_EQ(exchange().scored.count, 7U);
  EXPECT_LE(exchange().scored.median, 0.12);
  EXPECT_TRUE(exchange().reached());
}

TEST(ValidateTraining, OnThinNetworksTheExchangeBinds) {
  for (const ValidatedFigure& figure : exchange().figures) {
    if (figure.figure.id.starts_with("tf-bench")) continue;
    for (const ValidatedPoint& point : figure.points)
      EXPECT_THAT(point.bound_by, HasSubstr("switch")) << figure.figure.id;
  }
}

}  // namespace
}  // namespace gpuscape
