#include "sim/scheduling/lent_placer.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

/// GPUs of a share alone.
Demand gpus_alone(std::int32_t gpus) { return {gpus, 0, 0, 0}; }

bool is_lent(const LentGpus* lent, const Demand& demand) {
  return lent != nullptr && demand.gpus > 0 && demand.gpu_milli == 0 &&
         demand.gpus <= lent->lending().most_per_job;
}

template <class Visit>
bool any_island(const FreeCapacity& capacity, const Demand& demand, const Visit& visit) {
  const LentGpus* lent = capacity.lent();
  if (!is_lent(lent, demand)) return false;
  for (std::size_t pool = 0; pool < lent->pools().size(); ++pool) {
    const LendingPool& of = lent->pools()[pool];
    if (!capacity.groups()[of.servers().front()].has_asked(demand)) continue;
    if (of.any_with(demand.gpus, [&](std::uint32_t island) { return visit(pool, of, island); }))
      return true;
  }
  return false;
}

/// Visits the nodes of the clients' groups in an island that have room for another part of the job.
template <class Visit>
void for_each_client(const FreeCapacity& capacity, const ClientPart& part, std::uint32_t island,
                     const NodeFilter* filter, const Visit& visit) {
  const LentGpus& lent = *capacity.lent();
  for (const std::size_t group : lent.lending().clients) {
    const GroupCapacity& of = capacity.groups()[group];
    const IslandNodes nodes = lent.nodes(group, island);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      const std::int32_t used = lent.used_by(group, node);
      if (used > lent.lending().most_per_client - part.gpus || !of.fits(node, part.share)) continue;
      if (filter == nullptr || filter->allows(group, node, part.share)) visit(group, node, used);
    }
  }
}

}  // namespace

bool LentPlacer::find_clients(const Demand& demand, std::uint32_t island,
                              const NodeFilter* filter) {
  clients_.clear();
  for_each_client(capacity_, client_part(demand, count_, 0), island, filter,
                  [this](std::size_t group, std::uint32_t node, std::int32_t used) {
                    clients_.push_back({used, group, node});
                  });
  if (clients_.size() < count_) return false;
  std::ranges::partial_sort(clients_, clients_.begin() + count_);
  return true;
}

/// The server that is filled most by what is left of the job; where none holds that, the one with
/// the most, and so on.
bool LentPlacer::find_servers(const LendingPool& pool, std::int32_t gpus, std::uint32_t island,
                              const NodeFilter* filter) {
  servers_.clear();
  taken_.clear();
  for (const std::size_t group : pool.servers()) {
    const GroupCapacity& of = capacity_.groups()[group];
    const IslandNodes nodes = capacity_.lent()->nodes(group, island);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      const std::int32_t free = of.free_gpus(node);
      if (free > 0 &&
          (filter == nullptr || filter->allows(group, node, gpus_alone(std::min(free, gpus)))))
        servers_.push_back({free, group, node});
    }
  }
  std::ranges::stable_sort(servers_, {}, &Server::free);
  while (gpus > 0 && !servers_.empty()) {
    auto at = std::ranges::lower_bound(servers_, gpus, {}, &Server::free);
    if (at == servers_.end())  // the first of those with the most
      at = std::ranges::lower_bound(servers_, servers_.back().free, {}, &Server::free);
    taken_.push_back({std::min(gpus, at->free), at->group, at->node});
    gpus -= taken_.back().free;
    servers_.erase(at);
  }
  return gpus == 0;
}

void LentPlacer::claim(const Demand& demand, Allocation& shares) {
  for (std::uint32_t i = 0; i < count_; ++i) {
    const ClientPart part = client_part(demand, count_, i);
    const Client& client = clients_[i];
    capacity_.group(client.group).take(client.node, part.share);
    capacity_.lent()->use(client.group, client.node, part.gpus);
    shares.push_back({client.node, part.share, static_cast<std::uint32_t>(client.group)});
  }
  for (const Server& server : taken_) {
    const Demand share = gpus_alone(server.free);
    const GpuSetId gpus = capacity_.group(server.group).take(server.node, share);
    shares.push_back({server.node, share, static_cast<std::uint32_t>(server.group), gpus});
  }
}

bool LentPlacer::place(const Demand& demand, const NodeFilter* filter, Allocation& shares) {
  if (!is_lent(capacity_.lent(), demand)) return false;
  count_ = capacity_.lent()->clients_of(demand);
  return any_island(capacity_, demand,
                    [&](std::size_t number, const LendingPool& pool, std::uint32_t island) {
                      if (filter != nullptr && !filter->allows_lent(number, island, demand.gpus))
                        return false;
                      if (!find_clients(demand, island, filter) ||
                          !find_servers(pool, demand.gpus, island, filter))
                        return false;
                      claim(demand, shares);
                      return true;
                    });
}

bool has_lent_gpus(const FreeCapacity& capacity, const Demand& demand) {
  return any_island(capacity, demand,
                    [](std::size_t, const LendingPool&, std::uint32_t) { return true; });
}

bool has_lent_room(const FreeCapacity& capacity, const Demand& demand) {
  return any_island(capacity, demand, [&](std::size_t, const LendingPool&, std::uint32_t island) {
    const std::uint32_t clients = capacity.lent()->clients_of(demand);
    std::uint32_t found = 0;
    for_each_client(capacity, client_part(demand, clients, 0), island, nullptr,
                    [&found](std::size_t, std::uint32_t, std::int32_t) { ++found; });
    return found >= clients;
  });
}

}  // namespace gpuscape
