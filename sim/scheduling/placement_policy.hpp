#pragma once
/// Which node a share of a job goes to.

#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

/// Contract: `choose` returns a node on which the share fits and is allowed (FreeNodes hands out no
/// other), or none when there is none; the same state gives the same node. A gang is
/// asked for share by share, each claimed before the next question.
class PlacementPolicy {
 public:
  virtual ~PlacementPolicy() = default;
  [[nodiscard]] virtual GroupNode choose(const FreeNodes& nodes, const Demand& share) const = 0;
};

}  // namespace gpuscape
