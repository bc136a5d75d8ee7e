/// Reservations by their terms, nodes without GPUs, and the time before the first job of what is
/// rented.

#include <gmock/gmock.h>

#include <optional>
#include <utility>

#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using testing::cost_model;
using testing::cost_price;
using ::testing::ElementsAre;
using testing::input;
using testing::pool_of;
using testing::used;

constexpr double kYear = 365.0 * 86400.0;
constexpr double kHours = 8760.0;  // of a year

double total(const CostModel& model) { return model.totals(used(model, 1.0)).total; }

// Three of four years are reserved; the fourth is paid on demand where that price is known.
TEST(CostItems, WhatIsLeftAfterAReservationIsPaidOnDemand) {
  const auto cost_with = [](std::optional<CostPrice> after) {
    testing::CostDesign design{{{pool_of(2, "10 USD/h")}, {}}, {{"cloud", "nodes"}}};
    design.inventory.pools[0].facts.price_after = std::move(after);
    design.spec.horizon = Seconds(4.0 * kYear);
    design.spec.pools.push_back(
        {.name = "dgx", .acquire = Acquire::reserved, .term = Seconds(3.0 * kYear)});
    return cost_model(std::move(design));
  };
  const CostModel known = cost_with(cost_price("on-demand price of dgx", "30 USD/h"));
  EXPECT_NEAR(total(known), 2 * kHours * (3 * 10.0 + 30.0), 1e-6);
  EXPECT_THAT(known.notes(), ElementsAre("dgx: a reservation of 3 y, then 1 y at 30 USD/h"));
  const CostModel unknown = cost_with(std::nullopt);
  EXPECT_NEAR(total(unknown), 2 * kHours * 4 * 10.0, 1e-6);
  EXPECT_THAT(unknown.notes(), ElementsAre(::testing::HasSubstr("at its price, as no other one")));
}

TEST(CostItems, ReservationsAreRenewedWhileWholeTermsFit) {
  testing::CostDesign design{{{pool_of(1, "10 USD/h")}, {}}, {{"cloud", "nodes"}}};
  design.inventory.pools[0].facts.price_after = cost_price("on-demand price of dgx", "30 USD/h");
  design.spec.pools.push_back(
      {.name = "dgx", .acquire = Acquire::reserved, .term = Seconds(1.0 * kYear)});
  const CostModel model = cost_model(std::move(design));
  EXPECT_NEAR(total(model), 5 * kHours * 10.0, 1e-6);
  EXPECT_THAT(model.notes(),
              ElementsAre("dgx: 5 reservations of 1 y in a row, at the price of the first"));
}

// Full for a day at 200 W each: 9.6 kWh; idle 2.4 kWh.
TEST(CostItems, NodesWithoutGpusDrawByTheirCores) {
  NodePool pool{.name = "cpu", .type = "", .count = 2};
  pool.facts.power_max = input("maximum power of cpu", 200.0);
  pool.facts.power_idle = input("idle power of cpu", 50.0);
  testing::CostDesign design{{{pool}, {}}, {{"e", "energy", R"({"price": "1 USD/kWh"})"}}};
  design.spec.horizon = Seconds(86400.0);
  const CostModel model = cost_model(std::move(design));
  Usage usage = used(model, 0.0);
  EXPECT_NEAR(model.totals(usage).energy_kwh, 2.4, 1e-9);
  usage.pools[0].core_share = 1.0;
  EXPECT_NEAR(model.totals(usage).energy_kwh, 9.6, 1e-9);
  usage.pools[0].core_share = 0.5;
  EXPECT_NEAR(model.totals(usage).energy_kwh, 6.0, 1e-9);
}

TEST(CostItems, RentedNodesThatWaitForAnInheritedBuildSaySo) {
  testing::CostDesign design{{{pool_of(1, "10 USD/h")}, {}}, {{"cloud", "nodes"}}};
  design.spec.pools.push_back({.name = "dgx", .acquire = Acquire::on_demand});
  design.spec.build = Seconds(60.0 * 86400.0);
  EXPECT_THAT(cost_model(std::move(design)).notes(),
              ElementsAre(::testing::HasSubstr("still the first job starts after 60 d")));
}

}  // namespace
}  // namespace gpuscape
