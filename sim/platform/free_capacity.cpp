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
      serves_(group.serves) {
  if (tells_gpus_apart_) node_gpus_.emplace_back(group);
  if (pool_) return;
  level_.assign(static_cast<std::size_t>(capacity_.gpus) + 1, NodeSet(group.count));
  for (std::uint32_t node = 0; node < group.count; ++node) level_.back().insert(node);
  levels_.insert(static_cast<std::uint32_t>(capacity_.gpus));
}

FreeCapacity::FreeCapacity(const Platform& platform) : platform_(&platform) {
  groups_.reserve(platform.groups().size());
  for (std::size_t i = 0; i < platform.groups().size(); ++i) {
    groups_.emplace_back(platform.groups()[i],
                         LeafLayout{platform.first_host(i), platform.hosts_per_leaf()});
  }
}

}  // namespace gpuscape
