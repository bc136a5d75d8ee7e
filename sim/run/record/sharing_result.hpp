#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/gpu_sharing.hpp"

namespace gpuscape {

/// From that date on a job that answers requests gets so much of its GPUs, each.
struct GpuRate {
  std::uint32_t job = 0;
  Seconds date{0.0};
  double of_gpu = 1.0;
};

/// GPU time of the jobs of one stream: asked = got + by_part + by_streams.
struct SharingOfStream {
  std::uint16_t stream = 0;
  GpuSeconds asked{0.0};  ///< what they use alone on whole GPUs
  GpuSeconds got{0.0};
  GpuSeconds by_part{0.0};  ///< lost to the part that they held, as it is without neighbours
  /// Lost to neighbours, by their stream: to each in proportion to what it used meanwhile. Only
  /// those to which something was lost.
  std::map<std::uint16_t, GpuSeconds> by_streams = {};
  /// What told its pace, by the stream of neighbours that it had; without ToldBy::rule.
  std::map<std::uint16_t, ToldBy> told_by = {};
};

/// What jobs on parts of the GPUs of one group had of them.
struct SharingResult {
  std::string group;
  std::int64_t starts = 0;
  std::int64_t most_on_one = 0;               ///< jobs at once on one GPU
  GpuSeconds held{0.0};                       ///< parts, for as long as they were held
  GpuSeconds as_whole{0.0};                   ///< GPUs, had each of them had a whole one
  GpuSeconds asked{0.0};                      ///< what they would have used alone meanwhile
  GpuSeconds got{0.0};                        ///< what they used
  GpuSeconds open{0.0};                       ///< GPUs on which there was at least one
  GpuSeconds stranded{0.0};                   ///< of these: what no further part could be made of
  std::int64_t carvings = 0;                  ///< starts that waited for an instance to be made
  GpuSeconds carving{0.0};                    ///< GPU time that they held meanwhile
  std::string law = {};                       ///< that paces follow; empty: all go at their own
  std::set<std::string> outside = {};         ///< by what it was outside of what was measured
  std::vector<SharingOfStream> streams = {};  ///< those with such jobs, in the scenario's order
};

}  // namespace gpuscape
