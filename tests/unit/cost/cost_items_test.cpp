/// Every item against arithmetic by hand, and published arithmetic to the digits printed.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using testing::cost_model;
using testing::cost_price;
using ::testing::ElementsAre;
using testing::input;
using ::testing::IsEmpty;
using testing::pool_of;
using testing::used;

constexpr double kYear = 365.0 * 86400.0;
constexpr double kHours = 8760.0;  // of a year

double total(const CostModel& model, double share = 1.0) {
  return model.totals(used(model, share)).total;
}

TEST(CostItems, NodesAreBoughtInstalledAndSold) {
  const CostModel model =
      cost_model({{{pool_of(4, "185 kUSD")}, {}},
                  {{"buy", "nodes", R"({"installation": 0.05, "residual": 0.1})"}}});
  EXPECT_DOUBLE_EQ(total(model), 4 * 185e3 * (1.0 + 0.05 - 0.1));
}

// Five years of machines that last two: bought at 0, 2 and 4 years.
TEST(CostItems, NodesAreBoughtAgainWhenTheirLifeEnds) {
  const CostModel model =
      cost_model({{{pool_of(1, "100 USD")}, {}}, {{"buy", "nodes", R"({"life": "2 y"})"}}});
  EXPECT_DOUBLE_EQ(total(model), 300.0);
  const Ledger ledger = model.ledger(used(model, 1.0));
  EXPECT_EQ(ledger.total_of_year(0, CostKind::capex), 100.0);
  EXPECT_EQ(ledger.total_of_year(2, CostKind::capex), 100.0);
  EXPECT_EQ(ledger.total_of_year(4, CostKind::capex), 100.0);
}

TEST(CostItems, RentIsPaidForEveryHour) {
  testing::CostDesign design{{{pool_of(2, "32.77 USD/h")}, {}}, {{"cloud", "nodes"}}};
  design.spec.pools.push_back({.name = "dgx", .acquire = Acquire::on_demand});
  const CostModel model = cost_model(std::move(design));
  EXPECT_NEAR(total(model, 0.1), 2 * 32.77 * 5 * kHours, 0.005);
}

TEST(CostItems, RentMayBePaidWhileNodesHoldJobs) {
  testing::CostDesign design{{{pool_of(2, "32.77 USD/h")}, {}}, {{"cloud", "nodes"}}};
  design.spec.pools.push_back(
      {.name = "dgx", .acquire = Acquire::on_demand, .billed_in_use = true});
  const CostModel model = cost_model(std::move(design));
  Usage usage = used(model, 0.1);
  usage.pools[0].up_share = 0.25;
  EXPECT_NEAR(model.totals(usage).total, 0.25 * 2 * 32.77 * 5 * kHours, 0.005);
}

// Idle 1 kW, at most 5 kW, half of the GPU time held at a load of 0.8: 2.6 kW.
TEST(CostItems, ElectricityFollowsTheUse) {
  const CostModel model =
      cost_model({{{pool_of(3, "1 USD")}, {}},
                  {{"power", "energy", R"({"price": "0.2 USD/kWh", "pue": 1.5, "load": 0.8})"}}});
  EXPECT_NEAR(total(model, 0.5), 3 * 2.6 * 1.5 * 0.2 * 5 * kHours, 0.005);
  EXPECT_NEAR(total(model, 0.0), 3 * 1.0 * 1.5 * 0.2 * 5 * kHours, 0.005);
}

TEST(CostItems, ColocationIsPaidByTheMaximumPower) {
  const CostModel model = cost_model(
      {{{pool_of(3, "1 USD")}, {}}, {{"hall", "colocation", R"({"price": "150 USD/kW/month"})"}}});
  EXPECT_NEAR(total(model, 0.1), 15.0 * 150.0 * 60.0, 0.005);
}

TEST(CostItems, SupportIsAShareOfThePriceAYear) {
  const CostModel model =
      cost_model({{{pool_of(4, "100 kUSD")}, {}}, {{"support", "support", R"({"nodes": 0.12})"}}});
  EXPECT_NEAR(total(model), 4 * 100e3 * 0.12 * 5, 0.005);
}

TEST(CostItems, StaffIsAtLeastWhatIsSaid) {
  const auto with = [](const char* parameters) {
    return cost_model({{{pool_of(100, "1 USD")}, {}}, {{"staff", "staff", parameters}}});
  };
  EXPECT_NEAR(total(with(R"({"price": "90 kUSD/y", "per_node": 0.02, "at_least": 1})")),
              2 * 90e3 * 5, 0.005);
  EXPECT_NEAR(total(with(R"({"price": "90 kUSD/y", "per_node": 0.001, "at_least": 1})")), 90e3 * 5,
              0.005);
}

TEST(CostItems, LicencesAreForGpusNodesOrTheDesign) {
  const auto per = [](const std::string& what) {
    return total(
        cost_model({{{pool_of(4, "1 USD")}, {}},
                    {{"l", "licence", R"({"price": "10 USD/y", "per": ")" + what + "\"}"}}}));
  };
  EXPECT_NEAR(per("gpu"), 32 * 10 * 5, 0.005);
  EXPECT_NEAR(per("node"), 4 * 10 * 5, 0.005);
  EXPECT_NEAR(per("design"), 10 * 5, 0.005);
}

// Interest on a balance that falls evenly from 1000 to 0 in five years: 1000 × 5 ÷ 2 at 8 %.
TEST(CostItems, InterestIsPaidOnWhatIsOwed) {
  const CostModel model =
      cost_model({{{pool_of(1, "1000 USD")}, {}},
                  {{"bank", "interest", R"({"rate": 0.08})"}, {"buy", "nodes"}}});
  EXPECT_NEAR(model.ledger(used(model, 1.0)).total_of_item("bank"), 1000.0 * 2.5 * 0.08, 1e-9);
}

// 1000 bought at 0, 2 and 4 of five years, each with 100 for its installation; three servers of 50.
// On average half of a purchase is owed for its life, which the horizon cuts to one year for the
// last.
TEST(CostItems, InterestIsOnEveryCapitalLineWhateverItsItem) {
  const CostModel model =
      cost_model({{{pool_of(1, "1000 USD")}, {}},
                  {{"bank", "interest", R"({"rate": 0.1})"},
                   {"buy", "nodes", R"({"installation": 0.1, "residual": 0.2, "life": "2 y"})"},
                   {"head", "management", R"({"count": 3, "price": "50 USD"})"},
                   {"help", "support", R"({"nodes": 0.5})"}}});
  const Ledger ledger = model.ledger(used(model, 1.0));
  EXPECT_NEAR(ledger.total_of_item("bank"), 0.1 * (1100 * (2 + 2 + 1) / 2.0 + 150 * 5 / 2.0), 1e-9);
  const auto line = std::ranges::find(ledger.lines(), "bank", &CostLine::item);
  EXPECT_EQ(line->what, "interest on buy, head");
}

TEST(CostItems, AHorizonMayEndWithinAYear) {
  testing::CostDesign design{{{pool_of(1, "100 USD")}, {}},
                             {{"support", "support", R"({"nodes": 0.5})"}}};
  design.spec.horizon = Seconds(1.5 * kYear);
  const CostModel model = cost_model(std::move(design));
  const Ledger ledger = model.ledger(used(model, 1.0));
  EXPECT_DOUBLE_EQ(ledger.total_of_year(1, CostKind::opex), 50.0);
  EXPECT_DOUBLE_EQ(ledger.total_of_year(2, CostKind::opex), 25.0);
}

// 90 of 1095 days pass before the first job: machines draw idle power then, and jobs get nothing.
TEST(CostItems, NothingRunsInTheBuildPhase) {
  testing::CostDesign design{{{pool_of(1, "1 USD")}, {}},
                             {{"power", "energy", R"({"price": "0.1 USD/kWh", "load": 0.5})"}}};
  design.spec.horizon = Seconds(3.0 * kYear);
  design.spec.build = Seconds(90.0 * 86400.0);
  const CostModel model = cost_model(std::move(design));
  const CostTotals totals = model.totals(used(model, 1.0));
  EXPECT_NEAR(totals.useful_gpu_hours, 8 * (1095 - 90) * 24.0, 1e-6);
  EXPECT_NEAR(totals.jobs, 0.001 * (1095 - 90) * 86400.0, 1e-6);
  EXPECT_NEAR(totals.opex, 0.1 * (1.0 * 1095 * 24 + 2.0 * (1095 - 90) * 24), 1e-6);
}

TEST(CostItems, RentBeginsWithTheFirstJob) {
  testing::CostDesign design{{{pool_of(1, "10 USD/h")}, {}}, {{"cloud", "nodes"}}};
  design.spec.pools.push_back({.name = "dgx", .acquire = Acquire::on_demand});
  design.spec.build = Seconds(400.0 * 86400.0);
  const CostModel model = cost_model(std::move(design));
  const Ledger ledger = model.ledger(used(model, 1.0));
  EXPECT_EQ(ledger.total_of_year(1, CostKind::opex), 0.0);
  EXPECT_NEAR(ledger.total_of_year(2, CostKind::opex), 10 * (730 - 400) * 24.0, 1e-6);
  EXPECT_NEAR(ledger.total(), 10 * (5 * 365 - 400) * 24.0, 1e-6);
}

TEST(CostItems, DataIsKeptAtAProviderAndLeavesIt) {
  const CostModel model =
      cost_model({{{pool_of(1, "1 USD")}, {}},
                  {{"disk", "cloud-storage", R"({"size": "200 TB", "price": "0.02 USD/GB/month"})"},
                   {"out", "egress", R"({"per_month": "20 TB", "price": "0.09 USD/GB"})"}}});
  const Ledger ledger = model.ledger(used(model, 1.0));
  EXPECT_NEAR(ledger.total_of_item("disk"), 200e3 * 0.02 * 60, 1e-6);
  EXPECT_NEAR(ledger.total_of_item("out"), 20e3 * 0.09 * 60, 1e-6);
}

// A failure in 10 days, 900 USD each: 182.5 of them in five years.
TEST(CostItems, RepairsArePaidAtTheRateOfTheRun) {
  const CostModel model =
      cost_model({{{pool_of(1, "1 USD")}, {}}, {{"hands", "repairs", R"({"price": "900 USD"})"}}});
  Usage usage = used(model, 1.0);
  EXPECT_EQ(model.ledger(usage).total_of_item("hands"), 0.0);
  usage.failures_per_second = 1.0 / 864'000.0;
  EXPECT_NEAR(model.ledger(usage).total_of_item("hands"), 182.5 * 900, 1e-6);
}

TEST(CostItems, WhatHasNoPriceIsNamedAndHasNoLine) {
  Inventory inventory{{NodePool{.name = "box", .type = "", .count = 2, .gpus = 8}},
                      {PartCount{.network = "compute", .type = "", .count = 3}}};
  const CostModel model = cost_model(
      {std::move(inventory),
       {{"buy", "nodes"}, {"net", "network"}, {"power", "energy", R"({"price": "0.2 USD/kWh"})"}}});
  EXPECT_THAT(model.ledger(used(model, 1.0)).lines(), IsEmpty());
  EXPECT_THAT(model.missing(),
              ElementsAre("the power of 3 switches of network compute", "the power of box",
                          "the price of 3 switches of network compute", "the price of box"));
  EXPECT_THAT(model.not_counted(), ::testing::Contains(Uncounted{"box", Uncounted::Lacks::price}));
  EXPECT_TRUE(std::isnan(model.totals(used(model, 1.0)).power_max));
}

TEST(CostModel, PricesOfOtherCurrenciesAreExchanged) {
  testing::CostDesign design{{{pool_of(1, "100 EUR")}, {}}, {{"buy", "nodes"}}};
  Currency euro = *Currency::named("EUR");
  design.spec.exchange.emplace_back(euro, UncertainNumber{1.1, 1.0, 1.2});
  const CostModel model = cost_model(std::move(design));
  EXPECT_DOUBLE_EQ(total(model), 110.0);
}

TEST(CostModel, CostsPerGpuHourAreOfUsefulHours) {
  const CostModel model = cost_model({{{pool_of(1, "700.8 kUSD")}, {}}, {{"buy", "nodes"}}});
  Usage usage = used(model, 0.5);
  usage.pools[0].useful_share = 0.4;
  const CostTotals totals = model.totals(usage);
  EXPECT_DOUBLE_EQ(totals.held_gpu_hours, 8 * 5 * kHours * 0.5);
  EXPECT_DOUBLE_EQ(totals.per_useful_gpu_hour(), 700800.0 / (8 * 5 * kHours * 0.4));
  EXPECT_TRUE(std::isnan(model.totals(used(model, 0.0)).per_useful_gpu_hour()));
}

// By the price: 4 × (210 − 170) k; by the rate of exchange: 4 × 185 k × (1.0 − 0.85).
TEST(CostModel, AmountsWithoutWordsAreThoseOfTheLedger) {
  const CostModel model =
      cost_model({{{pool_of(4, "185 kUSD")}, {}},
                  {{"buy", "nodes", R"({"installation": 0.05, "residual": 0.1})"},
                   {"help", "support", R"({"nodes": 0.12})"}}});
  const Ledger ledger = model.ledger(used(model, 0.5));
  const Ledger amounts = model.amounts(used(model, 0.5));
  ASSERT_EQ(ledger.lines().size(), amounts.lines().size());
  EXPECT_EQ(ledger.total(), amounts.total());
  EXPECT_EQ(ledger.lines().front().what, "4 dgx");
  EXPECT_EQ(amounts.lines().front().what, "");
}

TEST(CostModel, SwingsAreTheTotalsAtBothEndsTheWidestFirst) {
  NodePool pool = pool_of(4, "185 kEUR");
  pool.facts.price->input.low = 170e3;
  pool.facts.price->input.high = 210e3;
  testing::CostDesign design{{{pool}, {}}, {{"buy", "nodes"}}};
  design.spec.exchange.emplace_back(*Currency::named("EUR"), UncertainNumber{0.9, 0.85, 1.0});
  const CostModel model = cost_model(std::move(design));
  const std::vector<CostSwing> swings = model.swings(used(model, 1.0));
  ASSERT_EQ(swings.size(), 2U);
  EXPECT_EQ(swings[0].input.name, "price of dgx");
  EXPECT_NEAR(swings[0].width(), 4 * 40e3 * 0.9, 1e-6);
  EXPECT_NEAR(swings[1].width(), 4 * 185e3 * 0.15, 1e-6);
}

/// A pool of one node that draws a fixed power.
NodePool drawing(double watts) {
  NodePool pool = pool_of(1, "0 USD");
  pool.facts.power_max = input("max", watts);
  pool.facts.power_idle = input("idle", watts);
  return pool;
}

// 10 kW day and night for a month of 720 h at 0.19 USD/kWh: 1 368 USD, printed as 1 370.
TEST(PublishedCosts, EnergyOfADgxH100) {
  testing::CostDesign design{{{drawing(10e3)}, {}},
                             {{"power", "energy", R"({"price": "0.19 USD/kWh"})"}}};
  design.spec.horizon = Seconds(720.0 * 3600.0);
  EXPECT_NEAR(total(cost_model(std::move(design))), 1368.0, 0.005);
}

// 39.3 million GPU-hours on instances of eight H100 at 98.32 USD/h: printed as 483.0 million.
TEST(PublishedCosts, TrainingBillOfLlama31) {
  testing::CostDesign design{{{pool_of(1, "98.32 USD/h")}, {}}, {{"cloud", "nodes"}}};
  design.spec.pools.push_back({.name = "dgx", .acquire = Acquire::on_demand});
  design.spec.horizon = Seconds(39.3e6 / 8.0 * 3600.0);
  EXPECT_NEAR(total(cost_model(std::move(design))), 483.0e6, 0.05e6);
}

}  // namespace
}  // namespace gpuscape
