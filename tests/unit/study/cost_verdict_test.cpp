/// Which design to pay for: what is counted, what is done, what the work costs.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "sim/cost/cost_model.hpp"
#include "sim/study/compare/compare.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Servers of one GPU at 3.6 jobs an hour of a mean of one hour: four are 90 % busy, three
/// overloaded.
struct Servers {
  int count = 4;
  std::string price = R"("price": "1 kUSD")";
  std::string cost = R"("horizon": "3 y")";
  std::string arrivals = R"("jobs_per_hour": 3.6)";
  std::string sections = {};
};

StudyOutcome outcome(const Servers& of) {
  const std::string text = fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"gpu": {{"type": "custom", "gpus": 1, "count": {}}}}}}},
    "workload": {{"streams": {{"jobs": {{"generate": {{"duration": "20 d", {}, "gpus": {{"1": 1}},
      "run_time": {{"distribution": "exponential", "mean": "1 h"}}}}}}}}}},
    "run": {{"replications": 5, "warm_up": "1 d"}}{},
    "cost": {{"prices_as_of": "2026-10", "pools": {{"gpu": {{{}}}}}, {}}}}})",
      of.count, of.arrivals, of.sections, of.price, of.cost);
  TraceCache traces;
  return run_study(test::checked(text), traces, {});
}

CostVerdict verdict(const Servers& baseline, const Servers& variant) {
  return compare_outcomes(outcome(baseline), outcome(variant)).cost_verdict.value();
}

TEST(CostVerdict, AtEqualWorkTheLowerTotalIsCheaper) {
  const CostVerdict made = verdict({.count = 5}, {.count = 6});
  EXPECT_EQ(made.by, CheaperBy::total);
  EXPECT_EQ(made.cheaper, Cheaper::baseline);
}

TEST(CostVerdict, IsNotGivenWhereAPartHasNoPrice) {
  const Servers unpriced{.count = 4, .price = R"("acquire": "owned")"};
  const Comparison comparison = compare_outcomes(outcome({.count = 5}), outcome(unpriced));
  EXPECT_EQ(comparison.cost_verdict->by, CheaperBy::nothing);
  EXPECT_THAT(comparison.cost_verdict->baseline.not_counted, IsEmpty());
  EXPECT_THAT(comparison.cost_verdict->variant.not_counted, ElementsAre("the price of gpu"));
  for (const MetricDifference& metric : comparison.metrics) {
    const bool settled = metric.verdict == Verdict::no_interval;
    EXPECT_TRUE(settled || metric.metric->needs != Needs::cost) << metric.metric->key;
  }
}

TEST(CostVerdict, ADesignThatIsOverloadedIsNotCheaperThanOneThatWorks) {
  const CostVerdict made = verdict({.count = 3}, {.count = 5});
  EXPECT_EQ(made.by, CheaperBy::doing_the_work);
  EXPECT_EQ(made.cheaper, Cheaper::variant);
  EXPECT_THAT(made.baseline.shortfalls, ElementsAre("is overloaded"));
}

TEST(CostVerdict, ADesignThatMissesAnObjectiveIsNotCheaperThanOneThatMeetsIt) {
  const std::string slo =
      R"(, "slo": {"wait": {"metric": "queue_wait", "quantile": 0.95, "at_most": "10 min"}})";
  const CostVerdict made = verdict({.count = 4, .sections = slo}, {.count = 8, .sections = slo});
  EXPECT_EQ(made.cheaper, Cheaper::variant);
  EXPECT_THAT(made.baseline.shortfalls, ElementsAre("misses the objective wait"));
}

TEST(CostVerdict, OfTwoDesignsThatDoNotDoTheWorkNoneIsCheaper) {
  const CostVerdict made = verdict({.count = 2}, {.count = 3});
  EXPECT_EQ(made.by, CheaperBy::nothing);
  EXPECT_TRUE(made.any_obstacle());
}

// The same money for jobs from week one on instead of month three: 2.98 y of work and not 2.75 y.
TEST(CostVerdict, WhereMachinesAreUsedForOtherTimesAGpuHourIsWhatCounts) {
  const CostVerdict made = verdict({.count = 5, .cost = R"("horizon": "3 y", "build": "90 d")"},
                                   {.count = 5, .cost = R"("horizon": "3 y", "build": "7 d")"});
  EXPECT_EQ(made.by, CheaperBy::useful_gpu_hour);
  EXPECT_EQ(made.cheaper, Cheaper::variant);
  EXPECT_NEAR(made.rates->first / made.rates->second, (1095.0 - 7.0) / (1095.0 - 90.0), 1e-12);
}

TEST(CostVerdict, AnotherHorizonIsNoReasonForNone) {
  const CostVerdict made = verdict({.count = 5}, {.count = 5, .cost = R"("horizon": "5 y")"});
  EXPECT_EQ(made.by, CheaperBy::useful_gpu_hour);
  EXPECT_NEAR(made.rates->first / made.rates->second, 5.0 / 3.0, 1e-12);
}

TEST(CostVerdict, OtherJobsAreNoReasonForNone) {
  const std::string load = R"("load": 0.5)";
  const CostVerdict made = verdict({.count = 5, .arrivals = load}, {.count = 10, .arrivals = load});
  EXPECT_EQ(made.by, CheaperBy::useful_gpu_hour);
}

TEST(CostVerdict, SaysWhereTheCurrenciesDiffer) {
  const CostVerdict made =
      verdict({.count = 5}, {.count = 5,
                             .price = R"("price": "1 kEUR")",
                             .cost = R"("currency": "EUR", "horizon": "3 y")"});
  EXPECT_EQ(made.by, CheaperBy::nothing);
  EXPECT_THAT(made.why_none, HasSubstr("currencies"));
}

const Difference& of(const Comparison& comparison, std::string_view key) {
  for (const MetricDifference& one : comparison.metrics)
    if (one.metric->key == key) return one;
  throw std::out_of_range(std::string(key));
}

TEST(OverloadedDesigns, AreWorseThanThoseThatWorkAndSayWhy) {
  const std::string slo =
      R"(, "slo": {"wait": {"metric": "queue_wait", "quantile": 0.95, "at_most": "10 min"}})";
  const StudyOutcome works = outcome({.count = 5, .sections = slo});
  const StudyOutcome overloaded = outcome({.count = 3, .sections = slo});
  const Comparison there = compare_outcomes(works, overloaded);
  EXPECT_EQ(of(there, "queue_wait_p95_s").verdict, Verdict::worse);
  EXPECT_THAT(of(there, "queue_wait_p95_s").difference.method, HasSubstr("variant is overloaded"));
  EXPECT_EQ(there.slo.at(0).verdict, Verdict::worse);
  const Comparison back = compare_outcomes(overloaded, works);
  EXPECT_EQ(of(back, "completion_mean_s").verdict, Verdict::better);
  const Comparison both = compare_outcomes(overloaded, outcome({.count = 2}));
  EXPECT_EQ(of(both, "queue_wait_mean_s").verdict, Verdict::no_interval);
}

/// Designs beside the first one.
CompareResult compared(const std::vector<Servers>& designs) {
  CompareResult result;
  for (const Servers& design : designs) {
    result.variants.push_back({fmt::format("{}", result.variants.size()), outcome(design)});
    if (result.variants.size() == 1) continue;
    result.comparisons.push_back(
        compare_outcomes(result.variants.front().outcome, result.variants.back().outcome));
    result.comparisons.back().variant = result.variants.size() - 1;
  }
  return result;
}

TEST(BoardVerdict, TheCheapestThatDoesTheWorkWins) {
  const BoardVerdict made =
      board_verdict(compared({{.count = 6}, {.count = 8}, {.count = 5}, {.count = 3}}));
  EXPECT_EQ(made.by, BoardVerdict::By::cost);
  EXPECT_EQ(made.winner, 2U);
  EXPECT_EQ(made.runner_up, 0U);
  EXPECT_FALSE(made.ranges_decide);
  ASSERT_EQ(made.short_of_work.size(), 1U);
  EXPECT_EQ(made.short_of_work[0].design, 3U);
  EXPECT_THAT(made.short_of_work[0].shortfalls, ElementsAre("is overloaded"));
}

TEST(BoardVerdict, IsTheSameWhicheverDesignIsTheBaseline) {
  const std::vector<Servers> designs = {{.count = 7}, {.count = 5}, {.count = 3}, {.count = 6}};
  std::vector<Servers> turned = designs;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    const BoardVerdict made = board_verdict(compared(turned));
    EXPECT_EQ(turned[made.winner.value()].count, 5) << i;
    EXPECT_EQ(turned[made.runner_up.value()].count, 6) << i;
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  }
}

TEST(BoardVerdict, SaysWhereTheRangesOfPricesHoldBothSigns) {
  const std::string wide = R"("price": {"value": "1 kUSD", "low": "0.5 kUSD", "high": "2 kUSD"})";
  const BoardVerdict made = board_verdict(
      compared({{.count = 5, .price = R"("price": "1.1 kUSD")"}, {.count = 5, .price = wide}}));
  EXPECT_EQ(made.winner, 1U);
  EXPECT_TRUE(made.ranges_decide);
}

TEST(BoardVerdict, NothingIsSaidWhereAPartHasNoPrice) {
  const BoardVerdict made =
      board_verdict(compared({{.count = 5}, {.count = 6, .price = R"("acquire": "owned")"}}));
  EXPECT_EQ(made.by, BoardVerdict::By::nothing);
  EXPECT_FALSE(made.winner.has_value());
  EXPECT_EQ(made.why_none, "not everything is counted of 1");
}

TEST(BoardVerdict, OneDesignAloneMayDoTheWorkOrNone) {
  const BoardVerdict one = board_verdict(compared({{.count = 2}, {.count = 5}}));
  EXPECT_EQ(one.by, BoardVerdict::By::doing_the_work);
  EXPECT_EQ(one.winner, 1U);
  const BoardVerdict unpriced =
      board_verdict(compared({{.count = 2}, {.count = 5, .price = R"("acquire": "owned")"}}));
  EXPECT_EQ(unpriced.winner, 1U) << "whatever it costs";
  const BoardVerdict none = board_verdict(compared({{.count = 2}, {.count = 3}}));
  EXPECT_EQ(none.by, BoardVerdict::By::nothing);
  EXPECT_EQ(none.why_none, "no design does what is asked");
}

}  // namespace
}  // namespace gpuscape
