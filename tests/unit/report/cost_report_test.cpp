/// What is written of a cost, against arithmetic by hand.

#include <gmock/gmock.h>

#include <memory>

#include "sim/report/compare/varied_comparison.hpp"
#include "sim/report/run/cost_table.hpp"
#include "sim/report/topology/inventory_report.hpp"
#include "sim/study/metrics/cost_of_run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/unit/cost/cost_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// One node that draws 1 kW whether used or not, a year: 8760 kWh at a PUE of 2 are 17.52 MWh; at
// 100 g a kWh, 1.752 t.
TEST(CostReport, EnergyAndCarbonAreInTheUnitsOfTheirNames) {
  const StudyResult result = test::study(test::checked(R"({"format": 1,
    "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 1, "count": 1}}},
    "workload": {"streams": {"jobs": {"generate": {"duration": "2 d", "jobs_per_hour": 0.2,
      "gpus": {"1": 1}, "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
    "run": {"replications": 2}, "cost": {"horizon": "1 y", "prices_as_of": "2026-10",
      "pools": {"gpu": {"price": "1 kUSD", "power_max": "1 kW", "power_idle": "1 kW"}},
      "items": {"power": {"type": "energy", "price": "0.1 USD/kWh", "pue": 2, "carbon": "100 g/kWh"}}}})"));
  EXPECT_NEAR(result.estimates["energy_mwh"].value, 17.52, 1e-9);
  EXPECT_NEAR(result.estimates["carbon_t"].value, 1.752, 1e-9);
}

VariantResult costing(const std::string& name, std::initializer_list<double> totals) {
  VariantResult variant{.name = name, .outcome = {}};
  VariedCost varied{.input = "load", .values = {}, .totals = {}};
  for (const double total : totals) {
    varied.values.push_back(std::to_string(varied.values.size() + 1));
    varied.totals.push_back({.total = total});
  }
  variant.outcome.result.varied.push_back(std::move(varied));
  return variant;
}

// From 1 to 2 the difference goes from −2 to +6: it is nothing a quarter of the way.
TEST(CostReport, TheCheapestDesignChangesWhereTotalsCross) {
  CompareResult result;
  result.variants.push_back(costing("base", {10.0, 20.0, 30.0}));
  result.variants.push_back(costing("cloud", {12.0, 14.0, 16.0}));
  EXPECT_THAT(varied_lines(result), HasSubstr("base; cloud from between 1 and 2 (about 1.25)\n"));
}

TEST(CostReport, ADesignThatStaysTheCheapestIsSoAtEveryValue) {
  CompareResult result;
  result.variants.push_back(costing("base", {10.0, 11.0}));
  result.variants.push_back(costing("cloud", {12.0, 14.0}));
  EXPECT_THAT(varied_lines(result), HasSubstr("base at every value"));
}

// Four GPUs of eight for 80 of 100 s, of which 60 s were progress.
StudyResult slowed_job() {
  StudyResult result;
  RunResult& run = result.first;
  run.nodes = {{.group = "dgx", .first_node = 0, .count = 1, .gpus = 8, .pool = false}};
  run.streams = {"vision, mostly"};
  const std::uint32_t job = run.jobs.add({.run_time = Seconds(60.0), .demand = {4, 0, 0}});
  run.jobs.start(job, Seconds(0.0), std::vector{AllocationSpan{.node = 0, .gpus = 4}});
  run.jobs.end(job, Seconds(80.0), JobState::completed);
  testing::CostDesign design{{{testing::pool_of(1, "1 kUSD")}, {}}, {{"buy", "nodes"}}};
  design.spec.horizon = Seconds(1000.0 * 3600.0);
  run.cost = std::make_shared<CostModel>(testing::cost_model(std::move(design)));
  result.averaged_to = Seconds(100.0);
  result.usage = usage_of(run, {.average_to = Seconds(100.0)});
  return result;
}

struct Collected final : TextSink {
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

// 1000 h · 8 GPUs · 0.4 held and · 0.3 useful; 60 % of 1000 USD pay for GPUs that nobody holds.
TEST(CostReport, ShowbackIsWrittenColumnByColumn) {
  Collected sink;
  write_showback_csv(slowed_job(), sink);
  EXPECT_EQ(sink.text,
            "by,name,jobs,held_gpu_hours,useful_gpu_hours,cost,idle_cost,currency\n"
            "stream,\"vision, mostly\",1,3200.000,2400.000,1000.00,600.00,USD\n");
}

// Three nodes of 8 units and 5 kW, two switches of 1 unit and 500 W.
TEST(CostReport, AnInventoryIsCountedOverAllNodes) {
  Inventory inventory{{testing::pool_of(3, "1 USD")}, {}};
  inventory.pools[0].facts.rack_units = 8.0;
  inventory.pools[0].drives = 4;
  inventory.parts.push_back(
      {.kind = PartCount::Kind::switches, .network = "n", .type = "s", .count = 2});
  inventory.parts[0].facts.rack_units = 1.0;
  inventory.parts[0].facts.power_max = testing::input("power of s", 500.0);
  EXPECT_EQ(design_inventory_text(inventory),
            "in all: 3 nodes · 24 GPUs · 2 switches · 12 drives · 26 rack units · 16 kW at most\n");
  inventory.pools[0].facts.power_max.reset();
  EXPECT_THAT(design_inventory_text(inventory), Not(HasSubstr("kW")));
}

}  // namespace
}  // namespace gpuscape
