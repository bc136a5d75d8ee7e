#include "sim/scheduling/reservation/head_reservation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gpuscape {

bool HeadReservation::renew(const WaitingJob& head, const State& state) {
  if (const LentGpus* lent = state.capacity.lent()) lent_ends_.follow(state.releases, *lent);
  const bool kept = state.outages == nullptr && !state.allowed_changes &&
                    survives(head, state.now, state.releases);
  if (!kept) make(head, state);
  state.releases.clear_changes();
  return kept;
}

void HeadReservation::make(const WaitingJob& head, const State& state) {
  const ExpectedReleases& releases = state.releases;
  const FreeCapacity& capacity = state.capacity;
  HeadReservation best;
  best.raw_date_ = kForever;
  const auto begin = [&](std::size_t group) {
    HeadReservation here;
    here.group_ = group;
    here.allowed_ = state.allowed;
    here.outages_ = state.outages;
    here.run_time_ = head.expected_run_time;
    here.date_now_ = state.now;
    here.demand_ = head.demand;
    here.raw_date_ = kForever;
    return here;
  };
  const auto consider = [&](std::span<const std::size_t> groups) {
    HeadReservation here = begin(groups.front());
    here.pool_ = state.releases.group(here.group_).capacity().is_pool();
    if (here.pool_) {
      here.make_on_pool(head, state.releases.group(here.group_));
    } else {
      here.make_on_nodes(head, state.releases, groups);
    }
    if (here.raw_date_ < best.raw_date_) best = std::move(here);
  };
  for (std::size_t group = 0; group < releases.group_count(); ++group)
    if (releases.group(group).capacity().will_do(head.demand)) consider({&group, 1});
  for (const GroupSpan& span : capacity.platform().spans().of(head.demand)) consider(span);
  const LentGpus* lent = capacity.lent();
  for (std::size_t pool = 0; lent != nullptr && pool < lent->pools().size(); ++pool)
    for (std::uint32_t island = 0; island < lent->lending().islands; ++island) {
      HeadReservation here = begin(lent->pools()[pool].servers().front());
      here.lent_ = lent;
      here.lent_pool_ = pool;
      here.island_ = island;
      here.make_on_lent(releases, lent_ends_);
      if (here.raw_date_ < best.raw_date_) best = std::move(here);
    }
  best.lent_ends_ = std::move(lent_ends_);
  *this = std::move(best);
  job_ = RunJobId(head.job);
  demand_ = head.demand;
  date_ = std::max(state.now, raw_date_);
  for (ReservedNode& reserved : nodes_)
    leave_headroom(reserved, releases.group(reserved.at.group()));
}

void HeadReservation::make_on_pool(const WaitingJob& head, const GroupReleases& releases) {
  std::int64_t free = releases.capacity().free_gpus_total();
  if (head.demand.gpus > releases.capacity().capacity().gpus) return;
  Seconds date = GroupReleases::kNow;
  for (const Release& release : releases.pool_releases()) {
    const bool enough = free >= head.demand.gpus;
    if (enough && release.end > std::max(date, date_now_)) break;
    free += release.share.gpus;
    if (!enough) date = release.end;  // the overdue ones after it are expected now, like it
  }
  if (outages_ != nullptr) {
    const Seconds open = outages_->next_open(group_, 0, std::max(date, date_now_), run_time_);
    for (const Release& release : releases.pool_releases())
      if (release.end > std::max(date, date_now_) && release.end <= open)
        free += release.share.gpus;
    date = std::max(date, open);
  }
  raw_date_ = date;
  pool_headroom_ = free - head.demand.gpus;
}

void HeadReservation::make_on_nodes(const WaitingJob& head, const ExpectedReleases& releases,
                                    std::span<const std::size_t> groups) {
  const GroupCapacity& first = releases.group(groups.front()).capacity();
  const Gang gang = first.cut(head.demand);
  if (groups.size() == 1 && !first.could_hold(gang)) return;
  any_release_moves_it_ = groups.size() > 1 || (gang.full_nodes > 0 && gang.rest_nodes > 0);
  earliest_ = date_now_;
  while (reserve_gang(gang, releases, groups)) {
    raw_date_ = GroupReleases::kNow;
    for (const ReservedNode& reserved : nodes_) raw_date_ = std::max(raw_date_, reserved.available);
    // The last of the nodes sets the date: by then, another one may be about to go away.
    if (outages_ == nullptr || raw_date_ == earliest_) return;
    earliest_ = raw_date_;
  }
  raw_date_ = kForever;
}

bool HeadReservation::reserve_gang(const Gang& gang, const ExpectedReleases& releases,
                                   std::span<const std::size_t> groups) {
  nodes_.clear();
  if (gang.full_nodes > 0) reserve_soonest(releases, groups, gang.full, gang.full_nodes);
  if (gang.rest_nodes > 0) reserve_soonest(releases, groups, gang.rest, gang.rest_nodes);
  return nodes_.size() >= gang.nodes();
}

Seconds HeadReservation::available_at(const GroupReleases& releases, NodeKey at,
                                      const Demand& need) const {
  return open_from(at, releases.available_at(at.node(), need));
}

/// Adds the `count` nodes on which `need` fits soonest, by (date, group, node), leaving out those
/// already reserved.
void HeadReservation::reserve_soonest(const ExpectedReleases& releases,
                                      std::span<const std::size_t> groups, const Demand& need,
                                      std::size_t count) {
  std::vector<ReservedNode> soonest;  // max-heap of the best so far
  Seconds worst = kForever;           // until there are `count` of them
  for (const std::size_t group : groups) {
    const GroupReleases& of_group = releases.group(group);
    const GroupCapacity& capacity = of_group.capacity();
    if (!capacity.will_do(demand_) || !capacity.capacity().holds(need)) continue;
    const std::uint32_t node_count = capacity.node_count();
    for (std::uint32_t node = of_group.next_before(worst, 0, need); node < node_count;
         node = of_group.next_before(worst, node + 1, need)) {
      const NodeKey at(group, node);
      if (!nodes_.empty() && is_reserved(at)) continue;
      if (allowed_ != nullptr && !allowed_->allows(group, node, need)) continue;
      const Seconds available = available_at(of_group, at, need);
      if (outages_ != nullptr && !(available < worst)) continue;
      if (soonest.size() == count) {
        std::pop_heap(soonest.begin(), soonest.end());
        soonest.pop_back();
      }
      soonest.push_back({available, at, need, {}});
      std::push_heap(soonest.begin(), soonest.end());
      if (soonest.size() == count) worst = soonest.front().available;
    }
  }
  if (soonest.size() < count) soonest.clear();  // too few are open to the head
  nodes_.insert(nodes_.end(), soonest.begin(), soonest.end());
  std::ranges::sort(nodes_, {}, &ReservedNode::at);
}

std::vector<ReservedNode>::const_iterator HeadReservation::find(NodeKey node) const {
  const auto at = std::ranges::lower_bound(nodes_, node, {}, &ReservedNode::at);
  return at != nodes_.end() && at->at == node ? at : nodes_.end();
}

bool HeadReservation::survives(const WaitingJob& head, Seconds now,
                               const ExpectedReleases& releases) {
  date_now_ = now;
  if (RunJobId(head.job) != job_ || !releases.changes_complete()) return false;
  if (lent_ != nullptr) return survives_on_lent(now, releases);
  const GroupReleases& of_group = releases.group(group_);
  pool_date_may_move_ = false;
  for (const ReleaseChange& change : releases.changes()) {
    if (change.started) {
      if (is_reserved({change.group, change.node})) return false;
    } else if (change.group != group_ || !survives_release(change, of_group)) {
      return false;
    }
  }
  if (pool_date_may_move_) pull_pool_date_forward(of_group);
  return now <= raw_date_;  // overdue jobs are expected to end now, and now has moved
}

bool HeadReservation::survives_release(const ReleaseChange& change, const GroupReleases& releases) {
  if (pool_) {
    if (change.end > raw_date_)
      pool_headroom_ += change.share.gpus;  // it was not counted on before the date
    if (change.end >= raw_date_) pool_date_may_move_ = true;
    return true;
  }
  if (nodes_.empty()) return false;  // it had too few nodes, even when all were free
  if (any_release_moves_it_ || is_reserved({change.group, change.node})) return false;
  return releases.available_at(change.node, nodes_.front().need) > raw_date_;
}

/// With a release at or after the reserved date gone, an earlier date may do.
void HeadReservation::pull_pool_date_forward(const GroupReleases& releases) {
  const GroupReleases::PoolReleases& by_end = releases.pool_releases();
  while (true) {
    auto at = by_end.lower_bound(Release{raw_date_, 0, {}});
    const auto before = at;
    std::int64_t at_date = 0;
    for (; at != by_end.end() && at->end == raw_date_; ++at) at_date += at->share.gpus;
    if (pool_headroom_ < at_date || before == by_end.begin()) break;
    pool_headroom_ -= at_date;
    raw_date_ = std::prev(before)->end;
  }
  date_ = std::max(date_now_, raw_date_);
}

bool HeadReservation::allows(std::size_t group, std::uint32_t node, const Demand& share) const {
  if (pool_) return group != group_ || share.gpus <= pool_headroom_;
  const auto at = find({group, node});
  return at == nodes_.end() || (at->headroom.holds(share) && at->more_lent >= share.nodes);
}

void HeadReservation::claim(std::span<const AllocationShare> shares) {
  for (const AllocationShare& placed : shares) {
    if (pool_) {
      if (placed.group == group_) pool_headroom_ -= placed.share.gpus;
      continue;
    }
    if (lent_ != nullptr && lent_->lends(lent_pool_, island_, placed.group, placed.node))
      lent_headroom_ -= placed.share.gpus;
    Demand share = placed.share;
    if (share.gpu_milli != 0) share.gpus = 1;  // it may be the last on its GPU
    const NodeKey node(placed.group, placed.node);
    for (ReservedNode& reserved : nodes_) {
      if (reserved.at != node) continue;
      reserved.headroom = reserved.headroom - share;
      reserved.more_lent -= share.nodes;
    }
  }
}

}  // namespace gpuscape
