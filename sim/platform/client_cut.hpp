#pragma once
/// How a job on lent GPUs is cut into shares of its clients.

#include <cstdint>

#include "sim/platform/gang.hpp"

namespace gpuscape {

/// Of so many clients: `gpus` of a share are those elsewhere that the client uses.
inline Gang cut_for_clients(const Demand& demand, std::uint32_t clients) {
  Demand whole = demand;
  whole.nodes = static_cast<std::int32_t>(clients);
  return cut_evenly(whole);
}

/// The same of the `which`-th client.
inline Demand cut_for_client(const Demand& demand, std::uint32_t clients, std::uint32_t which) {
  const Gang gang = cut_for_clients(demand, clients);
  return which < gang.full_nodes ? gang.full : gang.rest;
}

/// What a client gives for such a share: cores and memory of its own, and GPUs elsewhere that it
/// uses, as `nodes`.
constexpr Demand client_share(const Demand& cut) {
  return {0, cut.milli_cores, cut.memory_mib, cut.gpus};
}

}  // namespace gpuscape
