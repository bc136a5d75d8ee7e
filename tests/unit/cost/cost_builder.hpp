#pragma once
/// Costs of small designs, made by hand.

#include <string>
#include <utility>
#include <vector>

#include "sim/cost/cost_model.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::testing {

inline Price price(std::string_view text) { return parse_price(text).value.value(); }

inline CostInput input(const std::string& name, double value) {
  return {.name = name, .value = value, .low = value, .high = value};
}

inline CostPrice cost_price(const std::string& name, std::string_view text) {
  return {input(name, price(text).amount), price(text)};
}

/// Owned nodes of 8 GPUs that draw 1 kW idle and 5 kW at most.
inline NodePool pool_of(std::int64_t count, std::string_view each) {
  NodePool pool{.name = "dgx", .type = "", .count = count, .gpus = 8};
  pool.facts.price = cost_price("price of dgx", each);
  pool.facts.power_max = input("maximum power of dgx", 5000.0);
  pool.facts.power_idle = input("idle power of dgx", 1000.0);
  return pool;
}

/// An item's name, type and parameters.
struct Item {
  std::string name;
  std::string type;
  std::string parameters = "{}";
};

struct CostDesign {
  Inventory inventory;
  std::vector<Item> items;
  CostSpec spec = {};
};

inline CostModel cost_model(CostDesign design) {
  if (design.spec.horizon == Seconds(0.0)) design.spec.horizon = Seconds(5.0 * 365.0 * 86400.0);
  CostModel::Items items;
  for (const Item& item : design.items)
    items.emplace_back(item.name, test::make_model(*test::builtin_models().find<CostItem>(),
                                                   item.type, item.parameters));
  return CostModel(std::move(design.spec), std::move(design.inventory), std::move(items));
}

/// All pools held for that share of the time, and as useful.
inline Usage used(const CostModel& model, double share) {
  return {.pools = std::vector<PoolUsage>(model.inventory().pools.size(),
                                          {.held_share = share, .useful_share = share}),
          .jobs_per_second = 0.001,
          .window = Seconds(86400.0)};
}

}  // namespace gpuscape::testing
