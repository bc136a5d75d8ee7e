#include "sim/platform/free_capacity.hpp"

#include <algorithm>
#include <ranges>

namespace gpuscape {

GroupCapacity::GroupCapacity(const NodeGroup& group, LeafLayout leaves)
    : capacity_(group.capacity),
      leaves_(leaves),
      pool_(group.pool),
      gpus_(group.count, group.capacity.gpus),
      cores_(group.count, group.capacity.milli_cores),
      memory_(group.count, group.capacity.memory_mib),
      levels_(group.pool ? 0 : static_cast<std::uint32_t>(group.capacity.gpus)),
      free_total_(static_cast<std::int64_t>(group.count) * group.capacity.gpus),
      tells_gpus_apart_(gpuscape::tells_gpus_apart(group)),
      serves_(group.serves),
      lends_only_(group.lends_only) {
  if (tells_gpus_apart_) node_gpus_.emplace_back(group);
  if (tells_gpus_apart_ && group.shares_gpus) shared_gpus_.emplace_back(group);
  if (pool_) return;
  level_.assign(static_cast<std::size_t>(capacity_.gpus) + 1, NodeSet(group.count));
  for (std::uint32_t node = 0; node < group.count; ++node) level_.back().insert(node);
  levels_.insert(static_cast<std::uint32_t>(capacity_.gpus));
}

GpuSetId GroupCapacity::join(GpuPlace place, const Demand& share) {
  take_amounts(place.node, share);
  shared_gpus_.front().take(place, share.gpu_milli);
  return node_gpus_.front().set_of(place.gpu);
}

void GroupCapacity::take_part(std::uint32_t node, const Demand& share, GpuSetId gpus) {
  shared_gpus_.front().take({node, node_gpus_.front().gpu_of(gpus)}, share.gpu_milli);
}

void GroupCapacity::give_part(std::uint32_t node, const Demand& share, GpuSetId gpus) {
  cores_[node] += share.milli_cores;
  memory_[node] += share.memory_mib;
  if (!shared_gpus_.front().give({node, node_gpus_.front().gpu_of(gpus)}, share.gpu_milli)) return;
  move(node, gpus_[node] + 1);
  node_gpus_.front().give(node, gpus);
}

FreeCapacity::FreeCapacity(const Platform& platform) : platform_(&platform) {
  groups_.reserve(platform.groups().size());
  for (std::size_t i = 0; i < platform.groups().size(); ++i)
    groups_.emplace_back(platform.groups()[i], platform.leaves(i));
  if (platform.lending() == nullptr) return;
  lent_ = std::make_shared<LentGpus>(platform, *platform.lending());
  for (const std::size_t server : platform.lending()->servers)
    groups_[server].count_in(lent_, server);
}

}  // namespace gpuscape
