#include "sim/bill/gpu_fabrics.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace gpuscape {

namespace {

bool has_nvlink(const NodeGroup& group) {
  return group.graph != nullptr &&
         std::ranges::any_of(group.graph->links(), [](const NodeLink& link) {
           return link.kind == NodeLinkKind::nvlink;
         });
}

/// Between the GPUs of one node; of boxes on a PCIe fabric that is the fabric's business.
void add_inside(const BillInputs& inputs, std::vector<GpuFabric>& all) {
  const std::vector<NodeGroup>& groups = inputs.cluster.platform().groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const NodePool& pool = inputs.inventory.pools[i];
    if (groups[i].pool || pool.gpus < 2 || (pool.box && !pool.box->network.empty())) continue;
    const auto machine = inputs.parts.machines.find(pool.name);
    const bool is_known = machine != inputs.parts.machines.end();
    const std::string own = is_known ? machine->second.fabric : "";
    if (groups[i].graph == nullptr && own.empty()) continue;  // nobody says what is inside
    GpuFabric fabric{.name = "PCIe", .of = pool.name, .gpus = pool.gpus};
    if (groups[i].graph == nullptr) fabric.name = own;
    if (has_nvlink(groups[i])) fabric.name = own.empty() ? "NVLink" : own;
    if (is_known && machine->second.is_rack) fabric.reach = FabricReach::rack;
    all.push_back(std::move(fabric));
  }
}

/// GPUs of the boxes on one of the equal PCIe fabrics of a network.
void add_composed(const BillInputs& inputs, std::vector<GpuFabric>& all) {
  std::set<std::string> seen;
  for (const NodePool& pool : inputs.inventory.pools) {
    if (!pool.box || pool.box->network.empty() || pool.box->fabrics < 1) continue;
    if (!seen.insert(pool.box->network).second) continue;
    std::int64_t gpus = 0;
    for (const NodePool& other : inputs.inventory.pools)
      if (other.box && other.box->network == pool.box->network) gpus += other.count * other.gpus;
    const std::int64_t fabrics = pool.box->fabrics;
    all.push_back({.name = "composed PCIe",
                   .of = pool.box->network,
                   .gpus = (gpus + fabrics - 1) / fabrics,
                   .reach = FabricReach::rack});
  }
}

/// Whether jobs or lent GPUs use it: a network for management alone is none.
bool carries_jobs(const Cluster& cluster, std::size_t network) {
  const std::size_t groups = cluster.platform().groups().size();
  bool any = false;
  for (std::size_t group = 0; group < groups; ++group) {
    const std::optional<std::size_t> used = cluster.network_of(group);
    if (used == network) return true;
    any = any || used.has_value();
  }
  return !any || cluster.platform().lending() != nullptr;
}

void add_networks(const BillInputs& inputs, std::vector<GpuFabric>& all) {
  const Platform& platform = inputs.cluster.platform();
  const std::vector<NamedNetwork>& networks = inputs.cluster.networks();
  for (std::size_t i = 0; i < networks.size(); ++i) {
    const NetworkParts parts = networks[i].network->parts();
    if (parts.kind == "pcie" || !carries_jobs(inputs.cluster, i)) continue;
    GpuFabric fabric{.name = parts.kind.empty() ? "network" : parts.kind, .of = networks[i].name};
    std::int64_t nodes = 0;
    for (std::size_t group = 0; group < platform.groups().size(); ++group) {
      const NodePool& pool = inputs.inventory.pools[group];
      if (pool.gpus == 0 || platform.groups()[group].pool) continue;
      if (networks[i].network->rails_of(platform.first_node(group)) == 0) continue;
      nodes += pool.count;
      fabric.gpus += pool.count * pool.gpus;
    }
    if (nodes < 2) continue;
    fabric.reach = reach_of(parts);
    all.push_back(std::move(fabric));
  }
}

}  // namespace

FabricReach reach_of(const NetworkParts& parts) {
  std::set<std::string> tiers;
  for (const NetworkParts::Switches& one : parts.switches)
    if (one.count > 0) tiers.insert(one.tier);
  const bool is_far = std::ranges::any_of(parts.cables, [](const NetworkParts::Cables& cable) {
    return cable.count > 0 && (cable.far || cable.optical);
  });
  if (tiers.size() > 1) return is_far ? FabricReach::hall : FabricReach::row;
  return is_far ? FabricReach::row : FabricReach::rack;
}

std::vector<GpuFabric> gpu_fabrics(const BillInputs& inputs) {
  std::vector<GpuFabric> all;
  add_inside(inputs, all);
  add_composed(inputs, all);
  add_networks(inputs, all);
  return all;
}

}  // namespace gpuscape
