#include "sim/platform/future/group_timeline.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

GroupTimeline::GroupTimeline(const GroupCapacity& capacity)
    : capacity_(&capacity),
      steps_(capacity.node_count()),
      is_changed_(capacity.node_count(), false) {
  for (std::uint32_t node = 0; node < capacity.node_count(); ++node) mark(node);
  if (capacity.is_pool()) return;
  const std::size_t levels = static_cast<std::size_t>(capacity.capacity().gpus) + 1;
  from_.assign(levels, LeastColumn(capacity.node_count(), kNow));
  until_.assign(levels, LeastColumn(capacity.node_count(), -kForever));
}

void GroupTimeline::mark(std::uint32_t node) {
  if (is_changed_[node]) return;
  is_changed_[node] = true;
  changed_.push_back(node);
}

void GroupTimeline::add(std::uint32_t node, const Step& step) {
  std::vector<Step>& steps = steps_[node];
  auto at = steps.end();
  while (at != steps.begin() &&
         (step.date < (at - 1)->date ||
          (step.date == (at - 1)->date && !step.takes() && (at - 1)->takes())))
    --at;
  steps.insert(at, step);
  mark(node);
}

void GroupTimeline::remove(std::uint32_t node, const Step& step) {
  std::vector<Step>& steps = steps_[node];
  auto at = std::lower_bound(steps.begin(), steps.end(), step.date,
                             [](const Step& s, Seconds date) { return s.date < date; });
  while (at != steps.end() && (at->kind != step.kind || at->share != step.share)) ++at;
  ensure(at != steps.end() && at->date == step.date, "what is removed was added");
  steps.erase(at);
  mark(node);
}

void GroupTimeline::add_release(std::uint32_t node, Seconds end, const Demand& share) {
  add(node, {end, share, Kind::release});
}

void GroupTimeline::remove_release(std::uint32_t node, Seconds end, const Demand& share) {
  remove(node, {end, share, Kind::release});
}

void GroupTimeline::add_plan(std::uint32_t node, Seconds from, Seconds to, const Demand& share) {
  add(node, {from, share, Kind::plan_start});
  add(node, {to, share, Kind::plan_end});
}

void GroupTimeline::remove_plan(std::uint32_t node, Seconds from, Seconds to, const Demand& share) {
  remove(node, {from, share, Kind::plan_start});
  remove(node, {to, share, Kind::plan_end});
}

void GroupTimeline::replace_releases(const GroupReleases& releases) {
  for (std::uint32_t node = 0; node < steps_.size(); ++node) {
    std::erase_if(steps_[node], [](const Step& step) { return step.kind == Kind::release; });
    mark(node);
  }
  releases.for_each([this](std::uint32_t node, const Release& release) {
    add_release(node, release.end, release.share);
  });
}

void GroupTimeline::update() {
  for (const std::uint32_t node : changed_) {
    is_changed_[node] = false;
    if (capacity_->is_pool()) {
      refresh_pool();
    } else {
      refresh_from(node, refresh_until(node));
    }
  }
  changed_.clear();
}

void GroupTimeline::refresh_pool() {
  const std::vector<Step>& steps = steps_[0];
  room_.resize(steps.size() + 1);
  room_[0] = capacity_->free_gpus(0);
  for (std::size_t i = 0; i < steps.size(); ++i)
    room_[i + 1] = room_[i] + (steps[i].takes() ? -steps[i].share.gpus : steps[i].share.gpus);
  least_known_ = false;
}

void GroupTimeline::find_least() const {
  if (least_known_) return;
  least_known_ = true;
  least_so_far_ = room_;
  least_to_come_ = room_;
  for (std::size_t i = 1; i < room_.size(); ++i)
    least_so_far_[i] = std::min(least_so_far_[i], least_so_far_[i - 1]);
  for (std::size_t i = room_.size() - 1; i-- > 0;)
    least_to_come_[i] = std::min(least_to_come_[i], least_to_come_[i + 1]);
}

/// Returns the room after the last step.
std::int32_t GroupTimeline::refresh_until(std::uint32_t node) {
  std::int32_t room = capacity_->free_gpus(node);
  std::size_t level = from_.size();
  const auto set_above = [&](std::int32_t least, Seconds date) {
    for (; level > 0 && static_cast<std::int32_t>(level) - 1 > least; --level)
      until_[level - 1].set(node, -date);
  };
  set_above(room, -kForever);
  for (const Step& step : steps_[node]) {
    room += step.takes() ? -step.share.gpus : step.share.gpus;
    if (step.takes()) set_above(room, step.date);
  }
  set_above(-1, kForever);
  return room;
}

void GroupTimeline::refresh_from(std::uint32_t node, std::int32_t room) {
  std::size_t level = from_.size();
  const auto set_above = [&](std::int32_t least, Seconds date) {
    for (; level > 0 && static_cast<std::int32_t>(level) - 1 > least; --level)
      from_[level - 1].set(node, date);
  };
  const std::vector<Step>& steps = steps_[node];
  for (std::size_t i = steps.size(); i-- > 0;) {
    room -= steps[i].takes() ? -steps[i].share.gpus : steps[i].share.gpus;
    if (!steps[i].takes()) set_above(room, steps[i].date);
  }
  set_above(-1, kNow);
}

Seconds GroupTimeline::free_from(std::uint32_t node, const Demand& share) const {
  if (capacity_->is_pool()) {
    find_least();
    const auto at = std::lower_bound(least_to_come_.begin(), least_to_come_.end(), share.gpus);
    if (at == least_to_come_.end()) return kForever;
    return date_of_room(static_cast<std::size_t>(at - least_to_come_.begin()));
  }
  if (share.is_gpus_alone()) return from_[static_cast<std::size_t>(share.gpus)][node];
  Demand room = capacity_->free(node);
  Seconds from = room.holds(share) ? kNow : kForever;
  for (const Step& step : steps_[node]) {
    step.change(room);
    if (!room.holds(share)) {
      from = kForever;
    } else if (from == kForever) {
      from = step.date;
    }
  }
  return from;
}

Seconds GroupTimeline::free_until(std::uint32_t node, const Demand& share) const {
  if (capacity_->is_pool()) {
    find_least();
    const auto at = std::partition_point(least_so_far_.begin(), least_so_far_.end(),
                                         [&](std::int32_t room) { return room >= share.gpus; });
    if (at == least_so_far_.begin()) return -kForever;
    if (at == least_so_far_.end()) return kForever;
    return date_of_room(static_cast<std::size_t>(at - least_so_far_.begin()));
  }
  if (share.is_gpus_alone()) return -until_[static_cast<std::size_t>(share.gpus)][node];
  Demand room = capacity_->free(node);
  if (!room.holds(share)) return -kForever;
  for (const Step& step : steps_[node]) {
    step.change(room);
    if (step.takes() && !room.holds(share)) return step.date;
  }
  return kForever;
}

Seconds GroupTimeline::free_from_up_to(std::uint32_t node, Seconds date,
                                       const Demand& share) const {
  if (capacity_->is_pool()) return pool_free_from_up_to(date, share.gpus);
  Demand room = capacity_->free(node);
  Seconds from = room.holds(share) ? kNow : kForever;
  for (const Step& step : steps_[node]) {
    if (step.date >= date) break;
    step.change(room);
    if (!room.holds(share)) {
      from = kForever;
    } else if (from == kForever) {
      from = step.date;
    }
  }
  return from;
}

Seconds GroupTimeline::pool_free_from_up_to(Seconds date, std::int32_t gpus) const {
  const std::vector<Step>& steps = steps_[0];
  const auto at = std::lower_bound(steps.begin(), steps.end(), date,
                                   [](const Step& s, Seconds d) { return s.date < d; });
  auto i = static_cast<std::size_t>(at - steps.begin());
  if (room_[i] < gpus) return kForever;
  while (i > 0 && room_[i - 1] >= gpus) --i;
  return date_of_room(i);
}

Seconds GroupTimeline::soonest(std::int32_t gpus) const {
  return capacity_->is_pool() ? free_from(0, {gpus, 0, 0})
                              : from_[static_cast<std::size_t>(gpus)].least();
}

Seconds GroupTimeline::longest(std::int32_t gpus) const {
  return capacity_->is_pool() ? free_until(0, {gpus, 0, 0})
                              : -until_[static_cast<std::size_t>(gpus)].least();
}

}  // namespace gpuscape
