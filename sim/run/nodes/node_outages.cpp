#include "sim/run/nodes/node_outages.hpp"

#include <algorithm>
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
      all_(std::move(of.planned)) {
  for (const OutageNode& spare : spares_.nodes)
    all_.push_back({.name = "spare", .end = kForever, .stands_by = true, .nodes = {spare}});
  jobs_.resize(all_.size(), 0);
  for (std::size_t i = all_.size(); i-- > 0;) ahead_.push_back(i);
  std::ranges::stable_sort(
      ahead_, [this](std::size_t a, std::size_t b) { return all_[a].begin > all_[b].begin; });
}

std::optional<Seconds> NodeOutages::next_date(bool unforeseen) const {
  Seconds next = next_end_;
  if (unforeseen && unforeseen_ != nullptr)
    next = std::min(next, unforeseen_->next_date().value_or(kForever));
  if (!ahead_.empty()) next = std::min(next, all_[ahead_.back()].begin);
  return next < kForever ? std::optional(next) : std::nullopt;
}

const std::vector<OutageNode>& NodeOutages::end_due(
    Seconds now, FreeCapacity& capacity, const std::vector<ExpectedReleases*>& releases) {
  back_.clear();
  if (next_end_ > now) return back_;
  next_end_ = kForever;
  for (UnderWay& one : under_way_) {
    if (one.end > now) {
      next_end_ = std::min(next_end_, one.end);
      continue;
    }
    for (const OutageNode& at : all_[one.outage].nodes) {
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
  std::erase_if(under_way_, [&](const UnderWay& one) { return one.end <= now; });
  return back_;
}

void NodeOutages::begin(std::size_t outage) {
  const PlannedOutage& of = all_[outage];
  std::vector<UnderWay>& where = of.stands_by ? aside_ : under_way_;
  const bool is_last = where.empty() || where.back().outage < outage;
  where.push_back({.outage = outage, .end = of.end});
  if (!is_last) std::ranges::sort(where, {}, &UnderWay::outage);
  next_end_ = std::min(next_end_, of.end);
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

void NodeOutages::hold_free(FreeCapacity& capacity,
                            const std::vector<ExpectedReleases*>& releases) {
  for (; aside_with_all_ < aside_.size(); ++aside_with_all_) {
    UnderWay& first = aside_[aside_with_all_];
    if (!first.has_all) hold_free(first, capacity, releases);
    if (!first.has_all) break;
  }
  for (std::size_t i = aside_with_all_; i < aside_.size(); ++i)
    if (!aside_[i].has_all) hold_free(aside_[i], capacity, releases);
  for (UnderWay& one : under_way_)
    if (!one.has_all) hold_free(one, capacity, releases);
}

void NodeOutages::hold_free(UnderWay& one, FreeCapacity& capacity,
                            const std::vector<ExpectedReleases*>& releases) {
  const PlannedOutage& outage = all_[one.outage];
  std::size_t whole = 0;
  for (const OutageNode& at : outage.nodes) {
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
  one.has_all = whole == outage.nodes.size();
}

std::optional<OutageNode> NodeOutages::call_spare(Seconds date, const NodeFilter& wanted,
                                                  FreeCapacity& capacity,
                                                  const std::vector<ExpectedReleases*>& releases) {
  const auto one = std::ranges::find_if(aside_, [&](const UnderWay& of) {
    const OutageNode& at = all_[of.outage].nodes.front();
    return of.has_all && away_.at(at) == 1 && wanted.allows(at.group, at.node, {});
  });
  if (one == aside_.end()) return std::nullopt;
  const OutageNode at = all_[one->outage].nodes.front();
  GroupCapacity& group = capacity.group(at.group);
  for (const Held& held : one->held) {
    for (ExpectedReleases* of_lane : releases) {
      group.give(at.node, held.share, held.gpus);
      of_lane->remove(at.group, at.node, {expected(one->end), held.id, held.share});
      group.take(at.node, held.share, held.gpus);
      of_lane->add(at.group, at.node, {date, held.id, held.share});
    }
  }
  all_[one->outage].end = date;
  one->end = date;
  next_end_ = std::min(next_end_, date);
  under_way_.push_back(std::move(*one));
  aside_.erase(one);
  aside_with_all_ = 0;
  std::ranges::sort(under_way_, {}, &UnderWay::outage);
  return at;
}

}  // namespace gpuscape
