#include "sim/platform/platform.hpp"

#include <utility>

namespace gpuscape {

Platform::Platform(std::vector<NodeGroup> groups) : groups_(std::move(groups)) {
  for (const NodeGroup& group : groups_) {
    first_node_.push_back(node_count_);
    node_count_ += group.count;
    gpus_total_ += static_cast<std::int64_t>(group.count) * group.capacity.gpus;
  }
}

}  // namespace gpuscape
