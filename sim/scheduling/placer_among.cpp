/// The half of Placer that looks at the nodes of several groups at once; where a job goes that
/// shares GPUs where too few are free.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

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

namespace {

/// A node for such a job.
struct Machine {
  std::size_t group = 0;
  std::uint32_t node = 0;
  GpuSet shared;               ///< that it takes beside all that are free and that it needs
  std::int32_t most = 0;       ///< users of one of its GPUs, before it comes
  std::int32_t all_users = 0;  ///< of all GPUs of the node, each as often as it has a part of one

  [[nodiscard]] bool is_emptier_than(const Machine& other) const {
    return std::tuple(most, all_users) < std::tuple(other.most, other.all_users);
  }
};

/// None where its GPUs have as many users as they may have.
std::optional<Machine> machine(const GroupCapacity& capacity, std::uint32_t node,
                               std::int32_t gpus) {
  struct Shared {
    std::int32_t users = 0;
    std::uint32_t gpu = 0;
  };
  const SharedGpus& shared = *capacity.shared_gpus();
  const GpuPartOfAsk part = capacity.smallest_part();
  Machine of;
  of.node = node;
  std::vector<Shared> joinable;
  const std::span<const std::uint16_t> left = shared.left_by_gpu(node);
  for (std::uint32_t gpu = 0; gpu < left.size(); ++gpu) {
    const std::int32_t users = (Demand::kWholeGpu - left[gpu]) / part.milli;
    of.all_users += users;
    if (shared.room(part, {node, gpu})) joinable.push_back({users, gpu});
  }
  const std::int32_t missing = gpus - std::min(gpus, capacity.free_gpus(node));
  if (std::ssize(joinable) < missing) return std::nullopt;
  std::ranges::stable_sort(joinable, {}, &Shared::users);
  for (std::int32_t i = 0; i < missing; ++i) {
    const Shared& one = joinable[static_cast<std::size_t>(i)];
    of.shared.insert(one.gpu);
    of.most = one.users;
  }
  return of;
}

}  // namespace

bool Placer::place_beside(const Demand& demand, const NodeFilter* filter, Allocation& shares) {
  const Demand needs{0, demand.milli_cores, demand.memory_mib, 0};
  std::optional<Machine> best;
  const auto look = [&](std::size_t group) {
    const GroupCapacity& capacity = capacity_.groups()[group];
    if (!capacity.will_do(demand) || capacity.shared_gpus() == nullptr) return;
    if (capacity.capacity().gpus < demand.gpus) return;
    for (std::uint32_t node = 0; node < capacity.node_count(); ++node) {
      if (!capacity.fits(node, needs)) continue;
      if (filter != nullptr && !filter->allows(group, node, needs)) continue;
      std::optional<Machine> of = machine(capacity, node, demand.gpus);
      if (!of || (best && !of->is_emptier_than(*best))) continue;
      of->group = group;
      best = *of;
    }
  };
  for (const GroupTier& tier : tiers_) {
    std::ranges::for_each(tier, look);
    if (best) break;
  }
  if (!best) return place(demand, filter, shares);
  const Demand share{demand.gpus, demand.milli_cores, demand.memory_mib, 0};
  shares.push_back(capacity_.group(best->group).join_several(best->node, share, best->shared));
  shares.back().group = static_cast<std::uint32_t>(best->group);
  return true;
}

}  // namespace gpuscape
