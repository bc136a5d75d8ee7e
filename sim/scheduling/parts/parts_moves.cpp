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

/// A part keeps what its own jobs wait for, unless the first of them came after the one that asks:
/// else two parts could keep what the other one's job needs, for ever.
bool PartsScheduler::gives(std::size_t from, std::size_t to, const WaitingJob& job) const {
  if (from == to) return false;
  if (at_[from].waits.waiting() == 0) return true;
  const std::optional<Seconds>& first = at_[from].first_came;
  return first && std::pair(job.submit, to) < std::pair(*first, from);
}

std::uint32_t PartsScheduler::idle(const SchedulingPass& pass, std::size_t part, std::size_t group,
                                   const WaitingJob& job) const {
  const GroupCapacity& nodes = pass.capacity().groups()[group];
  std::uint32_t all = 0;
  for (std::size_t other = 0; other < parts_.size(); ++other) {
    if (!gives(other, part, job)) continue;
    const std::uint32_t has = at_[other].has.count(group);
    std::uint32_t here = 0;
    for (std::uint32_t node = 0; node < nodes.node_count() && has > 0; ++node)
      if (at_[other].has.is_open(group, node) && is_idle(nodes, node)) ++here;
    all += std::min(here, has - std::min(has, parts_[other].least));
  }
  return all;
}

bool PartsScheduler::others_have_room(const SchedulingPass& pass, std::size_t part,
                                      const Demand& demand) const {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const GroupCapacity& nodes = pass.capacity().groups()[group];
    const auto needed = nodes_needed(nodes, demand);
    if (!needed) continue;
    std::uint32_t there = 0;
    for (std::uint32_t node = 0; node < nodes.node_count() && there < *needed; ++node)
      if (!at_[part].has.is_open(group, node) && is_idle(nodes, node)) ++there;
    if (there >= *needed) return true;
  }
  return false;
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
bool PartsScheduler::move_one(const SchedulingPass& pass, std::size_t from, std::size_t to,
                              std::size_t group) {
  const GroupCapacity& nodes = pass.capacity().groups()[group];
  if (at_[from].has.count(group) <= parts_[from].least) return false;
  for (std::uint32_t node = nodes.node_count(); node-- > 0;) {
    if (!at_[from].has.is_open(group, node) || !is_idle(nodes, node)) continue;
    at_[from].has.close(group, node);
    ++at_[from].changes;
    at_[from].gpus -= groups_[group].capacity.gpus;
    changed_.push_back(at_[from].first_queue);
    moving_.push_back({pass.now() + moves_->takes, group, node, to});
    return true;
  }
  return false;
}

/// As many nodes as it lacks beside those of its own that are idle or on their way, if others have
/// so many to give.
void PartsScheduler::move_for(const SchedulingPass& pass, std::size_t part, const WaitingJob& job) {
  const Seconds may_from = job.submit + moves_->after;
  if (may_from > pass.now()) {
    at_[part].move_at = may_from;
    return;
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const GroupCapacity& nodes = pass.capacity().groups()[group];
    const auto needed = nodes_needed(nodes, job.demand);
    if (!needed) continue;
    std::uint32_t has = 0;
    for (std::uint32_t node = 0; node < nodes.node_count(); ++node)
      if (at_[part].has.is_open(group, node) && is_idle(nodes, node)) ++has;
    for (const Move& move : moving_)
      if (move.to == part && move.group == group) ++has;
    if (has >= *needed) return;  // they are on their way, or something else keeps it
    if (idle(pass, part, group, job) < *needed - has) continue;
    for (std::size_t from = 0; from < parts_.size() && has < *needed; ++from) {
      if (!gives(from, part, job)) continue;
      while (has < *needed && move_one(pass, from, part, group)) ++has;
    }
    return;
  }
}

}  // namespace gpuscape
