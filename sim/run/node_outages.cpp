#include "sim/run/node_outages.hpp"

#include <algorithm>
#include <limits>

namespace gpuscape {

std::optional<Seconds> NodeOutages::next_date() const {
  std::optional<Seconds> next;
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    if (states_[i].progress == Progress::over) continue;
    const bool ahead = states_[i].progress == Progress::ahead;
    const Seconds date = ahead ? planned_[i].begin : planned_[i].end;
    next = std::min(next.value_or(date), date);
  }
  return next;
}

void NodeOutages::end_due(Seconds now, FreeCapacity& capacity,
                          const std::vector<ExpectedReleases*>& releases) {
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    State& state = states_[i];
    if (state.progress != Progress::under_way || planned_[i].end > now) continue;
    for (const Held& held : state.held) {
      capacity.group(held.at.group).give(held.at.node, held.share, held.gpus);
      for (ExpectedReleases* of_lane : releases)
        of_lane->remove(held.at.group, held.at.node, {planned_[i].end, held.id, held.share});
      gpus_held_ -= held.share.gpus;
    }
    state.held.clear();
    state.progress = Progress::over;
  }
}

std::vector<std::size_t> NodeOutages::begin_due(Seconds now) {
  std::vector<std::size_t> due;
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    if (states_[i].progress != Progress::ahead || planned_[i].begin > now) continue;
    states_[i].progress = Progress::under_way;
    due.push_back(i);
  }
  return due;
}

bool NodeOutages::any_under_way() const {
  return std::ranges::any_of(
      states_, [](const State& state) { return state.progress == Progress::under_way; });
}

void NodeOutages::hold_free(FreeCapacity& capacity,
                            const std::vector<ExpectedReleases*>& releases) {
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    if (states_[i].progress != Progress::under_way) continue;
    for (const OutageNode& at : planned_[i].nodes) {
      GroupCapacity& group = capacity.group(at.group);
      const Demand free = group.free(at.node);
      if (free.gpus == 0 && free.milli_cores == 0 && free.memory_mib == 0) continue;
      const std::uint32_t id = std::numeric_limits<std::uint32_t>::max() - 1 - holds_++;
      states_[i].held.push_back({at, free, group.take(at.node, free), id});
      for (ExpectedReleases* of_lane : releases)
        of_lane->add(at.group, at.node, {planned_[i].end, id, free});
      gpus_held_ += free.gpus;
    }
  }
}

}  // namespace gpuscape
