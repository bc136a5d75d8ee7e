#include "sim/cost/inventory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuscape {

namespace {

void add_part(Inventory& inventory, PartCount part) {
  if (part.count == 0) return;
  const auto same = std::ranges::find_if(inventory.parts, [&](const PartCount& known) {
    return known.kind == part.kind && known.network == part.network && known.type == part.type &&
           known.speed == part.speed && known.far == part.far;
  });
  if (same == inventory.parts.end()) {
    inventory.parts.push_back(std::move(part));
  } else {
    same->count += part.count;
  }
}

/// GPUs of one node, processors of a pool; of boxes that lend to nobody those that are in them.
std::int64_t gpus_of(const NodeGroup& group) {
  if (group.capacity.gpus > 0 || !group.graph) return group.capacity.gpus;
  return std::ranges::count(group.graph->devices(), DeviceKind::gpu, &Device::kind);
}

/// GPUs without a CPU.
bool is_box(const NodeGroup& group) {
  return group.graph && group.graph->of_kind(DeviceKind::cpu).empty() &&
         !group.graph->of_kind(DeviceKind::gpu).empty();
}

void add_parts(Inventory& inventory, const std::string& network, const NetworkParts& parts) {
  using Kind = PartCount::Kind;
  const bool in_box = std::ranges::any_of(parts.boxes, &NetworkParts::Boxes::with_fabric);
  for (const NetworkParts::Switches& of : parts.switches)
    add_part(inventory,
             {.kind = Kind::switches,
              .network = network,
              .type = of.model,
              .count = of.count,
              .facts = {.rack_units = in_box ? 0.0 : of.rack_units, .is_in_height = in_box},
              .of_kind = parts.kind});
  for (const NetworkParts::Cables& of : parts.cables)
    add_part(inventory, {.kind = of.uplink ? Kind::uplinks : Kind::cables,
                         .network = network,
                         .type = of.model,
                         .count = of.count,
                         .of_kind = parts.kind,
                         .speed = of.wire.value_or(of.speed),
                         .far = of.far});
  add_part(inventory, {.kind = Kind::adapters,
                       .network = network,
                       .type = "",
                       .count = parts.own_adapters,
                       .of_kind = parts.kind,
                       .fabric = parts.switches.empty() ? "" : parts.switches.front().model});
  for (const NetworkParts::Boxes& of : parts.boxes) {
    const auto pool = std::ranges::find(inventory.pools, of.group, &NodePool::name);
    if (pool == inventory.pools.end()) continue;
    pool->box = BoxFabric{network, of.fabric, of.fabrics, of.with_fabric};
    if (of.with_fabric && !(pool->facts.rack_units > 0.0))
      pool->facts.rack_units = parts.switches.front().rack_units;
  }
}

}  // namespace

void PartFacts::add_lacking(const std::string& name, Uncounted::Lacks fact,
                            std::vector<Uncounted>& all) const {
  const auto is_there = [&] {
    switch (fact) {
      case Uncounted::Lacks::price:
        return price.has_value() || is_in_price;
      case Uncounted::Lacks::power:
        return power_max.has_value();
      default:
        return rack_units > 0.0 || is_in_height;
    }
  };
  if (!is_there()) return all.push_back({name, fact});
  for (const Uncounted& one : without)
    if (one.lacks == fact) all.push_back(one);
}

std::string PartCount::name() const {
  if (kind == Kind::storage)
    return type.empty() ? fmt::format("storage {}", network)
                        : fmt::format("{} {} of storage {}", count, type, network);
  return type.empty() ? fmt::format("{} {}", count, plural_of_network())
                      : fmt::format("{} {}{} of network {}", count, type,
                                    kind == Kind::uplinks ? " between switches" : "", network);
}

std::string PartCount::plural_of_network() const {
  if (kind == Kind::storage) return fmt::format("storage {}", network);
  const std::string_view parts = kind == Kind::uplinks ? "cables between switches" : kind_name();
  return fmt::format("{} of network {}", parts, network);
}

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

Inventory inventory_of(const Cluster& cluster, std::span<const StoredOn> stores) {
  Inventory inventory;
  for (const NodeGroup& group : cluster.platform().groups()) {
    NodePool pool{.name = group.name, .type = group.type, .count = group.count};
    pool.gpus = gpus_of(group);
    pool.gpu_rated_power = group.gpu_rated_power.value();
    pool.gpu_power_limit = group.gpu_power_limit.value();
    if (is_box(group)) pool.box = BoxFabric{};
    if (group.graph)
      pool.drives = std::ranges::count(group.graph->devices(), DeviceKind::nvme, &Device::kind);
    pool.facts.rack_units = group.rack_units;
    inventory.pools.push_back(std::move(pool));
  }
  for (const NamedNetwork& network : cluster.networks()) {
    const NetworkParts parts = network.network->parts();
    inventory.adapters += parts.adapters;
    add_parts(inventory, network.name, parts);
  }
  for (const StoredOn& store : stores)
    add_part(inventory, {.kind = PartCount::Kind::storage,
                         .network = store.name,
                         .type = store.model,
                         .count = store.count});
  return inventory;
}

}  // namespace gpuscape
