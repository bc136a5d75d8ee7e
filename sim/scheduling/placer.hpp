#pragma once
/// Puts a whole job on nodes: cuts it into shares, asks the placement policy for each, claims them
/// all or none.

#include <vector>

#include "sim/platform/allocation.hpp"
#include "sim/platform/gang.hpp"
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
        order_(policy.group_order().of(capacity.platform())),
        spans_(capacity.platform().spans().in_order(order_)) {}

  /// Claims capacity for the job in the first group that can take it and appends what it gets to
  /// `shares`; false with nothing claimed and appended where there is none. Where no group can, and
  /// jobs may span groups, it goes to the first span that can: each of its groups, in that order,
  /// takes as many shares as it has room for. Where GPUs are lent, a job that finds none of its
  /// own gets such. A part of a GPU goes to a shared GPU of the group
  /// where one has room; else the policy chooses a node, and a free GPU of it is shared from then
  /// on.
  bool place(const Demand& demand, const NodeFilter* filter, Allocation& shares);
  /// Claims other GPUs for one of a job's shares and appends what it gets; false where there are
  /// none. Its clients stay.
  bool place_elsewhere(const Demand& demand, std::size_t which, const NodeFilter* filter,
                       Allocation& shares) {
    return lent_.place_elsewhere(demand, which, filter, shares);
  }

 private:
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
  void give_back(std::size_t first, Allocation& shares);
  /// Claims the share on a node and appends it; the node, or none where there is none.
  GroupNode place_share(std::size_t group, const Demand& share, const NodeFilter* filter,
                        GangProgress progress, Allocation& shares);

  FreeCapacity& capacity_;
  const PlacementPolicy& policy_;
  LentPlacer lent_;
  std::vector<std::size_t> order_;  // of groups
  GroupSpans spans_;                // in that order
};

/// True where empty nodes among those that are open could hold the job; null: all are.
[[nodiscard]] bool could_ever_hold(const FreeCapacity& capacity, const Demand& demand,
                                   const NodeMask* open);

}  // namespace gpuscape
