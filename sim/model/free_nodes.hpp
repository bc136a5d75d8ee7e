#pragma once
/// What a placement policy may look at: the nodes of one group on which a share may go.

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

/// Read-only view of the free nodes of one group for one share.
class FreeNodes {
 public:
  static constexpr std::uint32_t kNone = NodeSet::kNone;

  FreeNodes(const GroupCapacity& capacity, std::size_t group, const NodeFilter* filter)
      : capacity_(capacity), group_(group), filter_(filter) {}

  /// The lowest number of free GPUs ≥ `gpus` at which there is a node, or kNone.
  [[nodiscard]] std::uint32_t next_level(std::int32_t gpus) const {
    return capacity_.levels().next(static_cast<std::uint32_t>(gpus));
  }
  /// The lowest-numbered node with exactly `level` free GPUs that may take `share`, or kNone.
  [[nodiscard]] std::uint32_t first_at(std::uint32_t level, const Demand& share) const {
    const NodeSet& nodes = capacity_.at_level(static_cast<std::int32_t>(level));
    for (std::uint32_t node = nodes.first(); node != kNone; node = nodes.next(node + 1)) {
      if (capacity_.fits(node, share) &&
          (filter_ == nullptr || filter_->allows(group_, node, share)))
        return node;
    }
    return kNone;
  }
  [[nodiscard]] std::int32_t gpus_per_node() const { return capacity_.capacity().gpus; }

 private:
  const GroupCapacity& capacity_;
  std::size_t group_;
  const NodeFilter* filter_;
};

}  // namespace gpuscape
