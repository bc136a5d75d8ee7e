#include "sim/platform/platform.hpp"

#include <algorithm>
#include <utility>

namespace gpuscape {

Platform::Platform(std::vector<NodeGroup> groups) : groups_(std::move(groups)) {
  for (const NodeGroup& group : groups_) {
    first_node_.push_back(node_count_);
    node_count_ += group.count;
    gpus_total_ += static_cast<std::int64_t>(group.count) * group.capacity.gpus;
  }
}

std::size_t Platform::group_of(std::uint32_t node) const {
  const auto next = std::ranges::upper_bound(first_node_, node);
  return static_cast<std::size_t>(next - first_node_.begin()) - 1;
}

std::string Platform::node_name(std::uint32_t node) const {
  const std::size_t group = group_of(node);
  return groups_[group].name + "/" + std::to_string(node - first_node_[group]);
}

}  // namespace gpuscape
