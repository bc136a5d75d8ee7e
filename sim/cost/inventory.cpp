#include "sim/cost/inventory.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

void add_part(Inventory& inventory, PartCount part) {
  if (part.count == 0) return;
  const auto same = std::ranges::find_if(inventory.parts, [&](const PartCount& known) {
    return known.kind == part.kind && known.network == part.network && known.type == part.type;
  });
  if (same == inventory.parts.end()) {
    inventory.parts.push_back(std::move(part));
  } else {
    same->count += part.count;
  }
}

}  // namespace

std::int64_t Inventory::gpus() const {
  std::int64_t sum = 0;
  for (const NodePool& pool : pools) sum += pool.count * pool.gpus;
  return sum;
}

Inventory inventory_of(const Cluster& cluster) {
  Inventory inventory;
  for (const NodeGroup& group : cluster.platform().groups()) {
    NodePool pool{.name = group.name, .type = group.type, .count = group.count};
    if (!group.pool) pool.gpus = group.capacity.gpus;
    pool.facts.rack_units = group.rack_units;
    inventory.pools.push_back(std::move(pool));
  }
  for (const NamedNetwork& network : cluster.networks()) {
    const NetworkParts parts = network.network->parts();
    for (const NetworkParts::Switches& of : parts.switches)
      add_part(inventory, {.kind = PartCount::Kind::switches,
                           .network = network.name,
                           .type = of.model,
                           .count = of.count,
                           .facts = {.rack_units = of.rack_units}});
    for (const NetworkParts::Cables& of : parts.cables)
      add_part(inventory, {.kind = PartCount::Kind::cables,
                           .network = network.name,
                           .type = of.model,
                           .count = of.count});
  }
  return inventory;
}

}  // namespace gpuscape
