#pragma once
/// Numbers of GPUs drawn by weight.

#include <cstdint>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// With the cumulated share of each size, by rising size: the order written does not matter.
class GangSizes {
 public:
  /// Not empty; weights above zero.
  explicit GangSizes(std::vector<GpuShareSpec> shares);
  [[nodiscard]] std::int32_t draw(RandomStream random) const;

 private:
  std::vector<GpuShareSpec> sizes_;  // weight: up to and including this size
};

}  // namespace gpuscape
