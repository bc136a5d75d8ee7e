/// Jobs have whole GPUs: who asks for a part of one takes all of it.

#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class WholeGpus final : public GpuSharing {
 public:
  [[nodiscard]] bool shares() const override { return false; }
};

}  // namespace

void register_gpu_sharing_whole(Registry& registry) {
  registry.gpu_sharings.add("whole", "Who asks for a part of a GPU takes a whole one.",
                            [](ObjectReader&) { return std::make_unique<WholeGpus>(); });
}

}  // namespace gpuscape
