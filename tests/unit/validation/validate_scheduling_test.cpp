/// Figures of scheduling: how they are run, and what holds of those that ship.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/builtin_models.hpp"
#include "sim/report/measured/validate_text.hpp"
#include "sim/validation/placing/pods.hpp"
#include "tests/unit/validation/shipped_areas.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// One figure with one experiment; `pods`: rows of the area's list "p".
PublishedArea area_of(const std::string& scenario, const std::string& experiment,
                      const std::string& pods = "[1, 1000, 0, 1, 1000]") {
  return read_published_area(
      fmt::format(
          R"({{"area": "s", "about": "a", "goals": {{"class": "scheduling", "expressible": 1}},
              "pods": {{"p": [{}]}},
              "figures": {{"one": {{"system": "s", "metric": "m", "kind": "measured", "verified": true,
                "source": {{"title": "t", "by": "b", "year": "y", "where": "w"}}, "class": "scheduling",
                "used_for": "test", "mechanism": "why", "tolerance": 0.1,
                "scenario": {}, "experiments": {{"e": {{"scenario": {{}}, {}}}}}}}}}}})",
          pods, scenario, experiment),
      "area.json");
}

ValidatedFigure figure_of(const PublishedArea& area) {
  Registry registry;
  register_builtin_models(registry);
  return validate(area, registry).figures.at(0);
}

std::string fault_in(const std::string& experiment, const std::string& pods) {
  try {
    area_of("{}", experiment, pods);
  } catch (const ScenarioError& error) {
    return format_issues(error.issues());
  }
  return "";
}

/// Two streams whose jobs take an hour, on so many GPUs, 0.25 jobs an hour each.
std::string queue_of(int gpus, int replications) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "custom", "count": 1, "gpus": {}}}}}}},
          "workload": {{"streams": {{
            "*": {{"generate": {{"duration": "6000 h", "jobs_per_hour": 0.25, "gpus": {{"1": 1}},
                   "run_time": {{"distribution": "constant", "value": "1 h"}}}}}},
            "a": {{}}, "b": {{}}}}}},
          "scheduler": {{"policy": "fifo", "backfill": "none"}}, "run": {{"replications": {}}}}})",
      gpus, replications);
}

TEST(ValidateScheduling, JobsThatNeverWaitTakeTheirRunTime) {
  const ValidatedFigure figure = figure_of(area_of(
      queue_of(1000, 1),
      R"("measure": "completion_mean", "first_job": 10, "last_job": 19, "duration": ["2 h"])"));
  ASSERT_EQ(figure.points.size(), 1U);
  EXPECT_NEAR(figure.points[0].ours, 3600.0, 1e-6);
  EXPECT_EQ(figure.points[0].bound_by, "waits: 0 % of it");
  EXPECT_DOUBLE_EQ(figure.error, 0.5);
}

// M/D/1: at a load of a half jobs wait for half of their run time in the mean, at the tenth that
// every stream of the useless scenario makes for an eighteenth.
TEST(ValidateScheduling, AQueueOfConstantRunTimesIsThatOfTheFormula) {
  const ValidatedFigure figure = figure_of(
      area_of(queue_of(1, 20),
              R"("useless": {"workload": {"streams": {"*": {"generate": {"jobs_per_hour": 0.05}}}}},
         "measure": "completion_mean", "first_job": 50, "last_job": 99, "duration": ["1.5 h"])"));
  EXPECT_NEAR(figure.points.at(0).ours, 1.5 * 3600.0, 0.15 * 3600.0);
  EXPECT_NEAR(figure.points.at(0).naive.value, (1.0 + 1.0 / 18.0) * 3600.0, 0.03 * 3600.0);
}

constexpr const char* kOneNode =
    R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 1, "gpus": 4, "cores": 8,
          "memory": "1 TiB"}}},
        "workload": {"streams": {"pods": {"trace": {"format": "openb", "file": "drawn"}}}},
        "scheduler": {"policy": "fifo", "backfill": {"type": "easy", "depth": 1000},
                      "placement": "best-fit", "gpu_sharing": "shares"},
        "run": {"replications": 2}})";

// Two of four pods have the eight cores, and the other two GPUs are of no use to any.
TEST(ValidateScheduling, GPUsWithoutCoresAreFragments) {
  const std::string pods = "[4, 4000, 1024, 1, 1000]";
  const ValidatedFigure allocated = figure_of(area_of(
      kOneNode,
      R"("pods": "p", "measure": "allocated_share", "arrived": [0.25, 1], "share": [0.25, 0.4])",
      pods));
  ASSERT_EQ(allocated.points.size(), 2U);
  EXPECT_DOUBLE_EQ(allocated.points[0].ours, 0.25);
  EXPECT_DOUBLE_EQ(allocated.points[1].ours, 0.5);
  EXPECT_EQ(allocated.points[1].size, "100 % arrived");
  const ValidatedFigure useless = figure_of(area_of(
      kOneNode,
      R"("pods": "p", "measure": "fragmented_share", "arrived": [0.25, 1], "share": [0.1, 0.9])",
      pods));
  EXPECT_DOUBLE_EQ(useless.points.at(0).ours, 0.0);
  EXPECT_DOUBLE_EQ(useless.points.at(1).ours, 1.0);
}

// Pods of 0.6 do not fit beside each other: four GPUs hold four, and copies of them find none.
TEST(ValidateScheduling, PartsOfGPUsThatAreTooSmallAreFragments) {
  const std::string pods = "[2, 100, 1024, 1, 600]";
  const ValidatedFigure allocated = figure_of(area_of(
      kOneNode, R"("pods": "p", "measure": "allocated_share", "arrived": [0.9], "share": [0.6])",
      pods));
  EXPECT_NEAR(allocated.points.at(0).ours, 0.6, 1e-12);
  const ValidatedFigure useless = figure_of(area_of(
      kOneNode, R"("pods": "p", "measure": "fragmented_share", "arrived": [0.9], "share": [0.9])",
      pods));
  EXPECT_DOUBLE_EQ(useless.points.at(0).ours, 1.0);
}

// The useless scenario of the second experiment is what the first one runs.
TEST(ValidateScheduling, WhatIsRunTwiceIsTheSame) {
  const PublishedArea area = area_of(
      kOneNode,
      R"("useless": {}, "pods": "p", "measure": "allocated_share", "arrived": [0.9], "share": [0.6])",
      "[2, 100, 1024, 1, 600]");
  const ValidatedFigure figure = figure_of(area);
  EXPECT_DOUBLE_EQ(figure.points.at(0).naive.value, figure.points.at(0).ours);
}

PodList small_list() {
  return {{.count = 5, .milli_cores = 1000, .gpus = 1, .gpu_milli = 500},
          {.count = 3, .milli_cores = 2000},
          {.count = 2, .milli_cores = 1000, .memory_mib = 9, .gpus = 1, .gpu_milli = 500},
          {.count = 1, .milli_cores = 1000, .gpus = 8, .gpu_milli = 1000}};
}

std::vector<std::size_t> counts(const std::vector<std::size_t>& arriving) {
  std::vector<std::size_t> of(small_list().size(), 0);
  for (const std::size_t pod : arriving) ++of[pod];
  return of;
}

TEST(ValidateScheduling, TheListArrivesWholeAndCopiesFillUp) {
  const auto listed = arriving_pods(small_list(), 1.0, 1, 0);
  EXPECT_THAT(counts(listed), testing::ElementsAre(5, 3, 2, 1));
  EXPECT_FALSE(std::ranges::is_sorted(listed));
  const auto more = arriving_pods(small_list(), 50'000.0, 1, 0);
  const auto of = counts(more);
  for (std::size_t i = 0; i < small_list().size(); ++i)
    EXPECT_GE(of[i], static_cast<std::size_t>(small_list()[i].count));
  const double asked = std::accumulate(more.begin(), more.end(), 0.0, [](double sum, auto pod) {
    return sum + static_cast<double>(small_list()[pod].demand());
  });
  EXPECT_GE(asked, 50'000.0);
  EXPECT_LT(asked, 50'000.0 + 8000.0);
  EXPECT_EQ(more, arriving_pods(small_list(), 50'000.0, 1, 0));
  EXPECT_NE(more, arriving_pods(small_list(), 50'000.0, 1, 1));
  EXPECT_NE(more, arriving_pods(small_list(), 50'000.0, 2, 0));
}

// Seven of eleven pods are of one kind, whatever memory they ask for; with the three without GPUs
// they are 91 %.
TEST(ValidateScheduling, TypicalPodsAreTheMostFrequentKinds) {
  const auto typical = typical_pods(small_list(), 0.9);
  ASSERT_EQ(typical.size(), 2U);
  EXPECT_DOUBLE_EQ(typical[0].second, 0.7);
  EXPECT_EQ(typical[1].first.gpus, 0);
  EXPECT_EQ(typical_pods(small_list(), 1.0).size(), 3U);
}

TEST(ValidateScheduling, FaultsOfAnExperimentHaveAPlace) {
  const std::string placed = R"("measure": "allocated_share", "share": [0.5], )";
  const std::string row = "[1, 1000, 0, 1, 1000]";
  EXPECT_THAT(fault_in(placed + R"("arrived": [1], "pods": "q")", row), HasSubstr("no pods \"q\""));
  EXPECT_THAT(fault_in(placed + R"("pods": "p")", row), HasSubstr("arrived"));
  EXPECT_THAT(fault_in(placed + R"("arrived": [1, 1], "pods": "p")", row), HasSubstr("rising"));
  EXPECT_THAT(fault_in(placed + R"("arrived": [1], "pods": "p")", "[0, 1000, 0, 1, 1000]"),
              HasSubstr("expected [count"));
  EXPECT_THAT(fault_in(placed + R"("arrived": [1], "pods": "p")", "[1, 1000, 0, 1, 1000, 4]"),
              HasSubstr("expected [count"));
  EXPECT_THAT(fault_in(R"("measure": "completion_mean", "duration": ["1 h"])", row),
              HasSubstr("from a first to a last job"));
}

// Six placements on five lists; the rest of the area needs logs or policies that are not here.
TEST(ValidateScheduling, WhatShipsIsWithinItsTolerances) {
  const ValidationResult& result = test::shipped_area("6-scheduling");
  EXPECT_EQ(result.in_question, 16U);
  EXPECT_EQ(result.scored.count, 6U);
  EXPECT_EQ(result.fitted.count, 0U);
  EXPECT_LE(result.scored.worst, result.goals.worst.value_or(0.0));
  EXPECT_GE(result.share_expressed(), result.goals.expressible);
  EXPECT_TRUE(result.reached());
  for (const ValidatedFigure& figure : result.figures)
    if (figure.scored) {
      EXPECT_TRUE(figure.within_tolerance()) << figure.figure.id;
      EXPECT_GT(figure.skill().value_or(0.0), 0.5) << figure.figure.id;
      for (const ValidatedPoint& point : figure.points)
        EXPECT_NEAR(point.ours, point.published, figure.points.size() > 12 ? 0.03 : 0.01)
            << figure.figure.id << ": " << point.experiment << ", " << point.size;
    }
}

}  // namespace
}  // namespace gpuscape
