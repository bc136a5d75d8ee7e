#include "sim/workload/draw/gang_sizes.hpp"

#include <algorithm>
#include <boost/random/uniform_01.hpp>
#include <cmath>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

GangSizes::GangSizes(std::vector<GpuShareSpec> shares) {
  std::ranges::sort(shares, {},
                    [](const GpuShareSpec& share) { return std::pair(share.gpus, share.weight); });
  double sum = 0.0;
  for (const GpuShareSpec& share : shares) {
    sum += share.weight;
    sizes_.push_back({share.gpus, sum});
  }
  ensure(sum > 0.0 && std::isfinite(sum), "weights of gang sizes were checked before");
}

std::int32_t GangSizes::draw(RandomStream random) const {
  const double point = boost::random::uniform_01<double>()(random) * sizes_.back().weight;
  for (const GpuShareSpec& size : sizes_)
    if (point < size.weight) return size.gpus;
  return sizes_.back().gpus;
}

}  // namespace gpuscape
