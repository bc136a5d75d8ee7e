#pragma once

#include <cstdint>
#include <string>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What jobs on parts of the GPUs of one group had of them.
struct SharingResult {
  std::string group;
  std::int64_t starts = 0;
  std::int64_t most_on_one = 0;  ///< jobs at once on one GPU
  GpuSeconds held{0.0};          ///< parts, for as long as they were held
  GpuSeconds as_whole{0.0};      ///< GPUs, had each of them had a whole one
  GpuSeconds asked{0.0};         ///< what they would have used alone meanwhile
  GpuSeconds got{0.0};           ///< what they used
  GpuSeconds open{0.0};          ///< GPUs on which there was at least one
};

}  // namespace gpuscape
