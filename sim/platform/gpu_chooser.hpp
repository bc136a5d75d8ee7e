#pragma once
/// Which free GPUs of a node a share of a job gets: those that are nearest to each other.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/platform/gpu_distance.hpp"

namespace gpuscape {

/// Remembers what it chose: a node is in few states, many times.
class GpuChooser {
 public:
  explicit GpuChooser(GpuDistances distances);

  [[nodiscard]] const GpuDistances& distances() const { return distances_; }
  /// `count` GPUs of `free`, which has that many: of all such sets the best connected one, of equal
  /// ones that with the lowest numbers. Better connected is a set with fewer pairs at the greatest
  /// distance, then with fewer at the next, and so on. Exact for up to kMostCompared sets that are
  /// not the same but for equal GPUs; of more, the best of those many.
  [[nodiscard]] GpuSet choose(const GpuSet& free, std::uint32_t count);
  static constexpr std::uint32_t kMostCompared = 100'000;

 private:
  class Search;
  static constexpr std::uint32_t kTabled = 8;  // GPUs of nodes with a table of all answers

  GpuDistances distances_;
  std::vector<GpuSet> alike_before_;  // of each GPU, those of lower number in whose place it can be
  std::vector<std::uint8_t> table_;   // [free][count]; 0: not yet known
  std::map<std::pair<GpuSet, std::uint32_t>, GpuSet> known_;
};

}  // namespace gpuscape
