#include "sim/scheduling/groups/node_scale.hpp"

#include <numeric>

namespace gpuscape {

NodeScale::NodeScale(const Platform& platform) {
  constexpr std::int64_t kMost = std::int64_t{1} << 30U;  // a product of two fits
  for (const NodeGroup& group : platform.groups()) {
    if (group.pool) continue;
    most_gpu_milli_ = std::max(most_gpu_milli_, group.capacity.gpu_amount_milli());
    most_milli_cores_ = std::max(most_milli_cores_, group.capacity.milli_cores);
  }
  most_gpu_milli_ = std::min(most_gpu_milli_, kMost);
  most_milli_cores_ = std::min(most_milli_cores_, kMost);
  const std::int64_t common = std::gcd(most_gpu_milli_, most_milli_cores_);
  per_gpu_milli_ = most_milli_cores_ / common;
  per_milli_core_ = most_gpu_milli_ / common;
}

}  // namespace gpuscape
