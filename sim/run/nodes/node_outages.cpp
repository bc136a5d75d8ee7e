#include "sim/run/nodes/node_outages.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace gpuscape {

namespace {

/// When planners may count on a node: they need a date, also for one that may never come back.
Seconds expected(Seconds end) {
  constexpr Seconds kFar{1e12};  // later than any repair ends
  return std::min(end, kFar);
}

}  // namespace

NodeOutages::NodeOutages(OutagesOfNodes of)
    : planned_(of.planned.size()),
      spares_(std::move(of.spares)),
      unforeseen_(std::move(of.unforeseen)),
      slows_(of.slows),
      all_(std::move(of.planned)) {
  for (const OutageNode& spare : spares_.nodes)
    all_.push_back({.name = "spare", .end = kForever, .stands_by = true, .nodes = {spare}});
  jobs_.resize(all_.size(), 0);
  for (std::size_t i = all_.size(); i-- > 0;) ahead_.push_back(i);
  std::ranges::stable_sort(
      ahead_, [this](std::size_t a, std::size_t b) { return all_[a].begin > all_[b].begin; });
}

std::optional<Seconds> NodeOutages::next_date(bool unforeseen) const {
  Seconds next = ends_.empty() ? kForever : ends_.begin()->first;
  if (unforeseen && unforeseen_ != nullptr)
    next = std::min(next, unforeseen_->next_date().value_or(kForever));
  if (!ahead_.empty()) next = std::min(next, all_[ahead_.back()].begin);
  return next < kForever ? std::optional(next) : std::nullopt;
}

const std::vector<OutageNode>& NodeOutages::end_due(
    Seconds now, FreeCapacity& capacity, const std::vector<ExpectedReleases*>& releases) {
  back_.clear();
  over_.clear();
  ended_.clear();
  for (; !ends_.empty() && !(ends_.begin()->first > now); ends_.erase(ends_.begin()))
    ended_.push_back(ends_.begin()->second);
  std::ranges::sort(ended_);
  for (const std::size_t outage : ended_) {
    const auto at = under_way_.find(outage);
    end(outage, at->second, capacity, releases);
    under_way_.erase(at);
    open_.erase(outage);
  }
  return back_;
}

void NodeOutages::end(std::size_t outage, UnderWay& one, FreeCapacity& capacity,
                      const std::vector<ExpectedReleases*>& releases) {
  if (all_[outage].effect != OutageEffect::away) {
    over_.push_back(outage);
    return;
  }
  for (const OutageNode& at : all_[outage].nodes) {
    const auto away = away_.find(at);
    if (--away->second > 0) continue;
    away_.erase(away);
    back_.push_back(at);
  }
  for (const Held& held : one.held) {
    capacity.group(held.at.group).give(held.at.node, held.share, held.gpus);
    for (ExpectedReleases* of_lane : releases)
      of_lane->remove(held.at.group, held.at.node, {expected(one.end), held.id, held.share});
    gpus_held_ -= held.share.gpus;
  }
}

void NodeOutages::begin(std::size_t outage) {
  const PlannedOutage& of = all_[outage];
  if (of.stands_by) {
    aside_[outage].end = of.end;
  } else {
    under_way_[outage].end = of.end;
    if (of.end < kForever) ends_.insert({of.end, outage});
  }
  if (of.effect != OutageEffect::away) return;
  open_.insert(outage);
  for (const OutageNode& at : of.nodes) ++away_[at];
}

const std::vector<std::size_t>& NodeOutages::begin_due(Seconds now, const NodeUse& use) {
  due_.clear();
  for (; !ahead_.empty() && all_[ahead_.back()].begin <= now; ahead_.pop_back())
    due_.push_back(ahead_.back());
  while (unforeseen_ != nullptr && unforeseen_->next_date().value_or(kForever) <= now) {
    std::optional<PlannedOutage> next = unforeseen_->next(use);
    if (!next) continue;
    all_.push_back(*std::move(next));
    jobs_.push_back(0);
    if (all_.back().end > now) due_.push_back(all_.size() - 1);
  }
  std::ranges::sort(due_);
  for (const std::size_t outage : due_) begin(outage);
  return due_;
}

/// Spares first, as they were there first.
void NodeOutages::hold_free(FreeCapacity& capacity,
                            const std::vector<ExpectedReleases*>& releases) {
  for (const bool stands_by : {true, false})
    for (auto outage = open_.begin(); outage != open_.end();)
      outage = all_[*outage].stands_by == stands_by && hold_free(*outage, capacity, releases)
                   ? open_.erase(outage)
                   : std::next(outage);
}

bool NodeOutages::hold_free(std::size_t outage, FreeCapacity& capacity,
                            const std::vector<ExpectedReleases*>& releases) {
  const PlannedOutage& of = all_[outage];
  const auto aside = of.stands_by ? aside_.find(outage) : aside_.end();
  UnderWay& one = aside == aside_.end() ? under_way_.at(outage) : aside->second;
  std::size_t whole = 0;
  for (const OutageNode& at : of.nodes) {
    GroupCapacity& group = capacity.group(at.group);
    const Demand free = group.free(at.node);
    if (free.gpus == 0 && free.milli_cores == 0 && free.memory_mib == 0) continue;
    const std::uint32_t id = std::numeric_limits<std::uint32_t>::max() - 1 - holds_++;
    one.held.push_back({at, free, group.take(at.node, free), id});
    for (ExpectedReleases* of_lane : releases)
      of_lane->add(at.group, at.node, {expected(one.end), id, free});
    gpus_held_ += free.gpus;
    if (free.holds(group.capacity())) ++whole;
  }
  return whole == of.nodes.size();
}

std::optional<OutageNode> NodeOutages::call_spare(Seconds date, const NodeFilter& wanted,
                                                  FreeCapacity& capacity,
                                                  const std::vector<ExpectedReleases*>& releases) {
  const auto one = std::ranges::find_if(aside_, [&](const auto& of) {
    const OutageNode& at = all_[of.first].nodes.front();
    return !open_.contains(of.first) && away_.at(at) == 1 && wanted.allows(at.group, at.node, {});
  });
  if (one == aside_.end()) return std::nullopt;
  const std::size_t outage = one->first;
  const OutageNode at = all_[outage].nodes.front();
  GroupCapacity& group = capacity.group(at.group);
  for (const Held& held : one->second.held) {
    for (ExpectedReleases* of_lane : releases) {
      group.give(at.node, held.share, held.gpus);
      of_lane->remove(at.group, at.node, {expected(one->second.end), held.id, held.share});
      group.take({.node = at.node, .share = held.share, .gpus = held.gpus});
      of_lane->add(at.group, at.node, {date, held.id, held.share});
    }
  }
  all_[outage].end = date;
  one->second.end = date;
  ends_.insert({date, outage});
  under_way_.insert(aside_.extract(one));
  return at;
}

}  // namespace gpuscape
