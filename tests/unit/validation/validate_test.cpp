/// Our models against published measurements: how a figure is read, run and scored.

#include "sim/validation/validate.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/builtin_models.hpp"
#include "sim/report/measured/validate_text.hpp"
#include "tests/unit/validation/shipped_areas.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

Registry models() {
  Registry registry;
  register_builtin_models(registry);
  return registry;
}

struct FigureText {
  std::string id = "one";
  std::string used_for = "test";
  std::string kind = "measured";
  std::string verified = "true";
  std::string measured = R"("10 GB/s")";
  std::string extra = "";
};

/// A copy within a DGX-1, of which something is said to have been measured.
std::string figure(const FigureText& text) {
  return fmt::format(
      R"("{}": {{"system": "s", "metric": "m", "kind": "{}", "verified": {},
         "source": {{"title": "t", "by": "b", "year": "y", "where": "w"}},
         "class": "point-to-point", "used_for": "{}", "fits": "x", "mechanism": "why", "tolerance": 0.1, {}
         "cluster": {{"nodes": {{"n": {{"type": "dgx1-v100", "count": 1}}}}}},
         "experiments": {{"e": {{"transfers": [{{"from": "n/gpu0", "to": "n/gpu3", "bytes": ["1 KiB", "1 GiB"]}}],
                               "bandwidth": [{}]}}}}}})",
      text.id, text.kind, text.verified, text.used_for, text.extra, text.measured);
}

PublishedArea area_of(const std::string& figures) {
  return read_published_area(
      fmt::format(
          R"({{"area": "t", "about": "a", "goals": {{"class": "point-to-point", "median": 0.05,
                     "p90": 0.15, "expressible": 0.7}}, "figures": {{{}}}}})",
          figures),
      "area.json");
}

ValidationResult result_of(const std::vector<FigureText>& figures) {
  std::string all;
  for (const FigureText& text : figures) all += (all.empty() ? "" : ", ") + figure(text);
  return validate(area_of(all), models());
}

std::string fault_in(const std::string& figures) {
  try {
    area_of(figures);
  } catch (const ScenarioError& error) {
    return format_issues(error.issues());
  }
  return "";
}

TEST(Validate, AnErrorIsRelativeToWhatWasPublished) {
  const ValidationResult result = result_of({{.measured = R"(null, "10 GB/s")"}});
  const ValidatedPoint& point = result.figures.at(0).points.at(0);
  EXPECT_DOUBLE_EQ(point.published, 10e9);
  EXPECT_DOUBLE_EQ(point.error, std::abs(point.ours - 10e9) / 10e9);
}

TEST(Validate, NothingIsAPointWhereNothingWasMeasured) {
  EXPECT_EQ(result_of({{.measured = R"(null, "10 GB/s")"}}).figures.at(0).points.size(), 1U);
  EXPECT_EQ(result_of({{.measured = R"("1 GB/s", "10 GB/s")"}}).figures.at(0).points.size(), 2U);
}

TEST(Validate, AFiguresErrorIsTheMedianOfItsPoints) {
  const ValidatedFigure figure = result_of({{.measured = R"("1 GB/s", "10 GB/s")"}}).figures.at(0);
  EXPECT_DOUBLE_EQ(figure.error, (figure.points[0].error + figure.points[1].error) / 2.0);
}

TEST(Validate, OnlyMeasuredAndReadFiguresThatNothingWasFittedOnAreScored) {
  const ValidationResult result = result_of({{.id = "a"},
                                             {.id = "b", .used_for = "fit"},
                                             {.id = "c", .kind = "vendor statement"},
                                             {.id = "d", .verified = "false"}});
  EXPECT_EQ(result.in_question, 2U);
  EXPECT_EQ(result.scored.count, 1U);
  EXPECT_EQ(result.fitted.count, 1U);
  EXPECT_TRUE(result.figures.at(0).scored);
}

TEST(Validate, TellsErrorsOfPointsBesideThoseOfFigures) {
  const ValidationResult result =
      result_of({{.id = "a", .measured = R"("1 GB/s", "10 GB/s")"}, {.id = "b"}});
  std::vector<double> errors;
  for (const ValidatedFigure& figure : result.figures)
    for (const ValidatedPoint& point : figure.points) errors.push_back(point.error);
  std::ranges::sort(errors);
  EXPECT_EQ(result.scored_points.count, 3U);
  EXPECT_DOUBLE_EQ(result.scored_points.median, errors.at(1));
  EXPECT_DOUBLE_EQ(result.scored_points.p90, errors[1] + 0.8 * (errors[2] - errors[1]));
  EXPECT_DOUBLE_EQ(result.scored_points.worst, errors[2]);
  EXPECT_EQ(result.scored_points.worst_at, "a: e, 1 GiB");  // 10 GB/s of 47.9 over NVLink
  EXPECT_EQ(result.fitted_points.count, 0U);
}

TEST(Validate, SaysNothingOfErrorsWhereThereAreNone) {
  const ValidationResult fitted = result_of({{.used_for = "fit"}});
  EXPECT_THAT(validate_text(fitted), HasSubstr("scored           0\n"));
  EXPECT_THAT(validate_json(fitted), HasSubstr(R"("median_error": null)"));
  EXPECT_THAT(validate_text(result_of({{}})), HasSubstr("fitted           0\n"));
  EXPECT_THAT(validate_json(result_of({{}})), HasSubstr(R"("fitted_median_error": null)"));
}

TEST(Validate, MissesItsGoalsWhereOursIsFarOff) {
  EXPECT_FALSE(result_of({{.measured = R"(null, "10 MB/s")"}}).reached());
}

TEST(Validate, ReachesItsGoalsWhereOursIsNear) {
  const ValidatedPoint ours = result_of({{.measured = R"(null, "10 GB/s")"}}).figures[0].points[0];
  const std::string published = fmt::format(R"(null, "{} B/s")", 1.01 * ours.ours);
  const ValidationResult near = result_of({{.measured = published}});
  EXPECT_NEAR(near.scored.median, 0.01 / 1.01, 1e-9);
  EXPECT_TRUE(near.reached());
}

TEST(Validate, TooFewExpressibleFiguresAreAMiss) {
  const std::string reason =
      R"("two": {"system": "s", "metric": "m", "kind": "measured", "verified": true,
         "source": {"title": "t", "by": "b", "year": "y", "where": "w"}, "class": "point-to-point",
         "used_for": "test", "not_expressible": "because"})";
  const ValidationResult result = validate(area_of(figure({}) + ", " + reason), models());
  EXPECT_DOUBLE_EQ(result.share_expressed(), 0.5);
  EXPECT_FALSE(result.reached());
  EXPECT_THAT(validate_text(result), HasSubstr("two: because"));
}

TEST(Validate, FaultsOfAFileHaveAPlace) {
  EXPECT_THAT(fault_in(figure({.measured = R"("10 GBps")"})), HasSubstr("area.json:"));
  EXPECT_THAT(fault_in(figure({.measured = R"("0 GB/s")"})), HasSubstr("above 0"));
  EXPECT_THAT(fault_in(figure({.measured = "12"})), HasSubstr("as text"));
  EXPECT_THAT(fault_in(figure({.extra = R"("not_expressible": "x", )"})), HasSubstr("either"));
  EXPECT_THAT(fault_in(figure({.extra = R"("tolerence": 1, )"})), HasSubstr("tolerance"));
}

/// An area with two loads; figures of nodes' powers.
PublishedArea power_area(const std::string& experiments, double worst = 0.3) {
  return read_published_area(
      fmt::format(
          R"({{"area": "p", "about": "a", "goals": {{"class": "power", "worst": {}, "expressible": 1}},
              "loads": {{"half": 0.5, "full": 1.0}},
              "figures": {{"one": {{"system": "s", "metric": "m", "kind": "measured", "verified": true,
                "source": {{"title": "t", "by": "b", "year": "y", "where": "w"}}, "class": "power",
                "used_for": "test", "mechanism": "why", "tolerance": 0.1,
                "experiments": {{{}}}}}}}}})",
          worst, experiments),
      "area.json");
}

// A DGX A100 of the catalogue draws 1.5 kW idle and 6.5 kW at most.
TEST(ValidatePower, IsBetweenIdleAndMaximumByTheLoad) {
  const PublishedArea area =
      power_area(R"("a": {"node": "dgx-a100-40gb", "load": "half", "power": ["5 kW"]},
                    "b": {"node": "dgx-a100-40gb", "load": "full", "power": ["6.5 kW"]})");
  const ValidationResult result = validate(area, models());
  ASSERT_EQ(result.figures[0].points.size(), 2U);
  EXPECT_DOUBLE_EQ(result.figures[0].points[0].ours, 4000.0);
  EXPECT_DOUBLE_EQ(result.figures[0].points[0].error, 0.2);
  EXPECT_DOUBLE_EQ(result.figures[0].points[1].ours, 6500.0);
  EXPECT_DOUBLE_EQ(result.figures[0].error, 0.1);
  EXPECT_TRUE(result.reached());
}

// The baseline is the rated power, 6.5 kW where 5 were measured.
TEST(ValidatePower, APointThatSomethingWasFittedOnDoesNotCount) {
  const PublishedArea area =
      power_area(R"("a": {"node": "dgx-a100-40gb", "load": "half", "power": ["5 kW"]},
                    "b": {"node": "dgx-a100-40gb", "load": "full", "fits": "full", "power": ["6.5 kW"]})");
  const ValidationResult result = validate(area, models());
  EXPECT_DOUBLE_EQ(result.figures[0].error, 0.2);
  EXPECT_EQ(result.scored_points.count, 1U);
  EXPECT_THAT(validate_text(result),
              HasSubstr("error 20.0 % of 1 point (baseline 30.0 %, skill 0.33) · OUTSIDE"));
  EXPECT_THAT(validate_text(result), HasSubstr("full, load 1 (fitted)"));
}

TEST(ValidatePower, TheWorstErrorIsAGoal) {
  const std::string text = R"("a": {"node": "dgx-a100-40gb", "load": "half", "power": ["5 kW"]})";
  EXPECT_TRUE(validate(power_area(text, 0.21), models()).reached());
  EXPECT_FALSE(validate(power_area(text, 0.19), models()).reached());
}

TEST(ValidatePower, ALoadMustBeOfTheArea) {
  EXPECT_THROW(power_area(R"("a": {"node": "dgx-a100-40gb", "load": "none", "power": ["5 kW"]})"),
               ScenarioError);
}

// All four measured powers are expressed; one is fitted, the others are within 30 %.
TEST(ValidatePower, OfTheShippedAreaIsWithinItsGoal) {
  const ValidationResult& result = test::shipped_area("9-cost");
  EXPECT_EQ(result.in_question, 4U);
  EXPECT_EQ(result.expressed, 4U);
  EXPECT_EQ(result.fitted.count, 1U);
  EXPECT_EQ(result.scored.count, 3U);
  EXPECT_LE(result.scored.worst, 0.3);
}

TEST(Validate, EveryShippedFigureRunsOrSaysWhyNot) {
  int figures = 0;
  for (const std::string& name : published_areas()) {
    for (const ValidatedFigure& figure : test::shipped_area(name).figures) {
      ++figures;
      EXPECT_NE(figure.points.empty(), figure.figure.not_expressible.empty()) << figure.figure.id;
    }
  }
  EXPECT_GE(figures, 45);
}

TEST(Validate, AtMostAThirdOfAnAreasFiguresIsFitted) {
  std::size_t in_question = 0;
  for (const std::string& name : published_areas()) {
    const ValidationResult& result = test::shipped_area(name);
    EXPECT_LE(3 * result.fitted.count, result.in_question) << name;
    in_question += result.in_question;
  }
  EXPECT_GE(in_question, 24U);
}

}  // namespace
}  // namespace gpuscape
