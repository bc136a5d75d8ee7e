/// What a scenario may not say of money.

#include <gmock/gmock.h>

#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScenarioText;

std::vector<std::string> faults_of(const std::string& cost, const char* type = "dgx-a100-40gb") {
  LoadedScenario scenario = test::load_text(
      ScenarioText{.cluster = std::string(R"("cluster": {"nodes": {"dgx": {"type": ")") + type +
                              R"(", "count": 4}}})",
                   .more = ", \"cost\": " + cost}
          .text(),
      "s.json");
  check(scenario, test::builtin_models());
  return faults(scenario);
}

TEST(CostCheck, TheCatalogueIsEnough) { EXPECT_THAT(faults_of("{}"), IsEmpty()); }

struct Wrong {
  const char* name;
  const char* cost;
  const char* message;
};

class WrongCost : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongCost, IsRefusedWithItsPlace) {
  EXPECT_THAT(faults_of(GetParam().cost), ElementsAre(HasSubstr(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongCost,
    ::testing::Values(
        Wrong{"currency", R"({"currency": "euro"})", "\"euro\" is not a currency"},
        Wrong{"month", R"({"prices_as_of": "2026-13"})", "\"2026-13\" is not a month"},
        Wrong{"undated", R"({"pools": {"dgx": {"price": "185 kUSD"}}})",
              "/cost/pools/dgx/price: a price without a date"},
        Wrong{"bare", R"({"prices_as_of": "2026-10", "pools": {"dgx": {"price": "185000"}}})",
              "\"185000\" has no unit"},
        Wrong{"exchange", R"({"currency": "EUR"})",
              "cannot convert price of dgx from USD to EUR: no exchange rate is given"},
        Wrong{"pool", R"({"pools": {"dxg": {"acquire": "owned"}}})",
              "no group of nodes is called \"dxg\""},
        Wrong{"term", R"({"pools": {"dgx": {"acquire": "owned", "term": "1 y"}}})",
              "only a reservation has a term"},
        Wrong{"long", R"({"horizon": "2 y", "prices_as_of": "2026-10", "pools": {"dgx":
              {"acquire": "reserved", "term": "3 y", "price": "9 USD/h"}}})",
              "a term of 3 y is longer than the horizon of 2 y"},
        Wrong{"unpriced", R"({"pools": {"dgx": {"acquire": "spot"}}})",
              "no price for a node that is rented at the spot price"},
        Wrong{"kind", R"({"prices_as_of": "2026-10",
              "pools": {"dgx": {"acquire": "spot", "price": "185 kUSD"}}})",
              "is an amount of money, not a price per time"},
        Wrong{"even", R"({"items": {"m": {"type": "management", "count": 2, "price": "1 USD"}}})",
              "2 is even"},
        Wrong{"residual", R"({"items": {"p": {"type": "nodes", "residual": 1.2}}})",
              "1.2 is too large: at most 1"},
        Wrong{"range", R"({"items": {"e": {"type": "energy", "price":
              {"value": "0.1 USD/kWh", "low": "0.2 USD/kWh"}}}})",
              "\"low\" is greater than \"value\""},
        Wrong{"mixed", R"({"items": {"e": {"type": "energy", "price":
              {"value": "0.1 USD/kWh", "high": "0.2 EUR/kWh"}}}})",
              "\"high\" is in EUR, \"value\" in USD"},
        Wrong{"nothing", R"({"items": {"e": "energy"}})", "\"price\" is missing"},
        Wrong{"built", R"({"horizon": "1 y", "build": "400 d"})",
              "/cost/build: the first job starts after 400 d, the horizon ends after 1 y"},
        Wrong{"region", R"({"pools": {"dgx": {"region": "us-east-1"}}})",
              "only rented nodes are of a region"},
        Wrong{"hall", R"({"items": {"r": {"type": "racks", "hall": {"racks": 0}}}})",
              "/cost/items/r: the design fills 1 rack, the hall holds 0"},
        Wrong{"billed", R"({"pools": {"dgx": {"billed": "in-use"}}})",
              "only nodes that are rented on demand or spot are billed by use"},
        Wrong{"tax", R"({"tax": 19})", "/cost/tax: 19 is too large: at most 1"},
        Wrong{"carbon", R"({"items": {"e": {"type": "energy", "price": "0.1 USD/kWh",
              "carbon": "56 g"}}})",
              "/cost/items/e/carbon"},
        Wrong{"licensed", R"({"prices_as_of": "2026-10", "items": {"l": {"type": "licence",
              "price": "1 USD/y", "pools": ["gpu"]}}})",
              "/cost/items/l: no group of nodes is called \"gpu\""},
        Wrong{"varied_once", R"({"vary": {"load": {"set": "/run/seed", "values": [1]}}})",
              "/cost/vary/load/values: a list of 2 to 50 values is needed"},
        Wrong{"varied_where", R"({"vary": {"load": {"set": "run.seed", "values": [1, 2]}}})",
              "\"run.seed\" is not a pointer into the scenario"},
        Wrong{"negative", R"({"horizon": "-1 y"})", "-1 y is too small"}),
    [](const auto& wrong) { return wrong.param.name; });

// Files of before: a value that takes something away, and one that stands twice.
TEST(CostCheck, WhatIsVariedMayBeNullAndTheSameTwice) {
  EXPECT_THAT(faults_of(R"({"vary": {"tax": {"set": "/cost/tax", "values": [null, 0.2, 0.2]}}})"),
              IsEmpty());
}

TEST(CostCheck, WhatIsVariedMayBeARangeOrPatchesByName) {
  EXPECT_THAT(faults_of(R"({"vary": {"tax": {"set": "/cost/tax",
                            "range": {"from": 0, "to": 0.2, "step": 0.1}},
                            "seed": {"values": {"as it is": {}, "two": {"run": {"seed": 2}}}}}})"),
              IsEmpty());
  EXPECT_THAT(faults_of(R"({"vary": {"seed": {"set": "/run/seed", "catalog": "switches"}}})"),
              ::testing::Contains(HasSubstr("unknown key \"catalog\"")));
}

TEST(CostCheck, ARentedInstanceHasItsPricesFromTheCatalogue) {
  EXPECT_THAT(faults_of(R"({"pools": {"dgx": {"acquire": "reserved", "term": "3 y"}}})",
                        "aws-p4d-24xlarge"),
              IsEmpty());
}

TEST(CostCheck, ARegionMustBeThatOfThePrice) {
  const auto faults_in = [](const std::string& region) {
    return faults_of(
        R"({"pools": {"dgx": {"acquire": "on-demand", "region": ")" + region + R"("}}})",
        "aws-p4d-24xlarge");
  };
  EXPECT_THAT(faults_in("us-east-1"), IsEmpty());
  EXPECT_THAT(faults_in("eu-north-9"),
              ElementsAre("/cost/pools/dgx/region: aws-p4d-24xlarge has a price in us-east-1, none "
                          "in eu-north-9"));
}

}  // namespace
}  // namespace gpuscape
