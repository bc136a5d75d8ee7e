#include "sim/run/pace/store_limits.hpp"

#include <algorithm>

#include "sim/platform/planned_outage.hpp"

namespace gpuscape {

StoreLimits::StoreLimits(std::span<const InputPlan::Store> stores, Simulation& simulation)
    : simulation_(simulation) {
  stores_.reserve(stores.size());
  for (const InputPlan::Store& store : stores) {
    Store& of = stores_.emplace_back(Store{.facts = store.facts, .limits = {}});
    if (store.facts.in_nodes) continue;
    of.limits.reserve(store.facts.limits.size());
    for (const StoreLimit& limit : store.facts.limits)
      of.limits.push_back(simulation_.fluid().add_resource(BytesPerSecond(limit.capacity)));
  }
}

void StoreLimits::change_store(std::size_t store, const StoreState& state) {
  const Store& of = stores_[store];
  for (std::size_t i = 0; i < of.limits.size(); ++i) {
    const double nothing = of.facts.limits[i].capacity * kServesNobody;
    const double left = serves(of.facts.makeup, state)
                            ? std::max(nothing, capacity_of(of.facts, i, state))
                            : nothing;
    simulation_.fluid().set_capacity(simulation_.now(), of.limits[i], BytesPerSecond(left));
  }
}

std::optional<Use> StoreLimits::write_use(std::size_t store) const {
  const double amount = write_as_read(stores_[store].facts);
  if (!(amount > 0.0) || stores_[store].limits.empty()) return std::nullopt;
  return Use{stores_[store].limits.front(), Ratio(amount)};
}

}  // namespace gpuscape
