/// Objectives on any metric, from the scenario to the verdict.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/scenario/step_objective.hpp"
#include "sim/study/compare/differences.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// Two GPUs for a day, half busy; `slo` is the section.
std::string scenario(const std::string& slo, int gpus = 2) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "custom", "gpus": {}}}}}}},
    "workload": {{"streams": {{"jobs": {{"generate": {{"duration": "20 d", "jobs_per_hour": 1,
      "gpus": {{"1": 1}}, "run_time": {{"distribution": "exponential", "mean": "1 h"}}}}}}}}}},
    "slo": {}, "run": {{"replications": 1, "warm_up": "1 d"}}}})",
      gpus, slo);
}

LoadedScenario loaded(const std::string& text) {
  return load_scenario_text(text, "test.json", {}, {.objectives = objective_metrics()});
}

StudyOutcome outcome(const std::string& text) {
  TraceCache traces;
  return run_study(test::checked(loaded(text)), traces, {});
}

std::vector<std::string> faults(const std::string& slo) {
  std::vector<std::string> all;
  for (const Issue& issue : loaded(scenario(slo)).context.sorted_issues())
    all.push_back(issue.pointer + ": " + issue.message);
  return all;
}

TEST(Objectives, MayBeOfAnyMetric) {
  ASSERT_EQ(objective_metrics().size(), metrics().size() + 3 + std::size(kStepObjectives))
      << "and of three samples of jobs, and those of rows at step detail";
  for (const ObjectiveMetric& metric : objective_metrics()) {
    if (is_step_objective(metric.name)) continue;
    const char* const most = metric.is_time ? R"("1000 d")" : "1e9";
    const StudyResult result =
        outcome(scenario(fmt::format(R"({{"o": {{"metric": "{}", "at_most": {}}}}})", metric.name,
                                     most)))
            .result;
    ASSERT_EQ(result.slo.size(), 1U);
    EXPECT_EQ(result.slo[0].metric, metric.name);
    EXPECT_EQ(result.slo[0].met, !std::isnan(result.slo[0].value.value)) << metric.name;
    if (metric.of_jobs) continue;
    EXPECT_EQ(std::isnan(result.slo[0].value.value), std::isnan(result.metrics[metric.name]));
  }
}

TEST(Objectives, OfRowsAtStepDetailAreNotOfJobs) {
  EXPECT_THAT(
      faults(R"({"o": {"metric": "step_s", "at_most": "1 s"}})"),
      testing::ElementsAre("/slo/o: step_s is of transfers and steps, and this scenario has jobs"));
}

TEST(Objectives, HaveTheValueAndTheIntervalOfTheirMetric) {
  const StudyResult result =
      outcome(scenario(R"({"busy": {"metric": "gpus_allocated_share", "at_least": 0.6},
                           "short": {"metric": "completion", "quantile": 0.5, "at_most": "1 h"}})"))
          .result;
  const Estimate& share = result.estimates["gpus_allocated_share"];
  EXPECT_EQ(result.slo[0].value.value, share.value);
  EXPECT_EQ(result.slo[0].value.high, share.high);
  EXPECT_EQ(result.slo[0].met, share.value >= 0.6);
  EXPECT_FALSE(result.slo[0].met) << "half of the GPUs are busy";
  EXPECT_EQ(result.slo[1].value.value, result.estimates["completion_p50_s"].value);
  EXPECT_EQ(result.slo[1].value.low, result.estimates["completion_p50_s"].low);
}

TEST(Objectives, AreBetterTowardsTheirSide) {
  const std::string slo = R"({"busy": {"metric": "gpus_allocated_share", "at_least": 0.6}})";
  const auto differences =
      slo_differences(outcome(scenario(slo, 2)), outcome(scenario(slo, 1)), Pairing::none);
  ASSERT_EQ(differences.size(), 1U);
  EXPECT_EQ(differences[0].verdict, Verdict::better) << "one GPU is busier than two";
  EXPECT_TRUE(differences[0].met);
}

// A custom node has no price: what is counted, one staff post of 1000 USD a year, is the least.
TEST(Objectives, OnACostOfWhichAPartIsNotCountedMayBeMissedAndAreNotMet) {
  const std::string text = scenario(R"({"dear": {"metric": "total_cost", "at_most": 1e9},
                           "above": {"metric": "total_cost", "at_most": 100},
                           "enough": {"metric": "total_cost", "at_least": 1e9},
                           "surely": {"metric": "total_cost", "at_least": 100}},
    "cost": {"horizon": "1 y", "items": {"post": {"type": "staff", "price": "1000 USD/y",
      "per_node": 1}}})");
  const LoadOptions options{.models = test::builtin_models().names(),
                            .objectives = objective_metrics()};
  const StudyResult result =
      test::study(test::checked(load_scenario_text(text, "test.json", {}, options)));
  ASSERT_EQ(result.slo.size(), 4U);
  EXPECT_FALSE(result.slo[0].met);
  EXPECT_TRUE(std::isnan(result.slo[0].value.value));
  EXPECT_EQ(result.slo[0].value.method, "not everything is counted");
  EXPECT_FALSE(result.slo[1].met);
  EXPECT_NEAR(result.slo[1].value.value, 1000.0, 1e-6) << "more than 100, whatever is added";
  EXPECT_TRUE(std::isnan(result.slo[2].value.value));
  EXPECT_TRUE(result.slo[3].met);
}

TEST(Objectives, HaveALimitOnOneSideInTheirUnit) {
  EXPECT_THAT(faults(R"({"o": {"metric": "gpus_allocated_share"}})"),
              testing::ElementsAre(HasSubstr(R"(either "at_most" or "at_least")")));
  EXPECT_THAT(
      faults(R"({"o": {"metric": "gpus_allocated_share", "at_most": 0.5, "at_least": 0.2}})"),
      testing::ElementsAre(HasSubstr("/slo/o/at_least: an objective has either")));
  EXPECT_THAT(faults(R"({"o": {"metric": "gpus_allocated_share", "at_most": "1 h"}})"),
              testing::ElementsAre(HasSubstr("/slo/o/at_most")));
  EXPECT_THAT(faults(R"({"o": {"metric": "makespan_s", "at_most": 7}})"),
              testing::ElementsAre(HasSubstr("/slo/o/at_most")));
  EXPECT_THAT(faults(R"({"o": {"metric": "queue_wiat", "at_most": "1 h"}})"),
              testing::Contains(HasSubstr("/slo/o/metric")));
  EXPECT_THAT(faults(R"({"o": {"metric": "makespan_s", "quantile": 0.5, "at_most": "1 h"}})"),
              testing::Contains(HasSubstr("quantile")));
}

std::string with_negligible(const std::string& negligible) {
  std::string text = scenario("{}");
  const std::string run = R"("run": {)";
  return text.replace(text.find(run), run.size(), run + "\"negligible\": " + negligible + ", ");
}

TEST(Negligible, IsOnePercentAndWhatNobodyNoticesUnlessAScenarioSaysOtherwise) {
  EXPECT_EQ(loaded(scenario("{}")).spec.run.negligible, NegligibleSpec{});
  const auto read = loaded(with_negligible(
      R"({"relative": 0.05, "time": "1 min", "share": 0.02, "number": 3,
          "times": {"queue_wait_p95_s": "5 min"}, "numbers": {"total_cost": 1000}})"));
  EXPECT_TRUE(read.context.sorted_issues().empty());
  const NegligibleSpec& least = read.spec.run.negligible;
  EXPECT_DOUBLE_EQ(least.relative, 0.05);
  EXPECT_EQ(least.time, Seconds(60.0));
  EXPECT_DOUBLE_EQ(least.share, 0.02);
  EXPECT_DOUBLE_EQ(least.number, 3.0);
  EXPECT_DOUBLE_EQ(least.by_metric.at("queue_wait_p95_s"), 300.0);
  EXPECT_DOUBLE_EQ(least.by_metric.at("total_cost"), 1000.0);
}

TEST(Negligible, AMetricThatThereIsNotIsAFaultWithAHint) {
  const auto read = loaded(with_negligible(
      R"({"times": {"queue_wait_p95": "5 min"}, "numbers": {"queue_wait_p95_s": 5}})"));
  const std::vector<Issue> issues = read.context.sorted_issues();
  ASSERT_EQ(issues.size(), 2U);
  EXPECT_EQ(issues[0].pointer, "/run/negligible/times");
  EXPECT_THAT(issues[0].message,
              HasSubstr("\"queue_wait_p95\" is not one of the metrics that are times"));
  EXPECT_THAT(issues[0].hint, HasSubstr("queue_wait_p95_s"));
  EXPECT_THAT(issues[1].message, HasSubstr("that are numbers"));
}

}  // namespace
}  // namespace gpuscape
