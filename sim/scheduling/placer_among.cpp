/// The half of Placer that looks at the nodes of several groups at once.

#include <algorithm>

#include "sim/scheduling/placer.hpp"

namespace gpuscape {

bool Placer::place_among(const GroupTier& tier, const Demand& demand, const NodeFilter* filter,
                         Allocation& shares) {
  return (demand.gpu_milli != 0 && !weighs_parts_ && join_among(tier, demand, filter, shares)) ||
         place_whole_among(tier, demand, filter, shares) ||
         place_gang_among(tier, demand, filter, shares);
}

NodeOffer Placer::offer(const GroupTier& tier, std::size_t place, Choice choice,
                        const Demand& share) const {
  const std::uint32_t node = choice.node.index();
  const GroupCapacity& capacity = capacity_.groups()[tier[place]];
  NodeOffer offer{.place = place, .node = node, .of = capacity.node_count(), .far = !choice.near};
  offer.left = scale_.left(capacity, node, share, share.milli_cores > 0);
  offer.score = choice.score;
  offer.rank = policy_.rank(offer);
  return offer;
}

bool Placer::join_among(const GroupTier& tier, const Demand& demand, const NodeFilter* filter,
                        Allocation& shares) {
  std::optional<NodeOffer> best;
  GpuPartPlace gpu;
  for (std::size_t place = 0; place < tier.size(); ++place) {
    const GroupCapacity& capacity = capacity_.groups()[tier[place]];
    if (!capacity.will_do(demand)) continue;
    const auto found = FreeNodes(capacity, tier[place], filter).joinable(demand);
    if (!found) continue;
    const Demand share{
        0, demand.milli_cores, demand.memory_mib, 0, 0, capacity.part_of(demand).milli};
    const NodeOffer here = offer(tier, place, {{.node = GroupNode(found->gpu.node)}}, share);
    if (best && !here.before(*best)) continue;
    best = here;
    gpu = *found;
  }
  if (best) take_part(tier[best->place], gpu, demand, shares);
  return best.has_value();
}

bool Placer::place_whole_among(const GroupTier& tier, const Demand& demand,
                               const NodeFilter* filter, Allocation& shares) {
  std::optional<NodeOffer> best;
  Choice chosen;
  for (std::size_t place = 0; place < tier.size(); ++place) {
    const GroupCapacity& capacity = capacity_.groups()[tier[place]];
    if (!may_have(capacity, demand) || !capacity.will_do(demand)) continue;
    if (!capacity.is_pool() && !stays_whole(demand, capacity.capacity())) continue;
    const Demand share = whole_share(demand, capacity);
    Choice node{{.node = GroupNode(0)}};
    if (!capacity.is_pool()) node = choose(tier[place], share, filter, {});
    if (node.node.is_none()) continue;
    if (capacity.is_pool() && filter != nullptr && !filter->allows(tier[place], 0, share)) continue;
    const NodeOffer here = offer(tier, place, node, share);
    if (best && !here.before(*best)) continue;
    best = here;
    chosen = node;
  }
  if (!best) return false;
  const std::size_t group = tier[best->place];
  take(group, chosen, whole_share(demand, capacity_.groups()[group]), shares);
  return true;
}

bool Placer::place_pod(const Demand& demand, const PodsSoFar& so_far, const Demand& share,
                       const NodeFilter* filter, Allocation& shares) {
  const GangProgress progress{so_far.gang.nodes() - static_cast<std::uint32_t>(so_far.pods),
                              so_far.last};
  if (so_far.group) return !place_share(*so_far.group, share, filter, progress, shares).is_none();
  for (const GroupTier& tier : tiers_) {
    std::optional<NodeOffer> best;
    Choice chosen;
    for (std::size_t place = 0; place < tier.size(); ++place) {
      const GroupCapacity& capacity = capacity_.groups()[tier[place]];
      if (capacity.is_pool() || !capacity.will_do(demand)) continue;
      if (!(capacity.cut(demand) == so_far.gang) || !capacity.could_hold(so_far.gang)) continue;
      const Choice node = choose(tier[place], share, filter, progress);
      if (node.node.is_none()) continue;
      const NodeOffer here = offer(tier, place, node, share);
      if (best && !here.before(*best)) continue;
      best = here;
      chosen = node;
    }
    if (!best) continue;
    take(tier[best->place], chosen, share, shares);
    return true;
  }
  return false;
}

bool Placer::place_gang_among(const GroupTier& tier, const Demand& demand, const NodeFilter* filter,
                              Allocation& shares) {
  offers_.clear();
  for (std::size_t place = 0; place < tier.size(); ++place) {
    const GroupCapacity& capacity = capacity_.groups()[tier[place]];
    if (capacity.is_pool() || stays_whole(demand, capacity.capacity())) continue;
    if (capacity.free_gpus_total() < demand.gpus || !capacity.will_do(demand)) continue;
    const Gang gang = capacity.cut(demand);
    if (!capacity.could_hold(gang)) continue;
    const Choice first =
        choose(tier[place], gang.largest(), filter, {gang.nodes(), GroupNode::none()});
    if (first.node.is_none()) continue;
    offers_.push_back(offer(tier, place, first, gang.largest()));
    offers_.back().nodes = gang.nodes();
  }
  std::ranges::sort(offers_, [](const NodeOffer& a, const NodeOffer& b) { return a.before(b); });
  return std::ranges::any_of(offers_, [&](const NodeOffer& offer) {
    const std::size_t group = tier[offer.place];
    return place_gang(group, capacity_.groups()[group].cut(demand), filter, shares);
  });
}

}  // namespace gpuscape
