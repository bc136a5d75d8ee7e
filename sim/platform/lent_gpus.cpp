#include "sim/platform/lent_gpus.hpp"

#include <algorithm>

#include "sim/platform/client_cut.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

LendingPool::LendingPool(const Platform& platform, const Lending& lending,
                         std::vector<std::size_t> servers)
    : servers_(std::move(servers)), total_(lending.islands, 0) {
  for (const std::size_t group : servers_) {
    const NodeGroup& of = platform.groups()[group];
    for (std::uint32_t island = 0; island < lending.islands; ++island) {
      const IslandNodes nodes = nodes_of_island(of.count, lending.islands, island);
      total_[island] += std::int64_t{nodes.end - nodes.begin} * of.capacity.gpus;
    }
  }
  free_ = total_;
  largest_ = *std::ranges::max_element(total_);
  at_level_.assign(static_cast<std::size_t>(largest_) + 1, IslandSet(lending.islands));
  levels_ = LevelSet(static_cast<std::uint32_t>(largest_));
  for (std::uint32_t island = 0; island < lending.islands; ++island) {
    const auto level = static_cast<std::uint32_t>(total_[island]);
    if (at_level_[level].empty()) levels_.insert(level);
    at_level_[level].insert(island);
  }
}

void LendingPool::move(std::uint32_t island, std::int64_t gpus) {
  if (gpus == 0) return;
  const auto from = static_cast<std::uint32_t>(free_[island]);
  free_[island] += gpus;
  const auto to = static_cast<std::uint32_t>(free_[island]);
  at_level_[from].erase(island);
  if (at_level_[from].empty()) levels_.erase(from);
  if (at_level_[to].empty()) levels_.insert(to);
  at_level_[to].insert(island);
}

LentGpus::LentGpus(const Platform& platform, const Lending& lending)
    : lending_(lending), pool_of_(platform.groups().size()), used_by_(platform.groups().size()) {
  for (const NodeGroup& group : platform.groups()) {
    counts_.push_back(group.count);
    per_island_.push_back(nodes_per_island(group.count, lending.islands));
  }
  for (const std::size_t client : lending_.clients) {
    used_by_[client].assign(counts_[client], 0);
    client_nodes_.push_back(platform.groups()[client].capacity);
  }
  std::vector<std::vector<std::size_t>> by_model;
  for (const std::size_t server : lending_.servers) {
    const std::string& model = platform.groups()[server].gpu_model;
    const auto at = std::ranges::find_if(by_model, [&](const std::vector<std::size_t>& groups) {
      return platform.groups()[groups.front()].gpu_model == model;
    });
    if (at == by_model.end())
      by_model.push_back({server});
    else
      at->push_back(server);
  }
  for (std::vector<std::size_t>& servers : by_model) {
    for (const std::size_t server : servers)
      pool_of_[server] = Id<struct LendingPoolTag>(static_cast<std::uint32_t>(pools_.size()));
    pools_.emplace_back(platform, lending_, std::move(servers));
  }
}

std::uint32_t LentGpus::clients_of(const Demand& demand) const {
  const std::int32_t by_gpus = (demand.gpus - 1) / lending_.most_per_client + 1;
  const auto least = static_cast<std::uint32_t>(std::max({1, demand.nodes, by_gpus}));
  const auto holds = [&](std::uint32_t clients) {
    const Demand share = client_share(cut_for_client(demand, clients, 0));
    return std::ranges::any_of(client_nodes_,
                               [&](const Demand& node) { return node.holds(share); });
  };
  for (std::uint32_t clients = least; clients <= static_cast<std::uint32_t>(demand.gpus); ++clients)
    if (holds(clients)) return clients;
  return least;
}

bool LentGpus::could_hold(const Platform& platform, const Demand& demand,
                          const OpenNodes& open) const {
  if (demand.gpus <= 0 || demand.gpu_milli != 0 || demand.gpus > lending_.most_per_job)
    return false;
  const Gang gang = cut_for_clients(demand, clients_of(demand));
  const auto clients = [&](std::uint32_t island, const Demand& cut) {
    std::uint32_t found = 0;
    for (const std::size_t group : lending_.clients)
      if (platform.groups()[group].capacity.holds(client_share(cut)))
        found += open(group, nodes(group, island));
    return found;
  };
  const auto gpus = [&](std::uint32_t island, const LendingPool& pool) {
    std::int64_t found = 0;
    for (const std::size_t group : pool.servers()) {
      const NodeGroup& of = platform.groups()[group];
      if (of.will_do(demand))
        found += std::int64_t{open(group, nodes(group, island))} * of.capacity.gpus;
    }
    return found;
  };
  return std::ranges::any_of(pools_, [&](const LendingPool& pool) {
    for (std::uint32_t island = 0; island < lending_.islands; ++island)
      if (gpus(island, pool) >= demand.gpus && clients(island, gang.full) >= gang.full_nodes &&
          (gang.rest_nodes == 0 || clients(island, gang.rest) >= gang.nodes()))
        return true;
    return false;
  });
}

}  // namespace gpuscape
