#include "sim/scheduling/lent_placer.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>

#include "sim/platform/client_cut.hpp"

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
    if (std::ranges::none_of(of.servers(), [&](std::size_t group) {
          return capacity.groups()[group].has_asked(demand);
        }))
      continue;
    if (of.any_with(demand.gpus, [&](std::uint32_t island) { return visit(pool, of, island); }))
      return true;
  }
  return false;
}

/// Visits the servers of an island that a job may use, with their free GPUs.
template <class Visit>
void for_each_server(const FreeCapacity& capacity, const LendingPool& pool, const Demand& demand,
                     std::uint32_t island, const NodeFilter* filter, const Visit& visit) {
  for (const std::size_t group : pool.servers()) {
    const GroupCapacity& of = capacity.groups()[group];
    if (!of.has_asked(demand)) continue;
    const IslandNodes nodes = capacity.lent()->nodes(group, island);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      const std::int32_t free = of.free_gpus(node);
      if (free > 0 && (filter == nullptr ||
                       filter->allows(group, node, gpus_alone(std::min(free, demand.gpus)))))
        visit(group, node, free);
    }
  }
}

bool has_gpus(const FreeCapacity& capacity, const LendingPool& pool, const Demand& demand,
              std::uint32_t island, const NodeFilter* filter) {
  if (demand.asks == 0 && filter == nullptr) return true;  // the island was found by its number
  std::int64_t free = 0;
  for_each_server(capacity, pool, demand, island, filter,
                  [&free](std::size_t, std::uint32_t, std::int32_t gpus) { free += gpus; });
  return free >= demand.gpus;
}

bool takes(const FreeCapacity& capacity, std::size_t group, std::uint32_t node, const Demand& share,
           const NodeFilter* filter) {
  const LentGpus& lent = *capacity.lent();
  return lent.used_by(group, node) <= lent.lending().most_per_client - share.nodes &&
         capacity.groups()[group].fits(node, share) &&
         (filter == nullptr || filter->allows(group, node, share));
}

/// Visits the nodes of the clients' groups in an island that have room for the smallest part of the
/// job, and says of each whether it has room for the largest.
template <class Visit>
void for_each_client(const FreeCapacity& capacity, const Gang& gang, std::uint32_t island,
                     const NodeFilter* filter, const Visit& visit) {
  const Demand smallest = client_share(gang.smallest());
  const Demand full = client_share(gang.full);
  for (const std::size_t group : capacity.lent()->lending().clients) {
    const IslandNodes nodes = capacity.lent()->nodes(group, island);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node)
      if (takes(capacity, group, node, smallest, filter))
        visit(group, node, gang.rest_nodes == 0 || takes(capacity, group, node, full, filter));
  }
}

/// Nodes on which a job has nothing.
class Elsewhere final : public NodeFilter {
 public:
  Elsewhere(const Allocation& shares, const NodeFilter* filter)
      : shares_(shares), filter_(filter) {}
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    return std::ranges::none_of(shares_,
                                [&](const AllocationShare& has) {
                                  return has.group == group && has.node == node;
                                }) &&
           (filter_ == nullptr || filter_->allows(group, node, share));
  }

 private:
  const Allocation& shares_;
  const NodeFilter* filter_;
};

/// One node.
class OnNode final : public NodeFilter {
 public:
  OnNode(const AllocationShare& of, const NodeFilter* filter) : of_(of), filter_(filter) {}
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    return group == of_.group && node == of_.node &&
           (filter_ == nullptr || filter_->allows(group, node, share));
  }

 private:
  const AllocationShare& of_;
  const NodeFilter* filter_;
};

Gang cut_for_clients(const FreeCapacity& capacity, const Demand& demand) {
  return cut_for_clients(demand, capacity.lent()->clients_of(demand));
}

}  // namespace

/// Equal parts: the clients that use least.
bool LentPlacer::find_equal_clients(const Gang& gang, std::uint32_t island,
                                    const NodeFilter* filter) {
  const LentGpus& lent = *capacity_.lent();
  const Demand share = client_share(gang.full);
  for (const std::size_t group : lent.lending().clients) {
    const IslandNodes nodes = lent.nodes(group, island);
    for (std::uint32_t node = nodes.begin; node < nodes.end; ++node) {
      const Client client{lent.used_by(group, node), group, node, true};
      const bool enough = clients_.size() == gang.nodes();
      if (enough && !(client < clients_.front())) continue;
      if (!takes(capacity_, group, node, share, filter)) continue;
      if (enough) {
        std::ranges::pop_heap(clients_);
        clients_.pop_back();
      }
      clients_.push_back(client);
      std::ranges::push_heap(clients_);
    }
  }
  if (clients_.size() < gang.nodes()) return false;
  std::ranges::sort_heap(clients_);
  return true;
}

/// The largest parts come first: each goes to the first client that has room for it.
bool LentPlacer::find_clients(const Gang& gang, std::uint32_t island, const NodeFilter* filter) {
  clients_.clear();
  if (gang.rest_nodes == 0) return find_equal_clients(gang, island, filter);
  for_each_client(
      capacity_, gang, island, filter,
      [this](std::size_t group, std::uint32_t node, bool holds_full) {
        clients_.push_back({capacity_.lent()->used_by(group, node), group, node, holds_full});
      });
  if (clients_.size() < gang.nodes()) return false;
  std::ranges::sort(clients_);
  for (auto place = clients_.begin(); place != clients_.begin() + gang.full_nodes; ++place) {
    const auto at = std::find_if(place, clients_.end(), std::mem_fn(&Client::holds_full));
    if (at == clients_.end()) return false;
    std::rotate(place, at, std::next(at));
  }
  return true;
}

/// The server that is filled most by what is left of the job; where none holds that, the one with
/// the most, and so on.
bool LentPlacer::find_servers(const LendingPool& pool, const Demand& demand, std::uint32_t island,
                              const NodeFilter* filter) {
  servers_.clear();
  taken_.clear();
  for_each_server(capacity_, pool, demand, island, filter,
                  [this](std::size_t group, std::uint32_t node, std::int32_t free) {
                    servers_.push_back({free, group, node});
                  });
  std::int32_t gpus = demand.gpus;
  const auto beyond = [gpus](const Server& server) {
    return server.free >= gpus ? server.free : std::numeric_limits<std::int32_t>::max();
  };
  const auto fullest = std::ranges::min_element(servers_, {}, beyond);
  if (fullest != servers_.end() && fullest->free >= gpus) {
    taken_.push_back({gpus, fullest->group, fullest->node});
    return true;
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

void LentPlacer::claim_clients(const Gang& gang, Allocation& shares) {
  for (std::uint32_t i = 0; i < gang.nodes(); ++i) {
    const Demand share = client_share(i < gang.full_nodes ? gang.full : gang.rest);
    const Client& client = clients_[i];
    capacity_.group(client.group).take(client.node, share);
    capacity_.lent()->use(client.group, client.node, share.nodes);
    shares.push_back({client.node, share, static_cast<std::uint32_t>(client.group)});
  }
}

void LentPlacer::claim_servers(Allocation& shares) {
  for (const Server& server : taken_) {
    const Demand share = gpus_alone(server.free);
    const GpuSetId gpus = capacity_.group(server.group).take(server.node, share);
    shares.push_back({server.node, share, static_cast<std::uint32_t>(server.group), gpus});
  }
}

bool LentPlacer::place(const Demand& demand, const NodeFilter* filter, Allocation& shares) {
  if (!is_lent(capacity_.lent(), demand)) return false;
  const Gang gang = cut_for_clients(capacity_, demand);
  return any_island(
      capacity_, demand, [&](std::size_t number, const LendingPool& pool, std::uint32_t island) {
        if (filter != nullptr && !filter->allows_lent(number, island, demand.gpus)) return false;
        if (!find_clients(gang, island, filter) || !find_servers(pool, demand, island, filter))
          return false;
        claim_clients(gang, shares);
        claim_servers(shares);
        return true;
      });
}

bool LentPlacer::place_elsewhere(const Demand& demand, std::size_t which, const NodeFilter* filter,
                                 Allocation& shares) {
  const LentGpus& lent = *capacity_.lent();
  const AllocationShare old = shares[which];
  const Elsewhere others(shares, filter);
  const OnNode same(old, filter);
  Demand asked = gpus_alone(old.share.gpus);
  asked.asks = demand.asks;
  const LendingPool& pool = lent.pools()[lent.pool_of(old.group)];
  const std::uint32_t island = lent.island_of(old.group, old.node);
  if (!find_servers(pool, asked, island, &others) && !find_servers(pool, asked, island, &same))
    return false;
  claim_servers(shares);
  return true;
}

bool has_lent_gpus(const FreeCapacity& capacity, const Demand& demand) {
  return any_island(capacity, demand,
                    [&](std::size_t, const LendingPool& pool, std::uint32_t island) {
                      return has_gpus(capacity, pool, demand, island, nullptr);
                    });
}

bool has_lent_room(const FreeCapacity& capacity, const Demand& demand, const NodeFilter* filter) {
  return any_island(capacity, demand,
                    [&](std::size_t, const LendingPool& pool, std::uint32_t island) {
                      if (!has_gpus(capacity, pool, demand, island, filter)) return false;
                      const Gang gang = cut_for_clients(capacity, demand);
                      std::uint32_t found = 0;
                      std::uint32_t full = 0;
                      for_each_client(capacity, gang, island, filter,
                                      [&](std::size_t, std::uint32_t, bool holds_full) {
                                        ++found;
                                        full += holds_full ? 1U : 0U;
                                      });
                      return found >= gang.nodes() && full >= gang.full_nodes;
                    });
}

}  // namespace gpuscape
