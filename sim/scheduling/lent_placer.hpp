#pragma once
/// Puts a job on clients and GPUs that servers lend.

#include <cstddef>
#include <vector>

#include "sim/platform/allocation.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

class LentPlacer {
 public:
  explicit LentPlacer(FreeCapacity& capacity) : capacity_(capacity) {}

  /// Claims clients and GPUs of one model in one island, of the islands that can the one with the
  /// fewest free GPUs, and appends them to `shares`, clients first; false with nothing claimed and
  /// appended where there is none. Of the clients it takes those that use the fewest GPUs, of the
  /// servers as few as it can.
  bool place(const Demand& demand, const NodeFilter* filter, Allocation& shares);
  /// Of a job that has `shares`: claims as many GPUs as the one of them at `which` on servers of
  /// that island on which the job is not yet, or else on the same server, and appends them; false
  /// with nothing claimed and appended where there are none.
  bool place_elsewhere(const Demand& demand, std::size_t which, const NodeFilter* filter,
                       Allocation& shares);

 private:
  struct Client {
    std::int32_t used;
    std::size_t group;
    std::uint32_t node;
    bool holds_full;
    friend auto operator<=>(const Client&, const Client&) = default;
  };
  struct Server {
    std::int32_t free;
    std::size_t group;
    std::uint32_t node;
  };
  bool find_clients(const Gang& gang, std::uint32_t island, const NodeFilter* filter);
  bool find_equal_clients(const Gang& gang, std::uint32_t island, const NodeFilter* filter);
  bool find_servers(const LendingPool& pool, const Demand& demand, std::uint32_t island,
                    const NodeFilter* filter);
  void claim_clients(const Gang& gang, Allocation& shares);
  void claim_servers(Allocation& shares);

  FreeCapacity& capacity_;
  std::vector<Client> clients_;  // scratch: the first ones are taken
  std::vector<Server> servers_;  // scratch
  std::vector<Server> taken_;    // scratch: `free` is what is taken
};

/// Whether such a job could be placed there now, on nodes that `filter` allows.
[[nodiscard]] bool has_lent_room(const FreeCapacity& capacity, const Demand& demand,
                                 const NodeFilter* filter);
/// Whether some island has as many free GPUs.
[[nodiscard]] bool has_lent_gpus(const FreeCapacity& capacity, const Demand& demand);

}  // namespace gpuscape
