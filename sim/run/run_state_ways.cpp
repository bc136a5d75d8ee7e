/// Running jobs that go to other nodes, or give some up, so that one fits which waits.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "sim/run/run_state.hpp"

namespace gpuscape {

RoomMakers RunState::room_makers() {
  if (moving() == nullptr && !any_elastic_) return {};
  RoomMakers makers;
  makers.make_way = [this](const WaitingJob& job, const NodeFilter* open, const MayDrop* drops) {
    return make_way(job, open, drops);
  };
  if (any_elastic_)
    makers.smaller = [this](std::uint32_t job, std::uint32_t fewer) { return smaller(job, fewer); };
  return makers;
}

/// What cluster time is counted in: GPUs, or cores where there are none.
double RunState::weight(const Demand& demand) const {
  constexpr double kCore = 1000.0;  // thousandths of a core
  return platform_.gpus_total() > 0 ? static_cast<double>(demand.gpus)
                                    : static_cast<double>(demand.milli_cores) / kCore;
}

double RunState::weight_held(std::uint32_t slot) const {
  double sum = 0.0;
  for (const AllocationShare& share : holdings_.shares(slot)) sum += weight(share.share);
  return sum;
}

/// With all of its shares there, or not at all.
bool RunState::goes_elsewhere(std::uint32_t slot, const std::vector<OutageNode>& from) {
  const std::uint32_t job = holdings_[slot].job.index();
  if (!may_move(job) || holdings_.standbys(slot) > 0 ||
      holdings_.share(slot, 0).share.gpu_milli != 0 || !(pause_of_move(slot) < kForever))
    return false;
  const Seconds longer = pause_of_move(slot) + standbys_.terms(records_.job(job)).restart;
  Allocation others;
  std::vector<Relocation> moves;
  for (const OutageNode& at : from) {
    const std::uint32_t node = platform_.first_node(at.group) + at.node;
    const auto on = holdings_.on(node);
    const auto here = std::ranges::find(on, slot, &Holdings::OnNode::slot);
    if (here == on.end()) continue;
    const auto other = find_free(slot, holdings_.share(slot, here->which), others);
    if (other) others.push_back(*other);
    const NodeFilter* open = open_until_end(slot, longer);
    if (!other || (open != nullptr && !open->allows(other->group, other->node, other->share))) {
      for (const AllocationShare& share : others) capacity_.group(share.group).give(share);
      return false;
    }
    moves.push_back({slot, node, other});
  }
  if (!moves.empty()) regroup(slot, moves);
  return true;
}

bool RunState::may_move(std::uint32_t job) const {
  if (moving() == nullptr) return false;
  const std::vector<std::string>& streams = moving()->streams;
  const std::uint16_t stream = records_.stream(job);
  return streams.empty() || (stream < facts_.streams.size() &&
                             std::ranges::find(streams, facts_.streams[stream]) != streams.end());
}

bool RunState::shares_whole(std::uint32_t slot) const {
  return hooks_.joins && holdings_.share(slot, 0).share.gpu_milli != 0 &&
         records_.demand(holdings_[slot].job.index()).gpu_milli == 0;
}

std::int64_t RunState::give_back(std::uint32_t slot, ExpectedReleases* releases) {
  if (!hooks_.joins || holdings_.share(slot, 0).share.gpu_milli == 0)
    return holdings_.give_back(slot, releases);
  const AllocationShare held = holdings_.share(slot, 0);
  const GroupCapacity& group = capacity_.groups()[held.group];
  const std::int32_t before = group.free_gpus(held.node);
  if (shares_whole(slot)) note_average(slot);
  holdings_.give_back(slot, releases);
  return (group.free_gpus(held.node) - before) * std::int64_t{Demand::kWholeGpu};
}

/// What it had of its GPUs, until now.
void RunState::note_average(std::uint32_t slot) {
  if (!neighbours_) return;
  const double held = neighbours_->held_on_average(slot, simulation_.now());
  records_.note_part(holdings_[slot].job.index(),
                     static_cast<std::int64_t>(held * Demand::kWholeGpu));
}

std::int32_t RunState::gpus_in_part(const AllocationShare& of) const {
  const NodeGpus* gpus = capacity_.groups()[of.group].node_gpus();
  return gpus == nullptr ? 1 : static_cast<std::int32_t>(gpus->sets()[of.gpus].size());
}

Seconds RunState::pause_of_move(std::uint32_t slot) const {
  const DefragmentSpec& spec = *moving();
  std::int64_t gpus = 0;
  for (const AllocationShare& share : holdings_.shares(slot)) gpus += share.share.gpus;
  const Bytes state = spec.state * static_cast<double>(gpus);
  if (spec.stun.empty()) return spec.pause + state / spec.bandwidth;
  const auto above =
      std::ranges::lower_bound(spec.stun, state, {}, &std::pair<Bytes, Seconds>::first);
  if (above == spec.stun.end()) return kForever;  // more than any that came through
  if (above == spec.stun.begin()) return spec.pause + above->second;
  const auto& [least, time] = *std::prev(above);
  return spec.pause + time + (above->second - time) * ((state - least) / (above->first - least));
}

/// Where limits know sizes, nodes are given up only by those who are named.
std::size_t RunState::most_dropped(std::uint32_t job, const MayDrop* drops) const {
  if (drops == nullptr) return hooks_.sizes ? 0 : std::numeric_limits<std::size_t>::max();
  const auto named = drops->find(job);
  return named == drops->end() ? 0 : named->second;
}

/// Who started, moved or changed its size at this date stays, and so does who is to leave anyway.
std::optional<WayMaker::Terms> RunState::terms_of_way(std::uint32_t slot, const MayDrop* drops) {
  const Holding& holding = holdings_[slot];
  const std::uint32_t job = holding.job.index();
  const Seconds now = simulation_.now();
  if (holding.came_back || holdings_.standbys(slot) > 0 || lives_.is_due(slot)) return std::nullopt;
  if (!(records_.segments(job).back().start < now)) return std::nullopt;
  if (holdings_.share(slot, 0).share.gpu_milli != 0) return std::nullopt;
  if (std::ranges::any_of(leaving_, [&](const auto& due) { return due.second.what.job == job; }))
    return std::nullopt;
  const Job& record = records_.job(job);
  const SavesSpec& terms = standbys_.terms(record);
  WayMaker::Terms way{.moves = false};
  Seconds pause{0.0};
  if (drops == nullptr && may_move(job) && moving()->makes_room) {
    pause = pause_of_move(slot);
    way.moves = pause < kForever;
    if (!way.moves) pause = Seconds(0.0);
  }
  if (is_elastic(slot)) {
    const std::uint32_t least = std::min(terms.elastic.min, full_size(slot));
    const std::size_t surplus = holdings_.working(slot) - std::min(holdings_.working(slot), least);
    way.may_drop = std::min(surplus, most_dropped(job, drops));
    if (way.may_drop > 0) pause = terms.elastic.pause;
  }
  if (!way.moves && way.may_drop == 0) return std::nullopt;
  way.cost = weight_held(slot) * (pause + terms.restart).value();
  way.open = open_until_end(slot, pause + terms.restart);
  return way;
}

const NodeMask* RunState::open_to(std::uint32_t job) const {
  const NodeMask* open =
      hooks_.rules == nullptr ? nullptr : hooks_.rules->nodes_now(as_waiting(job));
  return hours_.nodes ? hours_.nodes->open_now(open, records_.stream(job), records_.origin(job))
                      : open;
}

const NodeFilter* RunState::open_until_end(std::uint32_t slot, Seconds longer) {
  const std::uint32_t job = holdings_[slot].job.index();
  const Seconds now = simulation_.now();
  const Seconds end = std::max(now, holdings_[slot].expected_end) + longer;
  const NodeFilter* open = open_to(job);
  if (hooks_.limits != nullptr) {
    WaitingJob asks = as_waiting(job);
    asks.expected_run_time = end - now;
    if (const NodeFilter* limited = hooks_.limits->open_now(asks, now))
      open = &limits_too_.emplace(open, limited);
  }
  if (hours_.nodes) {
    WaitingJob asks = as_waiting(job);
    asks.expected_run_time = end - now;
    if (const NodeFilter* by_clock = hours_.nodes->open_to(asks, now))
      open = open == nullptr ? by_clock : &hours_too_.emplace(open, by_clock);
  }
  if (!announced_) return open;
  stays_open_.set(now, end);
  return &outages_too_.emplace(open, &stays_open_);
}

/// A copy: what limits leave open to one job is known until they are asked about the next.
NodeMask RunState::copied(const NodeFilter& open, const Demand& share) const {
  NodeMask mask(platform_);
  for (std::size_t group = 0; group < platform_.groups().size(); ++group)
    for (std::uint32_t node = 0; node < platform_.groups()[group].count; ++node)
      if (open.allows(group, node, share)) mask.open(group, node);
  return mask;
}

bool RunState::make_way(const WaitingJob& job, const NodeFilter* open, const MayDrop* drops) {
  WaitingJob asks = job;
  if (any_elastic_ && drops == nullptr) {
    const std::uint32_t nodes = elastic_nodes(records_.job(job.job));
    const std::uint32_t least = standbys_.terms(records_.job(job.job)).elastic.min;
    if (nodes > least)
      if (const auto smallest = smaller(job.job, nodes - least)) asks.demand = smallest->demand;
  }
  std::optional<NodeMask> own;
  if (hooks_.limits != nullptr && open != nullptr) open = &own.emplace(copied(*open, job.demand));
  WayMaker maker(capacity_, holdings_, lanes_.placer(),
                 [this, drops](std::uint32_t slot) { return terms_of_way(slot, drops); });
  const auto way = maker.find({.job = asks,
                               .open = open,
                               .at_most = moving() != nullptr ? moving()->at_most : 0,
                               .some_drop = any_elastic_});
  if (!way) return false;
  const bool some_move =
      std::ranges::any_of(way->moves, [](const Relocation& move) { return move.to.has_value(); });
  if (some_move && moving()->only_where_it_pays) {
    const Seconds waits = maker.fits_at(job, open, simulation_.now()) - simulation_.now();
    if (!(weight(job.demand) * waits.value() > way->cost)) {
      maker.undo(*way);
      ++regrouped_.not_worth;
      return false;
    }
  }
  std::map<std::uint32_t, std::vector<Relocation>> by_slot;
  for (const Relocation& move : way->moves) by_slot[move.slot].push_back(move);
  for (const auto& [slot, moves] : by_slot) regroup(slot, moves);
  for (ExpectedReleases* releases : lanes_.releases()) releases->note_surprise();
  ++regrouped_.made_way;
  return true;
}

void RunState::regroup(std::uint32_t slot, std::span<const Relocation> moves) {
  const std::uint32_t job = holdings_[slot].job.index();
  const SavesSpec& terms = standbys_.terms(records_.job(job));
  ExpectedReleases* releases = lane_of(job).releases.get();
  Seconds pause{0.0};
  bool drops = false;
  for (const Relocation& move : moves) {
    const auto on = holdings_.on(move.node);
    const std::uint32_t which = std::ranges::find(on, slot, &Holdings::OnNode::slot)->which;
    if (move.to) {
      pause = std::max(pause, pause_of_move(slot));
      holdings_.exchange(slot, which, *move.to, releases);
    } else {
      pause = std::max(pause, terms.elastic.pause);
      drops = true;
      drop(slot, which);
    }
  }
  spans_.clear();
  for (const AllocationShare& share : holdings_.shares(slot)) spans_.push_back(span_of(share));
  if (drops)
    records_.resize(job, simulation_.now(), spans_);
  else
    records_.move(job, simulation_.now(), spans_);
  ++(drops ? regrouped_.shrinks : regrouped_.moves);
  regrouped_.paused += GpuSeconds(weight_held(slot) * (pause + terms.restart).value());
  lanes_.note_shares(job, slot, holdings_);
  const Lives::Next next = lives_.regroup(slot, pause, size_of(slot));
  if (drops) tell_limits(slot);
  if (drops)
    expect_anew(slot, pause);
  else
    holdings_.expect_end(slot, holdings_[slot].expected_end + pause + terms.restart, releases);
  follow(slot, next);
}

}  // namespace gpuscape
