#include "sim/platform/node_gpus.hpp"

#include "sim/base/error.hpp"

namespace gpuscape {

GpuSetId GpuSetNumbers::id_of(const GpuSet& set) {
  if (is_direct_) return GpuSetId(static_cast<std::uint32_t>(set.bits()));
  const auto [at, is_new] = number_of_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(set);
  return GpuSetId(at->second);
}

bool tells_gpus_apart(const NodeGroup& group) {
  if (group.pool || group.graph == nullptr || group.capacity.gpus <= 0) return false;
  const auto gpus = static_cast<std::uint32_t>(group.capacity.gpus);
  return gpus <= GpuSet::kMost && group.graph->of_kind(DeviceKind::gpu).size() == gpus;
}

NodeGpus::NodeGpus(const NodeGroup& group)
    : chooser_(GpuDistances(*group.graph)),
      sets_(chooser_.distances().gpus()),
      free_(group.count, GpuSet::first(chooser_.distances().gpus())) {}

GpuSetId NodeGpus::take(std::uint32_t node, std::uint32_t count) {
  const GpuSet chosen = chooser_.choose(free_[node], count);
  free_[node] = free_[node] - chosen;
  return sets_.id_of(chosen);
}

void NodeGpus::take(std::uint32_t node, GpuSetId gpus) {
  ensure(free_[node].contains_all(sets_[gpus]), "only free GPUs are taken");
  free_[node] = free_[node] - sets_[gpus];
}

void NodeGpus::give(std::uint32_t node, GpuSetId gpus) { free_[node] = free_[node] | sets_[gpus]; }

}  // namespace gpuscape
