#pragma once
/// How a job is cut into shares, one a node: as many full nodes as it needs, and what is left over
/// on one more.

#include <algorithm>
#include <cstdint>

#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// A job's shape on nodes of one kind: `full_nodes` times `full`, then `rest` where it is not
/// empty. A job that fits one node has no full nodes and all of itself as `rest`.
struct Gang {
  std::uint32_t full_nodes = 0;
  Demand full;
  Demand rest;
  bool has_rest = false;
  [[nodiscard]] std::uint32_t nodes() const { return full_nodes + (has_rest ? 1U : 0U); }
  /// The smaller of the shares, in GPUs: what a free node must have to be of any use to the job.
  [[nodiscard]] std::int32_t least_share() const { return has_rest ? rest.gpus : full.gpus; }
};

/// Cuts by GPUs; cores and memory are shared in proportion to GPUs (rounded up), so that a full
/// node's share is what one node gives. A job without GPUs stays on one node.
inline Gang cut_into_gang(const Demand& demand, const Demand& node) {
  Gang gang;
  if (demand.gpus <= node.gpus || node.gpus == 0) {
    gang.rest = demand;
    gang.has_rest = true;
    return gang;
  }
  gang.full_nodes = static_cast<std::uint32_t>(demand.gpus / node.gpus);
  const auto part = [&](std::int64_t whole, std::int32_t gpus) {
    return (whole * gpus + demand.gpus - 1) / demand.gpus;
  };
  const auto share = [&](std::int32_t gpus) {
    return Demand{gpus, part(demand.milli_cores, gpus), part(demand.memory_mib, gpus)};
  };
  gang.full = share(node.gpus);
  const std::int32_t left = demand.gpus % node.gpus;
  gang.has_rest = left > 0;
  if (gang.has_rest) gang.rest = share(left);
  return gang;
}

/// True when the empty group can hold the job.
inline bool fits_when_empty(const Demand& demand, const NodeGroup& group) {
  if (group.pool) return demand.gpus <= group.capacity.gpus;
  const Gang gang = cut_into_gang(demand, group.capacity);
  const auto fits = [&](const Demand& share) {
    return share.gpus <= group.capacity.gpus && share.milli_cores <= group.capacity.milli_cores &&
           share.memory_mib <= group.capacity.memory_mib;
  };
  return gang.nodes() <= group.count && (gang.full_nodes == 0 || fits(gang.full)) &&
         (!gang.has_rest || fits(gang.rest));
}

}  // namespace gpuscape
