#include "sim/study/compare/compare.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "sim/base/units/unit_text.hpp"
#include "sim/model/check/check.hpp"
#include "sim/scenario/load/loader.hpp"
#include "sim/study/compare/differences.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape {
namespace {

/// Jobs of four servers' worth at 90 % of `count` = 4: exponential, a mean of one hour.
NamedDesign servers(const std::string& name, int count, const std::string& run,
                    const std::string& arrivals = R"("jobs_per_hour": 3.6)") {
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 1, "count": )" +
      std::to_string(count) +
      R"(}}}, "workload": {"streams": {"jobs": {"generate": {"duration": "20 d", )" + arrivals +
      R"(, "gpus": {"1": 1}, "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
      "slo": {"wait": {"metric": "queue_wait", "quantile": 0.95, "at_most": "1 h"}},
      "run": )" +
      run + "}";
  return {name, test::checked(text)};
}

CompareResult compared(const std::vector<NamedDesign>& designs, const ComparisonOptions& options) {
  std::vector<const NamedDesign*> pointers;
  for (const NamedDesign& design : designs) pointers.push_back(&design);
  TraceCache traces;
  return compare_designs(pointers, traces, options);
}

CompareResult compared(const std::vector<NamedDesign>& designs, unsigned threads = 1) {
  ComparisonOptions options;
  options.threads = threads;
  return compared(designs, options);
}

const MetricDifference& metric(const CompareResult& result, std::string_view key) {
  for (const MetricDifference& one : result.comparisons.at(0).metrics) {
    if (one.metric->key == key) return one;
  }
  throw std::out_of_range(std::string(key));
}

constexpr const char* kEight = R"({"replications": 8})";
constexpr const char* kOne = R"({"replications": 1, "warm_up": "1 d"})";

TEST(Compare, ShowsNoDifferenceBetweenEqualVariants) {
  for (const char* run : {kEight, kOne}) {
    const CompareResult result = compared({servers("a", 4, run), servers("b", 4, run)});
    EXPECT_GE(result.comparisons.at(0).metrics.size(), 6U);
    for (const MetricDifference& difference : result.comparisons.at(0).metrics) {
      EXPECT_EQ(difference.difference.value, 0.0) << difference.metric->key;
      EXPECT_TRUE(difference.verdict == Verdict::no_difference_shown ||
                  difference.difference.method == "exact: of this replay");
    }
    EXPECT_EQ(result.comparisons[0].later.at(0).losing, 0U);
  }
}

TEST(Compare, FindsTwiceTheNodesBetterAtHighLoad) {
  for (const char* run : {kEight, kOne}) {
    const CompareResult result = compared({servers("four", 4, run), servers("eight", 8, run)});
    EXPECT_TRUE(result.comparisons.at(0).paired);
    EXPECT_EQ(metric(result, "queue_wait_mean_s").verdict, Verdict::better);
    EXPECT_EQ(metric(result, "queue_wait_p95_s").verdict, Verdict::better);
    EXPECT_EQ(metric(result, "completion_mean_s").verdict, Verdict::better);
    EXPECT_EQ(metric(result, "gpus_allocated_share").verdict, Verdict::lower);
    EXPECT_TRUE(result.comparisons[0].slo.at(0).met);
  }
}

TEST(Compare, SaysWhenTheJobsAreNotTheSame) {
  const std::string load = R"("load": 0.9)";
  const CompareResult result =
      compared({servers("four", 4, kEight, load), servers("five", 5, kEight, load)});
  EXPECT_FALSE(result.comparisons.at(0).paired);
  EXPECT_EQ(metric(result, "queue_wait_mean_s").difference.method,
            "unpaired: from the intervals of both, and ranks");
  EXPECT_TRUE(result.comparisons[0].later.empty());
}

TEST(Compare, PairedIntervalsAreNarrowerThanUnpairedOnes) {
  const CompareResult result = compared({servers("four", 4, kEight), servers("five", 5, kEight)});
  const MetricDifference& mean = metric(result, "completion_mean_s");
  const Estimate unpaired = unpaired_difference(mean.baseline, mean.variant);
  EXPECT_LT(*mean.difference.high - *mean.difference.low, *unpaired.high - *unpaired.low);
}

/// What stands in the columns of a comparison, and in a run of the design alone.
void expect_same_study(const StudyResult& one, const StudyResult& other) {
  EXPECT_EQ(one.replications, other.replications);
  EXPECT_EQ(one.warm_up, other.warm_up);
  for (std::size_t i = 0; i < metrics().size(); ++i) {
    if (!metrics()[i].estimated || std::isnan(one.estimates[i].value)) continue;
    EXPECT_EQ(one.estimates[i].value, other.estimates[i].value) << metrics()[i].key;
    EXPECT_EQ(one.estimates[i].high, other.estimates[i].high) << metrics()[i].key;
  }
}

TEST(Compare, SaysOfADesignWhatItsRunSaysWhateverStandsBesideIt) {
  const NamedDesign four = servers("four", 4, "{}");
  const NamedDesign nine = servers("nine", 9, "{}");
  const StudyResult alone = test::study(four.scenario);
  const CompareResult result = compared({four, nine});
  expect_same_study(result.variants[0].outcome.result, alone);
  expect_same_study(result.variants[1].outcome.result, test::study(nine.scenario));
  expect_same_study(compared({nine, four}).variants[1].outcome.result, alone);
  expect_same_study(compared({four, servers("six", 6, kEight)}).variants[0].outcome.result, alone);
}

TEST(Compare, PairsTheReplicationsThatBothHaveOverTheJobsOfBoth) {
  const CompareResult result = compared({servers("four", 4, "{}"), servers("nine", 9, "{}")});
  const StudyResult& four = result.variants[0].outcome.result;
  const StudyResult& nine = result.variants[1].outcome.result;
  ASSERT_NE(four.warm_up, nine.warm_up) << "or the method says nothing of it";
  const std::int64_t pairs = std::min(four.replications, nine.replications);
  EXPECT_EQ(metric(result, "queue_wait_mean_s").difference.method,
            fmt::format("paired t over {} replications, jobs from {} on", pairs,
                        human_text(std::max(four.warm_up, nine.warm_up))));
}

// In the same jobs that both look at, those of the same design wait as long: however much of the
// start each leaves out for itself.
TEST(Compare, OtherWarmUpsMakeNoDifference) {
  for (const char* count : {"1", "8"}) {
    const auto after = [&](const char* warm_up) {
      return servers(warm_up, 4,
                     fmt::format(R"({{"replications": {}, "warm_up": "{}"}})", count, warm_up));
    };
    const CompareResult result = compared({after("1 d"), after("9 d")});
    EXPECT_NE(metric(result, "queue_wait_p95_s").baseline.value,
              metric(result, "queue_wait_p95_s").variant.value);
    for (const char* key : {"queue_wait_mean_s", "queue_wait_p95_s", "gpus_allocated_share"})
      EXPECT_NEAR(metric(result, key).difference.value, 0.0, 1e-12) << key;
  }
}

TEST(Compare, GivesTheSameWhateverTheThreads) {
  const std::vector<NamedDesign> scenarios = {servers("four", 4, kEight),
                                              servers("five", 5, kEight)};
  const CompareResult one = compared(scenarios, 1);
  const CompareResult three = compared(scenarios, 3);
  EXPECT_GE(one.comparisons.at(0).metrics.size(), 6U);
  for (const MetricDifference& difference : one.comparisons.at(0).metrics)
    EXPECT_EQ(difference.difference.high, metric(three, difference.metric->key).difference.high);
}

TEST(Compare, KeepsWhatWasDoneWhenStopped) {
  std::stop_source source;
  ComparisonOptions options;
  options.threads = 1;
  options.stop = source.get_token();
  options.progress = [&](const StudyProgress& progress) {
    if (progress.replications >= 10) source.request_stop();
  };
  const CompareResult result =
      compared({servers("four", 4, "{}"), servers("five", 5, "{}")}, options);
  EXPECT_TRUE(result.partial);
  EXPECT_THAT(metric(result, "queue_wait_mean_s").difference.method,
              ::testing::StartsWith("paired t over 5 replications"));
}

TEST(Compare, LeavesOutWhatDidNotFinish) {
  std::stop_source source;
  source.request_stop();
  ComparisonOptions options;
  options.stop = source.get_token();
  const CompareResult result = compared({servers("a", 4, kOne), servers("b", 5, kOne)}, options);
  EXPECT_TRUE(result.partial);
  EXPECT_FALSE(result.variants[0].finished);
  EXPECT_TRUE(result.comparisons.empty());
}

TEST(Compare, HandsOverEachVariantAsSoonAsItIsDone) {
  std::vector<std::size_t> done;
  ComparisonOptions options;
  options.finished = [&](std::size_t i, const StudyResult&) { done.push_back(i); };
  options.threads = 1;
  compared({servers("a", 4, kEight), servers("b", 5, kEight)}, options);
  EXPECT_THAT(done, ::testing::ElementsAre(0, 1));
  // Of two threads the one may be done with the second variant while the other is at the first.
  options.threads = 2;
  done.clear();
  compared({servers("a", 4, kEight), servers("b", 5, kEight)}, options);
  EXPECT_THAT(done, ::testing::UnorderedElementsAre(0, 1));
}

/// Four or six servers with a cost, at two loads.
std::string priced(int count, const std::string& more) {
  return R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 1, "count": )" +
         std::to_string(count) +
         R"(}}}, "workload": {"streams": {"jobs": {"generate": {"duration": "10 d", "jobs_per_hour": 2,
         "gpus": {"1": 1}, "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
         "run": {"replications": 2}, "cost": {"prices_as_of": "2026-10",
         "pools": {"gpu": {"acquire": "on-demand", "billed": "in-use", "price": "2 USD/h"}})" +
         more + "}}";
}
constexpr const char* kAtRates =
    R"(, "vary": {"rate": {"set": "/workload/streams/jobs/generate/jobs_per_hour", "values": [1, 3]}})";
std::string at_rate(const std::string& text, const std::string& rate) {
  const std::string now = R"("jobs_per_hour": 2)";
  std::string changed = text;
  return changed.replace(changed.find(now), now.size(), R"("jobs_per_hour": )" + rate);
}

NamedDesign varied_design(int count) {
  const std::string text = priced(count, kAtRates);
  NamedDesign design{std::to_string(count), test::checked(text), {}};
  for (const char* rate : {"1", "3"})
    design.varied.push_back({"rate", rate, test::checked(at_rate(text, rate))});
  return design;
}

TEST(Compare, WhatIsVariedIsRunAtEachValue) {
  std::vector<NamedDesign> designs;
  designs.push_back(varied_design(4));
  designs.push_back(varied_design(6));
  const CompareResult result = compared(designs);
  const std::vector<VariedCost>& varied = result.variants[1].outcome.result.varied;
  ASSERT_EQ(varied.size(), 1U);
  EXPECT_EQ(varied[0].values, (std::vector<std::string>{"1", "3"}));
  std::vector<NamedDesign> alone;
  for (const int count : {4, 6})
    alone.push_back({"", test::checked(at_rate(priced(count, ""), "3")), {}});
  const StudyResult same = compared(alone).variants[1].outcome.result;
  EXPECT_EQ(varied[0].totals[1].total, same.first.cost->totals(same.usage).total);
  EXPECT_LT(varied[0].totals[0].total, varied[0].totals[1].total);
}

TEST(Compare, WhatNotEveryDesignVariesIsLeftOut) {
  std::vector<NamedDesign> designs;
  designs.push_back(varied_design(4));
  designs.push_back({"6", test::checked(priced(6, "")), {}});
  const CompareResult result = compared(designs);
  EXPECT_TRUE(result.variants[0].outcome.result.varied.empty());
}

}  // namespace
}  // namespace gpuscape
