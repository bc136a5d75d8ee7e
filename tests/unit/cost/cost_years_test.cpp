/// A cost year by year: tax, and what is written off.

#include "sim/cost/cost_years.hpp"

#include <gtest/gtest.h>

#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using testing::cost_model;
using testing::pool_of;
using testing::used;

std::vector<CostYear> years_of(const CostModel& model) {
  return cost_years(model, model.ledger(used(model, 0.5)));
}

// 100 kUSD are bought and 10 kUSD come back after five years: 18 kUSD a year.
TEST(CostYears, APurchaseIsWrittenOffDownToItsResidualValue) {
  const auto years = years_of(
      cost_model({{{pool_of(1, "100 kUSD")}, {}}, {{"buy", "nodes", R"({"residual": 0.1})"}}}));
  ASSERT_EQ(years.size(), 6U);
  EXPECT_DOUBLE_EQ(years[0].book_value, 100e3);
  EXPECT_DOUBLE_EQ(years[1].written_off, 18e3);
  EXPECT_DOUBLE_EQ(years[4].book_value, 28e3);
  EXPECT_NEAR(years[5].book_value, 0.0, 1e-6);
}

// Bought at 0, 2 and 4 years of 5: the last one is written off in the one year that is left.
TEST(CostYears, EveryBatchIsWrittenOffOverItsOwnLife) {
  const auto years = years_of(
      cost_model({{{pool_of(1, "100 USD")}, {}}, {{"buy", "nodes", R"({"life": "2 y"})"}}}));
  EXPECT_DOUBLE_EQ(years[1].written_off, 50.0);
  EXPECT_DOUBLE_EQ(years[3].written_off, 50.0);
  EXPECT_DOUBLE_EQ(years[5].written_off, 100.0);
}

TEST(CostYears, WhatIsWrittenOffIsTheCapex) {
  const CostModel model = cost_model(
      {{{pool_of(3, "123456 USD")}, {}},
       {{"buy", "nodes", R"({"life": "17 months", "residual": 0.2, "installation": 0.07})"}}});
  double written_off = 0.0;
  double paid = 0.0;
  for (const CostYear& year : years_of(model)) {
    written_off += year.written_off;
    paid += year.paid();
  }
  EXPECT_NEAR(written_off, model.totals(used(model, 0.5)).capex, 1e-6);
  EXPECT_NEAR(paid, model.totals(used(model, 0.5)).total, 1e-6);
}

// 19 % on 100 kUSD; nothing on what is paid back, nor on a post of 50 kUSD a year.
TEST(CostYears, TaxIsOnPurchasesAndNotOnStaff) {
  testing::CostDesign design{{{pool_of(1, "100 kUSD")}, {}},
                             {{"buy", "nodes", R"({"residual": 0.1})"},
                              {"staff", "staff", R"({"price": "50 kUSD/y", "at_least": 1})"}}};
  design.spec.tax = UncertainNumber{.value = 0.19, .low = 0.19, .high = 0.19};
  const CostModel model = cost_model(std::move(design));
  const auto years = years_of(model);
  EXPECT_DOUBLE_EQ(years[0].tax, 19e3);
  EXPECT_DOUBLE_EQ(years[0].paid_with_tax(), 119e3);
  EXPECT_EQ(years[5].tax, 0.0);
  EXPECT_DOUBLE_EQ(tax_of(model, model.ledger(used(model, 0.5))), 19e3);
}

TEST(CostYears, WithoutATaxThereIsNone) {
  for (const CostYear& year :
       years_of(cost_model({{{pool_of(1, "100 kUSD")}, {}}, {{"buy", "nodes"}}})))
    EXPECT_EQ(year.tax, 0.0);
}

}  // namespace
}  // namespace gpuscape
