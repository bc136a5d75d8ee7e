#pragma once
/// Puts a whole job on nodes: cuts it into shares, asks the placement policy for each, claims them
/// all or none.

#include <vector>

#include "sim/platform/gang.hpp"
#include "sim/scheduling/placement_policy.hpp"

namespace gpuscape {

/// One share of a job on one node of a group.
struct PlacedShare {
  std::uint32_t node = 0;  ///< within the group
  Demand share;
};

class Placer {
 public:
  Placer(FreeCapacity& capacity, const PlacementPolicy& policy)
      : capacity_(capacity), policy_(policy) {}

  /// Claims capacity for the job in the first group that can take it, appends where to `shares`
  /// and returns that group's index, or kNoGroup with nothing claimed and appended. A gang never
  /// spans two groups.
  static constexpr std::size_t kNoGroup = static_cast<std::size_t>(-1);
  std::size_t place(const Demand& demand, const NodeFilter* filter,
                    std::vector<PlacedShare>& shares);

 private:
  bool place_in(std::size_t group, const Demand& demand, const NodeFilter* filter,
                std::vector<PlacedShare>& shares);
  bool place_gang(std::size_t group, const Gang& gang, const NodeFilter* filter,
                  std::vector<PlacedShare>& shares);
  /// The node of the share, claimed; none where there is none.
  GroupNode place_share(std::size_t group, const Demand& share, const NodeFilter* filter,
                        GangProgress progress);

  FreeCapacity& capacity_;
  const PlacementPolicy& policy_;
};

}  // namespace gpuscape
