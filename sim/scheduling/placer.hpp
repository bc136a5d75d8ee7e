#pragma once
/// Puts a whole job on nodes: cuts it into shares, asks the placement policy for each, claims them
/// all or none.

#include <vector>

#include "sim/platform/allocation.hpp"
#include "sim/platform/gang.hpp"
#include "sim/scheduling/groups/node_scale.hpp"
#include "sim/scheduling/lent_placer.hpp"
#include "sim/scheduling/node_mask.hpp"
#include "sim/scheduling/placement_policy.hpp"

namespace gpuscape {

class Placer {
 public:
  Placer(FreeCapacity& capacity, const PlacementPolicy& policy)
      : capacity_(capacity),
        policy_(policy),
        lent_(capacity),
        scale_(capacity.platform()),
        tiers_(policy.group_order().tiers(capacity.platform())),
        spans_(capacity.platform().spans().in_order(policy.group_order().of(capacity.platform()))),
        weighs_parts_(policy.needs().weighs_parts) {
    if (policy.needs().kinds_on_nodes) count_kinds();
  }

  /// Claims capacity for the job in the first tier of groups (GroupOrder) that can take it and
  /// appends what it gets to `shares`; false with nothing claimed and appended where there is none.
  /// Among the groups of a tier it takes as few nodes as it can: one where a node of some group can
  /// take all of it. Each group offers the node that the policy chooses there, and of these the one
  /// with the lowest rank is taken. All nodes of a job are of one group; those of several are
  /// compared by the first one. Where no group can, and
  /// jobs may span groups, it goes to the first span that can: each of its groups, in that order,
  /// takes as many shares as it has room for. Where GPUs are lent, a job that finds none of its
  /// own gets such. A part of a GPU goes to a shared GPU of the tier
  /// where one has room; else the policy chooses a node, and a free GPU of it is shared from then
  /// on. A policy that weighs parts chooses among all of these.
  bool place(const Demand& demand, const NodeFilter* filter, Allocation& shares);
  /// What a job's pods that are on nodes already have settled.
  struct PodsSoFar {
    const Gang& gang;
    std::optional<std::size_t> group;  ///< none: it has no pod yet
    std::size_t pods = 0;
    GroupNode last = {};
  };
  /// Of the nodes that can take a share, these come first from now on; null: all are alike.
  void prefer(const NodeFilter* near) { near_ = near; }
  /// Whose shares are placed from now on.
  void place_for(std::uint32_t job) { job_ = job; }
  /// Claims shares like these on the same nodes, of whole GPUs and each on a node of its own; false
  /// with nothing claimed where some do not fit, or `filter` closes their nodes.
  bool place_like(const Allocation& held, const NodeFilter* filter, Allocation& shares);
  /// Claims parts of GPUs of one node, free ones first: on the node where those that it joins have
  /// the fewest users, of equals where the fewest are on all GPUs, of the first tier that has any.
  /// Where no node shares its GPUs, as `place` does.
  bool place_beside(const Demand& demand, const NodeFilter* filter, Allocation& shares);
  /// Claims one share of a job that is cut like `gang`, where its other pods are, else in the first
  /// tier that has room, on the node that `place` would choose for it; false where there is none.
  bool place_pod(const Demand& demand, const PodsSoFar& so_far, const Demand& share,
                 const NodeFilter* filter, Allocation& shares);
  /// Claims other GPUs for one of a job's shares and appends what it gets; false where there are
  /// none. Its clients stay.
  bool place_elsewhere(const Demand& demand, std::size_t which, const NodeFilter* filter,
                       Allocation& shares) {
    return lent_.place_elsewhere(demand, which, filter, shares);
  }

 private:
  /// The node that the policy chooses, of those that are preferred if any of them can take it.
  struct Choice : NodeChoice {
    bool near = false;
  };
  /// Whether the group has what a job on one node asks for of GPUs, as far as sums tell.
  [[nodiscard]] bool may_have(const GroupCapacity& capacity, const Demand& demand) const {
    const bool may_join = weighs_parts_ && demand.gpu_milli != 0 && capacity.shares_gpus();
    return may_join || capacity.free_gpus_total() >= demand.gpus;
  }
  void count_kinds();
  /// Where there are several groups in the tier.
  bool place_among(const GroupTier& tier, const Demand& demand, const NodeFilter* filter,
                   Allocation& shares);
  bool join_among(const GroupTier& tier, const Demand& demand, const NodeFilter* filter,
                  Allocation& shares);
  /// Puts all of the job on one node, or on a pool.
  bool place_whole_among(const GroupTier& tier, const Demand& demand, const NodeFilter* filter,
                         Allocation& shares);
  bool place_gang_among(const GroupTier& tier, const Demand& demand, const NodeFilter* filter,
                        Allocation& shares);
  [[nodiscard]] NodeOffer offer(const GroupTier& tier, std::size_t place, Choice choice,
                                const Demand& share) const;
  bool place_in(std::size_t group, const Demand& demand, const NodeFilter* filter,
                Allocation& shares);
  /// Puts a part of a GPU on one that others share already; false where none has room.
  bool join(std::size_t group, const Demand& demand, const NodeFilter* filter, Allocation& shares);
  bool place_gang(std::size_t group, const Gang& gang, const NodeFilter* filter,
                  Allocation& shares);
  bool place_on_span(const GroupSpan& span, const Demand& demand, const NodeFilter* filter,
                     Allocation& shares);
  /// Puts up to `count` equal shares of a gang on nodes of the group, which are hidden from then
  /// on; how many it put.
  std::uint32_t place_equal(std::size_t group, const Demand& share, std::uint32_t count,
                            const NodeFilter* filter, Allocation& shares);
  [[nodiscard]] Choice choose(std::size_t group, const Demand& share, const NodeFilter* filter,
                              GangProgress progress) const;
  void give_back(std::size_t first, Allocation& shares);
  /// The one share of a job that stays on a node of the group, or on the pool.
  static Demand whole_share(const Demand& demand, const GroupCapacity& capacity);
  void take(std::size_t group, std::uint32_t node, const Demand& share, Allocation& shares);
  void take(std::size_t group, const NodeChoice& choice, const Demand& share, Allocation& shares);
  void take_part(std::size_t group, const GpuPartPlace& place, const Demand& demand,
                 Allocation& shares);
  /// Claims the share on a node and appends it; the node, or none where there is none.
  GroupNode place_share(std::size_t group, const Demand& share, const NodeFilter* filter,
                        GangProgress progress, Allocation& shares);

  FreeCapacity& capacity_;
  const PlacementPolicy& policy_;
  const NodeFilter* near_ = nullptr;  // null: all nodes are alike
  LentPlacer lent_;
  NodeScale scale_;
  std::vector<GroupTier> tiers_;
  GroupSpans spans_;  // in the order of groups
  bool weighs_parts_;
  std::uint32_t job_ = 0;
  std::vector<NodeOffer> offers_;  // at hand
};

/// True where empty nodes among those that are open could hold the job; null: all are.
[[nodiscard]] bool could_ever_hold(const FreeCapacity& capacity, const Demand& demand,
                                   const NodeMask* open);

}  // namespace gpuscape
