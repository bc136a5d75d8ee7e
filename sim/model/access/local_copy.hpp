#pragma once
/// What a copy between a GPU and the memory of its own node takes: no other node's is quicker, as
/// its server has the same driver in between.

#include <limits>

#include "sim/model/access/small_message.hpp"
#include "sim/model/gpu_access.hpp"
#include "sim/model/transfers/transfer_ways.hpp"

namespace gpuscape {

struct LocalCopy {
  Seconds latency{0.0};
  BytesPerSecond rate{std::numeric_limits<double>::infinity()};  ///< its own, whatever the links do
  BytesPerSecond alone{std::numeric_limits<double>::infinity()};  ///< with idle links

  /// What a copy straight to the GPU goes at on the wire, of which each byte is `ratio` of the
  /// GPU's: the node's own links bind by themselves where they carry the wire's bytes.
  [[nodiscard]] BytesPerSecond on_the_wire(double ratio) const {
    return ratio > 1.0 ? alone / ratio : rate;
  }
};

/// From the memory from which it takes least; nothing to hold to where the node has no memory.
[[nodiscard]] LocalCopy local_copy(const ClusterGraph& graph, const TransferWays& ways,
                                   Endpoint gpu, bool to_gpu);

/// Bytes that a leg carries for each one on the wire: whole ones where it stays within a node.
[[nodiscard]] double carried(const TransferLeg& leg, const AccessCopies& copies,
                             const ClusterGraph& graph);

}  // namespace gpuscape
