#include "sim/sharing/vgpu_share.hpp"

#include "sim/base/error.hpp"

namespace gpuscape {

Ratio vgpu_share(VgpuScheduler scheduler, const VgpuCounts& counts) {
  ensure(counts.busy >= 1 && counts.busy <= counts.running && counts.running <= counts.most,
         "at least one vGPU has work, no more than run, and no more run than the GPU holds");
  switch (scheduler) {
    case VgpuScheduler::best_effort:
      return Ratio(1.0 / counts.busy);
    case VgpuScheduler::equal_share:
      return Ratio(1.0 / counts.running);
    case VgpuScheduler::fixed_share:
      return Ratio(1.0 / counts.most);
  }
  throw InternalError("a vGPU scheduler is one of three");
}

Seconds vgpu_slice(std::uint32_t most) {
  constexpr std::uint32_t kFew = 8;
  ensure(most >= 1, "a GPU holds at least one vGPU of a type");
  return Seconds(most <= kFew ? 2e-3 : 1e-3);
}

Seconds mean_start_latency(std::uint32_t running, Seconds slice) {
  ensure(running >= 1 && slice > Seconds(0.0), "vGPUs take turns of some length");
  return slice * (static_cast<double>(running - 1) / 2.0);
}

Ratio switch_loss(Seconds switch_cost, Seconds slice) {
  ensure(switch_cost >= Seconds(0.0) && switch_cost < slice, "a switch takes less than a slice");
  return Ratio(switch_cost / slice);
}

Ratio time_slice_share(std::uint32_t busy, Seconds slice, Seconds switch_cost) {
  ensure(busy >= 1, "a share is of one that has work");
  if (busy == 1) return Ratio(1.0);
  return Ratio((1.0 - switch_loss(switch_cost, slice).value()) / busy);
}

}  // namespace gpuscape
