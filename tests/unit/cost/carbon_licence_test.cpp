/// Carbon, licences, and what is taken as certain, against arithmetic by hand.

#include <gmock/gmock.h>

#include <cmath>

#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using testing::cost_model;
using ::testing::ElementsAre;
using testing::pool_of;
using testing::used;

constexpr double kHours = 8760.0;  // of a year

// 1 kW idle all year, at a PUE of 1.5 and 56 g a kWh.
TEST(CostItems, ElectricityHasItsCarbon) {
  const CostModel model = cost_model(
      {{{pool_of(2, "1 USD")}, {}},
       {{"power", "energy", R"({"price": "0.2 USD/kWh", "pue": 1.5, "carbon": "56 g/kWh"})"}}});
  const CostTotals totals = model.totals(used(model, 0.0));
  EXPECT_NEAR(totals.energy_kwh, 2 * 1.5 * 5 * kHours, 1e-6);
  EXPECT_NEAR(totals.carbon_kg, totals.energy_kwh * 0.056, 1e-6);
}

TEST(CostItems, CarbonIsUnknownWithoutItsIntensity) {
  const CostModel model = cost_model(
      {{{pool_of(2, "1 USD")}, {}}, {{"power", "energy", R"({"price": "0.2 USD/kWh"})"}}});
  EXPECT_TRUE(std::isnan(model.totals(used(model, 0.0)).carbon_kg));
}

TEST(CostItems, CarbonOfRentedNodesIsNotKnown) {
  testing::CostDesign design{
      {{pool_of(2, "2 USD/h")}, {}},
      {{"power", "energy", R"({"price": "0.2 USD/kWh", "carbon": "56 g/kWh"})"}}};
  design.spec.pools.push_back({.name = "dgx", .acquire = Acquire::on_demand});
  const CostModel model = cost_model(std::move(design));
  EXPECT_TRUE(std::isnan(model.totals(used(model, 0.5)).carbon_kg));
}

double licences(const std::string& parameters) {
  NodePool other = pool_of(1, "1 USD");
  other.name = "box";
  other.drives = 24;
  const CostModel model =
      cost_model({{{pool_of(3, "1 USD"), other}, {}}, {{"soft", "licence", parameters}}});
  return model.ledger(used(model, 0.5)).total() / 5.0;
}

TEST(CostItems, LicencesAreCountedByWhatTheyAreFor) {
  EXPECT_NEAR(licences(R"({"per": "gpu", "price": "10 USD/y"})"), 4 * 8 * 10.0, 1e-9);
  EXPECT_NEAR(licences(R"({"per": "node", "price": "10 USD/y"})"), 4 * 10.0, 1e-9);
  EXPECT_NEAR(licences(R"({"per": "drive", "price": "10 USD/y"})"), 24 * 10.0, 1e-9);
  EXPECT_NEAR(licences(R"({"per": "design", "price": "10 USD/y"})"), 10.0, 1e-9);
}

// Four virtual GPUs of each of the eight of one box.
TEST(CostItems, LicencesMayBeOfVirtualGpusAndOfSomeNodesOnly) {
  EXPECT_NEAR(licences(R"({"per": "gpu", "each": 4, "pools": ["box"], "price": "10 USD/y"})"),
              8 * 4 * 10.0, 1e-9);
}

TEST(CostItems, DrivesThatAreNotKnownAreNamed) {
  const CostModel model =
      cost_model({{{pool_of(3, "1 USD")}, {}},
                  {{"soft", "licence", R"({"per": "drive", "price": "1 USD/y"})"}}});
  EXPECT_THAT(model.missing(),
              ElementsAre("licences for drives of dgx: its devices are not known"));
}

// Nodes of 100 kUSD and support of 12 % a year over five: the price makes the whole total.
TEST(CostModels, InputsWithoutARangeAreTakenAsCertain) {
  const CostModel model =
      cost_model({{{pool_of(4, "100 kUSD")}, {}},
                  {{"buy", "nodes"}, {"support", "support", R"({"nodes": 0.12})"}}});
  const std::vector<CostWeight> certain = model.certain(used(model, 0.5));
  ASSERT_EQ(certain.size(), 2U);
  EXPECT_EQ(certain[0].input.name, "price of dgx");
  EXPECT_NEAR(certain[0].share, 1.0, 1e-9);
  EXPECT_NEAR(certain[1].share, 0.6 / 1.6, 1e-9);
}

}  // namespace
}  // namespace gpuscape
