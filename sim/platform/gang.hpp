#pragma once
/// How a job is cut into shares, each on a node of its own: as many full nodes as it needs and what
/// is left over on one more, or equal shares on as many nodes as it asks for.

#include <algorithm>
#include <cstdint>

#include "sim/platform/node_group.hpp"

namespace gpuscape {

/// A job's shape on nodes of one kind: `full_nodes` times `full` and `rest_nodes` times `rest`, no
/// two of them on one node. `full` holds `rest`, so whoever places the full shares first places as
/// many as can be placed. A job on one node has no full share and all of itself as `rest`.
struct Gang {
  std::uint32_t full_nodes = 0;
  Demand full;
  std::uint32_t rest_nodes = 0;
  Demand rest;
  [[nodiscard]] std::uint32_t nodes() const { return full_nodes + rest_nodes; }
  [[nodiscard]] const Demand& largest() const { return full_nodes > 0 ? full : rest; }
  [[nodiscard]] const Demand& smallest() const { return rest_nodes > 0 ? rest : full; }
  /// True when `nodes` empty nodes can hold it.
  [[nodiscard]] bool fits(const Demand& node, std::uint32_t count) const {
    return nodes() <= count && node.holds(largest());
  }
  friend bool operator==(const Gang&, const Gang&) = default;
};

/// True when all of the job goes on one node, by GPUs; one of tasks, by all that they ask for.
inline bool stays_whole(const Demand& demand, const Demand& node) {
  if (demand.tasks() > 0) return node.holds(demand);
  return demand.nodes <= 1 && demand.gpus <= node.gpus;
}

/// `parts` of `of` parts, rounded up.
constexpr std::int64_t part(std::int64_t whole, std::int64_t parts, std::int64_t of) {
  return whole / of * parts + (whole % of * parts + of - 1) / of;
}

/// Of a job that asks for a number of nodes: shares that differ by one GPU at most. Where there are
/// fewer GPUs than nodes, cores and memory are the same on all nodes.
inline Gang cut_evenly(const Demand& demand) {
  const std::int32_t nodes = demand.nodes;
  const auto share = [&](std::int32_t gpus) {
    const bool by_gpus = demand.gpus >= nodes;
    const std::int64_t parts = by_gpus ? gpus : 1;
    const std::int64_t of = by_gpus ? demand.gpus : nodes;
    return Demand{gpus, part(demand.milli_cores, parts, of), part(demand.memory_mib, parts, of), 0};
  };
  const std::int32_t more = demand.gpus % nodes;
  Gang gang;
  gang.full_nodes = static_cast<std::uint32_t>(more == 0 ? nodes : more);
  gang.full = share(demand.gpus / nodes + (more == 0 ? 0 : 1));
  gang.rest_nodes = static_cast<std::uint32_t>(nodes) - gang.full_nodes;
  if (gang.rest_nodes > 0) gang.rest = share(demand.gpus / nodes);
  return gang;
}

/// As many of the tasks on each node as it holds, and what is left over on one more. A node that
/// holds none of them does not hold the shares either.
inline Gang cut_by_tasks(const Demand& demand, const Demand& node) {
  const std::int32_t tasks = demand.tasks();
  const auto share = [&](std::int32_t count) {
    return Demand{demand.gpus / tasks * count, part(demand.milli_cores, count, tasks),
                  part(demand.memory_mib, count, tasks), 0};
  };
  const Demand one = share(1);
  std::int64_t held = tasks;
  if (one.gpus > 0) held = std::min<std::int64_t>(held, node.gpus / one.gpus);
  if (one.milli_cores > 0) held = std::min(held, node.milli_cores / one.milli_cores);
  if (one.memory_mib > 0) held = std::min(held, node.memory_mib / one.memory_mib);
  const auto each = static_cast<std::int32_t>(std::max<std::int64_t>(1, held));
  Gang gang;
  if (each < tasks) {
    gang.full_nodes = static_cast<std::uint32_t>(tasks / each);
    gang.full = share(each);
  }
  const std::int32_t left = each < tasks ? tasks % each : tasks;
  gang.rest_nodes = left > 0 ? 1 : 0;
  if (left > 0) gang.rest = share(left);
  return gang;
}

/// Cuts by GPUs; cores and memory are shared in proportion to GPUs (rounded up), so that a full
/// node's share is what one node gives. A job without GPUs that asks for no number of nodes stays
/// on one.
inline Gang cut_into_gang(const Demand& demand, const Demand& node) {
  if (demand.nodes > 1) return cut_evenly(demand);
  if (demand.tasks() > 0) return cut_by_tasks(demand, node);
  Gang gang;
  if (demand.gpus <= node.gpus || node.gpus == 0) {
    gang.rest_nodes = 1;
    gang.rest = {demand.gpus, demand.milli_cores, demand.memory_mib, 0, 0, demand.gpu_milli};
    if (demand.gpu_milli != 0) gang.rest.asks = demand.asks;
    return gang;
  }
  const auto share = [&](std::int32_t gpus) {
    return Demand{gpus, part(demand.milli_cores, gpus, demand.gpus),
                  part(demand.memory_mib, gpus, demand.gpus), 0};
  };
  gang.full_nodes = static_cast<std::uint32_t>(demand.gpus / node.gpus);
  gang.full = share(node.gpus);
  const std::int32_t left = demand.gpus % node.gpus;
  gang.rest_nodes = left > 0 ? 1 : 0;
  if (left > 0) gang.rest = share(left);
  return gang;
}

/// True when `nodes` nodes of the empty group can hold the job.
inline bool fits_when_empty(const Demand& demand, const NodeGroup& group, std::uint32_t nodes) {
  if (group.lends_only || !group.will_do(demand)) return false;
  if (group.pool) return demand.gpus <= group.capacity.gpus;
  if (stays_whole(demand, group.capacity)) return nodes > 0 && group.capacity.holds(demand);
  return cut_into_gang(demand, group.capacity).fits(group.capacity, nodes);
}

/// True when the empty group can hold the job.
inline bool fits_when_empty(const Demand& demand, const NodeGroup& group) {
  return fits_when_empty(demand, group, group.count);
}

}  // namespace gpuscape
