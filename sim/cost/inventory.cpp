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

std::int64_t Inventory::nodes() const {
  std::int64_t sum = 0;
  for (const NodePool& pool : pools) sum += pool.count;
  return sum;
}

std::int64_t Inventory::drives() const {
  std::int64_t sum = 0;
  for (const NodePool& pool : pools) sum += pool.count * pool.drives.value_or(0);
  return sum;
}

std::int64_t Inventory::count_of(PartCount::Kind kind) const {
  std::int64_t sum = 0;
  for (const PartCount& part : parts)
    if (part.kind == kind) sum += part.count;
  return sum;
}

double Inventory::rack_units() const {
  double sum = 0.0;
  for (const NodePool& pool : pools) sum += static_cast<double>(pool.count) * pool.facts.rack_units;
  for (const PartCount& part : parts)
    sum += static_cast<double>(part.count) * part.facts.rack_units;
  return sum;
}

std::optional<Watts> Inventory::power_max() const {
  double sum = 0.0;
  for (const NodePool& pool : pools) {
    if (!pool.facts.power_max) return std::nullopt;
    sum += static_cast<double>(pool.count) * pool.facts.power_max->value;
  }
  for (const PartCount& part : parts)
    if (part.facts.power_max) sum += static_cast<double>(part.count) * part.facts.power_max->value;
  return Watts(sum);
}

Inventory inventory_of(const Cluster& cluster) {
  Inventory inventory;
  for (const NodeGroup& group : cluster.platform().groups()) {
    NodePool pool{.name = group.name, .type = group.type, .count = group.count};
    if (!group.pool) pool.gpus = group.capacity.gpus;
    if (group.graph)
      pool.drives = std::ranges::count(group.graph->devices(), DeviceKind::nvme, &Device::kind);
    pool.facts.rack_units = group.rack_units;
    inventory.pools.push_back(std::move(pool));
  }
  for (const NamedNetwork& network : cluster.networks()) {
    const NetworkParts parts = network.network->parts();
    inventory.adapters += parts.adapters;
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
