/// What nodes, boxes of GPUs, PCIe fabrics and cables cost and draw by the catalogue.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "sim/cost/cost_model.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ScenarioText;

constexpr const char* kJobs = R"("generate": {"jobs": 10, "load": 0.5, "gpus": {"1": 1},
                                 "run_time": {"distribution": "constant", "value": "1 h"}})";

std::shared_ptr<const CostModel> cost_of(const std::string& cluster, const std::string& cost = "") {
  return test::checked(test::load_text(ScenarioText{.cluster = "\"cluster\": {" + cluster + "}",
                                                    .stream = kJobs,
                                                    .more = ", \"cost\": {" + cost + "}"}
                                           .text(),
                                       "s.json"))
      .cost;
}

PartFacts node_facts(const std::string& keys) {
  return cost_of(R"("nodes": {"gpu": {"type": "pcie-8gpu-4u")" + keys + "}}")
      ->inventory()
      .pools[0]
      .facts;
}

PartCount part_of(const CostModel& cost, PartCount::Kind kind) {
  for (const PartCount& part : cost.inventory().parts)
    if (part.kind == kind) return part;
  return {};
}

// The entry: 90 kUSD, 3200 W, 500 W idle with eight V100 of 9.5 kUSD, 250 W, 26 W idle.
TEST(Boards, OfAnEntryAreInItsPriceAndPower) {
  const PartFacts facts = node_facts("");
  EXPECT_EQ(facts.price->input.value, 90e3);
  EXPECT_EQ(facts.power_max->value, 3200.0);
  EXPECT_EQ(facts.power_idle->value, 500.0);
}

// An H100 of PCIe: 28 kUSD, 350 W, 47 W idle.
TEST(Boards, InPlaceOfThoseBringTheirOwnPriceAndPower) {
  const PartFacts facts = node_facts(R"(, "gpu": {"model": "h100-pcie-80gb", "count": 8})");
  EXPECT_EQ(facts.price->input.value, 90e3 - 8 * 9.5e3 + 8 * 28e3);
  EXPECT_EQ(facts.power_max->value, 3200.0 - 8 * 250 + 8 * 350);
  EXPECT_EQ(facts.power_idle->value, 500.0 - 8 * 26 + 8 * 47);
  EXPECT_THAT(facts.power_max->source, HasSubstr("with 8 h100-pcie-80gb in place of 8 v100"));
}

TEST(Boards, WithoutAPriceLeaveTheNodeWithoutOne) {
  const auto cost =
      cost_of(R"("nodes": {"gpu": {"type": "pcie-8gpu-4u", "gpu": {"model": "a10g"}}})");
  EXPECT_FALSE(cost->inventory().pools[0].facts.price);
  EXPECT_EQ(cost->inventory().pools[0].facts.power_max->value, 3200.0 - 8 * 250 + 8 * 300);
  EXPECT_THAT(cost->missing(), ElementsAre("the price of gpu"));
}

constexpr const char* kBoxes = R"("nodes": {"host": {"type": "cpu-2s-2024", "count": 8},
  "box": {"type": "gpu-box", "count": 4, "gpus": 8, "gpu": "a100-pcie-40gb", "link": "26 GB/s"}},
  "networks": {"fabric": {"type": "composed-pcie", "fabric": "liqid-grid-gen4"}},
  "gpu_access": {"type": "composed-pcie", "over": "fabric", "clients": ["host"], "servers": ["box"]})";

// GPUs of 10 kUSD, 250 W and 36 W idle; three chassis of 15 kUSD beside the one in the fabric's
// price, 200 W each.
TEST(Boxes, CostTheirGpusAndTheirChassis) {
  const auto cost = cost_of(kBoxes);
  const PartFacts facts = cost->inventory().pools[1].facts;
  EXPECT_NEAR(facts.price->input.value, 8 * 10e3 + 15e3 * 3 / 4, 1e-6);
  EXPECT_EQ(facts.power_max->value, 8 * 250 + 200);
  EXPECT_EQ(facts.power_idle->value, 8 * 36 + 200);
  EXPECT_EQ(facts.rack_units, 4.0);
  const PartCount fabric = part_of(*cost, PartCount::Kind::switches);
  EXPECT_EQ(fabric.facts.price->input.value, 80e3);
  EXPECT_EQ(fabric.facts.power_max->value, 400.0);
}

TEST(Boxes, HaveCablesAndAreCountedWhole) {
  const auto cost = cost_of(kBoxes, R"("items": {"e": {"type": "energy", "price": "1 USD/kWh"},
                                                 "r": {"type": "racks"}})");
  EXPECT_EQ(cost->inventory().gpus(), 32);
  const PartCount cables = part_of(*cost, PartCount::Kind::cables);
  EXPECT_EQ(cables.type, "pcie-gen4-x16-copper");
  EXPECT_EQ(cables.count, 8 + 4);
  EXPECT_THAT(cost->missing(), IsEmpty());
}

TEST(Boxes, OfAFabricThatTheCatalogueDoesNotPriceAreNamed) {
  std::string boxes = kBoxes;
  boxes.replace(boxes.find("liqid-grid-gen4\""), 16,
                "gigaio-fabrex-gen4\", \"islands\": 4, \"lanes\": 16");
  const auto cost = cost_of(boxes);
  EXPECT_THAT(cost->not_counted(),
              ElementsAre(Uncounted{"4 chassis of box", Uncounted::Lacks::price},
                          Uncounted{"8 adapters of network fabric", Uncounted::Lacks::price}));
}

TEST(Boxes, HaveThePricesOfTheScenario) {
  const auto cost = cost_of(kBoxes, R"("prices_as_of": "2026-10",
    "pools": {"box": {"price": "100 kUSD", "power_max": "3 kW", "power_idle": "500 W",
                      "rack_units": 5}},
    "networks": {"fabric": {"switches": {"price": "50 kUSD", "power": "1 kW", "rack_units": 2},
                            "cables": {"price": "700 USD"}}})");
  const PartFacts facts = cost->inventory().pools[1].facts;
  EXPECT_EQ(facts.price->input.value, 100e3);
  EXPECT_EQ(facts.rack_units, 5.0);
  EXPECT_EQ(part_of(*cost, PartCount::Kind::switches).facts.price->input.value, 50e3);
  EXPECT_EQ(part_of(*cost, PartCount::Kind::switches).facts.rack_units, 2.0);
  EXPECT_EQ(part_of(*cost, PartCount::Kind::cables).facts.price->input.value, 700.0);
}

TEST(Boxes, OfAFabricInThemStandInItsHeight) {
  const auto cost = cost_of(R"("nodes": {"host": {"type": "cpu-2s-2024", "count": 2},
      "box": {"type": "gpu-box", "gpus": 8, "gpu": "a100-pcie-40gb", "link": "26 GB/s"}},
    "networks": {"fabric": {"type": "composed-pcie", "fabric": "h3-falcon-4016", "box_uplinks": 0}},
    "gpu_access": {"type": "composed-pcie", "over": "fabric", "clients": ["host"], "servers": ["box"]})",
                            R"("items": {"r": {"type": "racks"}})");
  EXPECT_EQ(cost->inventory().pools[1].facts.rack_units, 4.0);
  EXPECT_EQ(cost->inventory().rack_units(), 2 * 1.0 + 4.0);
  EXPECT_THAT(cost->missing(), ElementsAre("the price of 2 adapters of network fabric"));
}

// 128 nodes of 8 rails at 400 Gbit/s: as many optical links up from the leaves as there are down.
TEST(Cables, BetweenSwitchesAreTheOpticsOfTheirSpeed) {
  const std::string fabric = R"("nodes": {"gpu": {"type": "dgx-h100", "count": 128}},
    "networks": {"compute": {"type": "rail-optimised", "switch": "nvidia-qm9700")";
  const auto cost = cost_of(fabric + "}}");
  const PartCount uplinks = part_of(*cost, PartCount::Kind::uplinks);
  EXPECT_EQ(uplinks.type, "optic-ndr");
  EXPECT_TRUE(uplinks.is_assumed);
  EXPECT_EQ(uplinks.count, 1024);
  EXPECT_EQ(uplinks.facts.price->input.value, 1500.0);
  EXPECT_EQ(part_of(*cost, PartCount::Kind::cables).type, "optic-ndr") << "from rack to rack";
  EXPECT_THAT(cost->notes(),
              Contains(HasSubstr("1024 optic-ndr between switches of network compute")));
}

// Reports count its processors as GPUs, and so do licences and prices of a GPU-hour.
TEST(Pools, HaveAsManyGpusAsProcessors) {
  const auto cost =
      cost_of(R"("nodes": {"p": {"type": "pool", "count": 27}})",
              R"("items": {"l": {"type": "licence", "per": "gpu", "price": "10 USD/y"}})");
  EXPECT_EQ(cost->inventory().gpus(), 27);
  EXPECT_NEAR(cost->totals({.pools = {{.held_share = 1.0, .useful_share = 0.5}}}).useful_gpu_hours,
              27 * cost->spec().horizon.value() / 3600 / 2, 1e-3);
}

// 2:1 puts five nodes on a leaf of 64 ports: 40 links down, 20 up, on 26 leaves. Rails have as many
// links up as down: 1 024. 504 optical links of 1 500 USD lie between.
TEST(Cables, BetweenSwitchesMakeUpADifferenceOfFabrics) {
  const auto paid_between_switches = [](const std::string& type) {
    const auto cost = cost_of(R"("nodes": {"gpu": {"type": "dgx-h100", "count": 128}},
      "networks": {"compute": {"switch": "nvidia-qm9700", "type": )" +
                              type + "}}");
    double paid = 0.0;
    const Ledger ledger = cost->ledger({.pools = std::vector<PoolUsage>(1)});
    for (const CostLine& line : ledger.lines())
      if (line.what.find("between switches") != std::string::npos) paid += line.amount;
    return paid;
  };
  EXPECT_NEAR(paid_between_switches(R"("rail-optimised")") -
                  paid_between_switches(R"("leaf-spine", "oversubscription": 2)"),
              756e3, 1e-6);
}

// Both are of the rails above: the price of one moves with that of the other.
TEST(Cables, OfOneTypeHaveOnePriceWhereverTheyLie) {
  const auto cost = cost_of(R"("nodes": {"gpu": {"type": "dgx-h100", "count": 128}},
    "networks": {"compute": {"type": "rail-optimised", "switch": "nvidia-qm9700"}})");
  const CostPrice low = *part_of(*cost, PartCount::Kind::cables).facts.price;
  const CostPrice high = *part_of(*cost, PartCount::Kind::uplinks).facts.price;
  EXPECT_EQ(low.input.id, high.input.id);
  std::vector<CostSwing> swings = cost->swings({.pools = std::vector<PoolUsage>(1)});
  std::erase_if(swings,
                [](const CostSwing& one) { return one.input.name != "price of optic-ndr"; });
  ASSERT_EQ(swings.size(), 1U);
  EXPECT_NEAR(swings[0].width(), 2048 * (low.input.high - low.input.low), 1e-3);
}

TEST(Cables, MayBeNamed) {
  const auto cost = cost_of(R"("nodes": {"gpu": {"type": "dgx-a100-40gb", "count": 8}},
    "networks": {"compute": {"type": "fat-tree", "switch": "nvidia-qm8700", "cable": "aoc-hdr",
                             "uplink_cable": "dac-hdr"}})");
  EXPECT_EQ(part_of(*cost, PartCount::Kind::cables).type, "aoc-hdr");
  EXPECT_EQ(part_of(*cost, PartCount::Kind::uplinks).type, "dac-hdr");
  EXPECT_FALSE(part_of(*cost, PartCount::Kind::uplinks).is_assumed);
}

TEST(Cables, ToNodesAreCopperAndBetweenSwitchesReachFartherUnlessThereIsNone) {
  const auto cost = cost_of(R"("nodes": {"gpu": {"type": "dgx-a100-40gb", "count": 8}},
    "networks": {"compute": {"type": "fat-tree", "switch": "nvidia-qm8700"}})");
  EXPECT_EQ(part_of(*cost, PartCount::Kind::cables).type, "dac-hdr");
  EXPECT_EQ(part_of(*cost, PartCount::Kind::uplinks).type, "aoc-hdr");
}

TEST(Cables, OfASpeedThatTheCatalogueDoesNotHaveAreNamedAsMissing) {
  const auto cost = cost_of(R"("nodes": {"gpu": {"type": "hgx-a100-8", "count": 2}},
    "networks": {"compute": {"type": "single-switch", "link": "3 GB/s", "latency": "1 us"}})");
  EXPECT_THAT(cost->not_counted(),
              Contains(Uncounted{fmt::format("{} cables of network compute",
                                             part_of(*cost, PartCount::Kind::cables).count),
                                 Uncounted::Lacks::price}));
}

TEST(CostParts, OfANetworkOfRentedNodesAreTheProviders) {
  const std::string cloud = R"("nodes": {"gpu": {"type": "aws-p4d-24xlarge", "count": 4}},
    "networks": {"compute": {"type": "single-switch", "switch": "nvidia-qm8700"}})";
  const auto rented = cost_of(cloud, R"("pools": {"gpu": {"acquire": "on-demand"}})");
  EXPECT_THAT(rented->inventory().parts, IsEmpty());
  EXPECT_THAT(rented->notes(), Contains("network compute joins rented nodes only: it is the "
                                        "provider's"));
  EXPECT_EQ(cost_of(cloud)->inventory().parts.size(), 2U);
}

TEST(CostParts, OfANetworkThatIsNotThereAreRefused) {
  LoadedScenario scenario = test::load_text(
      ScenarioText{.stream = kJobs,
                   .more = R"(, "cost": {"networks": {"compute": {"cables": {"power": "1 W"}}}})"}
          .text(),
      "s.json");
  check(scenario, test::builtin_models());
  EXPECT_THAT(testing::faults(scenario),
              ElementsAre(HasSubstr("no network is called \"compute\"")));
}

std::string dated(const std::string& as_of, const std::string& instance = "aws-p5-48xlarge") {
  const auto cost = cost_of(R"("nodes": {"gpu": {"type": ")" + instance + R"("}})",
                            as_of + R"("pools": {"gpu": {"acquire": "on-demand"}})");
  const CostInput& price = cost->inventory().pools[0].facts.price->input;
  return fmt::format("{} of {}", price.value, price.date);
}

// 98.32 USD/h in 2023, 55.04 from June 2025 on.
TEST(PriceDates, TheNewestPriceThatIsNotOfAfterwardsCounts) {
  EXPECT_EQ(dated(""), "55.04 of 2025-06");
  EXPECT_EQ(dated(R"("prices_as_of": "2025-06", )"), "55.04 of 2025-06");
  EXPECT_EQ(dated(R"("prices_as_of": "2025-05", )"), "98.32 of 2023");
  EXPECT_EQ(dated(R"("prices_as_of": "2023-02", )"), "98.32 of 2023") << "some time in that year";
  EXPECT_EQ(dated(R"("prices_as_of": "2022-12", )"), "98.32 of 2023") << "the oldest one there is";
}

TEST(PriceDates, AreSaidWhereThereAreSeveral) {
  const auto cost = cost_of(R"("nodes": {"gpu": {"type": "aws-p5-48xlarge"}})",
                            R"("pools": {"gpu": {"acquire": "on-demand"}})");
  EXPECT_THAT(cost->notes(), Contains("price of gpu is 55.04 USD/h of 2025-06; 98.32 USD/h of 2023 "
                                      "is not used"));
}

}  // namespace
}  // namespace gpuscape
