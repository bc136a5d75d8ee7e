#include "sim/model/placer.hpp"

namespace gpuscape {

std::size_t Placer::place(const Demand& demand, const NodeFilter* filter,
                          std::vector<PlacedShare>& shares) {
  for (std::size_t group = 0; group < capacity_.groups().size(); ++group) {
    if (place_in(group, demand, filter, shares)) return group;
  }
  return kNoGroup;
}

bool Placer::place_in(std::size_t group, const Demand& demand, const NodeFilter* filter,
                      std::vector<PlacedShare>& shares) {
  GroupCapacity& capacity = capacity_.group(group);
  if (capacity.free_gpus_total() < demand.gpus) return false;
  if (capacity.is_pool()) {
    const Demand share{demand.gpus, 0, 0};
    if (filter != nullptr && !filter->allows(group, 0, share)) return false;
    capacity.take(0, share);
    shares.push_back({0, share});
    return true;
  }
  if (!stays_whole(demand, capacity.capacity()))
    return place_gang(group, cut_into_gang(demand, capacity.capacity()), filter, shares);
  const Demand share{demand.gpus, demand.milli_cores, demand.memory_mib, 0};
  const std::uint32_t node = place_share(group, share, filter, {});
  if (node == FreeNodes::kNone) return false;
  shares.push_back({node, share});
  return true;
}

bool Placer::place_gang(std::size_t group, const Gang& gang, const NodeFilter* filter,
                        std::vector<PlacedShare>& shares) {
  GroupCapacity& capacity = capacity_.group(group);
  if (gang.full_nodes > 0 && capacity.at_level(gang.full.gpus).size() < gang.full_nodes)
    return false;
  const std::size_t before = shares.size();
  GangProgress progress{gang.nodes(), FreeNodes::kNone};
  for (std::uint32_t i = 0; i < gang.nodes(); ++i) {
    const Demand& share = i < gang.full_nodes ? gang.full : gang.rest;
    const std::uint32_t node = place_share(group, share, filter, progress);
    if (node == FreeNodes::kNone) {
      for (std::size_t k = before; k < shares.size(); ++k)
        capacity.give(shares[k].node, shares[k].share);
      shares.resize(before);
      return false;
    }
    shares.push_back({node, share});
    --progress.shares_left;
    progress.last_chosen = node;
  }
  return true;
}

std::uint32_t Placer::place_share(std::size_t group, const Demand& share, const NodeFilter* filter,
                                  GangProgress progress) {
  GroupCapacity& capacity = capacity_.group(group);
  const std::uint32_t node = policy_.choose(FreeNodes(capacity, group, filter, progress), share);
  if (node != FreeNodes::kNone) capacity.take(node, share);
  return node;
}

}  // namespace gpuscape
