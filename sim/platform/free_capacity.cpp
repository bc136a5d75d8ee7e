#include "sim/platform/free_capacity.hpp"

#include <algorithm>
#include <ranges>

namespace gpuscape {

GroupCapacity::GroupCapacity(const NodeGroup& group, LeafLayout leaves)
    : capacity_(group.capacity),
      leaves_(leaves),
      pool_(group.pool),
      gpus_(group.count, group.capacity.gpus),
      cores_(group.count, group.capacity.milli_cores),
      memory_(group.count, group.capacity.memory_mib),
      levels_(group.pool ? 0 : static_cast<std::uint32_t>(group.capacity.gpus)),
      free_total_(static_cast<std::int64_t>(group.count) * group.capacity.gpus),
      tells_gpus_apart_(gpuscape::tells_gpus_apart(group)),
      serves_(group.serves),
      parts_(group.parts),
      cuts_(group.cuts),
      lends_only_(group.lends_only) {
  if (tells_gpus_apart_) node_gpus_.emplace_back(group);
  if (tells_gpus_apart_ && group.shares_gpus) shared_gpus_.emplace_back(group);
  if (pool_) return;
  level_.assign(static_cast<std::size_t>(capacity_.gpus) + 1, NodeSet(group.count));
  for (std::uint32_t node = 0; node < group.count; ++node) level_.back().insert(node);
  levels_.insert(static_cast<std::uint32_t>(capacity_.gpus));
}

GpuPartOfAsk GroupCapacity::part_of(const Demand& demand) const {
  return shares_gpus() ? gpuscape::part_of(cuts_.get(), parts_, demand) : GpuPartOfAsk();
}

AllocationShare GroupCapacity::open(std::uint32_t node, const Demand& demand) {
  const GpuPartOfAsk part = part_of(demand);
  AllocationShare taken{.node = node, .share = demand};
  taken.share.asks = 0;
  taken.share.gpu_milli = part.milli;
  taken.gpus = take(node, taken.share);
  if (part.milli == 0) return taken;
  taken.place = shared_gpus_.front().first_place(part);
  take_parts(node, taken.share, taken.gpus, taken.place);
  return taken;
}

AllocationShare GroupCapacity::join(const GpuPartPlace& at, const Demand& demand) {
  const Demand share{0, demand.milli_cores, demand.memory_mib, 0, 0, part_of(demand).milli};
  take_amounts(at.gpu.node, share);
  shared_gpus_.front().take(at, share.gpu_milli);
  return {.node = at.gpu.node,
          .share = share,
          .gpus = node_gpus_.front().set_of(at.gpu.gpu),
          .place = at.place};
}

AllocationShare GroupCapacity::join_several(std::uint32_t node, const Demand& share,
                                            const GpuSet& shared) {
  const GpuPartOfAsk part = smallest_part();
  NodeGpus& gpus = node_gpus_.front();
  Demand taken = share;
  taken.gpus = share.gpus - static_cast<std::int32_t>(shared.size());
  taken.gpu_milli = static_cast<std::uint16_t>(share.gpus * part.milli);
  take_amounts(node, taken);
  const GpuSet opened =
      taken.gpus > 0 ? gpus.sets()[gpus.take(node, as_count(taken.gpus))] : GpuSet();
  const AllocationShare all{.node = node,
                            .share = taken,
                            .gpus = gpus.id_of(opened | shared),
                            .place = shared_gpus_.front().first_place(part)};
  take_parts(node, all.share, all.gpus, all.place);
  return all;
}

/// Of each of these GPUs as much.
void GroupCapacity::take_parts(std::uint32_t node, const Demand& share, GpuSetId gpus,
                               std::uint8_t place) {
  const GpuSet& all = node_gpus_.front().sets()[gpus];
  const auto milli = static_cast<std::uint16_t>(share.gpu_milli / all.size());
  all.for_each([&](std::uint32_t gpu) { shared_gpus_.front().take({{node, gpu}, place}, milli); });
}

void GroupCapacity::give_parts(const AllocationShare& held) {
  cores_[held.node] += held.share.milli_cores;
  memory_[held.node] += held.share.memory_mib;
  if (!kinds_.empty()) count(held.node, held.share, -1);
  NodeGpus& gpus = node_gpus_.front();
  const GpuSet all = gpus.sets()[held.gpus];
  const auto milli = static_cast<std::uint16_t>(held.share.gpu_milli / all.size());
  all.for_each([&](std::uint32_t gpu) {
    if (!shared_gpus_.front().give({{held.node, gpu}, held.place}, milli)) return;
    move(held.node, gpus_[held.node] + 1);
    gpus.give(held.node, gpus.set_of(gpu));
  });
}

FreeCapacity::FreeCapacity(const Platform& platform) : platform_(&platform) {
  groups_.reserve(platform.groups().size());
  for (std::size_t i = 0; i < platform.groups().size(); ++i)
    groups_.emplace_back(platform.groups()[i], platform.leaves(i));
  if (platform.lending() == nullptr) return;
  lent_ = std::make_shared<LentGpus>(platform, *platform.lending());
  for (const std::size_t server : platform.lending()->servers)
    groups_[server].count_in(lent_, server);
}

}  // namespace gpuscape
