#pragma once
/// What a copy between a GPU and the memory of its own node takes: no other node's is quicker, as
/// its server has the same driver in between.

#include <limits>

#include "sim/model/access/small_message.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

struct LocalCopy {
  Seconds latency{0.0};
  BytesPerSecond rate{std::numeric_limits<double>::infinity()};  ///< its own, whatever the links do
};

/// From the memory from which it takes least; nothing to hold to where the node has no memory.
[[nodiscard]] LocalCopy local_copy(const ClusterGraph& graph, const TransferWays& ways,
                                   Endpoint gpu, bool to_gpu);

}  // namespace gpuscape
