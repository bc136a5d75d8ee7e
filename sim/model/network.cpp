#include "sim/model/network.hpp"

#include <fmt/format.h>

namespace gpuscape {

NetworkFault pool_fault(const Platform& platform) {
  for (const NodeGroup& group : platform.groups()) {
    if (group.pool)
      return {"", fmt::format("a pool has no nodes to connect: '{}'", group.name),
              "nodes in its place, or a cluster without networks"};
  }
  return {};
}

}  // namespace gpuscape
