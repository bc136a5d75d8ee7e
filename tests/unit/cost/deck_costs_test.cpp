/// What the founding decks say of money, from the scenarios that ship.

#include <gmock/gmock.h>

#include <string>

#include "sim/cost/compare_costs.hpp"
#include "test_paths.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

std::shared_ptr<const CostModel> cost_of(const std::string& scenario,
                                         const std::string& variant = "") {
  const std::string path = std::string(GPUSCAPE_SOURCE_DIR) + "/scenarios/" + scenario + ".json";
  return test::checked(test::load_text(read_text(path), path, {.variant = variant})).cost;
}

CostTotals totals_of(const std::string& scenario, const std::string& variant = "") {
  const auto cost = cost_of(scenario, variant);
  return cost->totals(testing::used(*cost, 1.0));
}

// Orange, 2020: a tenth of the cost, a twentieth of the power.
TEST(DeckCosts, ConsolidationIsATenthOfTheCostAndATwentiethOfThePower) {
  const CostTotals before = totals_of("consolidation");
  const CostTotals after = totals_of("consolidation", "dgx-a100");
  EXPECT_GE(after.capex / before.capex, 1.0 / 12.0);
  EXPECT_LE(after.capex / before.capex, 1.0 / 9.0);
  EXPECT_GE(after.power_max / before.power_max, 1.0 / 25.0);
  EXPECT_LE(after.power_max / before.power_max, 1.0 / 18.0);
  const CostTotals catalogue = totals_of("consolidation", "catalogue-cpu");
  EXPECT_NEAR(after.capex / catalogue.capex, 0.044, 0.0005);
  EXPECT_NEAR(after.power_max / catalogue.power_max, 0.036, 0.0005);
}

// Bitfusion, 2017: 30 to 50 % less cost per GPU; the number of GPUs is the same.
TEST(DeckCosts, AConvergedRackCostsHalfToSeventyPercentOfDgx1) {
  const double rack = totals_of("converged-rack").capex;
  const double dgx1 = totals_of("converged-rack", "dgx-1").capex;
  EXPECT_GE(rack / dgx1, 0.5);
  EXPECT_LE(rack / dgx1, 0.7);
  EXPECT_NEAR(rack / totals_of("converged-rack", "pcie").capex, 0.79, 0.005);
}

// NVIDIA, 2019: the first job in month three, or in week one.
TEST(DeckCosts, TheFirstJobInWeekOneSaves83Days) {
  const auto lost = [](const std::string& late, const std::string& early, double years) {
    const double gpu_hours = 9 * 8 * years * 8760.0;
    return (totals_of("month-three-or-week-one", early).useful_gpu_hours -
            totals_of("month-three-or-week-one", late).useful_gpu_hours) /
           gpu_hours;
  };
  EXPECT_NEAR(lost("", "week-one", 3.0), 0.0758, 0.00005);
  EXPECT_NEAR(lost("five-years", "five-years-week-one", 5.0), 0.0455, 0.00005);
}

// Bright, 2017: owning wins at high use, and renting below the use at which an owned hour costs as
// much as a rented one.
TEST(DeckCosts, RentOrBuyTurnsOnHowLongAndHowMuch) {
  const auto own = cost_of("dgx-or-cloud");
  const auto rent = cost_of("dgx-or-cloud", "google");
  const Usage owned = testing::used(*own, 0.4);
  Usage rented = testing::used(*rent, 0.4);
  rented.pools[0].up_share = 0.5;
  const auto difference = [&] {
    return compare_costs({*own, owned}, {*rent, rented}).value().difference.value;
  };
  const OwnOrRent even = compare_costs({*own, owned}, {*rent, rented}).value().own_or_rent.value();
  const double hours = 4 * 3 * 8760.0;
  EXPECT_NEAR(even.use->value, own->totals(owned).total / hours / 88.25, 1e-9);
  EXPECT_LT(even.use->value, 0.5);
  rented.pools[0].up_share = 0.9 * even.use->value;
  EXPECT_LT(difference(), 0.0) << "renting costs less";
  rented.pools[0].up_share = 1.1 * even.use->value;
  EXPECT_GT(difference(), 0.0) << "owning costs less";
  EXPECT_GT(even.months.value, 6.0);
  EXPECT_LT(even.months.value, 36.0);
}

}  // namespace
}  // namespace gpuscape
