#pragma once
/// How a design is used, taken from the result of a run. It stands for the whole horizon.

#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Of one group of nodes.
struct PoolUsage {
  double held_share = 0.0;    ///< GPU time that jobs hold ÷ all, averaged over the window
  double useful_share = 0.0;  ///< that part of it in which jobs made progress as if alone ÷ all
  double core_share = 0.0;    ///< of nodes without GPUs: core time that jobs hold ÷ all
  double up_share = 0.0;  ///< node time that is billed by use ÷ all; 0 where it is not asked for
};

struct Usage {
  std::vector<PoolUsage> pools;      ///< in the order of the inventory
  double jobs_per_second = 0.0;      ///< that end
  double failures_per_second = 0.0;  ///< of nodes, over the whole run
  Seconds window{0.0};               ///< the time over which they are averages
};

}  // namespace gpuscape
