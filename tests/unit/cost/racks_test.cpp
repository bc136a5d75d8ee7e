/// Racks that a design fills, and halls that it does not fit.

#include "sim/cost/racks.hpp"

#include <gmock/gmock.h>

#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using testing::cost_model;
using ::testing::ElementsAre;
using testing::input;
using ::testing::IsEmpty;
using ::testing::Pair;
using testing::used;

std::int64_t racks(std::vector<Racked> things, const RackSize& rack) {
  return racks_for(std::move(things), rack).racks;
}

// 42 units hold seven of 6 units; 20 kW three of 6.5 kW.
TEST(Racks, AreFullByHeightOrByPower) {
  EXPECT_EQ(racks({{"dgx", 14, 6.0, Watts(6500.0)}}, {.units = 42.0}), 2);
  EXPECT_EQ(racks({{"dgx", 15, 6.0, Watts(6500.0)}}, {.units = 42.0}), 3);
  EXPECT_EQ(racks({{"dgx", 14, 6.0, Watts(6500.0)}}, {.units = 42.0, .power = Watts(20e3)}), 5);
}

// Five racks of three nodes have 24 units left each: switches fill them before a rack of their own.
TEST(Racks, HoldSmallThingsBesideLargeOnes) {
  const RackSize rack{.units = 42.0, .power = Watts(21e3)};
  const Racked nodes{"dgx", 15, 6.0, Watts(6500.0)};
  EXPECT_EQ(racks({nodes, {"switch", 15, 1.0, Watts(500.0)}}, rack), 5);
  EXPECT_EQ(racks({{"switch", 16, 1.0, Watts(500.0)}, nodes}, rack), 6);
}

TEST(Racks, OfManyAreCountedAtOnce) {
  EXPECT_EQ(racks({{"dgx", 7'000'000'000, 6.0, Watts(0.0)}}, {.units = 42.0}), 1'000'000'000);
}

TEST(Racks, WhatIsTooLargeForOneIsNamed) {
  const RackCount count =
      racks_for({{"tall", 1, 48.0, Watts(0.0)}, {"hot", 2, 1.0, Watts(30e3)}, {"flat", 1, 0.0}},
                {.units = 42.0, .power = Watts(20e3)});
  EXPECT_THAT(count.too_large, ElementsAre("tall", "hot"));
  EXPECT_EQ(count.racks, 0);
}

CostModel in_racks(const std::string& parameters) {
  NodePool pool = testing::pool_of(14, "1 USD");
  pool.facts.rack_units = 6.0;
  testing::CostDesign design{{{pool}, {}}, {{"racks", "racks", parameters}}};
  design.spec.horizon = Seconds(2.0 * 365.0 * 86400.0);
  return cost_model(std::move(design));
}

TEST(Racks, AreBoughtAndTheirSpaceIsRented) {
  const CostModel model = in_racks(R"({"price": "4 kUSD", "space": "12 kUSD/y"})");
  const CostTotals totals = model.totals(used(model, 1.0));
  EXPECT_DOUBLE_EQ(totals.capex, 2 * 4e3);
  EXPECT_DOUBLE_EQ(totals.opex, 2 * 12e3 * 2);
  EXPECT_THAT(model.notes(), ElementsAre("2 racks, 70 kW at most"));
}

// 14 nodes of 5 kW: 70 kW in two racks of 42 units.
TEST(Racks, AHallThatIsTooSmallIsAMisfit) {
  EXPECT_THAT(in_racks(R"({"hall": {"racks": 2, "power": "70 kW"}})").misfits(), IsEmpty());
  EXPECT_THAT(in_racks(R"({"hall": {"racks": 1, "power": "69 kW"}})").misfits(),
              ElementsAre(Pair("racks", "the design fills 2 racks, the hall holds 1"),
                          Pair("racks", "the design draws up to 70 kW, the hall has 69 kW")));
  EXPECT_THAT(in_racks(R"({"units": 5})").misfits(),
              ElementsAre(Pair("racks", "dgx does not fit a rack of 5 units")));
}

}  // namespace
}  // namespace gpuscape
