/// Nodes that move between parts.

#include <algorithm>

#include "sim/platform/gang.hpp"
#include "sim/scheduling/parts/parts_scheduler.hpp"

namespace gpuscape {

namespace {

bool is_idle(const GroupCapacity& nodes, std::uint32_t node) {
  return nodes.free(node) == nodes.capacity();
}

/// Nodes that a job needs there; none: it never fits there.
std::optional<std::uint32_t> nodes_needed(const GroupCapacity& nodes, const Demand& demand) {
  if (nodes.is_pool() || !nodes.will_do(demand)) return std::nullopt;
  if (stays_whole(demand, nodes.capacity()))
    return nodes.capacity().holds(demand) ? std::optional(1U) : std::nullopt;
  const Gang gang = nodes.cut(demand);
  return nodes.could_hold(gang) ? std::optional(gang.nodes()) : std::nullopt;
}

}  // namespace

std::uint32_t PartsScheduler::count(std::size_t part) const {
  std::uint32_t nodes = 0;
  for (std::size_t group = 0; group < groups_.size(); ++group) nodes += at_[part].has.count(group);
  return nodes;
}

std::uint32_t PartsScheduler::idle_of(const FreeCapacity& capacity, std::size_t part,
                                      std::size_t group) const {
  const GroupCapacity& nodes = capacity.groups()[group];
  std::uint32_t idle = 0;
  for (std::uint32_t node = 0; node < nodes.node_count(); ++node)
    if (at_[part].has.is_open(group, node) && is_idle(nodes, node)) ++idle;
  return idle;
}

/// A part keeps what its own jobs wait for, unless the first of them came after the one that asks:
/// else two parts could keep what the other one's job needs, for ever.
bool PartsScheduler::gives(std::size_t from, std::size_t to, const WaitingJob& job) const {
  if (from == to) return false;
  const std::optional<WaitingJob>& first = at_[from].first;
  return !first || job.job < first->job;  // numbers rise with dates of submission
}

std::uint32_t PartsScheduler::idle(const FreeCapacity& capacity, std::size_t part,
                                   std::size_t group, const WaitingJob& job) const {
  std::uint32_t all = 0;
  for (std::size_t other = 0; other < parts_.size(); ++other)
    if (gives(other, part, job)) all += std::min(idle_of(capacity, other, group), spare(other));
  return all;
}

bool PartsScheduler::others_have_room(const FreeCapacity& capacity, std::size_t part,
                                      const Demand& demand) const {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const auto needed = nodes_needed(capacity.groups()[group], demand);
    if (!needed) continue;
    std::uint32_t there = 0;
    for (std::size_t any = 0; any < parts_.size(); ++any) there += idle_of(capacity, any, group);
    if (there >= *needed && there > idle_of(capacity, part, group)) return true;
  }
  return false;
}

/// What jobs that wait do so for is said anew, and idle nodes go to them.
void PartsScheduler::settle(const FreeCapacity& capacity, Seconds now) {
  end_moves(now);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    Place& place = at_[part];
    place.move_at.reset();
    if (!place.first) continue;
    place.waits.set_rule(others_have_room(capacity, part, place.first->demand)
                             ? QueueRule::other_part
                             : QueueRule::order,
                         now);
    move_for(capacity, now, part, *place.first);
  }
}

void PartsScheduler::end_moves(Seconds now) {
  while (!moving_.empty() && !(moving_.front().date > now)) {
    const Move move = moving_.front();
    moving_.erase(moving_.begin());
    Place& to = at_[move.to];
    to.has.open(move.group, move.node);
    ++to.changes;
    to.gpus += groups_[move.group].capacity.gpus;
    to.freed = true;
    ++to.came;
    changed_.push_back(to.first_queue);
  }
}

/// The last idle node of the part.
bool PartsScheduler::move_one(const FreeCapacity& capacity, Seconds now, std::size_t from,
                              std::size_t to, std::size_t group) {
  const GroupCapacity& nodes = capacity.groups()[group];
  if (!moves_ || spare(from) == 0) return false;
  for (std::uint32_t node = nodes.node_count(); node-- > 0;) {
    if (!at_[from].has.is_open(group, node) || !is_idle(nodes, node)) continue;
    at_[from].has.close(group, node);
    ++at_[from].changes;
    at_[from].gpus -= groups_[group].capacity.gpus;
    changed_.push_back(at_[from].first_queue);
    moving_.push_back({now + moves_->takes, group, node, to});
    return true;
  }
  return false;
}

/// As many nodes as it lacks beside those of its own that are idle or on their way, if others have
/// so many to give.
void PartsScheduler::move_for(const FreeCapacity& capacity, Seconds now, std::size_t part,
                              const WaitingJob& job) {
  if (!moves_) return;
  const Seconds may_from = job.submit + moves_->after;
  if (may_from > now) {
    at_[part].move_at = may_from;
    return;
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const auto needed = nodes_needed(capacity.groups()[group], job.demand);
    if (!needed) continue;
    std::uint32_t has = idle_of(capacity, part, group);
    for (const Move& move : moving_)
      if (move.to == part && move.group == group) ++has;
    if (has >= *needed) return;  // they are on their way, or something else keeps it
    if (idle(capacity, part, group, job) < *needed - has) continue;
    for (std::size_t from = 0; from < parts_.size() && has < *needed; ++from) {
      if (!gives(from, part, job)) continue;
      while (has < *needed && move_one(capacity, now, from, part, group)) ++has;
    }
    return;
  }
}

}  // namespace gpuscape
