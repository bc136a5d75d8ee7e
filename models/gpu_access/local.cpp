/// Jobs use the GPUs of the nodes on which they run.

#include "sim/model/gpu_access.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

void register_gpu_access_local(Registry& registry) {
  registry.of<GpuAccess>().add("local", "Jobs use the GPUs of the nodes on which they run.",
                               [](ObjectReader&) { return std::make_unique<GpuAccess>(); });
}

}  // namespace gpuscape
