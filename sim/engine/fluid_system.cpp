#include "sim/engine/fluid_system.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"

namespace gpuscape {

using fluid::Activity;
using fluid::kInfinity;
using fluid::Rate;
using fluid::Resource;
using fluid::ResourceUse;

namespace {

bool is_positive(double value) { return value > 0.0 && value < kInfinity; }

}  // namespace

ResourceId FluidSystem::add_resource(BytesPerSecond capacity) {
  ensure(is_positive(capacity.value()), "a resource's capacity is finite and above 0");
  state_.resources.emplace_back().capacity = capacity.value();
  return static_cast<ResourceId>(state_.resources.size() - 1);
}

void FluidSystem::set_capacity(Seconds now, ResourceId resource, BytesPerSecond capacity) {
  ensure(is_positive(capacity.value()), "a resource's capacity is finite and above 0");
  const Resource& record = find(resource);
  if (record.capacity == capacity.value()) return;
  reach_date(now);
  const bool has_room = record.holds == 0 && capacity.value() > record.capacity;
  state_.resources[resource].capacity = capacity.value();
  if (!has_room) mark_resource_outdated(resource);
}

BytesPerSecond FluidSystem::capacity(ResourceId resource) const {
  return BytesPerSecond(find(resource).capacity);
}

ActivityId FluidSystem::start(Seconds now, Bytes work, BytesPerSecond bound,
                              std::span<const Use> uses, std::uint32_t token) {
  ensure(is_positive(work.value()), "an activity's work is finite and above 0");
  ensure(bound.value() > 0.0, "an activity's bound is above 0");
  ensure(!uses.empty() || bound.value() < kInfinity,
         "an activity without a resource has a finite bound");
  check_uses(uses);
  reach_date(now);
  const std::uint32_t index = new_index();
  Activity& activity = state_.activities[index];
  activity.bound = bound.value();
  activity.left = work.value();
  activity.since = now.value();
  fluid::ActivityLabel& label = state_.labels[index];
  label = {next_order_++, work.value(), label.generation};
  activity.token = token;
  state_.rates[index] = {};
  attach(index, uses);
  ++running_;
  mark_outdated(index);
  return {index, label.generation};
}

Bytes FluidSystem::cancel(Seconds now, ActivityId id) {
  find(id);
  reach_date(now);
  const Bytes left =
      Bytes(find(id).left - state_.rates[id.index].value * (now.value() - find(id).since));
  remove(id.index);
  return std::max(left, Bytes(0.0));
}

void FluidSystem::set_bound(Seconds now, ActivityId id, BytesPerSecond bound) {
  ensure(bound.value() > 0.0, "an activity's bound is above 0");
  Activity& activity = find(id);
  ensure(activity.use_count > 0 || bound.value() < kInfinity,
         "an activity without a resource has a finite bound");
  reach_date(now);
  const double before = activity.bound;
  activity.bound = bound.value();
  const Rate& rate = state_.rates[id.index];
  const bool binds = rate.limit == fluid::kOwnBound || bound.value() < rate.value;
  if (before != bound.value() && binds) mark_outdated(id.index);
}

BytesPerSecond FluidSystem::rate(ActivityId id) {
  find(id);
  if (outdated_) solve();
  return BytesPerSecond(state_.rates[id.index].value);
}

void FluidSystem::take_changed(std::vector<std::uint32_t>& tokens) {
  if (outdated_) solve();
  notes_changes_ = true;
  tokens.clear();
  std::swap(tokens, changed_);
}

Bytes FluidSystem::remaining(ActivityId id, Seconds now) {
  const Activity& activity = find(id);
  ensure(now.value() >= changed_at_, "work left is asked for the present");
  if (outdated_) solve();
  const double served = state_.rates[id.index].value * (now.value() - activity.since);
  return Bytes(std::max(0.0, activity.left - served));
}

BytesPerSecond FluidSystem::usage(ResourceId resource) {
  const Resource& record = find(resource);
  if (outdated_) solve();
  double sum = 0.0;
  for (const auto& user : state_.users_of(record))
    sum += user.amount * state_.rates[user.activity].value;
  return BytesPerSecond(sum);
}

void FluidSystem::restart_clock(Seconds now) {
  ensure(running_ == 0, "a clock starts anew while nothing is active");
  reach_date(now);
  if (outdated_) solve();
  changed_at_ = 0.0;
}

bool FluidSystem::names_running(ActivityId id) const {
  return state_.labels[id.index].generation == id.generation;
}

Activity& FluidSystem::find(ActivityId id) {
  ensure(id.index < state_.activities.size() && names_running(id), "the activity has not ended");
  return state_.activities[id.index];
}

const Resource& FluidSystem::find(ResourceId resource) const {
  ensure(resource < state_.resources.size(), "the resource was added");
  return state_.resources[resource];
}

void FluidSystem::check_uses(std::span<const Use> uses) {
  for (const Use& use : uses) {
    ensure(use.resource < state_.resources.size(), "the resource was added");
    ensure(is_positive(use.amount.value()), "the amount of a resource is finite and above 0");
  }
  ensure(names_each_once(uses), "a list names a resource once");
}

bool FluidSystem::names_each_once(std::span<const Use> uses) {
  constexpr std::size_t kFew = 8;  // as a route has links: comparing all costs less than sorting
  if (uses.size() <= kFew) {
    for (std::size_t i = 1; i < uses.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (uses[i].resource == uses[j].resource) return false;
    return true;
  }
  named_.clear();
  for (const Use& use : uses) named_.push_back(use.resource);
  std::ranges::sort(named_);
  return std::ranges::adjacent_find(named_) == named_.end();
}

std::uint32_t FluidSystem::new_index() {
  if (unused_.empty()) {
    state_.activities.emplace_back();
    state_.labels.emplace_back().generation = 1;
    state_.rates.emplace_back();
    return static_cast<std::uint32_t>(state_.activities.size() - 1);
  }
  const std::uint32_t index = unused_.back();
  unused_.pop_back();
  return index;
}

void FluidSystem::attach(std::uint32_t index, std::span<const Use> uses) {
  Activity& activity = state_.activities[index];
  activity.use_count = static_cast<std::uint32_t>(uses.size());
  if (uses.size() > fluid::kInlineUses) activity.first_use() = state_.uses.allocate(uses.size());
  const std::span<ResourceUse> own = state_.uses_of(activity);
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    fluid::UserList& users = state_.resources[uses[i].resource].users;
    own[i] = {uses[i].resource, users.size(), uses[i].amount.value()};
    users.push_back(state_.users, {index, i, own[i].amount});
  }
}

void FluidSystem::detach(std::uint32_t index) {
  Activity& activity = state_.activities[index];
  const Rate& rate = state_.rates[index];
  for (const ResourceUse& use : state_.uses_of(activity)) {
    Resource& resource = state_.resources[use.resource];
    const fluid::ResourceUser moved = resource.users.remove(state_.users, use.position);
    if (moved.activity != index)
      state_.uses_of(state_.activities[moved.activity])[moved.use].position = use.position;
    add_load(use, -rate.value * use.amount);
    if (rate.limit == use.resource && --resource.holds == 0) resource.level = kInfinity;
    if (resource.holds > 0) mark_resource_outdated(use.resource);
  }
  if (activity.use_count > fluid::kInlineUses)
    state_.uses.release(activity.first_use(), activity.use_count);
}

void FluidSystem::remove(std::uint32_t index) {
  detach(index);
  ends_.erase(index);
  ++state_.labels[index].generation;
  unused_.push_back(index);
  --running_;
  next_date_ = -1.0;
}

void FluidSystem::reach_date(Seconds now) {
  ensure(now.value() >= changed_at_, "dates of changes do not fall");
  if (outdated_ && now.value() > changed_at_) solve();
  changed_at_ = now.value();
}

void FluidSystem::mark_outdated(std::uint32_t activity) {
  outdated_activities_.push_back({activity, state_.labels[activity].generation});
  outdated_ = true;
  next_date_ = -1.0;
}

void FluidSystem::mark_resource_outdated(ResourceId resource) {
  outdated_resources_.push_back(resource);
  outdated_ = true;
  next_date_ = -1.0;
}

std::optional<std::uint32_t> FluidSystem::complete_first(Seconds now) {
  if (outdated_ && now.value() > changed_at_) solve();
  if (ends_.empty()) return std::nullopt;
  const double end = ends_.top().key;
  const std::uint32_t index = ends_.top().item;
  const double early = end - now.value();
  if (early > 0.0 &&
      early * state_.rates[index].value > fluid::kTolerance * state_.labels[index].work)
    return std::nullopt;
  reach_date(now);
  const std::uint32_t token = state_.activities[index].token;
  remove(index);
  return token;
}

}  // namespace gpuscape
