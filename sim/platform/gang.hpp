#pragma once
/// How a job is cut into shares, one a node: as many full nodes as it needs, and what is left over
/// on one more.

#include <algorithm>
#include <cstdint>

#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// A job's shape on nodes of one kind: `full_nodes` times `full`, then `rest` where it is not
/// empty. A job on one node has no full nodes and all of itself as `rest`.
struct Gang {
  std::uint32_t full_nodes = 0;
  Demand full;
  Demand rest;
  bool has_rest = false;
  [[nodiscard]] std::uint32_t nodes() const { return full_nodes + (has_rest ? 1U : 0U); }
  /// The smaller of the shares, in GPUs: what a free node must have to be of any use to the job.
  [[nodiscard]] std::int32_t least_share() const {
    return !has_rest ? full.gpus : full_nodes == 0 ? rest.gpus : std::min(full.gpus, rest.gpus);
  }
};

/// True when all of the job goes on one node, by GPUs.
inline bool stays_whole(const Demand& demand, const Demand& node) {
  return demand.nodes <= 1 && demand.gpus <= node.gpus;
}

/// Cuts by GPUs; cores and memory are shared in proportion to GPUs (rounded up), so that a full
/// node's share is what one node gives. A job that asks for a number of nodes gets equal shares on
/// them, rounded up as long as each node gets some, and one node holds what is left. Otherwise a
/// job without GPUs stays on one node.
inline Gang cut_into_gang(const Demand& demand, const Demand& node) {
  Gang gang;
  const bool spread = demand.nodes > 1 && (demand.gpus == 0 || demand.gpus >= demand.nodes);
  if (!spread && (demand.gpus <= node.gpus || node.gpus == 0)) {
    gang.rest = {demand.gpus, demand.milli_cores, demand.memory_mib, 0};
    gang.has_rest = true;
    return gang;
  }
  const auto part = [](std::int64_t whole, std::int64_t parts, std::int64_t of) {
    return (whole * parts + of - 1) / of;
  };
  if (spread && demand.gpus == 0) {
    gang.full_nodes = static_cast<std::uint32_t>(demand.nodes);
    gang.full = {0, part(demand.milli_cores, 1, demand.nodes),
                 part(demand.memory_mib, 1, demand.nodes), 0};
    return gang;
  }
  const std::int32_t nodes = std::max(1, demand.nodes);
  const auto up = static_cast<std::int32_t>(part(demand.gpus, 1, nodes));
  // Rounded down where, rounded up, fewer nodes would do.
  const bool rounds_up = (nodes - 1) * std::int64_t{up} < demand.gpus;
  const std::int32_t per_node = !spread ? node.gpus : rounds_up ? up : demand.gpus / nodes;
  const auto share = [&](std::int32_t gpus) {
    return Demand{gpus, part(demand.milli_cores, gpus, demand.gpus),
                  part(demand.memory_mib, gpus, demand.gpus), 0};
  };
  gang.full_nodes = spread && !rounds_up ? static_cast<std::uint32_t>(nodes - 1)
                                         : static_cast<std::uint32_t>(demand.gpus / per_node);
  gang.full = share(per_node);
  const std::int32_t left = demand.gpus - static_cast<std::int32_t>(gang.full_nodes) * per_node;
  gang.has_rest = left > 0;
  if (gang.has_rest) gang.rest = share(left);
  return gang;
}

/// True when `nodes` nodes of the empty group can hold the job.
inline bool fits_when_empty(const Demand& demand, const NodeGroup& group, std::uint32_t nodes) {
  if (group.pool) return demand.gpus <= group.capacity.gpus;
  if (stays_whole(demand, group.capacity)) return nodes > 0 && group.capacity.holds(demand);
  const Gang gang = cut_into_gang(demand, group.capacity);
  return gang.nodes() <= nodes && (gang.full_nodes == 0 || group.capacity.holds(gang.full)) &&
         (!gang.has_rest || group.capacity.holds(gang.rest));
}

/// True when the empty group can hold the job.
inline bool fits_when_empty(const Demand& demand, const NodeGroup& group) {
  return fits_when_empty(demand, group, group.count);
}

}  // namespace gpuscape
