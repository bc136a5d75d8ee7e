#pragma once
/// What a placement policy may look at: the nodes of one group on which a share may go.

#include <algorithm>
#include <cstdint>
#include <optional>

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
  /// Whether so many GPUs of an island of a LendingPool may be lent.
  [[nodiscard]] virtual bool allows_lent(std::size_t /*pool*/, std::uint32_t /*island*/,
                                         std::int64_t /*gpus*/) const {
    return true;
  }
};

/// How far a job is placed already.
struct GangProgress {
  std::uint32_t shares_left = 1;  ///< with the one that is asked for
  GroupNode last_chosen;          ///< the node of the share before it
  std::uint32_t job = 0;          ///< whose share it is, as the run numbers jobs
};

/// Read-only view of the free nodes of one group for one share.
class FreeNodes {
 public:
  FreeNodes(const GroupCapacity& capacity, std::size_t group, const NodeFilter* filter,
            GangProgress progress = {})
      : capacity_(capacity), group_(group), filter_(filter), progress_(progress) {}

  /// The lowest number of free GPUs ≥ `gpus` at which there is a node, or none.
  [[nodiscard]] FreeLevel next_level(std::int32_t gpus) const {
    return capacity_.levels().next(static_cast<std::uint32_t>(gpus));
  }
  /// The next one above `level`.
  [[nodiscard]] FreeLevel level_above(FreeLevel level) const {
    return capacity_.levels().next(level.index() + 1);
  }
  /// The lowest-numbered node with exactly `level` free GPUs that may take `share`, or none.
  [[nodiscard]] GroupNode first_at(FreeLevel level, const Demand& share) const {
    const NodeSet& nodes = capacity_.at_level(level);
    for (GroupNode node = nodes.first(); !node.is_none(); node = nodes.next(node.index() + 1)) {
      if (may_take(node.index(), share)) return node;
    }
    return GroupNode::none();
  }
  /// The same among the nodes of `range`.
  [[nodiscard]] GroupNode first_at(FreeLevel level, const Demand& share, NodeRange range) const {
    const NodeSet& nodes = capacity_.at_level(level);
    for (GroupNode node = nodes.next(range.begin); node < GroupNode(range.end);
         node = nodes.next(node.index() + 1)) {
      if (may_take(node.index(), share)) return node;
    }
    return GroupNode::none();
  }
  /// Nodes of `range` with at least `gpus` free GPUs.
  [[nodiscard]] std::uint32_t count_from_level(std::int32_t gpus, NodeRange range) const {
    std::uint32_t sum = 0;
    for (FreeLevel level = next_level(gpus); !level.is_none(); level = level_above(level)) {
      sum += capacity_.at_level(level).count(range.begin, range.end);
    }
    return sum;
  }

  /// Calls `visit(node, free)` with every node that may take `share` and what is free there.
  template <class Visit>
  void each(const Demand& share, const Visit& visit) const {
    for (FreeLevel level = next_level(share.gpus); !level.is_none(); level = level_above(level)) {
      const NodeSet& nodes = capacity_.at_level(level);
      for (GroupNode node = nodes.first(); !node.is_none(); node = nodes.next(node.index() + 1))
        if (may_take(node.index(), share)) visit(node, capacity_.free(node.index()));
    }
  }
  /// Calls `visit(node)` with every node that may take `share`: a part of a GPU as well where a
  /// shared GPU has room for it.
  template <class Visit>
  void each_place(const Demand& share, const Visit& visit) const {
    const GpuPartOfAsk part = capacity_.part_of(share);
    if (part.milli == 0) return each(share, [&](GroupNode node, const Demand&) { visit(node); });
    const Demand beside{0, share.milli_cores, share.memory_mib};
    for (FreeLevel level = next_level(0); !level.is_none(); level = level_above(level)) {
      const NodeSet& nodes = capacity_.at_level(level);
      for (GroupNode node = nodes.first(); !node.is_none(); node = nodes.next(node.index() + 1))
        if (capacity_.fits(node.index(), beside) &&
            (level.index() > 0 || fullest_gpu(node, part)) && is_allowed(node.index(), share))
          visit(node);
    }
  }
  /// Of the node's shared GPUs with room for the part the one with the least left; none: there is
  /// none.
  [[nodiscard]] std::optional<GpuPartPlace> fullest_gpu(GroupNode node,
                                                        const GpuPartOfAsk& part) const {
    const SharedGpus& shared = *capacity_.shared_gpus();
    if (shared.left_of(node.index()) < part.milli) return std::nullopt;
    std::optional<GpuPartPlace> best;
    for (std::uint32_t gpu = 0; gpu < static_cast<std::uint32_t>(gpus_per_node()); ++gpu) {
      const auto here = shared.room(part, {node.index(), gpu});
      if (here && (!best || shared.left(here->gpu) < shared.left(best->gpu))) best = here;
    }
    return best;
  }
  /// All that is free in the group, whether it may be taken or not.
  [[nodiscard]] const GroupCapacity& capacity() const { return capacity_; }
  [[nodiscard]] std::size_t group() const { return group_; }
  /// Whose share it is.
  [[nodiscard]] std::uint32_t job() const { return progress_.job; }
  /// What a node of the group has.
  [[nodiscard]] const Demand& node_capacity() const { return capacity_.capacity(); }

  /// Nodes that may take `share`, counted up to `enough`.
  [[nodiscard]] std::uint32_t count(const Demand& share, std::uint32_t enough) const {
    std::uint32_t sum = 0;
    for (FreeLevel level = next_level(share.gpus); !level.is_none() && sum < enough;
         level = level_above(level)) {
      const NodeSet& nodes = capacity_.at_level(level);
      if (filter_ == nullptr && share.is_gpus_alone()) {
        sum += nodes.size();
        continue;
      }
      for (GroupNode node = nodes.first(); !node.is_none() && sum < enough;
           node = nodes.next(node.index() + 1))
        sum += may_take(node.index(), share) ? 1U : 0U;
    }
    return std::min(sum, enough);
  }
  /// True when each share of the gang finds a node of its own. Those that the full shares need are
  /// no longer there for the rest. A part of a GPU may find its room on a shared one.
  [[nodiscard]] bool have_room_for(const Gang& gang) const {
    if (gang.rest.gpu_milli != 0 && joinable(gang.rest)) return true;
    return (gang.full_nodes == 0 || count(gang.full, gang.full_nodes) == gang.full_nodes) &&
           (gang.rest_nodes == 0 || count(gang.rest, gang.nodes()) == gang.nodes());
  }

  /// The shared GPU that a part of one goes to (GroupCapacity::joinable); none where there is none.
  /// The filter is asked for a whole GPU: whoever joins may keep it longer than those before.
  [[nodiscard]] std::optional<GpuPartPlace> joinable(const Demand& demand) const {
    const Demand with_gpu{1, demand.milli_cores, demand.memory_mib, 0, 0, demand.gpu_milli};
    return capacity_.joinable(demand, [&](std::uint32_t node) {
      return filter_ == nullptr || filter_->allows(group_, node, with_gpu);
    });
  }

  /// The lowest-numbered node from `node` on with at least `gpus` free GPUs, or none.
  [[nodiscard]] GroupNode first_from(std::int32_t gpus, std::uint32_t node) const {
    GroupNode first;
    for (FreeLevel level = next_level(gpus); !level.is_none(); level = level_above(level)) {
      first = std::min(first, capacity_.at_level(level).next(node));
    }
    return first;
  }

  /// Nodes that a leaf switch can have; none: all of them.
  [[nodiscard]] std::optional<std::uint32_t> largest_leaf() const {
    return capacity_.largest_leaf();
  }
  /// All nodes of the group; those below the leaf switch of one of them.
  [[nodiscard]] NodeRange all() const { return {0, capacity_.node_count()}; }
  [[nodiscard]] NodeRange leaf_of(GroupNode node) const { return capacity_.leaf_of(node.index()); }
  /// Shares of the job that are not placed yet, with the one asked for.
  [[nodiscard]] std::uint32_t shares_left() const { return progress_.shares_left; }
  /// The node of the job's share before this one; none for the first.
  [[nodiscard]] GroupNode last_chosen() const { return progress_.last_chosen; }
  [[nodiscard]] std::int32_t gpus_per_node() const { return capacity_.capacity().gpus; }

 private:
  [[nodiscard]] bool may_take(std::uint32_t node, const Demand& share) const {
    return capacity_.fits(node, share) && is_allowed(node, share);
  }
  [[nodiscard]] bool is_allowed(std::uint32_t node, const Demand& share) const {
    return filter_ == nullptr || filter_->allows(group_, node, share);
  }

  const GroupCapacity& capacity_;
  std::size_t group_;
  const NodeFilter* filter_;
  GangProgress progress_;
};

}  // namespace gpuscape
