/// Remote GPUs held against published measurements: how times of steps are read, and the area.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "sim/base/error.hpp"
#include "sim/report/measured/validate_text.hpp"
#include "sim/validation/validate.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/validation/shipped_areas.hpp"

namespace gpuscape {
namespace {

using test::builtin_models;
using testing::HasSubstr;

/// A step of 100 ms on one GPU.
PublishedArea area_of(const std::string& experiment, const std::string& goals = "",
                      const std::string& used_for = "test") {
  return read_published_area(fmt::format(R"({{"area": "t", "about": "a",
          "goals": {{"class": "remote", "expressible": 0.5 {}}},
          "figures": {{"one": {{"system": "s", "metric": "m", "kind": "measured", "verified": true,
            "source": {{"title": "t", "by": "b", "year": "y", "where": "w"}},
            "class": "remote", "used_for": "{}", "mechanism": "why", "tolerance": 0.1,
            "cluster": {{"nodes": {{"n": {{"type": "dgx1-v100"}}}}}},
            "experiments": {{"e": {{
              "applications": {{"a": {{"type": "data-parallel", "samples_per_second": 10,
                "batch_per_gpu": 1, "gpu_straggler": 0.01}}}},
              "steps": [{{"application": "a", "on": ["n/gpu0"]}},
                        {{"application": "a", "on": ["n/gpu0-1"]}}], {}}}}}}}}}}})",
                                         goals, used_for, experiment),
                             "test.json");
}

TEST(ValidateRemote, TimesOfStepsAreNotRelativeToTheFirst) {
  const ValidationResult result = validate(
      area_of(R"("entries": "alone", "step_time": ["110 ms", "0.1 s"])"), builtin_models());
  ASSERT_EQ(result.figures.at(0).points.size(), 2U);
  EXPECT_NEAR(result.figures[0].points[0].ours, 0.1, 1e-9);
  EXPECT_NEAR(result.figures[0].points[1].ours, 0.1 / 0.99, 1e-9);
  EXPECT_NEAR(result.figures[0].points[0].error, 1.0 / 11.0, 1e-9);
}

// Both entries use gpu0 and take turns there: the second waits for the first in each step.
TEST(ValidateRemote, EntriesThatShareAGpuTakeTurns) {
  const ValidationResult result =
      validate(area_of(R"("step_time": ["110 ms", "0.1 s"])"), builtin_models());
  EXPECT_NEAR(result.figures.at(0).points.at(0).ours, 0.2, 1e-9);
  EXPECT_NEAR(result.figures[0].points.at(1).ours, 2 * 0.1 / 0.99 - (0.1 / 0.99 - 0.1), 1e-9);
}

TEST(ValidateRemote, AnExperimentMayChangeTheCluster) {
  const auto on = [](const char* type) {
    return area_of(fmt::format(
        R"("step_time": ["100 ms", null], "cluster": {{"nodes": {{"n": {{"type": "{}"}}}}}})",
        type));
  };
  EXPECT_EQ(validate(on("dgx2"), builtin_models()).figures.at(0).points.size(), 1U);
  EXPECT_THROW(validate(on("dell-r730"), builtin_models()), ScenarioError);  // it has no GPUs
}

TEST(ValidateRemote, AllButOneAreWithinAGoal) {
  ValidationResult result = validate(
      area_of(R"("step_time": ["100 ms", null])", R"(, "all_but_one": 0.25)"), builtin_models());
  EXPECT_TRUE(result.reached());  // there is one
  result.scored.second = 0.3;
  EXPECT_FALSE(result.reached());
  EXPECT_THAT(validate_text(result),
              HasSubstr("all but one within 30.0 % (at most 25.0 %: MISSED)"));
}

TEST(ValidateRemote, ABoundIsNoFigureInQuestion) {
  const std::string step = R"("step_time": ["100 ms", null])";
  EXPECT_EQ(validate(area_of(step), builtin_models()).in_question, 1U);
  EXPECT_EQ(validate(area_of(step, "", "bound"), builtin_models()).in_question, 0U);
}

const ValidationResult& remote() {
  const ValidationResult& result = test::shipped_area("1-remote");
  return result;
}

std::set<std::string> ids_used_for(std::string_view use) {
  std::set<std::string> ids;
  for (const ValidatedFigure& figure : remote().figures)
    if (figure.figure.used_for == use) ids.insert(figure.figure.id);
  return ids;
}

// 21 figures were measured and read; one is an input and two are bounds.
TEST(ValidateRemote, TheShippedAreaHasEveryFigure) {
  EXPECT_EQ(remote().in_question, 18U);
  EXPECT_EQ(remote().expressed, 15U);
  EXPECT_EQ(ids_used_for("test").size(), 10U);
  EXPECT_EQ(ids_used_for("input"), (std::set<std::string>{"rem-api-stats-a"}));
  EXPECT_EQ(ids_used_for("bound"),
            (std::set<std::string>{"rem-dxpu-overhead", "rem-wang2024-network"}));
}

TEST(ValidateRemote, WhatIsFittedWasNamedBefore) {
  EXPECT_EQ(ids_used_for("fit"),
            (std::set<std::string>{"rem-2021-totals", "rem-a100-warm-a", "rem-bw-hot-midas",
                                   "rem-bw-hot-resnet50", "rem-rcuda-fdr-bw"}));
}

TEST(ValidateRemote, TheShippedAreaReachesItsGoals) {
  EXPECT_LE(remote().scored.median, 0.08);
  EXPECT_LE(remote().scored.second, 0.25);
  EXPECT_GE(remote().share_expressed(), 0.75);
  EXPECT_TRUE(remote().reached());
}

}  // namespace
}  // namespace gpuscape
