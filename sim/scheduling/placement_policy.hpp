#pragma once
/// Which node a share of a job goes to, of one group and among those of several.

#include <cstdint>
#include <optional>
#include <utility>

#include "sim/scheduling/free_nodes.hpp"
#include "sim/scheduling/groups/group_order.hpp"
#include "sim/scheduling/groups/node_scale.hpp"

namespace gpuscape {

struct PolicyContext;

/// What a placement asks for beside a view of free nodes.
struct PlacementNeeds {
  /// It weighs shared GPUs against free ones. Else a part of a GPU joins others where it can,
  /// whatever the placement.
  bool weighs_parts = false;
  bool kinds_on_nodes = false;  ///< GroupCapacity::shares_with
  bool job_shapes = false;      ///< PolicyContext::shapes
};

/// Where a share could go in one group.
struct NodeChoice {
  GroupNode node = {};                   ///< none: nowhere
  std::optional<GpuPartPlace> gpu = {};  ///< a shared GPU that it joins; none: it takes free ones
  std::int64_t score = 0;                ///< the lowest is best
  /// The better one of both; of equals the lower-numbered node.
  void take_better(const NodeChoice& other) {
    if (node.is_none() || other.score < score || (other.score == score && other.node < node))
      *this = other;
  }
};

/// Contract: `choose` returns a node on which the share fits and is allowed (FreeNodes hands out no
/// other), or none when there is none; the same state and job give the same node. A gang is
/// asked for share by share, each claimed before the next question. `rank` orders what it chose in
/// several groups.
class PlacementPolicy {
 public:
  explicit PlacementPolicy(GroupOrder groups = {}) : groups_(std::move(groups)) {}
  virtual ~PlacementPolicy() = default;
  [[nodiscard]] virtual PlacementNeeds needs() const { return {}; }
  /// Called once, before the run begins.
  virtual void bind(const PolicyContext& /*context*/) {}
  [[nodiscard]] virtual GroupNode choose(const FreeNodes& nodes, const Demand& share) const = 0;
  /// The same with what it is worth, and with the GPU where it `weighs_parts`.
  [[nodiscard]] virtual NodeChoice weigh(const FreeNodes& nodes, const Demand& share) const {
    return {.node = choose(nodes, share)};
  }
  /// How good the node that was chosen in one group is for the share, against nodes of other
  /// groups: the lowest rank is taken.
  [[nodiscard]] virtual std::int64_t rank(const NodeOffer& offer) const = 0;
  /// A job goes to the first tier of this order that can take it.
  [[nodiscard]] const GroupOrder& group_order() const { return groups_; }

 private:
  GroupOrder groups_;
};

/// A placement that scores every node that can take a share: the lowest score is best, of one group
/// and of several.
class ScoringPlacement : public PlacementPolicy {
 public:
  using PlacementPolicy::PlacementPolicy;
  [[nodiscard]] PlacementNeeds needs() const override { return {.weighs_parts = true}; }
  [[nodiscard]] GroupNode choose(const FreeNodes& nodes, const Demand& share) const final {
    return weigh(nodes, share).node;
  }
  [[nodiscard]] std::int64_t rank(const NodeOffer& offer) const final { return offer.score; }
};

}  // namespace gpuscape
