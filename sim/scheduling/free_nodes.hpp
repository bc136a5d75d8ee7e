#pragma once
/// What a placement policy may look at: the nodes of one group on which a share may go.

#include <algorithm>
#include <cstdint>

#include "sim/platform/free_capacity.hpp"

namespace gpuscape {

/// Says on which nodes a share may go although it fits there (a backfill protects a reservation
/// with it).
class NodeFilter {
 public:
  virtual ~NodeFilter() = default;
  /// Node numbers are within the group.
  [[nodiscard]] virtual bool allows(std::size_t group, std::uint32_t node,
                                    const Demand& share) const = 0;
};

/// How far a job is placed already.
struct GangProgress {
  std::uint32_t shares_left = 1;               ///< with the one that is asked for
  std::uint32_t last_chosen = NodeSet::kNone;  ///< the node of the share before it
};

/// Read-only view of the free nodes of one group for one share.
class FreeNodes {
 public:
  static constexpr std::uint32_t kNone = NodeSet::kNone;

  FreeNodes(const GroupCapacity& capacity, std::size_t group, const NodeFilter* filter,
            GangProgress progress = {})
      : capacity_(capacity), group_(group), filter_(filter), progress_(progress) {}

  /// The lowest number of free GPUs ≥ `gpus` at which there is a node, or kNone.
  [[nodiscard]] std::uint32_t next_level(std::int32_t gpus) const {
    return capacity_.levels().next(static_cast<std::uint32_t>(gpus));
  }
  /// The lowest-numbered node with exactly `level` free GPUs that may take `share`, or kNone.
  [[nodiscard]] std::uint32_t first_at(std::uint32_t level, const Demand& share) const {
    const NodeSet& nodes = capacity_.at_level(static_cast<std::int32_t>(level));
    for (std::uint32_t node = nodes.first(); node != kNone; node = nodes.next(node + 1)) {
      if (may_take(node, share)) return node;
    }
    return kNone;
  }
  /// The same among the nodes of `range`.
  [[nodiscard]] std::uint32_t first_at(std::uint32_t level, const Demand& share,
                                       NodeRange range) const {
    const NodeSet& nodes = capacity_.at_level(static_cast<std::int32_t>(level));
    for (std::uint32_t node = nodes.next(range.begin); node < range.end;
         node = nodes.next(node + 1)) {
      if (may_take(node, share)) return node;
    }
    return kNone;
  }
  /// Nodes of `range` with at least `gpus` free GPUs.
  [[nodiscard]] std::uint32_t count_from_level(std::int32_t gpus, NodeRange range) const {
    std::uint32_t sum = 0;
    for (std::uint32_t level = next_level(gpus); level != kNone;
         level = next_level(static_cast<std::int32_t>(level) + 1)) {
      sum += capacity_.at_level(static_cast<std::int32_t>(level)).count(range.begin, range.end);
    }
    return sum;
  }

  /// Nodes that may take `share`, counted up to `enough`.
  [[nodiscard]] std::uint32_t count(const Demand& share, std::uint32_t enough) const {
    std::uint32_t sum = 0;
    for (std::uint32_t level = next_level(share.gpus); level != kNone && sum < enough;
         level = next_level(static_cast<std::int32_t>(level) + 1)) {
      const NodeSet& nodes = capacity_.at_level(static_cast<std::int32_t>(level));
      if (filter_ == nullptr && share.is_gpus_alone()) {
        sum += nodes.size();
        continue;
      }
      for (std::uint32_t node = nodes.first(); node != kNone && sum < enough;
           node = nodes.next(node + 1))
        sum += may_take(node, share) ? 1U : 0U;
    }
    return std::min(sum, enough);
  }
  /// True when each share of the gang finds a node of its own. Those that the full shares need are
  /// no longer there for the rest.
  [[nodiscard]] bool have_room_for(const Gang& gang) const {
    return (gang.full_nodes == 0 || count(gang.full, gang.full_nodes) == gang.full_nodes) &&
           (gang.rest_nodes == 0 || count(gang.rest, gang.nodes()) == gang.nodes());
  }

  /// The lowest-numbered node from `node` on with at least `gpus` free GPUs, or kNone.
  [[nodiscard]] std::uint32_t first_from(std::int32_t gpus, std::uint32_t node) const {
    std::uint32_t first = kNone;
    for (std::uint32_t level = next_level(gpus); level != kNone;
         level = next_level(static_cast<std::int32_t>(level) + 1)) {
      first = std::min(first, capacity_.at_level(static_cast<std::int32_t>(level)).next(node));
    }
    return first;
  }

  /// Nodes that a leaf switch can have.
  [[nodiscard]] std::uint32_t largest_leaf() const { return capacity_.largest_leaf(); }
  /// All nodes of the group; those below the leaf switch of one of them.
  [[nodiscard]] NodeRange all() const { return {0, capacity_.node_count()}; }
  [[nodiscard]] NodeRange leaf_of(std::uint32_t node) const { return capacity_.leaf_of(node); }
  /// Shares of the job that are not placed yet, with the one asked for.
  [[nodiscard]] std::uint32_t shares_left() const { return progress_.shares_left; }
  /// The node of the job's share before this one; kNone for the first.
  [[nodiscard]] std::uint32_t last_chosen() const { return progress_.last_chosen; }
  [[nodiscard]] std::int32_t gpus_per_node() const { return capacity_.capacity().gpus; }

 private:
  [[nodiscard]] bool may_take(std::uint32_t node, const Demand& share) const {
    return capacity_.fits(node, share) &&
           (filter_ == nullptr || filter_->allows(group_, node, share));
  }

  const GroupCapacity& capacity_;
  std::size_t group_;
  const NodeFilter* filter_;
  GangProgress progress_;
};

}  // namespace gpuscape
