#include "sim/model/check/check_bill.hpp"

#include "sim/bill/bill.hpp"
#include "sim/cost/build_cost.hpp"

namespace gpuscape {

std::shared_ptr<const Bill> make_bill(const ScenarioSpec& spec, const Cluster& cluster,
                                      std::span<const StoredOn> stores, const CostModel* cost) {
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
  return bill(build_cost(plain, cluster, stores, {}, faults));
}

}  // namespace gpuscape
