/// Prices as axes, and the entries of `cost.vary`: one mechanism for both.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/sweep/eight_jobs.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using test::kNodes;
using test::space_of;
using test::sweep_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// The scenario of the eight jobs, with this in its `vary`.
std::string varying(const std::string& vary, const std::string& axes) {
  return eight_jobs("{" + axes + "}", R"(, "cost": {"currency": "USD", "prices_as_of": "2026-01",
      "horizon": "1 y", "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW"}},
      "items": {"nodes": {"type": "nodes"}}, "vary": {)" +
                                          vary + "}}");
}
constexpr const char* kPrices =
    R"("price": {"set": "/cost/pools/n/price", "values": ["10 kUSD", "15 kUSD", "20 kUSD"]})";
constexpr const char* kByName = R"("asked": {"vary": "price"})";

std::string fault_of_varying(const std::string& vary, const std::string& axes) {
  return fault_of([&] { space_of(varying(vary, axes)); });
}

// n nodes at a price each are all that is paid.
TEST(PriceAxis, SetsAPriceByItsPlace) {
  const SweepOutcome outcome =
      sweep_of(eight_jobs("{" + std::string(kNodes) + R"(, "price": {"set": "/cost/pools/n/price",
      "range": {"from": 10, "to": 25, "step": 15, "unit": "kUSD"}}})"));
  ASSERT_EQ(outcome.records.size(), 10U);
  EXPECT_EQ(outcome.records[8].figure("total_cost")->value, 8 * 10e3);
  EXPECT_EQ(outcome.records[9].figure("total_cost")->value, 8 * 25e3);
  EXPECT_EQ(outcome.records[9].axes.back().second, "25 kUSD");
}

TEST(VariedAxis, HasPlaceAndValuesOfTheEntryThatItNames) {
  const DesignSpace space = space_of(varying(kPrices, kByName));
  ASSERT_EQ(space.size(), 3);
  EXPECT_THAT(space.labels(1), ElementsAre(Pair("asked", "15 kUSD")));
  EXPECT_THAT(space.design(1).sets, ElementsAre("/cost/pools/n/price=\"15 kUSD\""));
}

// What `run` runs for the entry is what a sweep runs along the axis.
TEST(VariedAxis, MakesTheDesignsThatVaryMakes) {
  for (const char* entry : {kPrices, R"("price": {"set": "/cost/pools/n/price",
           "range": {"from": 10, "to": 20, "step": 5, "unit": "kUSD"}})",
                            R"("price": {"values": {"as it is": {}, "half":
           {"cost": {"pools": {"n": {"price": "5 kUSD"}}}}}})"}) {
    const std::string text = varying(entry, kByName);
    const ScenarioSource source{.file = "test.json", .text = text};
    const Registry& models = test::builtin_models();
    const auto varied = open_varied(source, {}, open_scenario(source, {}, models), models);
    const DesignSpace space = space_of(text);
    ASSERT_EQ(std::ssize(varied), space.size());
    for (std::int64_t i = 0; i < space.size(); ++i) {
      const VariedDesign& one = varied[static_cast<std::size_t>(i)];
      EXPECT_THAT(space.labels(i), ElementsAre(Pair("asked", one.value)));
      const CheckedScenario design = open_scenario(source, space.design(i), models);
      EXPECT_EQ(write_json(design.spec.resolved), write_json(one.scenario.spec.resolved));
    }
  }
}

// As files that have it were resolved before.
TEST(VariedAxis, StandsInTheResolvedScenarioAsItIsWritten) {
  const ScenarioSource source{.file = "test.json", .text = varying(kPrices, kNodes)};
  const std::string resolved =
      write_json(open_scenario(source, {}, test::builtin_models()).spec.resolved, -1);
  EXPECT_THAT(
      resolved,
      HasSubstr(
          R"("vary":{"price":{"set":"/cost/pools/n/price","values":["10 kUSD","15 kUSD","20 kUSD"]}})"));
}

TEST(VariedAxis, WhatIsWrongWithItIsSaid) {
  EXPECT_THAT(
      fault_of_varying(kPrices, R"("a": {"vary": "prise"})"),
      HasSubstr("/axes/a/vary: no entry \"prise\" in /cost/vary | did you mean \"price\"?"));
  EXPECT_THAT(fault_of_varying("", R"("a": {"vary": "price"})"),
              HasSubstr("the scenario varies nothing there"));
  EXPECT_THAT(fault_of_varying(kPrices, R"("a": {"vary": "price", "values": [1]})"),
              HasSubstr("/axes/a/values: \"vary\" already says what the axis sets"));
  EXPECT_THAT(fault_of_varying(kPrices, R"("a": {})"), HasSubstr("\"catalog\" or \"vary\""));
  EXPECT_THAT(
      fault_of_varying(R"("p": {"set": "/run/seed", "values": [1, 1]})", R"("a": {"vary": "p"})"),
      HasSubstr("/cost/vary/p/values/1: value 1 stands twice"));
}

}  // namespace
}  // namespace gpuscape
