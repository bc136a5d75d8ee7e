#pragma once
/// How a folded Clos network is wired: leaves with adapters below, spines above them, and cores
/// above pods of leaves and spines where two levels do not join them all.
///
/// Every leaf has `uplinks` links upwards, one in each of as many planes. On two levels a plane is
/// a spine, or a share of a spine's ports where spines have more of them than there are leaves. On
/// three levels a plane of a pod is (a share of) a spine, with `core_links` links upwards, each in
/// a plane of its own that joins all pods.

#include <cstdint>

#include "models/network/fabric/basis.hpp"
#include "models/network/fabric/path_rule.hpp"

namespace gpuscape {

struct ClosShape {
  std::uint32_t hosts_per_leaf = 1;  ///< by rail: nodes of a unit
  std::uint32_t slots = 1;           ///< adapters below a full leaf
  bool by_rail = false;              ///< rail r of a unit's nodes goes to leaf r of the unit
  std::uint32_t rails = 1;           ///< by rail: leaves of a unit
  std::uint32_t leaves = 1;          ///< by rail: rail by rail, in each unit by unit
  std::uint32_t uplinks = 1;         ///< of a leaf
  std::uint32_t pods = 1;            ///< 1: two levels
  std::uint32_t leaves_per_pod = 1;
  std::uint32_t core_links = 0;  ///< of each plane of a pod; 0: two levels
  std::uint32_t radix = 0;       ///< ports of a switch; 0: as many as it takes
  BytesPerSecond uplink{1.0};    ///< of one link between switches
  PathRule path;
};

/// Adapters and uplinks of a leaf.
struct LeafSplit {
  std::uint32_t slots = 0;
  std::uint32_t uplinks = 0;
};
/// Uplinks that carry what so many adapters send ÷ oversubscription, rounded up.
std::uint32_t uplinks_for(std::uint32_t slots, double oversubscription);
/// The most adapters, in multiples of `step`, for which a switch of `radix` ports has the uplinks
/// too; none where not even `step` fit.
LeafSplit split_leaf(std::uint32_t radix, double oversubscription, std::uint32_t step);

/// The most leaves that switches of that radix join on two levels, and on three.
std::uint64_t most_leaves(std::uint32_t radix, int levels);
/// Completes pods and core links for that many levels; non-blocking above the leaves.
void lay_out(ClosShape& shape, int levels);
/// Directed links between switches.
double fabric_links(const ClosShape& shape);

struct ClosCounts {
  std::int64_t leaves = 0;
  std::int64_t spines = 0;
  std::int64_t cores = 0;
  std::int64_t leaf_spine_cables = 0;
  std::int64_t spine_core_cables = 0;
};
ClosCounts counts(const ClosShape& shape);
/// Of one pod; on two levels of all.
std::uint32_t spines_per_pod(const ClosShape& shape);

/// More than this version holds; an empty message where not.
NetworkFault size_fault(const ClosShape& shape, const PortLayout& ports);

}  // namespace gpuscape
