/// Figures of GPUs that are shared: how they are read, and what holds of those that ship.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/builtin_models.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/report/measured/validate_text.hpp"
#include "tests/unit/validation/shipped_areas.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

constexpr const char* kArea = "4-sharing";

/// One figure with one experiment: `sharing`, and what was measured.
ValidationResult result_of(const std::string& sharing, const std::string& measured) {
  Registry registry;
  register_builtin_models(registry);
  const PublishedArea area = read_published_area(
      fmt::format(
          R"({{"area": "s", "about": "a", "goals": {{"class": "sharing", "expressible": 1}},
              "figures": {{"one": {{"system": "s", "metric": "m", "kind": "measured", "verified": true,
                "source": {{"title": "t", "by": "b", "year": "y", "where": "w"}}, "class": "sharing",
                "used_for": "test", "mechanism": "why", "tolerance": 0.1,
                "experiments": {{"e": {{"sharing": {{{}}}, "speed_left": [{}]}}}}}}}}}})",
          sharing, measured),
      "area.json");
  return validate(area, registry);
}

/// What is wrong with the experiment; empty: nothing.
std::string fault_of(const std::string& sharing, const std::string& measured) {
  try {
    (void)result_of(sharing, measured);
  } catch (const ScenarioError& error) {
    return error.issues().front().message;
  }
  return "";
}

// 0.928 ÷ 7 of the speed is left, 0.1326; 0.14 was measured: 0.74 points less, not 5.3 %.
TEST(ValidateSharing, ErrorsArePointsOfTheSpeedThatIsLeft) {
  const ValidationResult result = result_of(R"("law": "instance", "of": 7, "at": [1])", "0.14");
  const ValidatedPoint& point = result.figures.at(0).points.at(0);
  EXPECT_NEAR(point.ours, 0.1326, 1e-4);
  EXPECT_NEAR(point.error, 0.0074, 1e-4);
  EXPECT_NEAR(result.figures[0].baseline.value(), 0.86, 1e-9);
  EXPECT_NEAR(result.figures[0].skill().value(), 1.0 - 0.0074 / 0.86, 1e-3);
  EXPECT_THAT(validate_text(result), HasSubstr("-0.7 points"));
}

// Two clients of a half each: 1 ÷ 1.25 of their pace is left.
TEST(ValidateSharing, LawsWithoutSlicesHaveOneValueForAll) {
  const ValidationResult result =
      result_of(R"("law": "duty", "clients": 2, "duty": 0.5)", "0.8, 0.9");
  ASSERT_EQ(result.figures.at(0).points.size(), 2U);
  EXPECT_DOUBLE_EQ(result.figures[0].points[1].ours, 0.8);
  EXPECT_NEAR(result.figures[0].error, 0.05, 1e-12);
}

// 10 ms + 2 ms a request: 14 ms with two, 18 ms with four, 26 ms with eight.
TEST(ValidateSharing, ALineGoesThroughTwoMeasuredTimes) {
  const ValidationResult result = result_of(
      R"("law": "requests", "at": [4], "few": 2, "few_time": "14 ms", "many": 8,
         "many_time": "26 ms")",
      "0.5");
  EXPECT_NEAR(result.figures.at(0).points.at(0).ours, 14.0 / 18.0, 1e-9);
}

TEST(ValidateSharing, NonsenseIsNamed) {
  EXPECT_EQ(fault_of(R"("law": "virtual-gpu")", "0.9"), "");
  EXPECT_THAT(fault_of(R"("law": "instance", "of": 7, "at": [8])", "0.9"), HasSubstr("slices"));
  EXPECT_THAT(fault_of(R"("law": "instance", "of": 7)", "0.9"), HasSubstr("\"at\""));
  EXPECT_THAT(fault_of(R"("law": "virtual-gpu", "at": [1])", "0.9"), HasSubstr("\"at\""));
  EXPECT_THAT(fault_of(R"("law": "pair", "at": [2.1])", "0.9"), HasSubstr("at most 2"));
  EXPECT_THAT(fault_of(R"("law": "duty", "clients": 2)", "0.9"), HasSubstr("share of their time"));
  EXPECT_THAT(fault_of(R"("law": "requests", "at": [4], "few": 2, "few_time": "14 ms")", "0.5"),
              HasSubstr("two measured times"));
  EXPECT_THAT(fault_of(R"("law": "virtual-gpu")", "0"), HasSubstr("above 0"));
  EXPECT_THAT(fault_of(R"("law": "pair", "at": [1, 2])", "0.9"), HasSubstr("for each \"at\""));
}

// Asked for: at most 3 points in the median, better than "no loss", 70 % of 15 entries.
TEST(ValidateSharing, WhatShipsReachesItsGoals) {
  const ValidationResult& result = test::shipped_area(kArea);
  EXPECT_TRUE(result.reached());
  EXPECT_EQ(result.in_question, 15U);
  EXPECT_GE(result.share_expressed(), 0.7);
  EXPECT_EQ(result.scored.count, 8U);
  EXPECT_EQ(result.fitted.count, 3U);
  EXPECT_LE(result.scored.median, 0.03);
  ASSERT_FALSE(result.skill.empty());
  for (const SkillRow& row : result.skill) EXPECT_GT(row.skill(), 0.0) << row.of;
}

TEST(ValidateSharing, EveryFigureIsWithinItsTolerance) {
  const Catalog catalog = Catalog::shipped();
  for (const ValidatedFigure& figure : test::shipped_area(kArea).figures) {
    EXPECT_TRUE(figure.points.empty() || figure.within_tolerance()) << figure.figure.id;
    for (const Experiment& experiment : figure.figure.experiments)
      EXPECT_TRUE(experiment.sharing.gpu.empty() ||
                  catalog.find("gpus", experiment.sharing.gpu) != nullptr)
          << experiment.sharing.gpu;
  }
}

}  // namespace
}  // namespace gpuscape
