/// Draws what a design costs.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

/// A value that is not known well, now and then with its range.
Json with_range(Dice& dice, Json value, Json low, Json high) {
  if (dice.chance(0.5)) return value;
  return {{"value", std::move(value)}, {"low", std::move(low)}, {"high", std::move(high)}};
}

Json draw_pool(Sketch& sketch, const DrawnGroup& group) {
  Dice& dice = sketch.dice;
  Json pool = Json::object();
  if (dice.chance(group.rented ? 0.95 : 0.1)) {
    pool["acquire"] = dice.of({"on-demand", "reserved", "spot"});
    if (pool["acquire"] == "reserved") {
      pool["term"] = dice.of({"1 y", "1 y", "3 y"});
    } else if (dice.chance(0.4)) {
      pool["billed"] = "in-use";
    }
    if (dice.chance(group.rented ? 0.2 : 0.9))
      pool["price"] =
          with_range(dice, fmt::format("{} USD/h", dice.between(1, 30)), "1 USD/h", "40 USD/h");
  } else if (dice.chance(0.4)) {
    pool["price"] =
        with_range(dice, fmt::format("{} kUSD", dice.between(1, 200)), "1 kUSD", "300 kUSD");
  }
  if (dice.chance(0.2)) pool["power_max"] = "4 kW";
  if (dice.chance(0.2)) pool["power_idle"] = "1 kW";
  if (dice.chance(0.2)) pool["rack_units"] = dice.between(1, 10);
  return pool;
}

void draw_items(Sketch& sketch, Json& cost) {
  Dice& dice = sketch.dice;
  const auto* shelf = sketch.stock.registry.find<CostItem>();
  if (shelf == nullptr) return;
  for (const std::string& name : shelf->names()) {
    if (!dice.chance(0.25)) continue;
    Json item = Stock::example(*shelf, name);
    if (name == "energy" && dice.chance(0.5))
      item["price"] = with_range(dice, "0.1 USD/kWh", "0.05 USD/kWh", "0.2 USD/kWh");
    if (name == "racks" && dice.chance(0.9)) item.erase("hall");
    if (name == "interest") item["rate"] = with_range(dice, 0.05, 0.0, 0.1);
    cost["items"]["itm-" + name] = std::move(item);
  }
}

}  // namespace

void draw_cost(Sketch& sketch) {
  Dice& dice = sketch.dice;
  if (!dice.chance(0.35)) return;
  Json& cost = sketch.drawn.scenario["cost"] = Json::object();
  if (dice.chance(0.05)) return;
  cost["currency"] = "USD";
  cost["prices_as_of"] = dice.of({"2024-12", "2026-10"});
  cost["horizon"] = dice.of({"1 y", "3 y", "4 y", "5 y"});
  if (dice.chance(0.1)) cost["build"] = "30 d";
  if (dice.chance(0.1)) cost["tax"] = with_range(dice, 0.2, 0.1, 0.25);
  cost["exchange"] = {{"EUR", with_range(dice, 1.1, 1.0, 1.2)}};
  for (const DrawnGroup& group : sketch.groups)
    if (dice.chance(group.rented ? 0.95 : 0.4))
      cost["pools"][group.name] = draw_pool(sketch, group);
  draw_items(sketch, cost);
  if (dice.chance(0.07) && !sketch.groups[0].pool)
    cost["vary"]["nodes"] = {{"set", fmt::format("/cluster/nodes/{}/count", sketch.groups[0].name)},
                             {"values", {2, 4}}};
}

}  // namespace gpuscape::scramble
