#include "sim/scheduling/placer.hpp"

#include <algorithm>

#include "sim/scheduling/span_room.hpp"

namespace gpuscape {

bool Placer::place(const Demand& demand, const NodeFilter* filter, Allocation& shares) {
  for (const GroupTier& tier : tiers_) {
    if (tier.size() == 1 ? place_in(tier.front(), demand, filter, shares)
                         : place_among(tier, demand, filter, shares))
      return true;
  }
  const bool spans =
      !spans_.empty() && std::ranges::any_of(spans_.of(demand), [&](const GroupSpan& span) {
        return place_on_span(span, demand, filter, shares);
      });
  return spans || lent_.place(demand, filter, shares);
}

bool Placer::place_in(std::size_t group, const Demand& demand, const NodeFilter* filter,
                      Allocation& shares) {
  GroupCapacity& capacity = capacity_.group(group);
  if (demand.gpu_milli != 0 && !weighs_parts_ && join(group, demand, filter, shares)) return true;
  if (!may_have(capacity, demand) || !capacity.will_do(demand)) return false;
  if (capacity.is_pool()) {
    const Demand share = whole_share(demand, capacity);
    if (filter != nullptr && !filter->allows(group, 0, share)) return false;
    take(group, 0, share, shares);
    return true;
  }
  if (!stays_whole(demand, capacity.capacity()))
    return place_gang(group, capacity.cut(demand), filter, shares);
  return !place_share(group, whole_share(demand, capacity), filter, {}, shares).is_none();
}

Demand Placer::whole_share(const Demand& demand, const GroupCapacity& capacity) {
  if (capacity.is_pool()) return {demand.gpus, 0, 0};
  Demand share{demand.gpus, demand.milli_cores, demand.memory_mib, 0};
  share.gpu_milli = capacity.part_of(demand).milli;
  if (share.gpu_milli != 0) share.asks = demand.asks;
  return share;
}

bool Placer::join(std::size_t group, const Demand& demand, const NodeFilter* filter,
                  Allocation& shares) {
  const GroupCapacity& capacity = capacity_.groups()[group];
  if (!capacity.will_do(demand)) return false;
  const auto place = FreeNodes(capacity, group, filter).joinable(demand);
  if (place) take_part(group, *place, demand, shares);
  return place.has_value();
}

void Placer::take(std::size_t group, std::uint32_t node, const Demand& share, Allocation& shares) {
  GroupCapacity& capacity = capacity_.group(group);
  if (share.gpu_milli == 0)
    shares.push_back({.node = node, .share = share, .gpus = capacity.take(node, share)});
  else
    shares.push_back(capacity.open(node, share));
  shares.back().group = static_cast<std::uint32_t>(group);
}

bool Placer::place_like(const Allocation& held, const NodeFilter* filter, Allocation& shares) {
  for (const AllocationShare& like : held) {
    if (!capacity_.groups()[like.group].free(like.node).holds(like.share)) return false;
    if (filter != nullptr && !filter->allows(like.group, like.node, like.share)) return false;
  }
  for (const AllocationShare& like : held) take(like.group, like.node, like.share, shares);
  return true;
}

void Placer::take(std::size_t group, const NodeChoice& choice, const Demand& share,
                  Allocation& shares) {
  if (choice.gpu)
    take_part(group, *choice.gpu, share, shares);
  else
    take(group, choice.node.index(), share, shares);
}

void Placer::count_kinds() {
  for (std::size_t group = 0; group < capacity_.groups().size(); ++group)
    if (!capacity_.groups()[group].is_pool()) capacity_.group(group).count_kinds();
}

void Placer::take_part(std::size_t group, const GpuPartPlace& place, const Demand& demand,
                       Allocation& shares) {
  shares.push_back(capacity_.group(group).join(place, demand));
  shares.back().group = static_cast<std::uint32_t>(group);
}

namespace {

/// True when no node that has a share of the gang can take another of it: whole nodes, and one
/// share beside them at most.
bool keeps_apart(const Gang& gang, const GroupCapacity& capacity) {
  return gang.full_nodes > 0 && gang.full.gpus > 0 && gang.full.gpus == capacity.capacity().gpus &&
         (gang.rest_nodes == 0 || (gang.rest_nodes == 1 && gang.rest.gpus > 0));
}

}  // namespace

bool Placer::place_gang(std::size_t group, const Gang& gang, const NodeFilter* filter,
                        Allocation& shares) {
  GroupCapacity& capacity = capacity_.group(group);
  if (!capacity.could_hold(gang)) return false;
  const bool apart = keeps_apart(gang, capacity);
  if (apart ? capacity.at_level(level_of(gang.full.gpus)).size() < gang.full_nodes
            : !FreeNodes(capacity, group, filter).have_room_for(gang))
    return false;
  const std::size_t before = shares.size();
  GangProgress progress{gang.nodes(), GroupNode::none()};
  for (; progress.shares_left > 0; --progress.shares_left) {
    const std::size_t placed = shares.size() - before;
    const Demand& share = placed < gang.full_nodes ? gang.full : gang.rest;
    progress.last_chosen = place_share(group, share, filter, progress, shares);
    if (progress.last_chosen.is_none()) break;
    if (!apart) capacity.hide(progress.last_chosen.index());
  }
  for (std::size_t i = before; i < shares.size() && !apart; ++i) capacity.show(shares[i].node);
  if (progress.shares_left == 0) return true;
  give_back(before, shares);
  return false;
}

void Placer::give_back(std::size_t first, Allocation& shares) {
  for (std::size_t i = first; i < shares.size(); ++i)
    capacity_.group(shares[i].group).give(shares[i]);
  shares.resize(first);
}

bool Placer::place_on_span(const GroupSpan& span, const Demand& demand, const NodeFilter* filter,
                           Allocation& shares) {
  if (!span_has_room(capacity_, span, demand, filter)) return false;
  const Gang gang = capacity_.group(span.front()).cut(demand);
  const std::size_t before = shares.size();
  const auto place_all = [&](const Demand& share, std::uint32_t count) {
    for (const std::size_t group : span)
      if (count > 0 && capacity_.group(group).will_do(demand))
        count -= place_equal(group, share, count, filter, shares);
    return count == 0;
  };
  const bool placed =
      place_all(gang.full, gang.full_nodes) && place_all(gang.rest, gang.rest_nodes);
  for (std::size_t i = before; i < shares.size(); ++i)
    capacity_.group(shares[i].group).show(shares[i].node);
  if (!placed) give_back(before, shares);
  return placed;
}

std::uint32_t Placer::place_equal(std::size_t group, const Demand& share, std::uint32_t count,
                                  const NodeFilter* filter, Allocation& shares) {
  GroupCapacity& capacity = capacity_.group(group);
  const std::uint32_t here = FreeNodes(capacity, group, filter).count(share, count);
  GangProgress progress{here, GroupNode::none()};
  for (; progress.shares_left > 0; --progress.shares_left) {
    progress.last_chosen = place_share(group, share, filter, progress, shares);
    if (progress.last_chosen.is_none()) break;
    capacity.hide(progress.last_chosen.index());
  }
  return here - progress.shares_left;
}

Placer::Choice Placer::choose(std::size_t group, const Demand& share, const NodeFilter* filter,
                              GangProgress progress) const {
  const GroupCapacity& capacity = capacity_.groups()[group];
  progress.job = job_;
  if (near_ != nullptr) {
    const BothFilters both(near_, filter);
    const NodeChoice near = policy_.weigh(FreeNodes(capacity, group, &both, progress), share);
    if (!near.node.is_none()) return {near, true};
  }
  return {policy_.weigh(FreeNodes(capacity, group, filter, progress), share), false};
}

GroupNode Placer::place_share(std::size_t group, const Demand& share, const NodeFilter* filter,
                              GangProgress progress, Allocation& shares) {
  const Choice choice = choose(group, share, filter, progress);
  if (!choice.node.is_none()) take(group, choice, share, shares);
  return choice.node;
}

bool could_ever_hold(const FreeCapacity& capacity, const Demand& demand, const NodeMask* open) {
  const Platform& platform = capacity.platform();
  const auto nodes_of = [&](std::size_t group) {
    return open ? open->count(group) : platform.groups()[group].count;
  };
  for (std::size_t group = 0; group < platform.groups().size(); ++group) {
    const bool is_closed = platform.groups()[group].pool && nodes_of(group) == 0;
    if (!is_closed && fits_when_empty(demand, platform.groups()[group], nodes_of(group)))
      return true;
  }
  if (spans_fit_when_empty(platform.spans(), demand, platform.groups(), nodes_of)) return true;
  return capacity.lent() != nullptr &&
         capacity.lent()->could_hold(platform, demand, [&](std::size_t group, IslandNodes island) {
           return open ? open->count(group, island.begin, island.end) : island.end - island.begin;
         });
}

}  // namespace gpuscape
