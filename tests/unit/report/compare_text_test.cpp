#include "sim/report/compare/compare_text.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "sim/report/compare/compare_json.hpp"
#include "tests/support/study_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MetricDifference metric(std::string_view key, const Estimate& difference, Verdict verdict) {
  MetricDifference made;
  made.metric = &metrics()[metric_index(key)];
  made.baseline.value = difference.value;
  made.variant.value = 2.0 * difference.value;
  made.difference = difference;
  made.verdict = verdict;
  return made;
}

/// A variant that makes one user wait an hour longer.
CompareResult small_comparison() {
  CompareResult result;
  result.variants = {{"base", {small_study(), {}, {}}}, {"less", {small_study(), {}, {}}}};
  Comparison comparison;
  comparison.variant = 1;
  comparison.paired = true;
  comparison.metrics = {
      metric("queue_wait_mean_s", estimate(3600.0, 1800.0, 5400.0), Verdict::worse),
      metric("gpus_allocated_share", estimate(0.02, 0.01, 0.03), Verdict::higher)};
  comparison.later = {
      {.kind = "user", .groups = {{"ada", 50, 20, 5}, {"bob", 40, 1, 0}}, .losing = 1}};
  result.comparisons = {comparison};
  return result;
}

std::string json_of(const CompareResult& result) {
  return compare_json(result, {"base", "less"}, {});
}

TEST(CompareText, HasARowForEachDesignWithValueVerdictAndInterval) {
  const std::string text = compare_text(small_comparison());
  EXPECT_THAT(text,
              HasSubstr("design   meets slo   GPUs allocated                         mean wait"));
  EXPECT_THAT(text,
              HasSubstr("\nless     no: wait    64.0 %  higher (+1.0 to +3.0 points)   16 min  "
                        "worse (+30 min to +1.5 h)\n"));
}

TEST(CompareText, HasEveryMetricOfEveryTwoDesignsOnRequest) {
  const std::string text = compare_text(small_comparison(), {.detail = true});
  EXPECT_THAT(text, HasSubstr("mean wait        1 h        2 h  worse (+30 min to +1.5 h)\n"));
  EXPECT_THAT(text, HasSubstr("2.0 %      4.0 %  higher (+1.0 to +3.0 points)\n"));
  EXPECT_THAT(compare_text(small_comparison()), Not(HasSubstr("2.0 %      4.0 %")));
}

TEST(CompareText, NamesWhoLosesAndWhoMissesAnObjective) {
  const std::string text = compare_text(small_comparison());
  EXPECT_THAT(
      text,
      HasSubstr("who loses        less: user ada: 40 % of its jobs > 10 % later, 10 % sooner\n"));
  EXPECT_THAT(text, HasSubstr("\nbase     no: wait "));
}

TEST(CompareText, NamesWhoGains) {
  EXPECT_THAT(compare_text(small_comparison()), Not(HasSubstr("who gains")));
  CompareResult result = small_comparison();
  result.comparisons[0].later = {
      {.kind = "user", .groups = {{"bob", 40, 1, 0}, {"cyd", 50, 2, 20}}, .gaining = {1}}};
  EXPECT_THAT(
      compare_text(result),
      HasSubstr("who gains        less: user cyd: 40 % of its jobs > 10 % sooner, 4 % later\n"));
}

TEST(CompareText, LooksAtUsersBesideAccounts) {
  CompareResult result = small_comparison();
  auto& later = result.comparisons[0].later;
  later.insert(later.begin(), {.kind = "account", .groups = {{"lab", 90, 1, 2}}, .losing = 0});
  EXPECT_THAT(compare_text(result), HasSubstr("who loses        less: no account as a whole\n"
                                              "                       user ada: 40 %"));
}

TEST(CompareText, CutsTheListOfThoseWhoLose) {
  CompareResult result = small_comparison();
  result.comparisons[0].later[0].groups.assign(5, {"ada", 50, 20, 0});
  result.comparisons[0].later[0].losing = 5;
  EXPECT_THAT(compare_text(result), HasSubstr("later\n                       and 2 more users\n"));
}

TEST(CompareText, TakesSeveralTablesOnANarrowTerminal) {
  CompareResult result = small_comparison();
  result.variants.push_back({"more", {small_study(), {}, {}}});
  result.comparisons.push_back(result.comparisons[0]);
  result.comparisons[1].variant = 2;
  const auto blocks = [&](std::size_t width) {
    const std::string text = compare_text(result, {.text = {.width = width}, .detail = true});
    std::size_t count = 0;
    for (std::size_t at = text.find("\n\n"); at != std::string::npos;
         at = text.find("\n\n", at + 2))
      ++count;
    return count;
  };
  EXPECT_EQ(blocks(0), 2U);
  EXPECT_EQ(blocks(70), 3U);
  EXPECT_EQ(blocks(200), 2U);
}

TEST(CompareText, MarksTheWaitsOfAnOverloadedLog) {
  CompareResult result = small_comparison();
  result.variants[1].outcome.result.estimates["offered_load"].value = 1.2;
  const std::string text = compare_text(result, {.detail = true});
  EXPECT_THAT(text, HasSubstr("mean wait        1 h        2 h overloaded  worse (+30 min to "));
  EXPECT_THAT(text, HasSubstr("overloaded       less: waits grow"));
}

TEST(CompareText, SaysWhatIsPartialAndUnpaired) {
  CompareResult result = small_comparison();
  result.partial = true;
  result.comparisons[0].paired = false;
  result.comparisons[0].pairing = "the jobs are not the same";
  EXPECT_THAT(compare_text(result), HasSubstr("\nPARTIAL: "));
  EXPECT_THAT(compare_text(result),
              HasSubstr("not paired       less: the jobs are not the same\n"));
}

TEST(CompareText, ColoursVerdictsWhereAsked) {
  EXPECT_THAT(compare_text(small_comparison(), {.text = {.colour = true}}),
              HasSubstr("\x1b[1;31mworse\x1b[0m ("));
  EXPECT_THAT(compare_text(small_comparison()), Not(HasSubstr("\x1b")));
}

TEST(CompareText, EndsWithTheVerdictAndWhatItRestsOn) {
  CompareResult result = small_comparison();
  result.verdict = board_verdict(result);
  EXPECT_THAT(compare_text(result),
              HasSubstr("\nverdict          none: no design does what is asked\n"
                        "                 base misses the objective wait"));
  for (VariantResult& variant : result.variants) {
    variant.outcome.result.slo.clear();
    variant.outcome.result.unfinished = 0;
  }
  result.verdict = board_verdict(result);
  EXPECT_THAT(compare_text(result),
              HasSubstr("\nverdict          base: no other design is better in anything\n"
                        "                 less: worse than base in mean wait; better in nothing; "
                        "1 user loses\n"
                        "rests on         what jobs get alone: no design has a cost section\n"
                        "                 no objective (slo): every wait is as good as another\n"));
  result.variants[0].outcome.result.slo = {
      {{.name = "wait", .limit = 1800.0}, estimate(1200.0, 600.0, 2400.0), true}};
  result.verdict = board_verdict(result);
  EXPECT_THAT(compare_text(result),
              HasSubstr("that base meets wait is not certain: its interval holds the limit\n"));
  const auto document = nlohmann::json::parse(json_of(result));
  EXPECT_EQ(document["verdict"]["winner"], "base");
  EXPECT_EQ(document["verdict"]["by"], "metrics");
}

TEST(CompareJson, HoldsEveryEstimateWithItsMethodAndVerdict) {
  const auto document = nlohmann::json::parse(json_of(small_comparison()));
  EXPECT_EQ(document["baseline"], "base");
  const auto& mean = document["comparisons"][0]["metrics"]["queue_wait_mean_s"];
  EXPECT_EQ(mean["difference"]["high"], 5400.0);
  EXPECT_EQ(mean["difference"]["method"], "bootstrap-t over 9 weeks");
  EXPECT_EQ(mean["verdict"], "worse");
  EXPECT_EQ(mean["better_when"], "lower");
}

TEST(CompareJson, HoldsAllGroupsAndWhyJobsWaitedOnEitherSide) {
  const auto document = nlohmann::json::parse(json_of(small_comparison()));
  const auto& groups = document["comparisons"][0]["later_jobs"][0]["groups"];
  EXPECT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0]["loses"], true);
  EXPECT_EQ(groups[1]["loses"], false);
  EXPECT_TRUE(document["variants"][1]["waited_for_s"].contains("gpus_short"));
}

}  // namespace
}  // namespace gpuscape
