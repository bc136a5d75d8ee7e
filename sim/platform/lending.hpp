#pragma once
/// GPUs that nodes lend to jobs on other nodes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/platform/demand.hpp"
#include "sim/platform/gang.hpp"
#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// Jobs run on nodes of the clients' groups and use GPUs of the servers'. Where the network between
/// them consists of equal islands, the nodes of each group are dealt to them in order, and a job
/// stays in one island.
struct Lending {
  static constexpr std::int32_t kAny = std::numeric_limits<std::int32_t>::max();

  std::vector<std::size_t> clients;  ///< groups
  std::vector<std::size_t> servers;  ///< groups
  std::uint32_t islands = 1;
  std::int32_t most_per_job = kAny;     ///< GPUs
  std::int32_t most_per_client = kAny;  ///< GPUs of all its jobs together

  [[nodiscard]] bool is_client(std::size_t group) const {
    return std::ranges::find(clients, group) != clients.end();
  }
  [[nodiscard]] bool is_server(std::size_t group) const {
    return std::ranges::find(servers, group) != servers.end();
  }
};

/// Of `count` nodes those of an island, from `begin` to before `end`.
struct IslandNodes {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
constexpr std::uint32_t nodes_per_island(std::uint32_t count, std::uint32_t islands) {
  return std::max(1U, (count + islands - 1) / islands);
}
constexpr IslandNodes nodes_of_island(std::uint32_t count, std::uint32_t islands,
                                      std::uint32_t island) {
  const std::uint64_t each = nodes_per_island(count, islands);
  const auto at = [&](std::uint64_t place) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(place * each, count));
  };
  return {at(island), at(std::uint64_t{island} + 1)};
}

}  // namespace gpuscape
