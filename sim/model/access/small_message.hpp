#pragma once
/// The message of a call to a GPU that another node lends.

#include <variant>

#include "sim/model/gpu_access.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

/// A message of a call, and a copy that is long enough for its rate to show.
inline constexpr Bytes kSmallMessage{64.0};
inline constexpr Bytes kLargeMessage{1e9};

/// From a client's memory, one way: over composed PCIe to the GPU itself, else to the memory of the
/// first socket of its node, where the server's software is.
[[nodiscard]] std::variant<AccessWay, WayFault> small_message(const ClusterGraph& graph,
                                                              const TransferWays& ways,
                                                              Endpoint client, Endpoint gpu,
                                                              bool composed);

}  // namespace gpuscape
