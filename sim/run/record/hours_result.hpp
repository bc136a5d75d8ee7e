#pragma once
/// Nodes that are some jobs' by the clock: whom their hours met there.

#include <cstdint>
#include <string>

#include "sim/scenario/hours_spec.hpp"

namespace gpuscape {

struct HoursResult {
  std::string name;
  HoursSpec::Others others = HoursSpec::Others::suspend;
  std::int64_t jobs = 0;       ///< of others that had to leave when hours began, each time
  std::int64_t gpu_milli = 0;  ///< that they held, in thousandths of a GPU
  std::int64_t begun = 0;      ///< times that hours began, as long as jobs ran or waited
};

}  // namespace gpuscape
