#pragma once
/// Which group a job goes to, and which node a share of it.

#include <utility>

#include "sim/scheduling/free_nodes.hpp"
#include "sim/scheduling/group_order.hpp"

namespace gpuscape {

/// Contract: `choose` returns a node on which the share fits and is allowed (FreeNodes hands out no
/// other), or none when there is none; the same state gives the same node. A gang is
/// asked for share by share, each claimed before the next question.
class PlacementPolicy {
 public:
  explicit PlacementPolicy(GroupOrder groups = {}) : groups_(std::move(groups)) {}
  virtual ~PlacementPolicy() = default;
  [[nodiscard]] virtual GroupNode choose(const FreeNodes& nodes, const Demand& share) const = 0;
  /// A job goes to the first group of this order that can take it.
  [[nodiscard]] const GroupOrder& group_order() const { return groups_; }

 private:
  GroupOrder groups_;
};

}  // namespace gpuscape
