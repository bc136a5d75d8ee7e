#include "sim/model/collectives/shared_gpus.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace gpuscape {

namespace {

using Gpu = std::pair<std::uint32_t, DeviceIndex>;  // node, device

Gpu gpu_of(const Endpoint& gpu) { return {gpu.node, gpu.device}; }

/// By GPU the first entry that uses it, and whether another one does.
struct Use {
  std::size_t entry = 0;
  bool shared = false;
};

std::map<Gpu, Use> uses_of(const TransferPlan& plan) {
  std::map<Gpu, Use> uses;
  for (std::size_t entry = 0; entry < plan.collectives.size(); ++entry) {
    for (const PlannedExchange& size : plan.collectives[entry].sizes) {
      if (!size.step) continue;
      for (const Endpoint& gpu : size.step->on) {
        Use& use = uses.try_emplace(gpu_of(gpu), Use{entry}).first->second;
        if (use.entry != entry) use.shared = true;
      }
    }
  }
  return uses;
}

PlannedWork work_of(const PlannedStep& step) {
  const Seconds gpu_time = std::min(step.gpu_time, step.compute);
  const Seconds beside = std::min(step.covers, gpu_time);
  return {.delay = step.waits,
          .first = Bytes(((gpu_time - beside) * kGpuWork.value()).value()),
          .beside = Bytes((beside * kGpuWork.value()).value())};
}

}  // namespace

void share_gpus(TransferPlan& plan, const ClusterGraph& graph) {
  std::map<Gpu, ClusterLink> links;  // of those that are shared
  for (const auto& [gpu, use] : uses_of(plan)) {
    if (!use.shared) continue;
    links[gpu] = graph.link_count() + static_cast<ClusterLink>(plan.shared_gpus.size());
    plan.shared_gpus.push_back({gpu.first, gpu.second});
  }
  if (links.empty()) return;
  for (PlannedCollective& entry : plan.collectives) {
    for (PlannedExchange& size : entry.sizes) {
      if (!size.step) continue;
      std::vector<ClusterLink> route;
      for (const Endpoint& gpu : size.step->on)
        if (const auto at = links.find(gpu_of(gpu)); at != links.end()) route.push_back(at->second);
      if (route.empty()) continue;
      size.step->work = work_of(*size.step);
      size.step->work->route = static_cast<std::uint32_t>(plan.routes.size());
      plan.routes.push_back(std::move(route));
    }
  }
}

}  // namespace gpuscape
