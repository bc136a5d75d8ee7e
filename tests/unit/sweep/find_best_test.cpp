/// The design that is looked for, where it is known.

#include "sim/sweep/find_best.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/report/sweep/sweep_pictures.hpp"
#include "sim/report/sweep/sweep_text.hpp"
#include "sim/sweep/paired_lead.hpp"
#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using test::kNodes;
using test::kTime;
using test::space_of;
using test::sweep_of;
using testing::HasSubstr;
using testing::Not;

/// A sweep over the eight jobs with what is looked for, and its answers.
struct Answered {
  explicit Answered(const std::string& find, const std::string& axes = kNodes,
                    const std::string& more = "")
      : text(eight_jobs("{" + axes + "}", R"(, "find": )" + find + more)),
        space(space_of(text)),
        outcome(sweep_of(text)),
        found(find_best(space, space.find().value_or(FindSpec()), outcome.records)) {}

  [[nodiscard]] std::string printed() const {
    return sweep_text({.space = space, .outcome = outcome, .title = "Eight", .found = found});
  }
  [[nodiscard]] std::string name(const RunRecord* record) const {
    return record == nullptr ? "none" : record->design_name();
  }

  std::string text;
  DesignSpace space;
  SweepOutcome outcome;
  std::vector<FoundDesign> found;
};

// Two hours of waiting need three nodes: ⌈8 / 3⌉ − 1 = 2.
TEST(FindBest, TheCheapestIsTheFewestNodesThatMeet) {
  const Answered of(R"({"cheapest": true})");
  ASSERT_EQ(of.found.size(), 1U);
  const FoundDesign& found = of.found[0];
  EXPECT_EQ(of.name(found.best), "nodes 3");
  EXPECT_EQ(found.best->figure("total_cost")->value, 30e3);
  EXPECT_EQ(of.name(found.runner_up), "nodes 4");
  EXPECT_EQ(found.meeting, 3);
  ASSERT_EQ(found.hindrances.size(), 1U);
  EXPECT_EQ(found.hindrances[0].what, "wait");
  EXPECT_EQ(found.hindrances[0].designs, 2);
  EXPECT_EQ(of.name(found.hindrances[0].nearest), "nodes 2");
  EXPECT_THAT(of.printed(), HasSubstr("cheapest         nodes 3: 30 k USD\n"));
  EXPECT_THAT(of.printed(), HasSubstr("nodes 4: 10 k USD more (33.3 %)\n"));
  EXPECT_THAT(of.printed(), HasSubstr("wait: 2 cheaper designs miss it, nearest nodes 2: 3 h\n"));
}

TEST(FindBest, EachValueOfForEachHasAnAnswerOfItsOwn) {
  const Answered of(R"({"cheapest": "nodes", "for_each": "time"})",
                    std::string(kNodes) + ", " + kTime);
  ASSERT_EQ(of.found.size(), 2U);
  EXPECT_EQ(of.name(of.found[0].best), "nodes 3, time 1 h");
  EXPECT_EQ(of.name(of.found[1].best), "nodes 2, time 30 min");  // half the waits: 1.5 h
  EXPECT_THAT(of.printed(), HasSubstr("30 min   nodes 2: 20 k USD"));
}

// The bar of each time is the cheapest that meets: three nodes for an hour, two for half an hour.
TEST(SweepPictures, HaveABarForTheBestDesignAtEachValueOfAnAxis) {
  const Answered of(R"({"cheapest": true})", std::string(kNodes) + ", " + kTime);
  const std::vector<SweepPicture> pictures = sweep_pictures(
      {.space = of.space, .outcome = of.outcome, .title = "Eight", .found = of.found});
  ASSERT_EQ(pictures.size(), 4U);
  EXPECT_EQ(pictures[0].name, "axis-1-nodes");
  EXPECT_THAT(pictures[0].figure, HasSubstr("none meets"));  // one node
  EXPECT_EQ(pictures[1].name, "axis-2-time");
  EXPECT_THAT(pictures[1].figure, HasSubstr("30 k USD"));
  EXPECT_THAT(pictures[1].figure, HasSubstr("20 k USD"));
  EXPECT_THAT(pictures[1].figure, Not(HasSubstr("none meets")));
  EXPECT_EQ(pictures[3].name, "cost-wait");
  EXPECT_THAT(pictures[3].figure, HasSubstr("nodes 8, time 30 min: 80 k USD, 0 s"));
}

/// How often a text has another in it.
std::ptrdiff_t count_of(const std::string& text, const std::string& part) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

// Ten cells. The last job waits 7, 3, 2, 1 and 0 hours on 1, 2, 3, 4 and 8 nodes, or half as long;
// at most 2 h is asked: three designs miss it. The cheapest that meets is 2 nodes and 30 min.
TEST(SweepPictures, HaveACellForEachPairOfValuesOfTwoAxes) {
  const Answered of(R"({"cheapest": true})", std::string(kNodes) + ", " + kTime);
  const std::string map = sweep_pictures({.space = of.space, .outcome = of.outcome})[2].figure;
  EXPECT_THAT(map, HasSubstr("total cost (USD) by"));
  EXPECT_EQ(count_of(map, "class=\"cell\""), 10);
  EXPECT_EQ(count_of(map, "class=\"gap-on-"), 3);
  EXPECT_THAT(map, HasSubstr("does not meet"));
  EXPECT_THAT(map, HasSubstr("<title>nodes 8, time 30 min: 80 k USD</title>"));
  EXPECT_EQ(count_of(map, "class=\"best\""), 2);  // of the legend, and of one cell
}

// A sweep that was interrupted, and a design with a fault.
TEST(SweepPictures, MarkTheCellsOfDesignsThatWereNotRun) {
  Answered of(R"({"cheapest": true})", std::string(kNodes) + ", " + kTime);
  of.outcome.records.erase(of.outcome.records.begin(), of.outcome.records.begin() + 4);
  const std::string map = sweep_pictures({.space = of.space, .outcome = of.outcome})[2].figure;
  EXPECT_EQ(count_of(map, "fill=\"none\"><title>nodes "), 4);
  EXPECT_THAT(map, HasSubstr("not run"));
}

TEST(FindBest, OfLargestAndSmallestTheValueOfTheAxisDecides) {
  const Answered most(R"({"largest": "nodes"})");
  EXPECT_EQ(most.name(most.found[0].best), "nodes 8");
  EXPECT_EQ(most.name(most.found[0].runner_up), "nodes 4");
  const Answered least(R"({"smallest": ["nodes"]})");
  EXPECT_EQ(least.name(least.found[0].best), "nodes 3");
}

TEST(FindBest, AnyMetricOfAResultDecides) {
  const Answered of(R"({"smallest": true, "by": "queue_wait_max_s"})");
  EXPECT_EQ(of.name(of.found[0].best), "nodes 8");
  // Of those that meet, on three nodes the most of the eight wait at once.
  const Answered queue(R"({"largest": true, "by": "queue_length_max"})");
  EXPECT_EQ(queue.name(queue.found[0].best), "nodes 3");
  EXPECT_EQ(queue.found[0].best->figure("queue_length_max")->value, 5.0);
}

// Two designs with the same five replications of random run times: each has a wide interval of the
// mean wait, and so the intervals overlap; over the same jobs one node more is a clear gain.
TEST(FindBest, TheSameJobsTellTheRunnerUpFromTheAnswerWhereIntervalsOverlap) {
  const auto answer = [](const std::string& by) {
    const std::string text = R"({"format": 1, "title": "Random",
      "cluster": {"nodes": {"n": {"type": "custom", "count": 2, "gpus": 1}}},
      "workload": {"streams": {"s": {"generate": {"jobs": 60, "jobs_per_hour": 2, "gpus": {"1": 1},
        "run_time": {"distribution": "lognormal", "median": "40 min", "mean": "1 h"}}}}},
      "run": {"replications": 5, "warm_up": "0 s"},
      "axes": {"nodes": {"set": "/cluster/nodes/n/count", "values": [3, 4]}},
      "find": {"smallest": true, "by": ")" +
                             by + R"("}})";
    const ScenarioSource source{.file = "test.json", .text = text};
    const DesignSpace space = space_of(text);
    const SweepOutcome outcome = sweep_of(text);
    std::vector<FoundDesign> found =
        find_best(space, space.find().value_or(FindSpec()), outcome.records);
    if (found.at(0).runner_up == nullptr) throw std::logic_error(outcome.records.at(0).fault);
    pair_runner_ups(space, source, test::builtin_models(), found, 1, {});
    const Ranking ranking{.space = &space, .find = &*space.find()};
    EXPECT_EQ(found.at(0).lead.has_value(),
              intervals_overlap(ranking, *found[0].best, *found[0].runner_up));
    EXPECT_EQ(found[0].best->design_name(), by == "gpus_total" ? "nodes 3" : "nodes 4");
    return found[0].lead;
  };
  const std::optional<Figure> lead = answer("completion_mean_s");
  ASSERT_TRUE(lead);
  EXPECT_GT(lead->value, 0.0);  // the runner-up takes longer
  ASSERT_TRUE(lead->low);
  EXPECT_LT(*lead->low, lead->value);
  EXPECT_FALSE(answer("gpus_total"));
}

TEST(FindBest, OnlyTheObjectivesThatAreNamedCount) {
  const Answered of(R"({"cheapest": true, "meets": "loose"})", kNodes,
                    R"(, "slo": {"wait": {"metric": "queue_wait_max_s", "at_most": "2 h"},
                       "loose": {"metric": "queue_wait_max_s", "at_most": "3 h"}})");
  EXPECT_EQ(of.name(of.found[0].best), "nodes 2");
}

TEST(FindBest, WithoutADesignThatMeetsTheClosestIsSaid) {
  const Answered of(R"({"cheapest": true})",
                    R"("nodes": {"set": "/cluster/nodes/n/count", "values": [1, 2]})");
  EXPECT_EQ(of.found[0].best, nullptr);
  EXPECT_EQ(of.name(of.found[0].closest), "nodes 2");
  EXPECT_THAT(of.printed(), HasSubstr("none of 2 designs meets"));
  EXPECT_THAT(of.printed(), HasSubstr("closest is nodes 2: wait 3 h"));
}

// A hall of three kilowatts has room for three nodes; a fault is another thing.
TEST(FindBest, WhatDoesNotFitAndWhatIsAtFaultIsNoAnswer) {
  const std::string hall = R"(, "cost": {"currency": "USD", "prices_as_of": "2026-01",
      "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW", "rack_units": 1}},
      "items": {"nodes": {"type": "nodes"}, "racks": {"type": "racks", "price": "1 kUSD",
        "hall": {"power": "3 kW"}}}})";
  const Answered of(R"({"largest": "nodes", "meets": "wait"})",
                    R"("nodes": {"set": "/cluster/nodes/n/count", "values": [-1, 2, 3, 4, 8]})",
                    hall);
  EXPECT_EQ(of.found[0].infeasible, 2);
  EXPECT_EQ(of.found[0].with_fault, 1);
  EXPECT_EQ(of.name(of.found[0].best), "nodes 3");
  EXPECT_THAT(of.printed(),
              HasSubstr("do not fit       2 designs: the design draws up to 4 kW, the "
                        "hall has 3 kW"));
  EXPECT_THAT(of.printed(), HasSubstr("1 design with a fault could not be asked"));
}

TEST(FindBest, AVerdictWithoutObjectivesOrPricesSaysSo) {
  const Answered of(R"({"cheapest": true})", kNodes, R"(, "slo": null)");
  EXPECT_EQ(of.name(of.found[0].best), "nodes 1");
  const SweepReport report{
      .space = of.space, .outcome = of.outcome, .has_objectives = false, .found = of.found};
  EXPECT_THAT(sweep_text(report), HasSubstr("no objectives: nothing but the cost decides"));
  EXPECT_THAT(of.printed(), Not(HasSubstr("have no price")));
}

TEST(FindBest, WhatCannotBeLookedForIsSaidWithWhatWasMeant) {
  const auto fault = [](const std::string& find) {
    return fault_of([&] {
      space_of(eight_jobs("{" + std::string(kNodes) + ", " + kTime + "}", R"(, "find": )" + find));
    });
  };
  EXPECT_THAT(
      fault(R"({"smallest": true, "by": "queue_wiat_max_s"})"),
      HasSubstr("/find/by: no metric \"queue_wiat_max_s\" | did you mean \"queue_wait_max_s\"?"));
  EXPECT_THAT(fault(R"({"cheapest": ["nodez", "time"]})"),
              HasSubstr("no axis \"nodez\" | did you mean \"nodes\"?"));
  EXPECT_THAT(fault(R"({"cheapest": "nodes"})"),
              HasSubstr("axis \"time\" is neither searched nor in \"for_each\""));
  EXPECT_THAT(fault(R"({"cheapest": "nodes", "for_each": ["nodes", "time"]})"),
              HasSubstr("axis \"nodes\" is searched already"));
  EXPECT_THAT(fault(R"({"largest": true})"), HasSubstr("the largest of what?"));
  EXPECT_THAT(fault(R"({"by": "total_cost"})"), HasSubstr("either \"cheapest\", \"largest\""));
  EXPECT_THAT(fault(R"({"cheapest": 3})"), HasSubstr("expected a name or a list of names"));
}

TEST(FindBest, ObjectivesAndCostsThatTheScenarioLacksAreFaults) {
  const auto fault = [](const std::string& find, const std::string& more) {
    const std::string text =
        eight_jobs("{" + std::string(kNodes) + "}", R"(, "find": )" + find + more);
    const DesignSpace space = space_of(text);
    const ScenarioSource source{.file = "test.json", .text = text};
    const CheckedScenario first = open_scenario(source, space.design(0), test::builtin_models());
    return fault_of([&] { check_find(space.find().value_or(FindSpec()), first.spec); });
  };
  EXPECT_EQ(fault(R"({"cheapest": true, "meets": "wait"})", ""), "none");
  EXPECT_THAT(fault(R"({"cheapest": true, "meets": "wiat"})", ""),
              HasSubstr("no objective \"wiat\" | did you mean \"wait\"?"));
  EXPECT_THAT(fault(R"({"cheapest": true})", R"(, "cost": null)"),
              HasSubstr("the cheapest by total_cost: the scenario asks for no cost"));
}

}  // namespace
}  // namespace gpuscape
