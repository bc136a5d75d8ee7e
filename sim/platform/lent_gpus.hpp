#pragma once
/// Which GPUs are there to be lent, island by island, and how many each client uses.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/platform/lending.hpp"
#include "sim/platform/node_set.hpp"

namespace gpuscape {

class Platform;

/// An island of a pool.
using IslandId = Id<struct IslandTag>;
using IslandSet = IdSet<IslandId>;

/// GPUs of one model, in all groups that lend such: those of one island can be of one job.
class LendingPool {
 public:
  LendingPool(const Platform& platform, const Lending& lending, std::vector<std::size_t> servers);

  [[nodiscard]] const std::vector<std::size_t>& servers() const { return servers_; }
  [[nodiscard]] std::int64_t free(std::uint32_t island) const { return free_[island]; }
  /// GPUs of an island while nothing is lent.
  [[nodiscard]] std::int64_t total(std::uint32_t island) const { return total_[island]; }
  [[nodiscard]] std::int64_t largest() const { return largest_; }

  /// Visits islands with at least so many free GPUs, those with the fewest first, until `visit`
  /// returns true. True where it did.
  template <class Visit>
  bool any_with(std::int64_t gpus, const Visit& visit) const {
    if (gpus > largest_) return false;
    for (auto level = levels_.next(static_cast<std::uint32_t>(gpus)); !level.is_none();
         level = levels_.next(level.index() + 1))
      for (auto island = at_level_[level.index()].first(); !island.is_none();
           island = at_level_[level.index()].next(island.index() + 1))
        if (visit(island.index())) return true;
    return false;
  }
  void move(std::uint32_t island, std::int64_t gpus);

 private:
  std::vector<std::size_t> servers_;
  std::vector<std::int64_t> free_;
  std::vector<std::int64_t> total_;
  std::int64_t largest_ = 0;
  std::vector<IslandSet> at_level_;  // by free GPUs
  LevelSet levels_;
};

class LentGpus {
 public:
  LentGpus(const Platform& platform, const Lending& lending);

  [[nodiscard]] const Lending& lending() const { return lending_; }
  [[nodiscard]] const std::vector<LendingPool>& pools() const { return pools_; }
  /// Nodes of a group in an island.
  [[nodiscard]] IslandNodes nodes(std::size_t group, std::uint32_t island) const {
    return nodes_of_island(counts_[group], lending_.islands, island);
  }
  /// GPUs elsewhere that jobs on the node use.
  [[nodiscard]] std::int32_t used_by(std::size_t group, std::uint32_t node) const {
    return used_by_[group][node];
  }

  /// Of a group that lends GPUs: the pool that they are of.
  [[nodiscard]] std::size_t pool_of(std::size_t group) const { return pool_of_[group].index(); }
  [[nodiscard]] std::uint32_t island_of(std::size_t group, std::uint32_t node) const {
    return node / per_island_[group];
  }
  /// Whether GPUs of that node are of an island of a pool.
  [[nodiscard]] bool lends(std::size_t pool, std::uint32_t island, std::size_t group,
                           std::uint32_t node) const {
    return !pool_of_[group].is_none() && pool_of_[group].index() == pool &&
           node / per_island_[group] == island;
  }
  /// GPUs of a node of such a group are free from now on, or fewer of them.
  void move(std::size_t group, std::uint32_t node, std::int32_t gpus) {
    if (pool_of_[group].is_none()) return;
    pools_[pool_of_[group].index()].move(node / per_island_[group], gpus);
  }
  void use(std::size_t client, std::uint32_t node, std::int32_t gpus) {
    used_by_[client][node] += gpus;
  }

  /// On how many clients a job is: as few as have the cores, the memory and the reach that it asks
  /// for, and at least as many as it asks for.
  [[nodiscard]] std::uint32_t clients_of(const Demand& demand) const;
  /// Whether the empty cluster could lend a job what it asks for; `open` says how many of a group's
  /// nodes in an island are open to it.
  using OpenNodes = std::function<std::uint32_t(std::size_t group, IslandNodes nodes)>;
  [[nodiscard]] bool could_hold(const Platform& platform, const Demand& demand,
                                const OpenNodes& open) const;

 private:
  Lending lending_;
  std::vector<Demand> client_nodes_;       // capacities, one for each of the clients' groups
  std::vector<std::uint32_t> counts_;      // nodes, by group
  std::vector<std::uint32_t> per_island_;  // likewise
  std::vector<LendingPool> pools_;
  std::vector<Id<struct LendingPoolTag>> pool_of_;  // by group; none: it lends nothing
  std::vector<std::vector<std::int32_t>> used_by_;  // by group and node; empty: no client
};

}  // namespace gpuscape
