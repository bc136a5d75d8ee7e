#pragma once
/// Which node a share of a job goes to, of one group and among those of several.

#include <cstdint>
#include <utility>

#include "sim/scheduling/free_nodes.hpp"
#include "sim/scheduling/groups/group_order.hpp"
#include "sim/scheduling/groups/node_scale.hpp"

namespace gpuscape {

/// Contract: `choose` returns a node on which the share fits and is allowed (FreeNodes hands out no
/// other), or none when there is none; the same state gives the same node. A gang is
/// asked for share by share, each claimed before the next question. `rank` orders what it chose in
/// several groups.
class PlacementPolicy {
 public:
  explicit PlacementPolicy(GroupOrder groups = {}) : groups_(std::move(groups)) {}
  virtual ~PlacementPolicy() = default;
  [[nodiscard]] virtual GroupNode choose(const FreeNodes& nodes, const Demand& share) const = 0;
  /// How good the node that was chosen in one group is for the share, against nodes of other
  /// groups: the lowest rank is taken.
  [[nodiscard]] virtual std::int64_t rank(const NodeOffer& offer) const = 0;
  /// A job goes to the first tier of this order that can take it.
  [[nodiscard]] const GroupOrder& group_order() const { return groups_; }

 private:
  GroupOrder groups_;
};

}  // namespace gpuscape
