/// Two designs by what they cost, against closed forms.

#include "sim/cost/compare_costs.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using testing::cost_model;
using ::testing::IsEmpty;
using testing::pool_of;
using testing::used;

constexpr double kYear = 365.0 * 86400.0;

CostModel owned(const std::string& price, std::vector<testing::Item> items, double years = 3.0) {
  items.insert(items.begin(), {"nodes", "nodes"});
  testing::CostDesign design{{{pool_of(1, price)}, {}}, std::move(items)};
  design.spec.horizon = Seconds(years * kYear);
  return cost_model(std::move(design));
}

CostModel rented(const std::string& price, bool in_use = false) {
  testing::CostDesign design{{{pool_of(1, price)}, {}}, {{"nodes", "nodes"}}};
  design.spec.horizon = Seconds(3.0 * kYear);
  design.spec.pools.push_back(
      {.name = "dgx", .acquire = Acquire::on_demand, .billed_in_use = in_use});
  return cost_model(std::move(design));
}

OwnOrRent own_or_rent(const CostModel& own, const CostModel& rent, double up_share = 1.0) {
  const Usage busy = used(own, 1.0);
  Usage usage = used(rent, 1.0);
  usage.pools[0].up_share = up_share;
  return compare_costs({own, busy}, {rent, usage}).value().own_or_rent.value();
}

// 833 806 USD and 0.87 USD/h against 98.32 USD/h (Lenovo Press, 2025): printed as 8 556 h.
TEST(CompareCosts, AServerOfLenovosBreaksEvenAfterItsPublishedHours) {
  const OwnOrRent even = own_or_rent(
      owned("833806 USD", {{"running", "licence", R"({"per": "node", "price": "0.87 USD/h"})"}}),
      rented("98.32 USD/h"));
  EXPECT_TRUE(even.first_owns);
  EXPECT_NEAR(even.months.value * 730.0, 833806.0 / (98.32 - 0.87), 0.01);
  EXPECT_NEAR(even.months.value * 730.0, 8556.0, 0.5);
}

// 131 400 USD are 5 USD/h over three years, half of the rent.
TEST(CompareCosts, UseAndRentBreakEvenWhereBothCostTheSame) {
  const OwnOrRent even = own_or_rent(owned("131400 USD", {}), rented("10 USD/h"));
  EXPECT_NEAR(even.use->value, 0.5, 1e-12);
  EXPECT_EQ(even.use_now, 1.0);
  EXPECT_NEAR(even.rent.value, 5.0, 1e-12);
  EXPECT_NEAR(even.rent_now, 10.0, 1e-12);
  EXPECT_NEAR(even.months.value, 18.0, 1e-6);
}

TEST(CompareCosts, NodesMayBeBilledByUse) {
  const OwnOrRent even = own_or_rent(owned("131400 USD", {}), rented("10 USD/h", true), 0.25);
  EXPECT_NEAR(even.use->value, 0.5, 1e-12);
  EXPECT_EQ(even.use_now, 0.25);
  EXPECT_NEAR(even.rent.value, 20.0, 1e-9) << "5 USD for every hour are 20 for a quarter of them";
  EXPECT_NEAR(even.rent_now, 10.0, 1e-9);
  EXPECT_NEAR(even.months.value, 72.0, 1e-6);
}

// A quarter of the hours at 10 USD are 65 700 USD over three years for 0.001 jobs a second, 2628 a
// month: 131 400 USD pay for twice as many jobs, and owned nodes that are half full hold as many.
TEST(CompareCosts, SoManyJobsAMonthBreakEven) {
  const CostModel own = owned("131400 USD", {});
  const CostModel rent = rented("10 USD/h", true);
  const Usage half = used(own, 0.5);
  Usage usage = used(rent, 0.5);
  usage.pools[0].up_share = 0.25;
  const OwnOrRent even = compare_costs({own, half}, {rent, usage}).value().own_or_rent.value();
  EXPECT_NEAR(even.jobs_now, 0.001 * 730.0 * 3600.0, 1e-9);
  EXPECT_NEAR(even.jobs.value().value, 2.0 * 2628.0, 1e-6);
  EXPECT_NEAR(even.jobs_full, 2.0 * 2628.0, 1e-9);
}

// 10 USD for every hour are 262 800 USD for these jobs: with half of them owning costs the same.
TEST(CompareCosts, RentFollowsTheNumberOfJobsWhereEveryHourIsPaid) {
  const OwnOrRent even = own_or_rent(owned("131400 USD", {}), rented("10 USD/h"));
  EXPECT_NEAR(even.jobs.value().value, 0.5 * 2628.0, 1e-6);
}

// What jobs draw is paid by who owns: 5 kW at full use, 1 kW at none; 4 kW · 26 280 h at 0.25 USD
// are 26 280 USD for 2628 jobs a month, 1 kW 6570 USD whatever their number. With s times the jobs:
// 131 400 + 6570 + 26 280 s = 262 800 s.
TEST(CompareCosts, OwnedNodesDrawMoreWhereMoreJobsRun) {
  const OwnOrRent even = own_or_rent(
      owned("131400 USD", {{"power", "energy", R"({"price": "0.25 USD/kWh", "load": 1})"}}),
      rented("10 USD/h"));
  EXPECT_NEAR(even.jobs.value().value, 2628.0 * 137970.0 / (262800.0 - 26280.0), 1e-3);
}

TEST(CompareCosts, OwningMayCostLessAtNoNumberOfJobs) {
  const CostModel own = owned("1000 MUSD", {});
  const CostModel rent = rented("1 USD/h");
  const Usage usage = used(own, 1.0);
  const OwnOrRent even = compare_costs({own, usage}, {rent, usage}).value().own_or_rent.value();
  EXPECT_GT(even.jobs.value().value, even.jobs_full);
}

TEST(CompareCosts, ARateIsTheTotalOverTheWork) {
  const CostModel one = owned("100 kUSD", {});
  const CostModel other = owned("150 kUSD", {});
  const Usage usage = used(one, 1.0);
  const CostRates rates = compare_rates({one, usage}, {other, usage}, {100.0, 200.0}).value();
  EXPECT_NEAR(rates.first, 1000.0, 1e-9);
  EXPECT_NEAR(rates.second, 750.0, 1e-9);
  EXPECT_NEAR(rates.difference.value, -250.0, 1e-9);
}

TEST(CompareCosts, OwningMayNeverCostLess) {
  const OwnOrRent even = own_or_rent(owned("10 MUSD", {}), rented("10 USD/h"));
  EXPECT_GT(even.use->value, 1.0);
  EXPECT_TRUE(std::isinf(even.months.value));
}

TEST(CompareCosts, AReservationIsPaidForWhateverTheUse) {
  testing::CostDesign design{{{pool_of(1, "10 USD/h")}, {}}, {{"nodes", "nodes"}}};
  design.spec.horizon = Seconds(3.0 * kYear);
  design.spec.pools.push_back({.name = "dgx", .acquire = Acquire::reserved});
  const OwnOrRent even = own_or_rent(owned("131400 USD", {}), cost_model(std::move(design)));
  EXPECT_FALSE(even.use.has_value());
  EXPECT_NEAR(even.rent.value, 5.0, 1e-12);
}

TEST(CompareCosts, WhoOwnsDoesNotDependOnTheOrder) {
  const CostModel own = owned("131400 USD", {});
  const CostModel rent = rented("10 USD/h");
  const Usage usage = used(own, 1.0);
  const auto forth = compare_costs({own, usage}, {rent, usage}).value();
  const auto back = compare_costs({rent, usage}, {own, usage}).value();
  EXPECT_FALSE(back.own_or_rent->first_owns);
  EXPECT_EQ(back.own_or_rent->use->value, forth.own_or_rent->use->value);
  EXPECT_EQ(back.own_or_rent->months.value, forth.own_or_rent->months.value);
  EXPECT_EQ(back.difference.value, -forth.difference.value);
}

// 150 kUSD less a residual value of 10 to 40 %, against 131 400 USD of rent: equal at 0.124.
TEST(CompareCosts, AnInputTurnsTheAnswerWhereBothCostTheSame) {
  testing::CostDesign design{
      {{pool_of(1, "150 kUSD")}, {}},
      {{"nodes", "nodes", R"({"residual": {"value": 0.2, "low": 0.1, "high": 0.4}})"}}};
  design.spec.horizon = Seconds(3.0 * kYear);
  const CostModel own = cost_model(std::move(design));
  const CostModel rent = rented("5 USD/h");
  const Usage usage = used(own, 1.0);
  const CostComparison comparison = compare_costs({own, usage}, {rent, usage}).value();
  EXPECT_NEAR(comparison.difference.value, 131400.0 - 120000.0, 1e-6);
  EXPECT_NEAR(comparison.difference.low, 131400.0 - 135000.0, 1e-6);
  EXPECT_NEAR(comparison.difference.high, 131400.0 - 90000.0, 1e-6);
  ASSERT_EQ(comparison.turns.size(), 1U);
  EXPECT_EQ(comparison.turns[0].input.name, "residual");
  EXPECT_FALSE(comparison.turns[0].above);
  EXPECT_TRUE(comparison.turns[0].of_first);
  EXPECT_FALSE(comparison.turns[0].of_second);
  EXPECT_NEAR(comparison.turns[0].value, 1.0 - 131400.0 / 150000.0, 1e-9);
}

// The same staff at the same price works for both: its range moves neither against the other.
TEST(CompareCosts, AnInputOfBothMovesBoth) {
  const std::string staff =
      R"({"price": {"value": "100 kUSD/y", "low": "50 kUSD/y", "high": "300 kUSD/y"}, "at_least": 1})";
  const CostModel cheap = owned("100 kUSD", {{"staff", "staff", staff}});
  const CostModel dear = owned("110 kUSD", {{"staff", "staff", staff}});
  const Usage usage = used(cheap, 1.0);
  const CostComparison comparison = compare_costs({cheap, usage}, {dear, usage}).value();
  EXPECT_NEAR(comparison.difference.value, 10e3, 1e-6);
  EXPECT_NEAR(comparison.difference.high, 10e3, 1e-6);
  EXPECT_THAT(comparison.turns, IsEmpty());
  EXPECT_FALSE(comparison.own_or_rent.has_value());
}

// Two independent ranges of ±30 and ±40 kUSD: ±50.
TEST(CompareCosts, DeviationsAddAsTheRootOfTheirSquares) {
  const CostModel one =
      owned("1 USD",
            {{"a", "licence", R"({"per": "design", "price": {"value": "100 kUSD/y",
                                                  "low": "70 kUSD/y", "high": "130 kUSD/y"}})"},
             {"b", "licence", R"({"per": "design", "price": {"value": "100 kUSD/y",
                                                  "low": "60 kUSD/y", "high": "140 kUSD/y"}})"}},
            1.0);
  const CostModel other = owned("1 USD", {}, 1.0);
  const Usage usage = used(one, 1.0);
  const CostBand band = compare_costs({other, usage}, {one, usage}).value().difference;
  EXPECT_NEAR(band.value, 200e3, 1e-6);
  EXPECT_NEAR(band.low, 150e3, 1e-6);
  EXPECT_NEAR(band.high, 250e3, 1e-6);
}

TEST(CompareCosts, NeedsOneHorizon) {
  const CostModel three = owned("1 USD", {}, 3.0);
  const CostModel five = owned("1 USD", {}, 5.0);
  const Usage usage = used(three, 1.0);
  EXPECT_FALSE(compare_costs({three, usage}, {five, usage}).has_value());
}

}  // namespace
}  // namespace gpuscape
