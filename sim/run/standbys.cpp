#include "sim/run/standbys.hpp"

#include <algorithm>
#include <limits>

#include "sim/platform/gang.hpp"

namespace gpuscape {

Standbys::Standbys(std::vector<SavesSpec> terms, const Platform& platform)
    : terms_(std::move(terms)) {
  if (std::ranges::none_of(terms_, [](const SavesSpec& of) { return of.standbys.nodes > 0; }))
    return;
  for (const NodeGroup& group : platform.groups())
    if (!group.pool) gpus_of_node_ = std::max(gpus_of_node_, group.capacity.gpus);
}

std::int32_t Standbys::nodes_of(const Demand& demand) const {
  if (demand.gpus <= 0 || demand.gpu_milli != 0 || demand.tasks() > 0) return 0;
  if (demand.nodes > 1) return demand.gpus % demand.nodes == 0 ? demand.nodes : 0;
  if (demand.gpus <= gpus_of_node_) return 1;
  return demand.gpus % gpus_of_node_ == 0 ? demand.gpus / gpus_of_node_ : 0;
}

std::uint32_t Standbys::count(const Job& job) const {
  const std::int32_t standbys = any() ? terms_[job.stream].standbys.nodes : 0;
  if (standbys == 0) return 0;
  const std::int64_t nodes = nodes_of(job.demand);
  if (nodes == 0) return 0;
  const std::int64_t held = job.demand.gpus / nodes * (nodes + standbys);
  if (held > std::numeric_limits<std::int32_t>::max()) return 0;
  return static_cast<std::uint32_t>(standbys);
}

Demand Standbys::held_by(const Job& job) const {
  const auto more = static_cast<std::int32_t>(count(job));
  Demand held = job.demand;
  if (more == 0) return held;
  const std::int32_t nodes = nodes_of(job.demand);
  held.nodes = nodes + more;
  held.gpus = job.demand.gpus / nodes * held.nodes;
  held.milli_cores = part(job.demand.milli_cores, 1, nodes) * held.nodes;
  held.memory_mib = part(job.demand.memory_mib, 1, nodes) * held.nodes;
  return held;
}

}  // namespace gpuscape
