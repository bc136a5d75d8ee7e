#include "sim/scheduling/defragment/way_maker.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace gpuscape {

namespace {

/// Of what is on a node, all subsets are compared up to so many.
constexpr std::size_t kExact = 10;

}  // namespace

/// Nodes of one group that are not kept for the waiting job, and on which the one that moves has
/// nothing yet.
class WayMaker::Elsewhere final : public NodeFilter {
 public:
  Elsewhere(const WayMaker& maker, const Way& way, std::size_t group, std::uint32_t slot,
            const NodeFilter* open)
      : maker_(maker), way_(way), group_(group), slot_(slot), open_(open) {}

  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    if (group != group_ || maker_.kept_[node]) return false;
    if (open_ != nullptr && !open_->allows(group, node, share)) return false;
    const auto on = maker_.holdings_.on(maker_.of_cluster(group, node));
    if (std::ranges::find(on, slot_, &Holdings::OnNode::slot) != on.end()) return false;
    return std::ranges::none_of(way_.moves, [&](const Relocation& move) {
      return move.slot == slot_ && move.to && move.to->node == node;
    });
  }

 private:
  const WayMaker& maker_;
  const Way& way_;
  std::size_t group_;
  std::uint32_t slot_;
  const NodeFilter* open_;
};

std::optional<WayMaker::Way> WayMaker::find(const Ask& ask) {
  const Demand& demand = ask.job.demand;
  for (std::size_t group = 0; group < capacity_.groups().size(); ++group) {
    const GroupCapacity& nodes = capacity_.groups()[group];
    // What is free in all of the group bounds what moving can bring together.
    if (nodes.is_pool() || !nodes.will_do(demand) ||
        (!ask.some_drop && nodes.free_gpus_total() < demand.gpus))
      continue;
    const Gang gang = nodes.cut(demand);
    if (!nodes.could_hold(gang)) continue;
    if (auto way = find_in(group, gang, ask)) return way;
  }
  return std::nullopt;
}

std::optional<WayMaker::Way> WayMaker::find_in(std::size_t group, const Gang& gang,
                                               const Ask& ask) {
  const GroupCapacity& nodes = capacity_.groups()[group];
  kept_.assign(nodes.node_count(), false);
  moved_.clear();
  dropped_.clear();
  std::uint32_t full = gang.full_nodes;
  std::uint32_t rest = gang.rest_nodes;
  const auto keep_free = [&](const Demand& share, std::uint32_t& count) {
    for (std::uint32_t node = 0; node < nodes.node_count() && count > 0; ++node)
      if (!kept_[node] && nodes.fits(node, share) && is_open(group, node, share, ask.open)) {
        kept_[node] = true;
        --count;
      }
  };
  keep_free(gang.full, full);
  keep_free(gang.rest, rest);
  if (full + rest == 0) return std::nullopt;  // it fits: something else keeps it
  Way way;
  if (clear(group, gang.full, full, ask, way) && clear(group, gang.rest, rest, ask, way))
    return way;
  undo(way);
  return std::nullopt;
}

bool WayMaker::clear(std::size_t group, const Demand& share, std::uint32_t count, const Ask& ask,
                     Way& way) {
  if (count == 0) return true;
  for (const Clearing& clearing : clearings(group, share, ask.open)) {
    std::set<std::uint32_t> with = moved_;
    for (const Holdings::OnNode& on : clearing.who) with.insert(on.slot);
    if (ask.at_most > 0 && with.size() > ask.at_most) continue;
    if (!makes_room(group, clearing, share) || !relocate(group, clearing, way)) continue;
    if (--count == 0) return true;
  }
  return false;
}

std::vector<WayMaker::Clearing> WayMaker::clearings(std::size_t group, const Demand& share,
                                                    const NodeFilter* open) const {
  std::vector<Clearing> all;
  for (std::uint32_t node = 0; node < capacity_.groups()[group].node_count(); ++node) {
    if (kept_[node] || !is_open(group, node, share, open)) continue;
    if (auto clearing = clearing_of(group, node, share)) all.push_back(std::move(*clearing));
  }
  std::ranges::stable_sort(all, {}, &Clearing::cost);
  return all;
}

std::optional<WayMaker::Clearing> WayMaker::clearing_of(std::size_t group, std::uint32_t node,
                                                        const Demand& share) const {
  struct One {
    Holdings::OnNode on;
    Demand has;
    double cost = 0.0;
  };
  std::vector<One> movable;
  Demand room = capacity_.groups()[group].free(node);
  for (const Holdings::OnNode& on : holdings_.on(of_cluster(group, node))) {
    const std::optional<Terms> terms = terms_(on.slot);
    if (!terms) continue;
    const AllocationShare held = holdings_.share(on.slot, on.which);
    movable.push_back({on, held.share, moved_.contains(on.slot) ? 0.0 : terms->cost});
    room += held.share;
  }
  if (!room.holds(share)) return std::nullopt;
  std::ranges::sort(movable, [](const One& a, const One& b) {
    return a.cost < b.cost || (a.cost == b.cost && a.on.slot < b.on.slot);
  });
  Clearing best{.cost = std::numeric_limits<double>::infinity(), .node = node, .who = {}};
  if (movable.size() > kExact) {
    // Whoever costs most stays, as long as the others make room.
    best.cost = 0.0;
    for (std::size_t i = movable.size(); i-- > 0;) {
      const Demand without = room - movable[i].has;
      if (without.holds(share)) {
        room = without;
        continue;
      }
      best.cost += movable[i].cost;
      best.who.push_back(movable[i].on);
    }
    return best;
  }
  for (std::uint32_t subset = 1; subset < (1U << movable.size()); ++subset) {
    Demand with = capacity_.groups()[group].free(node);
    double cost = 0.0;
    for (std::size_t i = 0; i < movable.size(); ++i)
      if ((subset >> i & 1U) != 0) {
        with += movable[i].has;
        cost += movable[i].cost;
      }
    const bool fewer =
        cost == best.cost && static_cast<std::size_t>(std::popcount(subset)) < best.who.size();
    const bool better = cost < best.cost || fewer;
    if (!better || !with.holds(share)) continue;
    best.cost = cost;
    best.who.clear();
    for (std::size_t i = 0; i < movable.size(); ++i)
      if ((subset >> i & 1U) != 0) best.who.push_back(movable[i].on);
  }
  return best;
}

bool WayMaker::makes_room(std::size_t group, const Clearing& clearing, const Demand& share) const {
  Demand room = capacity_.groups()[group].free(clearing.node);
  for (const Holdings::OnNode& on : clearing.who) room += holdings_.share(on.slot, on.which).share;
  return room.holds(share);
}

bool WayMaker::relocate(std::size_t group, const Clearing& clearing, Way& way) {
  const Way before = way;
  const auto dropped = dropped_;
  kept_[clearing.node] = true;
  std::set<std::uint32_t> newly;
  for (const Holdings::OnNode& on : clearing.who) {
    const Terms terms = terms_(on.slot).value_or(Terms{.moves = false});
    Relocation move{on.slot, of_cluster(group, clearing.node), std::nullopt};
    if (dropped_[on.slot] < terms.may_drop) {
      ++dropped_[on.slot];
    } else {
      const Elsewhere elsewhere(*this, way, group, on.slot, terms.open);
      Allocation found;
      placer_.place_for(holdings_[on.slot].job.index());
      const bool goes =
          terms.moves && placer_.place(holdings_.share(on.slot, on.which).share, &elsewhere, found);
      if (!goes) {
        Way taken;
        taken.moves.assign(way.moves.begin() + std::ssize(before.moves), way.moves.end());
        undo(taken);
        way = before;
        dropped_ = dropped;
        kept_[clearing.node] = false;
        return false;
      }
      move.to = found.front();
    }
    way.moves.push_back(move);
    if (!moved_.contains(on.slot) && newly.insert(on.slot).second) way.cost += terms.cost;
  }
  moved_.merge(newly);
  return true;
}

void WayMaker::undo(const Way& way) {
  for (const Relocation& move : way.moves)
    if (move.to) capacity_.group(move.to->group).give(*move.to);
}

Seconds WayMaker::fits_at(const WaitingJob& job, const NodeFilter* open, Seconds now) const {
  Seconds first = kForever;
  for (std::size_t group = 0; group < capacity_.groups().size(); ++group) {
    const GroupCapacity& nodes = capacity_.groups()[group];
    if (nodes.is_pool() || !nodes.will_do(job.demand)) continue;
    const Gang gang = nodes.cut(job.demand);
    if (!nodes.could_hold(gang)) continue;
    const auto dates = [&](const Demand& share) {
      std::vector<Seconds> all;
      for (std::uint32_t node = 0; node < nodes.node_count(); ++node) {
        if (!is_open(group, node, share, open)) continue;
        std::vector<std::pair<Seconds, Demand>> ends;
        for (const Holdings::OnNode& on : holdings_.on(of_cluster(group, node)))
          ends.emplace_back(std::max(now, holdings_[on.slot].expected_end),
                            holdings_.share(on.slot, on.which).share);
        std::ranges::sort(ends, {}, &std::pair<Seconds, Demand>::first);
        Demand room = nodes.free(node);
        Seconds at = now;
        for (const auto& [end, share_of] : ends) {
          if (room.holds(share)) break;
          room += share_of;
          at = end;
        }
        if (room.holds(share)) all.push_back(at);
      }
      std::ranges::sort(all);
      return all;
    };
    const auto nth = [&](const Demand& share, std::uint32_t count) {
      if (count == 0) return now;
      const std::vector<Seconds> all = dates(share);
      return all.size() < count ? kForever : all[count - 1];
    };
    first = std::min(first, std::max(nth(gang.largest(), std::max(1U, gang.full_nodes)),
                                     nth(gang.smallest(), gang.nodes())));
  }
  return first;
}

}  // namespace gpuscape
