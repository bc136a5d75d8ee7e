#pragma once

#include <cstdint>
#include <string>

#include "sim/workload/job.hpp"

namespace gpuscape {

/// Equal nodes under one name, or one pool of processors without nodes.
struct NodeGroup {
  std::string name;
  std::uint32_t count = 1;  ///< nodes; 1 for a pool
  Demand capacity;          ///< of one node; a pool has all its processors as `gpus`
  bool pool = false;        ///< no node borders, no cores, no memory
};

}  // namespace gpuscape
