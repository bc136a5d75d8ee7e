#include "sim/model/placer.hpp"

namespace gpuscape {

std::size_t Placer::place(const Demand& demand, const NodeFilter* filter) {
  for (std::size_t group = 0; group < capacity_.groups().size(); ++group) {
    if (place_in(group, demand, filter)) return group;
  }
  return kNoGroup;
}

bool Placer::place_in(std::size_t group, const Demand& demand, const NodeFilter* filter) {
  shares_.clear();
  GroupCapacity& capacity = capacity_.group(group);
  if (capacity.free_gpus_total() < demand.gpus) return false;
  if (capacity.is_pool()) {
    const Demand share{demand.gpus, 0, 0};
    if (filter != nullptr && !filter->allows(group, 0, share)) return false;
    capacity.take(0, share);
    shares_.push_back({0, share});
    return true;
  }
  const Gang gang = cut_into_gang(demand, capacity.capacity());
  if (gang.full_nodes > 0 && capacity.at_level(gang.full.gpus).size() < gang.full_nodes)
    return false;
  bool placed = true;
  GangProgress progress{gang.nodes(), NodeSet::kNone};
  for (std::uint32_t i = 0; placed && i < gang.full_nodes; ++i)
    placed = place_share(group, gang.full, filter, progress);
  if (placed && gang.has_rest) placed = place_share(group, gang.rest, filter, progress);
  if (placed) return true;
  for (const PlacedShare& taken : shares_) capacity.give(taken.node, taken.share);
  return false;
}

bool Placer::place_share(std::size_t group, const Demand& share, const NodeFilter* filter,
                         GangProgress& progress) {
  GroupCapacity& capacity = capacity_.group(group);
  const std::uint32_t node = policy_.choose(FreeNodes(capacity, group, filter, progress), share);
  if (node == FreeNodes::kNone) return false;
  capacity.take(node, share);
  shares_.push_back({node, share});
  --progress.shares_left;
  progress.last_chosen = node;
  return true;
}

}  // namespace gpuscape
