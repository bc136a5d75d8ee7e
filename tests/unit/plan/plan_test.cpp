/// Plans of eight jobs of one hour on nodes of one GPU, whose answers are known: on n nodes the
/// last waits for ⌈8 / n⌉ − 1 hours, and they cost n × 10 kUSD.

#include "sim/plan/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/plan/flips.hpp"
#include "sim/report/plan/plan_text.hpp"
#include "tests/unit/plan/plans.hpp"

namespace gpuscape {
namespace {

using test::answer_of;
using test::eight_jobs;
using test::fault_of;
using test::kNodes;
using test::plan_of;
using testing::HasSubstr;

std::string cheapest(const std::string& more = "") {
  return eight_jobs("{" + std::string(kNodes) + "}", R"(, "find": {"cheapest": ["nodes"]})" + more);
}

const PlannedDesign& best(const PlanAnswer& answer) { return answer.designs.at(answer.best); }

/// At most 2 h: three nodes. With two the last waits for 3 h, with one for 7 h; four are next.
TEST(Plan, TakesTheFewestNodesThatMeet) {
  const PlanAnswer answer = answer_of(cheapest());
  EXPECT_EQ(best(answer).index, 2);
  EXPECT_EQ(answer.designs.at(answer.runner_up).index, 3);
  EXPECT_EQ(answer.best_run.figure("total_cost")->value, 30e3);
  EXPECT_EQ(answer.designs[1].standing, Standing::misses);
  EXPECT_EQ(answer.designs[1].missed, "wait");
  EXPECT_EQ(answer.designs[4].standing, Standing::waiting);
  EXPECT_TRUE(answer.is_proven());
}

TEST(Plan, LeavesOutWhatABudgetCannotPayWithoutARun) {
  const PlanAnswer answer = answer_of(cheapest(R"(, "slo": {
    "wait": {"metric": "queue_wait_max_s", "at_most": "30 min"},
    "budget": {"metric": "capex", "at_most": 45000}})"));
  EXPECT_EQ(answer.best, kNoDesign);
  EXPECT_EQ(answer.designs[4].standing, Standing::excluded);
  EXPECT_EQ(answer.designs[4].proof, Proof::objective);
  EXPECT_THAT(answer.designs[4].why, HasSubstr("capex is at least 80000 USD"));
  EXPECT_EQ(answer.designs[4].runs, 0);
  // Four nodes wait for 1 h: nearest to 30 min.
  EXPECT_EQ(answer.designs.at(answer.closest).index, 3);
  EXPECT_TRUE(answer.is_proven());
}

TEST(Plan, AnswersForEachValueOfAnAxis) {
  const std::string text = eight_jobs("{" + std::string(kNodes) + ", " + test::kTime + "}",
                                      R"(, "find": {"cheapest": ["nodes"], "for_each": "time"})");
  const PlanOutcome outcome = plan_of(text);
  ASSERT_EQ(outcome.answers.size(), 2U);
  // Of 30 min the last one waits for 2 h on ⌈8 / n⌉ − 1 ≤ 4, so on two nodes (1.5 h).
  EXPECT_EQ(outcome.answers[0].best_run.axes[0].second, "3");
  EXPECT_EQ(outcome.answers[1].best_run.axes[0].second, "2");
}

TEST(Plan, FindsTheLargestByAnAxisWithoutACost) {
  const PlanAnswer answer = answer_of(eight_jobs("{" + std::string(kNodes) + "}",
                                                 R"(, "find": {"largest": ["nodes"]}, "slo": {
        "wait": {"metric": "queue_wait_max_s", "at_least": "2 h"}})"));
  EXPECT_EQ(best(answer).index, 2);
  EXPECT_EQ(answer.designs.at(answer.runner_up).index, 1);
}

/// Three nodes at two prices: the jobs wait alike, so that the second is never run.
TEST(Plan, RunsWhatDiffersInItsPriceAloneOnce) {
  const std::string price = R"("price": {"set": "/cost/pools/n/price",
    "values": ["10 kUSD", "11 kUSD"]})";
  const PlanAnswer answer = answer_of(eight_jobs("{" + std::string(kNodes) + ", " + price + "}",
                                                 R"(, "find": {"cheapest": ["nodes", "price"]})"));
  EXPECT_EQ(answer.best_run.design_name(), "nodes 3, price 10 kUSD");
  EXPECT_EQ(answer.runner_up_run.design_name(), "nodes 3, price 11 kUSD");
  EXPECT_TRUE(answer.designs.at(answer.runner_up).is_told_by_another);
  EXPECT_EQ(answer.designs.at(answer.runner_up).runs, 0);
}

TEST(Plan, IsNotProvenWhereTheRunsAllowedAreUsedUp) {
  const std::string text = test::small_space(3, 30);
  const PlanAnswer answer = answer_of(text, {.most_runs = 1});
  EXPECT_TRUE(answer.out_of_runs);
  EXPECT_FALSE(answer.is_proven());
  EXPECT_THAT(answer.why_not_proven.front(), HasSubstr("used up"));
}

TEST(Plan, IsTheSameOnAnyNumberOfThreads) {
  const std::string text = test::small_space(4, 30);
  const DesignSpace space = test::space_of(text);
  const auto json = [&](unsigned threads) {
    const PlanOptions options{.threads = threads};
    const PlanOutcome outcome = plan_of(text, options);
    return plan_json({.space = space, .outcome = outcome, .options = options});
  };
  EXPECT_EQ(json(1), json(3));
}

TEST(Plan, KeepsTheStudiesOfAnswersAndTakesThemFromTheShelf) {
  const std::string text = cheapest();
  test::MemoryShelf shelf;
  const auto plan = [&] {
    return plan_designs(test::space_of(text), {.file = "test.json", .text = text},
                        test::builtin_models(), shelf,
                        {.version = "1", .threads = 1, .keeps_runs = true})
        .answers.at(0);
  };
  const PlanAnswer first = plan();
  EXPECT_EQ(shelf.kept.size(), 2U);
  EXPECT_EQ(plan().best_run.key, first.best_run.key);
  // A sweep finds them there, and runs the three others.
  const SweepOutcome swept = test::sweep_of(text, shelf, {.version = "1"});
  EXPECT_EQ(swept.progress.reused, 2);
}

TEST(Plan, RefusesWhatIsKnownOnlyAfterARun) {
  const std::string text = eight_jobs("{" + std::string(kNodes) + "}",
                                      R"(, "find": {"cheapest": ["nodes"], "by": "cost_per_job"})");
  EXPECT_THAT(fault_of([&] { plan_of(text); }), HasSubstr("known only after a run"));
}

TEST(Plan, SaysWhatBindsAndWhatThePriceWouldHaveToBe) {
  const std::string text = cheapest();
  const PlanOptions options{.threads = 1};
  const PlanOutcome outcome = plan_of(text, options);
  const std::string said = plan_text(
      {.space = test::space_of(text), .outcome = outcome, .options = options, .title = "Eight"});
  EXPECT_THAT(said, HasSubstr("cheapest         nodes 3: 30 k USD"));
  EXPECT_THAT(said, HasSubstr("wait: 2 better designs, nearest nodes 2: 3 h"));
  EXPECT_THAT(said, HasSubstr("total_cost is × 1.333"));
  EXPECT_THAT(said, HasSubstr("yes, at 95 %"));
}

TEST(Plan, SaysHowFinalistsCameOutOnSimGrid) {
  const std::string text = cheapest();
  const PlanOptions options{.threads = 1};
  const PlanOutcome outcome = plan_of(text, options);
  const DesignSpace space = test::space_of(text);
  const auto said = [&](LoopCheck check) {
    const PlanReport report{
        .space = space, .outcome = outcome, .options = options, .loops = {std::move(check)}};
    return plan_text(report) + plan_json(report);
  };
  EXPECT_THAT(said({.checked = 2}), HasSubstr("answer and runner-up have the same results"));
  EXPECT_THAT(said({.checked = 1}), HasSubstr("the answer has the same results"));
  const std::string other = said({.checked = 2, .differ = {"the runner-up"}});
  EXPECT_THAT(other, HasSubstr("the runner-up has OTHER results"));
  EXPECT_THAT(other, HasSubstr(R"("differ": [)"));
  EXPECT_THAT(said({.why_not = "it is not there"}), HasSubstr("not checked: it is not there"));
}

/// The answer of the smallest space meets at its own load, and no longer somewhere above it.
TEST(LoadFlip, LiesBetweenTwoLoadsThatWereRun) {
  const std::string text = test::small_space(4, 10);
  const PlanAnswer answer = answer_of(text);
  const PlanOptions options{.threads = 1};
  const LoadFlip flip =
      find_load_flip(test::space_of(text), {.file = "test.json", .text = text},
                     test::builtin_models(), answer.designs.at(answer.best).index, options);
  ASSERT_TRUE(flip.misses.has_value());
  EXPECT_FALSE(flip.missed.empty());
  EXPECT_GT(*flip.misses, flip.meets.value_or(9.0));
  EXPECT_LE(*flip.misses, flip.meets.value_or(0.0) * 1.02);
}

TEST(LoadFlip, IsNotLookedForWhereNoStreamHasARate) {
  const std::string text = cheapest();
  const LoadFlip flip = find_load_flip(test::space_of(text), {.file = "test.json", .text = text},
                                       test::builtin_models(), 2, {.threads = 1});
  EXPECT_EQ(flip.why_not, "no stream is generated at a rate");
}

}  // namespace
}  // namespace gpuscape
