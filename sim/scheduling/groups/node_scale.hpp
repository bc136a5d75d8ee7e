#pragma once
/// Nodes of different groups, compared: what is left of them by one measure, and which comes first.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/platform/free_capacity.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// GPUs and cores as shares of those of the largest node in the cluster, half each: one GPU of
/// eight counts as much as 16 cores of 128. Pools have no nodes and set no scale.
class NodeScale {
 public:
  explicit NodeScale(const Platform& platform);

  /// What is left of a node, or of a pool, when `share` is taken of it; cores count where
  /// `asks_cores`, so that jobs of GPUs alone compare GPUs alone. In units of its own.
  [[nodiscard]] std::int64_t left(const GroupCapacity& capacity, std::uint32_t node,
                                  const Demand& share, bool asks_cores) const {
    const std::int64_t gpus = capacity.free_gpu_milli(node) - share.gpu_amount_milli();
    std::int64_t left = std::min(gpus, most_gpu_milli_) * per_gpu_milli_;
    if (asks_cores)
      left += std::min(capacity.free(node).milli_cores - share.milli_cores, most_milli_cores_) *
              per_milli_core_;
    return left;
  }

 private:
  std::int64_t most_gpu_milli_ = 1;  // of a node, each at most kMost
  std::int64_t most_milli_cores_ = 1;
  std::int64_t per_gpu_milli_ = 1;
  std::int64_t per_milli_core_ = 1;
};

/// A node, or a pool, of a group on which a share could go.
struct NodeOffer {
  std::size_t place = 0;    ///< of its group in the order of those that are tried together
  std::uint32_t node = 0;   ///< within the group
  std::uint32_t of = 1;     ///< nodes of the group
  std::uint32_t nodes = 1;  ///< that the whole job takes in this group
  bool far = false;         ///< others are preferred
  std::int64_t left = 0;    ///< NodeScale::left with the share on it
  std::int64_t score = 0;   ///< as the placement weighed the node (NodeChoice)
  std::int64_t rank = 0;    ///< by the placement policy; the lowest comes first

  /// Fewer nodes come first, then those that are preferred, then the lower rank. Of equals the one
  /// that is nearer to the beginning of its group: as in a list in which the groups are evenly
  /// mixed, so that none comes before the others for being listed first. Then the order of groups.
  [[nodiscard]] bool before(const NodeOffer& other) const {
    if (nodes != other.nodes) return nodes < other.nodes;
    if (far != other.far) return other.far;
    if (rank != other.rank) return rank < other.rank;
    const std::uint64_t here = (2 * std::uint64_t{node} + 1) * other.of;
    const std::uint64_t there = (2 * std::uint64_t{other.node} + 1) * of;
    return here != there ? here < there : place < other.place;
  }
};

}  // namespace gpuscape
