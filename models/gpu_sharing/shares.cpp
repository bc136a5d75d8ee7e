/// Jobs hold parts of a GPU in thousandths, and each gets all of its part: run times are as their
/// records say, whoever else is there. Leaves out: how that is enforced.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class GpuShares final : public GpuSharing {};

}  // namespace

void register_gpu_sharing_shares(Registry& registry) {
  registry.gpu_sharings.add(
      "shares",
      "A job gets the part that it asks for, in thousandths, and others share the GPU with it; "
      "its run time is as its record says.",
      [](ObjectReader&) { return std::make_unique<GpuShares>(); });
}

}  // namespace gpuscape
