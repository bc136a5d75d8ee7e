#include "sim/run/nodes/node_outages.hpp"

#include <algorithm>
#include <limits>

namespace gpuscape {

NodeOutages::NodeOutages(std::vector<PlannedOutage> planned,
                         std::unique_ptr<OutageSource> unforeseen)
    : planned_(planned.size()),
      unforeseen_(std::move(unforeseen)),
      all_(std::move(planned)),
      jobs_(planned_, 0) {
  for (std::size_t i = all_.size(); i-- > 0;) ahead_.push_back(i);
  std::ranges::stable_sort(
      ahead_, [this](std::size_t a, std::size_t b) { return all_[a].begin > all_[b].begin; });
}

std::optional<Seconds> NodeOutages::next_date(bool unforeseen) const {
  std::optional<Seconds> next;
  if (unforeseen && unforeseen_ != nullptr) next = unforeseen_->next_date();
  if (!ahead_.empty()) next = std::min(next.value_or(kForever), all_[ahead_.back()].begin);
  for (const UnderWay& one : under_way_)
    next = std::min(next.value_or(kForever), all_[one.outage].end);
  return next;
}

void NodeOutages::end_due(Seconds now, FreeCapacity& capacity,
                          const std::vector<ExpectedReleases*>& releases) {
  for (UnderWay& one : under_way_) {
    const Seconds end = all_[one.outage].end;
    if (end > now) continue;
    for (const OutageNode& at : all_[one.outage].nodes)
      if (--away_[at] == 0) away_.erase(at);
    for (const Held& held : one.held) {
      capacity.group(held.at.group).give(held.at.node, held.share, held.gpus);
      for (ExpectedReleases* of_lane : releases)
        of_lane->remove(held.at.group, held.at.node, {end, held.id, held.share});
      gpus_held_ -= held.share.gpus;
    }
  }
  std::erase_if(under_way_, [&](const UnderWay& one) { return all_[one.outage].end <= now; });
}

std::vector<std::size_t> NodeOutages::begin_due(Seconds now) {
  std::vector<std::size_t> due;
  for (; !ahead_.empty() && all_[ahead_.back()].begin <= now; ahead_.pop_back())
    due.push_back(ahead_.back());
  while (unforeseen_ != nullptr && unforeseen_->next_date().value_or(kForever) <= now) {
    all_.push_back(unforeseen_->next());
    jobs_.push_back(0);
    if (all_.back().end > now) due.push_back(all_.size() - 1);
  }
  std::ranges::sort(due);
  for (const std::size_t outage : due) {
    under_way_.push_back({.outage = outage});
    for (const OutageNode& at : all_[outage].nodes) ++away_[at];
  }
  std::ranges::sort(under_way_, {}, &UnderWay::outage);
  return due;
}

void NodeOutages::hold_free(FreeCapacity& capacity,
                            const std::vector<ExpectedReleases*>& releases) {
  for (UnderWay& one : under_way_) {
    const Seconds end = all_[one.outage].end;
    for (const OutageNode& at : all_[one.outage].nodes) {
      GroupCapacity& group = capacity.group(at.group);
      const Demand free = group.free(at.node);
      if (free.gpus == 0 && free.milli_cores == 0 && free.memory_mib == 0) continue;
      const std::uint32_t id = std::numeric_limits<std::uint32_t>::max() - 1 - holds_++;
      one.held.push_back({at, free, group.take(at.node, free), id});
      for (ExpectedReleases* of_lane : releases) of_lane->add(at.group, at.node, {end, id, free});
      gpus_held_ += free.gpus;
    }
  }
}

}  // namespace gpuscape
