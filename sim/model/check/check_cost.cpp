#include "sim/model/check/check_cost.hpp"

#include <algorithm>

#include "sim/bill/bill.hpp"
#include "sim/cost/build_cost.hpp"
#include "sim/model/build_model.hpp"
#include "sim/model/check/check_storage.hpp"

namespace gpuscape {

namespace {

/// Whether one of the scenario's cost items is of that type.
bool is_of_type(const ScenarioSpec& spec, std::string_view type) {
  return std::ranges::any_of(spec.models, [&](const PlacedModel& placed) {
    return placed.place.is(CostItem::kPlace) && placed.model.type == type;
  });
}

}  // namespace

std::shared_ptr<const CostModel> check_cost(const ScenarioSpec& spec, const Cluster& cluster,
                                            const ModelFactories& factories,
                                            const Registry& registry, ReadingContext& context) {
  if (!spec.cost) return nullptr;
  CostModel::Items items = factories.make_all<CostItem>();
  const ModelShelf<CostItem>* shelf = registry.find<CostItem>();
  const std::vector<StoredOn> stores = stores_bought(factories);
  for (const char* type : {"storage", "network", "nodes"})
    if ((type != std::string_view("storage") || !stores.empty()) && shelf != nullptr &&
        shelf->find(type) != nullptr && !is_of_type(spec, type))
      items.emplace(
          items.begin(), type,
          build_model(*shelf,
                      {.type = type, .parameters = JsonValue::make_object(), .pointer = ""}));
  return std::make_shared<const CostModel>(
      build_cost(*spec.cost, cluster, stores, std::move(items), context));
}

std::shared_ptr<const Bill> make_bill(const ScenarioSpec& spec, const Cluster& cluster,
                                      const ModelFactories& factories, const CostModel* cost) {
  static const PartBook kNothing;
  const PartBook& parts = spec.parts == nullptr ? kNothing : *spec.parts;
  const auto bill = [&](const CostModel& of) {
    return std::make_shared<const Bill>(bill_of({.cluster = cluster,
                                                 .inventory = of.inventory(),
                                                 .exchange = of.exchange(),
                                                 .spec = of.spec(),
                                                 .parts = parts}));
  };
  if (cost != nullptr) return bill(*cost);
  CostSpec plain;
  if (spec.parts != nullptr)
    plain.catalog = std::shared_ptr<const CatalogPrices>(spec.parts, &spec.parts->prices);
  for (const auto& [group, entry] : parts.prices.nodes)
    if (entry.first == "cloud")
      plain.pools.push_back({.name = group, .acquire = Acquire::on_demand});
  ReadingContext faults;  // of prices in other currencies: the bill names them
  return bill(build_cost(plain, cluster, stores_bought(factories), {}, faults));
}

}  // namespace gpuscape
