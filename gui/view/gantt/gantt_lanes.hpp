#pragma once
/// Which part of a node's height a job is drawn at.

#include <cstdint>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/gpu_set.hpp"

namespace gpuscape::gui {

/// What a job holds of a node for a while.
struct Holding {
  std::uint32_t job = 0;
  std::uint32_t node = 0;
  std::int32_t gpus = 0;
  Seconds start{0.0};
  Seconds end{0.0};
  GpuSet which = {};  ///< empty: not known
};

/// Lanes that lie side by side, which one holding takes.
struct LaneRun {
  std::size_t holding = 0;
  std::int32_t first = 0;
  std::int32_t count = 0;
};

/// The lanes of the holdings of one node that has so many GPUs, in order of their starts: those of
/// its GPUs where they are known, else the lowest ones that are free. Where none is free, those
/// that are free again first.
std::vector<LaneRun> lanes_of(const std::vector<Holding>& of_node, std::int32_t gpus);

}  // namespace gpuscape::gui
