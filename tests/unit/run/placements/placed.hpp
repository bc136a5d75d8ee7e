#pragma once
/// A cluster on which jobs are put one by one, by a placement.

#include <gtest/gtest.h>

#include <array>

#include "sim/scheduling/job_rules.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

inline NodeGroup sharing(std::uint32_t count, std::int32_t gpus, std::int64_t cores,
                         const std::string& name = "n") {
  NodeGroup group = nodes(count, gpus, name);
  group.capacity.milli_cores = 1000 * cores;
  group.shares_gpus = true;
  return group;
}

inline Demand whole(std::int32_t gpus, std::int64_t cores = 0) { return {gpus, 1000 * cores, 0}; }
inline Demand part(std::uint16_t milli, std::int64_t cores = 0) {
  return {1, 1000 * cores, 0, 0, 0, milli};
}

/// A cluster on which jobs are put one by one, and a placement.
class Placed {
 public:
  Placed(std::vector<NodeGroup> groups, const std::string& placement,
         const std::vector<JobShape>& shapes = {}, std::uint64_t seed = 1,
         std::uint64_t replication = 0)
      : platform_(std::move(groups)),
        free_(platform_),
        policy_(make_model(builtin_models().placements, placement, "{}")),
        placer_(free_, *policy_) {
    const OriginTable origins;
    policy_->bind({.platform = platform_,
                   .origins = origins,
                   .streams = {},
                   .demand = {},
                   .seed = seed,
                   .replication = replication,
                   .shapes = shapes});
  }
  /// Where the policy puts it: group, node and, of a part, which GPU.
  std::array<std::uint32_t, 3> put(const Demand& demand, std::uint32_t job = 0) {
    placer_.place_for(job);
    EXPECT_TRUE(placer_.place(demand, nullptr, held_));
    const AllocationShare& last = held_.back();
    return {last.group, last.node, demand.gpu_milli == 0 ? 0 : gpu_of(last)};
  }
  /// On that node, whatever the policy says.
  void take(std::uint32_t node, const Demand& demand, std::uint32_t group = 0) {
    held_.push_back(free_.group(group).open(node, demand));
    held_.back().group = group;
  }
  void give_last() {
    free_.group(held_.back().group).give(held_.back());
    held_.pop_back();
  }
  [[nodiscard]] bool has_room(const Demand& demand) {
    const bool placed = placer_.place(demand, nullptr, held_);
    if (placed) give_last();
    return placed;
  }

 private:
  [[nodiscard]] std::uint32_t gpu_of(const AllocationShare& share) const {
    return free_.groups()[share.group].node_gpus()->gpu_of(share.gpus);
  }

  Platform platform_;
  FreeCapacity free_;
  std::unique_ptr<PlacementPolicy> policy_;
  Placer placer_;
  Allocation held_;
};

using At = std::array<std::uint32_t, 3>;

}  // namespace gpuscape::test
