#include "sim/study/compare/differences.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

Estimate between(double low, double high) {
  return {.value = (low + high) / 2.0, .low = low, .high = high, .method = "t"};
}

TEST(VerdictOf, IsWhatTheWholeIntervalSays) {
  EXPECT_EQ(verdict_of(between(1.0, 3.0), Goal::low, {10.0, 0.0}), Verdict::worse);
  EXPECT_EQ(verdict_of(between(-3.0, -1.0), Goal::low, {10.0, 0.0}), Verdict::better);
  EXPECT_EQ(verdict_of(between(-1.0, 3.0), Goal::low, {10.0, 0.0}), Verdict::no_difference_shown);
  EXPECT_EQ(verdict_of(between(0.0, 3.0), Goal::low, {10.0, 0.0}), Verdict::no_difference_shown);
}

TEST(VerdictOf, WhatIsNeitherGoodNorBadIsHigherOrLower) {
  EXPECT_EQ(verdict_of(between(1.0, 3.0), Goal::neither, {10.0, 0.0}), Verdict::higher);
  EXPECT_EQ(verdict_of(between(-3.0, -1.0), Goal::neither, {10.0, 0.0}), Verdict::lower);
}

TEST(VerdictOf, RoundingIsNoDifference) {
  EXPECT_EQ(verdict_of(between(0.9e-9, 1e-9), Goal::low, {1.0, 0.01}),
            Verdict::no_difference_shown);
  EXPECT_EQ(verdict_of(between(1.1e-9, 2e-9), Goal::low, {1.0, 0.01}), Verdict::negligible);
}

TEST(VerdictOf, OfLessThanOnePercentIsNegligibleHoweverSure) {
  const Metric& wait = metrics()[metric_index("queue_wait_mean_s")];
  const Matter matter = matter_of(wait, 1000.0, {});
  EXPECT_DOUBLE_EQ(matter.least, 10.0);
  EXPECT_EQ(verdict_of(between(9.0, 10.8), Goal::low, matter), Verdict::negligible);
  EXPECT_EQ(verdict_of(between(9.0, 11.2), Goal::low, matter), Verdict::worse);
  const Metric& stranded = metrics()[metric_index("gpus_stranded_share")];
  EXPECT_EQ(verdict_of(between(-0.0009, -0.0001), Goal::neither, matter_of(stranded, 0.04, {})),
            Verdict::negligible);
}

TEST(VerdictOf, OfLessThanASecondIsNegligible) {
  EXPECT_DOUBLE_EQ(matter_of(metrics()[metric_index("makespan_s")], 2.0, {}).least, 1.0);
  EXPECT_EQ(verdict_of(between(-0.98, -0.98), Goal::low, {2.0, 1.0}), Verdict::negligible);
  EXPECT_EQ(verdict_of(between(-1.02, -1.02), Goal::low, {2.0, 1.0}), Verdict::better);
}

TEST(MatterOf, AScenarioSetsItForAllMetricsOrForOne) {
  const Metric& wait = metrics()[metric_index("queue_wait_p95_s")];
  NegligibleSpec least{.relative = 0.05, .time = Seconds(30.0)};
  EXPECT_DOUBLE_EQ(matter_of(wait, 100.0, least).least, 30.0);
  EXPECT_DOUBLE_EQ(matter_of(wait, 1000.0, least).least, 50.0);
  least.by_metric["queue_wait_p95_s"] = 300.0;
  EXPECT_DOUBLE_EQ(matter_of(wait, 1e6, least).least, 300.0);
  EXPECT_DOUBLE_EQ(matter_of(metrics()[metric_index("queue_wait_mean_s")], 1e6, least).least, 5e4);
}

TEST(VerdictOf, OneSampleHasNone) {
  EXPECT_EQ(verdict_of({.value = 5.0, .low = {}, .high = {}, .method = ""}, Goal::low, {10.0, 0.0}),
            Verdict::no_interval);
}

TEST(UnpairedDifference, AddsTheErrorsOfBothSidesInSquares) {
  const Estimate baseline{.value = 10.0, .low = 8.0, .high = 13.0, .method = "t"};
  const Estimate variant{.value = 20.0, .low = 19.0, .high = 22.0, .method = "t"};
  const Estimate difference = unpaired_difference(baseline, variant);
  EXPECT_DOUBLE_EQ(difference.value, 10.0);
  // Down: the variant's 1 down and the baseline's 3 up; up: 2 up and 2 down.
  EXPECT_DOUBLE_EQ(*difference.low, 10.0 - std::sqrt(1.0 + 9.0));
  EXPECT_DOUBLE_EQ(*difference.high, 10.0 + std::sqrt(4.0 + 4.0));
}

TEST(UnpairedDifference, HasNoIntervalWhereOneSideHasNone) {
  const Estimate one{.value = 10.0, .low = {}, .high = {}, .method = "no interval: 1 day"};
  EXPECT_FALSE(unpaired_difference(one, between(1.0, 2.0)).low.has_value());
  EXPECT_EQ(unpaired_difference(one, between(1.0, 2.0)).method, "no interval: 1 day");
}

/// Ten days with a job each, whose waits are given: of both sides of a comparison.
struct TenDays {
  explicit TenDays(const std::vector<double>& waits) : run(2) {
    for (std::size_t day = 0; day < waits.size(); ++day) {
      const double date = 86400.0 * static_cast<double>(day);
      run.job(date, 60.0, 1, date + waits[day]);
    }
    result.first = run.result();
    result.scenario.slo = {{.name = "wait", .quantile = 0.95, .limit = 100.0}};
    const ReplicationSummary summary = summarize(result.first, window(), result.scenario);
    result.metrics = summary.metrics;
    estimate_by_bootstrap(result, summary, window());
  }
  [[nodiscard]] MetricWindow window() const { return whole_log(result.first); }
  [[nodiscard]] StudyOutcome side() const { return {result, {}, window()}; }
  RunBuilder run;
  StudyResult result;
};

const MetricDifference& metric(const std::vector<MetricDifference>& all, std::string_view key) {
  for (const MetricDifference& one : all) {
    if (one.metric->key == key) return one;
  }
  throw std::out_of_range(std::string(key));
}

const std::vector<double> kUneven = {0, 90, 5, 400, 30, 0, 250, 10, 70, 120};

TEST(PairedBlocks, SeeNoDifferenceBetweenEqualRuns) {
  const TenDays one(kUneven);
  const TenDays other(kUneven);
  const auto all = metric_differences(one.side(), other.side(), Pairing::blocks);
  EXPECT_GE(all.size(), 6U);
  for (const MetricDifference& difference : all) {
    EXPECT_EQ(difference.difference.value, 0.0) << difference.metric->key;
    if (difference.metric->of_same_jobs) continue;
    EXPECT_EQ(difference.verdict, Verdict::no_difference_shown) << difference.metric->key;
  }
}

TEST(PairedBlocks, KnowADifferenceThatEveryJobHasExactly) {
  std::vector<double> longer = kUneven;
  for (double& wait : longer) wait += 20.0;
  const TenDays base(kUneven);
  const TenDays variant(longer);
  const auto paired = metric_differences(base.side(), variant.side(), Pairing::blocks);
  const MetricDifference& mean = metric(paired, "queue_wait_mean_s");
  EXPECT_NEAR(*mean.difference.low, 20.0, 1e-9);
  EXPECT_NEAR(*mean.difference.high, 20.0, 1e-9);
  EXPECT_EQ(mean.verdict, Verdict::worse);
  EXPECT_EQ(mean.difference.method, "paired bootstrap-t over 9 days");
  const auto alone = metric_differences(base.side(), variant.side(), Pairing::none);
  EXPECT_EQ(metric(alone, "queue_wait_mean_s").verdict, Verdict::no_difference_shown);
}

TEST(PairedBlocks, JudgeServiceLevelsByTheirQuantile) {
  const TenDays base(std::vector<double>(10, 0.0));
  const TenDays variant(kUneven);
  const auto slo = slo_differences(base.side(), variant.side(), Pairing::blocks);
  ASSERT_EQ(slo.size(), 1U);
  EXPECT_TRUE(slo[0].met_at_baseline);
  EXPECT_FALSE(slo[0].met);
  // The 95 % quantile of the ten waits, 0.55 of the way from 250 to 400.
  EXPECT_DOUBLE_EQ(slo[0].difference.value, 332.5);
}

TEST(PairedBlocks, ReplayOneLogAndSoSayNothingOfItsMakespan) {
  const TenDays base(kUneven);
  const auto all = metric_differences(base.side(), base.side(), Pairing::blocks);
  EXPECT_EQ(metric(all, "makespan_s").verdict, Verdict::no_interval);
  EXPECT_EQ(metric(all, "makespan_s").difference.method, "exact: of this replay");
}

std::vector<ReplicationSummary> replications(const std::vector<double>& waits) {
  std::vector<ReplicationSummary> made;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    made.emplace_back();
    made.back().replication = i;
    made.back().metrics["queue_wait_mean_s"] = waits[i];
  }
  return made;
}

TEST(PairedReplications, TakeStudentsTOfTheDifferences) {
  StudyResult result;
  result.replications = 3;
  const auto base = replications({10.0, 50.0, 30.0});
  auto more = replications({11.0, 52.0, 33.0});
  const auto all =
      metric_differences({result, base, {}}, {result, more, {}}, Pairing::replications);
  const MetricDifference& mean = metric(all, "queue_wait_mean_s");
  EXPECT_DOUBLE_EQ(mean.difference.value, 2.0);
  // Standard deviation 1, t(2, 97.5 %) = 4.302653.
  EXPECT_NEAR(*mean.difference.low, 2.0 - 4.302653 / std::sqrt(3.0), 1e-5);
  EXPECT_EQ(mean.difference.method, "paired t over 3 replications");
}

TEST(PairedReplications, PairThoseOfTheSameNumberOnly) {
  StudyResult result;
  result.replications = 3;
  const auto base = replications({10.0, 50.0, 30.0});
  auto more = replications({11.0, 52.0, 33.0});
  more.erase(more.begin() + 1);
  const auto all =
      metric_differences({result, base, {}}, {result, more, {}}, Pairing::replications);
  EXPECT_DOUBLE_EQ(metric(all, "queue_wait_mean_s").difference.value, 2.0);
  EXPECT_EQ(metric(all, "queue_wait_mean_s").difference.method, "paired t over 2 replications");
}

/// What is said of replications that differ by that much.
MetricDifference of_differences(const std::vector<double>& by) {
  StudyResult result;
  result.replications = std::ssize(by);
  const auto base = replications(std::vector<double>(by.size(), 1000.0));
  std::vector<double> values;
  for (const double one : by) values.push_back(1000.0 + one);
  const auto more = replications(values);
  return metric(metric_differences({result, base, {}}, {result, more, {}}, Pairing::replications),
                "queue_wait_mean_s");
}

TEST(SignTest, DecidesFromSixReplicationsOnThatAllPointOneWay) {
  // One of them is so large that the interval holds zero.
  const MetricDifference six = of_differences({20.0, 25.0, 30.0, 20.0, 25.0, 5000.0});
  EXPECT_LT(*six.difference.low, 0.0);
  EXPECT_TRUE(six.by_sign_test);
  EXPECT_EQ(six.verdict, Verdict::worse);
  EXPECT_EQ(six.difference.method, "sign test, beside paired t over 6 replications");
  const MetricDifference five = of_differences({20.0, 25.0, 30.0, 20.0, 5000.0});
  EXPECT_FALSE(five.by_sign_test);
  EXPECT_EQ(five.verdict, Verdict::no_difference_shown);
}

TEST(SignTest, SaysNothingWhereOnePointsTheOtherWayOrNowhere) {
  EXPECT_EQ(of_differences({20.0, 25.0, 30.0, 20.0, -1.0, 5000.0}).verdict,
            Verdict::no_difference_shown);
  EXPECT_EQ(of_differences({20.0, 25.0, 30.0, 20.0, 0.0, 5000.0}).verdict,
            Verdict::no_difference_shown);
}

TEST(SignTest, WhatTheIntervalShowsIsTheIntervals) {
  const MetricDifference made = of_differences({20.0, 25.0, 30.0, 20.0, 25.0, 22.0});
  EXPECT_FALSE(made.by_sign_test);
  EXPECT_EQ(made.verdict, Verdict::worse);
}

TEST(SignTest, FindsHardlyMoreDifferencesThanThereAre) {
  // Of comparisons of 6 to 8 equal replications whose differences have long tails, both tests
  // together call at most 6.5 % different.
  std::mt19937_64 random(7);  // NOLINT(cert-msc51-cpp): the same ones each time
  std::exponential_distribution<double> wait(1.0);
  int called = 0;
  constexpr int kComparisons = 6000;
  for (int i = 0; i < kComparisons; ++i) {
    std::vector<double> by(6 + static_cast<std::size_t>(i % 3));
    for (double& one : by) one = 500.0 * (wait(random) - wait(random));
    const Verdict verdict = of_differences(by).verdict;
    if (verdict == Verdict::better || verdict == Verdict::worse) ++called;
  }
  EXPECT_LE(called, 0.065 * kComparisons) << called;
  EXPECT_GE(called, 0.02 * kComparisons) << called;
}

}  // namespace
}  // namespace gpuscape
