/// What decides: eight jobs of one hour on two nodes of one GPU. The last waits for 3 h, and the
/// nodes cost twice their price.

#include "sim/plan/what_decides.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/report/plan/decides_text.hpp"
#include "tests/unit/plan/plans.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using testing::HasSubstr;

DecidesAnswer decides_of(const std::string& text, std::int64_t trajectories = 4) {
  return what_decides({.file = "test.json", .text = text},
                      {.trajectories = trajectories, .threads = 1}, test::builtin_models());
}

const MoveEffect& effect(const DecidesAnswer& answer, const std::string& input,
                         const std::string& figure) {
  static const MoveEffect kNone;
  for (const DecidingInput& one : answer.inputs)
    for (std::size_t i = 0; i < answer.figures.size(); ++i)
      if (one.input.name == input && answer.figures[i].name == figure) return one.effects[i];
  ADD_FAILURE() << "no " << input << " of " << figure;
  return kNone;
}

std::string priced(const std::string& vary) {
  return eight_jobs("{}", R"(, "run": {"replications": 3}, "cost": {
      "currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {"n": {"price": {"value": "10 kUSD", "low": "8 kUSD", "high": "12 kUSD"}}},
      "items": {"nodes": {"type": "nodes"}})" +
                              vary + "}");
}

/// A run time of 1 h to 2 h: the last waits for 3 h to 6 h.
constexpr const char* kVary = R"(, "vary": {"run time": {
    "set": "/workload/streams/s/closed/run_time/value",
    "values": ["60 min", "80 min", "100 min", "120 min"]}})";

TEST(WhatDecides, APriceMovesTheCostAndNoWait) {
  const DecidesAnswer answer = decides_of(priced(""));
  const MoveEffect& of_cost = effect(answer, "price of n", "total_cost");
  EXPECT_NEAR(of_cost.size, 8000.0, 1e-6);
  EXPECT_NEAR(of_cost.mean, 8000.0, 1e-6);
  EXPECT_NEAR(of_cost.spread, 0.0, 1e-6);
  EXPECT_EQ(of_cost.moves, 4);
  EXPECT_EQ(effect(answer, "price of n", "wait").size, 0.0);
  EXPECT_EQ(answer.runs, 8);  // one as it is and one at the start of each series
  EXPECT_DOUBLE_EQ(answer.inputs.at(0).largest, 0.4);
}

TEST(WhatDecides, APriceMovesObjectivesOfTheCost) {
  const DecidesAnswer answer = decides_of(priced(R"(}, "slo": {
      "budget": {"metric": "capex", "at_most": 45000},
      "wait": {"metric": "queue_wait_max_s", "at_most": "2 h"})"));
  EXPECT_NEAR(effect(answer, "price of n", "budget").size, 8000.0, 1e-6);
}

/// Electricity is no capex and no power: two nodes draw 2 kW whatever it costs.
TEST(WhatDecides, APriceMovesOnlyTheFiguresItIsPartOf) {
  const DecidesAnswer answer = decides_of(eight_jobs("{}", R"(, "run": {"replications": 2}, "slo": {
      "budget": {"metric": "capex", "at_most": 45000},
      "power": {"metric": "power_max_kw", "at_most": 5},
      "energy": {"metric": "energy_mwh", "at_most": 100}}, "cost": {
      "currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW", "power_idle": "1 kW"}},
      "items": {"nodes": {"type": "nodes"}, "e": {"type": "energy", "pue": 1,
        "price": {"value": "0.1 USD/kWh", "low": "0.1 USD/kWh", "high": "0.2 USD/kWh"}}}})"));
  EXPECT_NEAR(effect(answer, "price of e", "total_cost").size, 1752.0, 0.5);
  for (const char* figure : {"budget", "power", "energy"})
    EXPECT_EQ(effect(answer, "price of e", figure).size, 0.0) << figure;
  EXPECT_DOUBLE_EQ(answer.figures.at(0).value, 20e3);
  EXPECT_DOUBLE_EQ(answer.figures.at(1).value, 2.0);
  EXPECT_NEAR(answer.figures.at(2).value, 17.52, 1e-3);  // 2 kW for a year
}

/// With eight nodes no job waits: what a longer run time does is an amount.
TEST(WhatDecides, AFigureOfNothingIsMovedByAmounts) {
  const std::string text = priced(R"(, "vary": {"nodes": {
      "set": "/cluster/nodes/n/count", "values": [8, 2]}})");
  const DecidesAnswer answer = what_decides(
      {.file = "test.json", .text = text},
      {.design = {.variant = {}, .patches = {}, .sets = {"/cluster/nodes/n/count=8"}, .seed = {}},
       .trajectories = 4,
       .threads = 1},
      test::builtin_models());
  EXPECT_THAT(decides_text(answer), HasSubstr("+3 h"));
}

TEST(WhatDecides, AnInputOfTheRunIsRunAnew) {
  const DecidesAnswer answer = decides_of(priced(kVary));
  EXPECT_NEAR(effect(answer, "run time", "wait").size, 3.0 * 3600.0, 1e-6);
  EXPECT_NEAR(effect(answer, "run time", "wait").spread, 0.0, 1e-6);
  EXPECT_NEAR(effect(answer, "price of n", "total_cost").size, 8000.0, 1e-6);
  EXPECT_EQ(answer.inputs.at(0).input.name, "run time");  // 100 % of 3 h, and 40 % of the cost
  EXPECT_EQ(answer.runs, 12);
  const std::string text = decides_text(answer);
  EXPECT_THAT(text, HasSubstr("+100.0 %"));
  EXPECT_THAT(text, HasSubstr("+40.0 %"));
}

/// Of two values one or the other is taken: a move from one to the other is the whole range.
TEST(WhatDecides, ValuesOfAListAreNotMoreThanTheyAre) {
  const DecidesAnswer answer = decides_of(priced(R"(, "vary": {"run time": {
      "set": "/workload/streams/s/closed/run_time/value", "values": ["60 min", "120 min"]}})"));
  EXPECT_NEAR(effect(answer, "run time", "wait").size, 3.0 * 3600.0, 1e-6);
}

/// Two machines rooms with a PUE each, which are two inputs of one name: each moves its own bill.
TEST(WhatDecides, InputsOfOneNameAreTwo) {
  const DecidesAnswer answer =
      decides_of(eight_jobs("{}", R"(, "run": {"replications": 2}, "cost": {
      "currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW", "power_idle": "1 kW"}},
      "items": {"nodes": {"type": "nodes"},
        "a": {"type": "energy", "price": "0.1 USD/kWh",
              "pue": {"value": 1.5, "low": 1.4, "high": 1.6}},
        "b": {"type": "energy", "price": "0.1 USD/kWh",
              "pue": {"value": 2, "low": 1, "high": 3}}}})"));
  std::vector<double> sizes;
  for (const DecidingInput& one : answer.inputs)
    if (one.input.name == "pue") sizes.push_back(one.effects.back().size);
  ASSERT_EQ(sizes.size(), 2U);
  // 2 kW for a year at 0.1 USD/kWh are 1752 USD, times 2 and times 0.2.
  EXPECT_NEAR(sizes[0], 3504.0, 1.0);
  EXPECT_NEAR(sizes[1], 350.4, 0.1);
}

TEST(WhatDecides, SaysThatNothingHasARange) {
  EXPECT_THAT(fault_of([] { decides_of(eight_jobs("{}")); }), HasSubstr("has a range"));
}

TEST(ValueBetween, TakesNumbersWithOneUnit) {
  EXPECT_EQ(value_between("40 ns", "80 ns", 0.0), "40 ns");
  EXPECT_EQ(value_between("40 ns", "80 ns", 0.5), "60 ns");
  EXPECT_EQ(value_between("0.5", "1", 1.0 / 3.0), "0.666666667");
  EXPECT_EQ(value_between("1 MiB", "256 MiB", 0.5), "16 MiB");  // by the logarithm
  EXPECT_EQ(value_between("900 ns", "2 us", 1.0 / 3.0), "900 ns");
  EXPECT_EQ(value_between("900 ns", "2 us", 2.0 / 3.0), "2 us");
}

}  // namespace
}  // namespace gpuscape
