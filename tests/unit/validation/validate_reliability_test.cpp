/// Figures of what fails: how they are run, and what holds of those that ship.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "models/builtin_models.hpp"
#include "sim/report/measured/validate_text.hpp"
#include "tests/unit/validation/shipped_areas.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

constexpr const char* kArea = "7-reliability";

/// One figure: 100 nodes that fail every 10 days, watched for 100 days, in `experiments`.
ValidationResult result_of(const std::string& used_for, const std::string& experiments) {
  Registry registry;
  register_builtin_models(registry);
  const PublishedArea area = read_published_area(
      fmt::format(
          R"({{"area": "r", "about": "a", "goals": {{"class": "reliability", "expressible": 1}},
              "figures": {{"one": {{"system": "s", "metric": "m", "kind": "measured", "verified": true,
                "source": {{"title": "t", "by": "b", "year": "y", "where": "w"}}, "class": "reliability",
                "used_for": "{}", "mechanism": "why", "tolerance": 0.1, "experiments": {{{}}}}}}}}})",
          used_for, experiments),
      "area.json");
  return validate(area, registry);
}

std::string experiment(const std::string& name, const std::string& mean_time,
                       const std::string& rest) {
  return fmt::format(
      R"("{}": {{"scenario": {{"format": 1,
         "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 100, "gpus": 1}}}},
           "failures": {{"node": {{"mean_time": "{}", "repair": {{"time": "1 s"}}}}}}}},
         "workload": {{"streams": {{"s": {{"generate": {{"jobs": 1, "load": 0.1, "gpus": {{"1": 1}},
           "run_time": {{"distribution": "constant", "value": "1 h"}}}}}}}}}},
         "run": {{"replications": 20}}}}, "over": "100 d", {}}})",
      name, mean_time, rest);
}

// 1 000 failures are expected, and their mean over 20 draws has a standard deviation of 7.
TEST(ValidateReliability, CountsFailuresAsARunDrawsThem) {
  const ValidationResult result = result_of(
      "test", experiment("e", "10 d", R"("measure": "failures", "count": [1000], "useless":
        {"cluster": {"failures": {"node": {"mean_time": "20 d"}}}})"));
  ASSERT_EQ(result.figures.at(0).points.size(), 1U);
  EXPECT_NEAR(result.figures[0].points[0].ours, 1000.0, 28.0);
  EXPECT_NEAR(result.figures[0].baseline.value_or(0.0), 0.5, 0.03);
  EXPECT_TRUE(result.figures[0].scored);
}

TEST(ValidateReliability, TimesBetweenFailuresAndRatesByYear) {
  const ValidationResult between = result_of(
      "test",
      experiment("e", "10 d", R"("measure": "time_between_failures", "duration": ["2.4 h"])"));
  EXPECT_NEAR(between.figures.at(0).points.at(0).ours, 8640.0, 250.0);
  std::string years =
      experiment("e", "365.25 d", R"("measure": "failures_by_year", "by_year": [1, 1, 1])");
  years.replace(years.find("100 d"), 5, "1095.75 d");
  const ValidationResult by_year = result_of("test", years);
  ASSERT_EQ(by_year.figures.at(0).points.size(), 3U);
  for (const ValidatedPoint& point : by_year.figures[0].points)
    EXPECT_NEAR(point.ours, 1.0, 4.0 / std::sqrt(2000.0)) << point.size;
}

// Of 100 nodes that are away for half of the time each, about 50 are, with a deviation of 5.
TEST(ValidateReliability, SparesAreForAllButOneInAHundredOfTheTime) {
  std::string half = experiment("e", "1 d", R"("measure": "spares", "share": [0.61])");
  half.replace(half.find("1 s"), 3, "1 d");
  EXPECT_NEAR(result_of("test", half).figures.at(0).points.at(0).ours, 0.61, 0.03);
}

TEST(ValidateReliability, ABracketHasToHoldWhatWasPublished) {
  const auto bracket = [](double published) {
    const std::string rest = fmt::format(R"("measure": "failures", "count": [{}])", published);
    return result_of("bracket",
                     experiment("few", "20 d", rest) + ", " + experiment("many", "10 d", rest));
  };
  EXPECT_TRUE(bracket(700.0).reached());
  EXPECT_FALSE(bracket(400.0).reached());
  EXPECT_FALSE(bracket(1200.0).reached());
  EXPECT_THAT(validate_text(bracket(700.0)),
              HasSubstr("1 of 1 bounds, brackets and identities hold: met"));
  EXPECT_EQ(bracket(700.0).scored.count, 0U);
  EXPECT_EQ(bracket(700.0).fitted.count, 0U);
}

TEST(ValidateReliability, ABoundHasToBeKept) {
  const auto bound = [](const std::string& limit, double published) {
    return result_of(
               "bound",
               experiment("e", "10 d",
                          fmt::format(R"("measure": "failures", "limit": "{}", "count": [{}])",
                                      limit, published)))
        .all_hold();
  };
  EXPECT_TRUE(bound("at least", 900.0));
  EXPECT_FALSE(bound("at least", 1100.0));
  EXPECT_TRUE(bound("at most", 1100.0));
  EXPECT_FALSE(bound("at most", 900.0));
}

const ValidatedFigure& shipped(const std::string& id) {
  for (const ValidatedFigure& figure : test::shipped_area(kArea).figures)
    if (figure.figure.id == id) return figure;
  throw InternalError("no figure " + id);
}

TEST(ValidateReliability, WhatShipsHolds) {
  const ValidationResult& result = test::shipped_area(kArea);
  EXPECT_TRUE(result.reached());
  EXPECT_EQ(result.scored.count, 4U);
  EXPECT_EQ(result.fitted.count, 1U);
  for (const ValidatedFigure& figure : result.figures)
    if (figure.scored) {
      EXPECT_TRUE(figure.within_tolerance()) << figure.figure.id;
      EXPECT_GT(figure.skill().value_or(0.0), 0.0) << figure.figure.id;
    }
}

// 259 and 719 are expected of 2 048 nodes in 54 days, 419 were counted.
TEST(ValidateReliability, LlamasInterruptionsLieBetweenTheRatesOfTwoClusters) {
  const ValidatedFigure& figure = shipped("rel-llama3-interruptions");
  ASSERT_EQ(figure.points.size(), 2U);
  EXPECT_NEAR(figure.points[0].ours, 2.34e-3 * 2048 * 54, 15.0);
  EXPECT_NEAR(figure.points[1].ours, 6.5e-3 * 2048 * 54, 25.0);
}

// Titan's rates rise: the fitted shape has every year above the one before it, an exponential life
// has not.
TEST(ValidateReliability, TitansBoardsWear) {
  const std::vector<ValidatedPoint>& years = shipped("rel-titan-by-year").points;
  ASSERT_EQ(years.size(), 6U);
  for (std::size_t i = 1; i < years.size(); ++i) EXPECT_GT(years[i].ours, years[i - 1].ours);
  EXPECT_NEAR(years.back().naive.value / years.front().naive.value, 1.0, 0.2);
}

// The closed form of Kokolis et al.: (1 − N r (u + τ/2)) ÷ (1 + w/τ), of 256 nodes at 6.5 failures
// per 1 000 node-days; the run has waits for nodes in it, too.
TEST(ValidateReliability, EffectiveTimeIsThatOfTheClosedForm) {
  const std::vector<ValidatedPoint>& cases = shipped("rel-meta-ettr").points;
  ASSERT_EQ(cases.size(), 2U);
  const double per_minute = 256 * 6.5e-3 / 1440.0;
  EXPECT_NEAR(cases[0].ours, (1.0 - per_minute * (10.0 + 15.0)) / (1.0 + 1.0 / 30.0), 0.01);
  EXPECT_NEAR(cases[1].ours, (1.0 - per_minute * (30.0 + 60.0)) / (1.0 + 5.0 / 120.0), 0.02);
}

}  // namespace
}  // namespace gpuscape
