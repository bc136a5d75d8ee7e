/// Prices from a table of the user's own, and how old prices are.

#include <gmock/gmock.h>

#include "sim/cost/cost_model.hpp"
#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScenarioText;

class PriceLists : public ::testing::Test {
 protected:
  LoadedScenario load(const std::string& list, const std::string& cost = "") {
    write_text(folder_.path() / "quotes.csv", list);
    return test::load_text(
        ScenarioText{
            .cluster = R"("cluster": {"nodes": {"dgx": {"type": "dgx-a100-40gb", "count": 4}}})",
            .stream = R"("generate": {"jobs": 10, "load": 0.5, "gpus": {"1": 1},
                         "run_time": {"distribution": "constant", "value": "1 h"}})",
            .more = R"(, "cost": {"price_list": "quotes.csv")" + cost + "}"}
            .text(),
        (folder_.path() / "s.json").string());
  }

  std::vector<std::string> faults_of(const std::string& list) {
    LoadedScenario scenario = load(list);
    check(scenario, test::builtin_models());
    return faults(scenario);
  }

  std::shared_ptr<const CostModel> cost_of(const std::string& list, const std::string& cost = "") {
    LoadedScenario scenario = load(list, cost);
    auto checked = check(scenario, test::builtin_models());
    EXPECT_THAT(faults(scenario), IsEmpty());
    return checked ? checked->chosen.cost : nullptr;
  }

 private:
  ScratchFolder folder_;
};

TEST_F(PriceLists, TakeThePlaceOfTheCataloguesPrices) {
  const auto cost = cost_of(
      "# from two dealers\n"
      "item,price,low,high,date,source\r\n"
      "dgx-h100,300 kUSD,,,2026-10,a dealer\n"
      "dgx-a100-40gb,120 kUSD,110 kUSD,150 kUSD,2026-09,\"a dealer, by mail\"\n"
      "dgx-a100-40gb,9 USD/h,,,2026-09,of rented ones\n");
  ASSERT_NE(cost, nullptr);
  const CostInput& price = cost->inventory().pools[0].facts.price->input;
  EXPECT_EQ(price.value, 120e3);
  EXPECT_EQ(price.low, 110e3);
  EXPECT_EQ(price.high, 150e3);
  EXPECT_EQ(price.source, "a dealer, by mail");
  EXPECT_EQ(price.date, "2026-09");
  EXPECT_THAT(cost->notes(), ElementsAre("1 of 3 prices of quotes.csv are used"));
}

TEST_F(PriceLists, NameAGroupBeforeItsType) {
  const auto cost = cost_of(
      "item,price,date,source\n"
      "dgx,100 kUSD,2026-10,ours\n"
      "dgx-a100-40gb,120 kUSD,2026-10,list\n");
  EXPECT_EQ(cost->inventory().pools[0].facts.price->input.value, 100e3);
}

TEST_F(PriceLists, AreBehindThePricesOfTheScenario) {
  const auto cost =
      cost_of("item,price,date,source\ndgx,100 kUSD,2026-10,ours\n",
              R"(, "prices_as_of": "2026-10", "pools": {"dgx": {"price": "90 kUSD"}})");
  EXPECT_EQ(cost->inventory().pools[0].facts.price->input.value, 90e3);
}

TEST_F(PriceLists, OfAnotherFormatAreRefused) {
  EXPECT_THAT(faults_of("Product;Net price\ndgx;100\n"),
              ElementsAre(HasSubstr("not a price list: there is no column \"Product;Net price\"")));
  EXPECT_THAT(faults_of("item,price,source\n"),
              ElementsAre(HasSubstr("the column \"date\" is missing")));
  EXPECT_THAT(faults_of("item,item\n"), ElementsAre(HasSubstr("a second column \"item\"")));
  EXPECT_THAT(faults_of(""), ElementsAre(HasSubstr("the price list is empty")));
}

TEST_F(PriceLists, HaveAFaultForEveryLineThatCannotBeRead) {
  EXPECT_THAT(
      faults_of("item,price,date,source\n"
                "dgx,100 kUSD,2026-10,fine\n"
                "dgx,100000,2026-10,no unit\n"
                "dgx,100 kUSD,,no date\n"
                "dgx,-1 USD,2026-10,negative\n"
                "dgx,,2026-10,no price\n"
                "dgx,1 USD,2026-10\n"
                ",1 USD,2026-10,nothing\n"
                "dgx,\"1 USD,2026-10,open\n"),
      ElementsAre(HasSubstr("\"100000\" has no unit"), HasSubstr("\"\" is not a month"),
                  HasSubstr("-1 USD is less than 0"), HasSubstr("dgx has no price"),
                  HasSubstr("3 cells, the first line has 4"), HasSubstr("the item is empty"),
                  HasSubstr("a quoted field is not closed")));
  EXPECT_THAT(faults_of("item,price,date,source,low\ndgx,1 USD,2026-10,x,2 USD\n"),
              ElementsAre(HasSubstr("does not lie between low and high")));
  EXPECT_THAT(faults_of("item,price,date,source,low\ndgx,1 USD,2026-10,x,1 EUR\n"),
              ElementsAre(HasSubstr("not of one currency and kind")));
}

TEST_F(PriceLists, ThatPriceNothingOfTheDesignAreRefused) {
  EXPECT_THAT(faults_of("item,price,date,source\ndxg,100 kUSD,2026-10,ours\n"),
              ElementsAre(HasSubstr(
                  "/cost/price_list: none of the 1 prices of quotes.csv is of something in the")));
}

// The owned base has what the list prices, the rented variant has not.
TEST_F(PriceLists, AreCheckedAgainstAllDesignsOfTheFile) {
  LoadedScenario scenario =
      load("item,price,date,source\ndgx-a100-40gb,100 kUSD,2026-10,ours\n",
           R"(}, "variants": {"cloud": {"cluster": {"nodes": {"dgx": {"type": "aws-p4d-24xlarge"}}},
              "cost": {"pools": {"dgx": {"acquire": "on-demand"}}}})");
  const auto checked = check(scenario, test::builtin_models());
  EXPECT_THAT(faults(scenario), IsEmpty());
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->chosen.cost->inventory().pools[0].facts.price->input.value, 100e3);
}

TEST_F(PriceLists, ThatAreNotThereAreAFault) {
  LoadedScenario scenario = test::load_text(
      ScenarioText{.more = R"(, "cost": {"price_list": "none.csv"})"}.text(), "s.json");
  EXPECT_THAT(faults(scenario), ElementsAre(HasSubstr("/cost/price_list: none.csv")));
}

// The catalogue's price of the node is of 2020; a quote of 18 months before is old, of 17 is not.
TEST_F(PriceLists, OldPricesAreNamed) {
  const auto names = [](const CostModel& cost) {
    std::vector<std::string> all;
    for (const CostInput& input : cost.old_prices()) all.push_back(input.name);
    return all;
  };
  const std::string list = "item,price,date,source\ndgx,100 kUSD,2025-04,ours\n";
  EXPECT_THAT(names(*cost_of(list, R"(, "prices_as_of": "2026-10")")), ElementsAre("price of dgx"));
  EXPECT_THAT(names(*cost_of(list, R"(, "prices_as_of": "2026-09")")), IsEmpty());
  EXPECT_THAT(names(*cost_of(list)), IsEmpty());
}

}  // namespace
}  // namespace gpuscape
