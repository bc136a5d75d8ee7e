/// Jobs without an application, as `gpuscape compare --unmapped` runs them.

#include <gtest/gtest.h>

#include "sim/base/json/json.hpp"
#include "sim/session/unmapped_designs.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {
namespace {

std::string rules_with(const std::string& rules, double sensitive_part) {
  const UnmappedEnds ends{.share = 0.5, .least = "calm", .most = "keen"};
  return write_json(rules_for_all(parse_json(rules, "rules.json"), ends, sensitive_part));
}

std::string plain(const std::string& rules) { return write_json(parse_json(rules, "r.json")); }

TEST(UnmappedRules, ALastRuleTakesWhatNoneMatches) {
  EXPECT_EQ(rules_with(R"([{"where": {"gpus": 8}, "application": "x"}])", 0.0),
            plain(R"([{"where": {"gpus": 8}, "application": "x"},
                      {"where": {}, "application": "calm"}])"));
  EXPECT_EQ(rules_with("[]", 1.0), plain(R"([{"where": {}, "application": "keen"}])"));
  EXPECT_EQ(rules_with("[]", 0.25),
            plain(R"([{"where": {}, "mix": {"calm": 0.75, "keen": 0.25}}])"));
}

TEST(UnmappedRules, WhatIsBatchWithoutAnApplicationGetsOne) {
  EXPECT_EQ(
      rules_with(R"([{"where": {"gpus": 8}, "kind": "batch"}, {"where": {}, "mix": {"x": 1}}])",
                 1.0),
      plain(R"([{"where": {"gpus": 8}, "kind": "batch", "application": "keen"},
                      {"where": {}, "mix": {"x": 1}}])"));
}

TEST(UnmappedRules, SessionsKeepTheirDurationAndNothingComesBehindARuleForAll) {
  const std::string rules = R"([{"where": {}, "kind": "interactive"}])";
  EXPECT_EQ(rules_with(rules, 1.0), plain(rules));
}

CompareResult with_winner(std::size_t winner) {
  CompareResult result;
  result.variants.resize(2);
  result.verdict.emplace();
  result.verdict->by = BoardVerdict::By::metrics;
  result.verdict->winner = winner;
  return result;
}

UnmappedAnswer answer_with(std::size_t least, std::size_t most) {
  UnmappedAnswer answer{.ends = {.share = 0.25, .least = "calm", .most = "keen"}};
  answer.trials.resize(2);
  answer.trials[0].winner = least;
  answer.trials[1].winner = most;
  return answer;
}

TEST(Unmapped, NoDesignWinsWhereTheTwoEndsHaveOtherWinners) {
  CompareResult result = with_winner(1);
  take_unmapped(result, answer_with(1, 0));
  EXPECT_FALSE(result.verdict->winner);
  EXPECT_EQ(result.verdict->by, BoardVerdict::By::nothing);
  EXPECT_EQ(result.verdict->why_none,
            "it depends on the 25.0 % of the GPU-hours that have no application");
}

TEST(Unmapped, TheWinnerStaysWhereBothEndsAgreeOrOneWasNotTried) {
  CompareResult result = with_winner(1);
  take_unmapped(result, answer_with(1, 1));
  EXPECT_EQ(result.verdict->winner, 1U);
  UnmappedAnswer open = answer_with(1, 0);
  open.trials[1].why_not = "does not fit";
  take_unmapped(result, open);
  EXPECT_EQ(result.verdict->winner, 1U);
}

TEST(Unmapped, NothingIsAskedWhereNothingRan) {
  CompareResult result = with_winner(0);
  EXPECT_FALSE(unmapped_ends(result));
}

}  // namespace
}  // namespace gpuscape
