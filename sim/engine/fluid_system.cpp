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

/// A load is summed afresh, and its rounding forgotten, after this many updates and one per user.
constexpr std::size_t kUpdates = 64;

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
  activity.work = activity.left = work.value();
  activity.since = now.value();
  activity.order = next_order_++;
  activity.token = token;
  state_.rates[index] = {};
  attach(index, uses);
  ++running_;
  mark_outdated(index);
  return {index, activity.generation};
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
  for (const auto& user : record.users) sum += user.amount * state_.rates[user.activity].value;
  return BytesPerSecond(sum);
}

bool FluidSystem::names_running(ActivityId id) const {
  return state_.activities[id.index].generation == id.generation;
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
  named_.clear();
  for (const Use& use : uses) {
    ensure(use.resource < state_.resources.size(), "the resource was added");
    ensure(is_positive(use.amount.value()), "the amount of a resource is finite and above 0");
    named_.push_back(use.resource);
  }
  std::ranges::sort(named_);
  ensure(std::ranges::adjacent_find(named_) == named_.end(), "a resource stands in a list once");
}

std::uint32_t FluidSystem::new_index() {
  if (unused_.empty()) {
    state_.activities.emplace_back().generation = 1;
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
  activity.first_use = state_.uses.allocate(uses.size());
  const std::span<ResourceUse> own = state_.uses_of(activity);
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    auto& users = state_.resources[uses[i].resource].users;
    own[i] = {uses[i].resource, static_cast<std::uint32_t>(users.size()), uses[i].amount.value()};
    users.push_back({index, i, own[i].amount});
  }
}

void FluidSystem::detach(std::uint32_t index) {
  Activity& activity = state_.activities[index];
  const Rate& rate = state_.rates[index];
  for (const ResourceUse& use : state_.uses_of(activity)) {
    Resource& resource = state_.resources[use.resource];
    if (use.position + std::size_t{1} < resource.users.size()) {
      const fluid::ResourceUser moved = resource.users.back();
      resource.users[use.position] = moved;
      state_.uses_of(state_.activities[moved.activity])[moved.use].position = use.position;
    }
    resource.users.pop_back();
    add_load(use, -rate.value * use.amount);
    if (rate.limit == use.resource && --resource.holds == 0) resource.level = kInfinity;
    if (resource.holds > 0) mark_resource_outdated(use.resource);
  }
  state_.uses.release(activity.first_use, activity.use_count);
}

void FluidSystem::remove(std::uint32_t index) {
  detach(index);
  ends_.erase(index);
  Activity& activity = state_.activities[index];
  ++activity.generation;
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
  outdated_activities_.push_back({activity, state_.activities[activity].generation});
  outdated_ = true;
  next_date_ = -1.0;
}

void FluidSystem::mark_resource_outdated(ResourceId resource) {
  outdated_resources_.push_back(resource);
  outdated_ = true;
  next_date_ = -1.0;
}

double FluidSystem::find_next_date() {
  if (outdated_) solve();
  next_date_ = ends_.empty() ? kInfinity : ends_.top().key;
  return next_date_;
}

void FluidSystem::solve() {
  outdated_ = false;
  solver_.begin();
  const bool is_one = outdated_activities_.size() == 1 && outdated_resources_.empty();
  if (!is_one || !names_running(outdated_activities_.front()) ||
      !solver_.rate_alone(outdated_activities_.front().index)) {
    sweep();
  }
  outdated_activities_.clear();
  outdated_resources_.clear();
  ++statistics_.solves;
  statistics_.resources_reached += solver_.resources_reached();
  for (const std::uint32_t index : solver_.changed()) apply_rate(index);
  next_date_ = -1.0;
  sum_drifted_loads();
}

void FluidSystem::sweep() {
  for (const ActivityId id : outdated_activities_) {
    const bool is_rising = state_.rates[id.index].limit == fluid::kRising;
    if (names_running(id) && !is_rising) solver_.add_activity(id.index);
  }
  for (const ResourceId resource : outdated_resources_) solver_.add_resource(resource);
  solver_.run();
}

void FluidSystem::apply_rate(std::uint32_t index) {
  Activity& activity = state_.activities[index];
  double& rate = state_.rates[index].value;
  const double before = activity.previous_rate;
  if (std::abs(rate - before) <= fluid::kTolerance * before) {
    rate = before;
    return;
  }
  ++statistics_.rates_changed;
  activity.left = std::max(0.0, activity.left - before * (changed_at_ - activity.since));
  activity.since = changed_at_;
  ends_.set(index, changed_at_ + activity.left / rate);
  for (const ResourceUse& use : state_.uses_of(activity))
    add_load(use, (rate - before) * use.amount);
}

void FluidSystem::add_load(const ResourceUse& use, double change) {
  Resource& resource = state_.resources[use.resource];
  resource.load = resource.users.empty() ? 0.0 : resource.load + change;
  if (++resource.updates < kUpdates + resource.users.size()) return;
  resource.updates = 0;
  drifted_.push_back(use.resource);
}

void FluidSystem::sum_drifted_loads() {
  for (const ResourceId number : drifted_) {
    Resource& resource = state_.resources[number];
    resource.load = 0.0;
    for (const auto& user : resource.users)
      resource.load += user.amount * state_.rates[user.activity].value;
  }
  drifted_.clear();
}

std::optional<std::uint32_t> FluidSystem::complete_first(Seconds now) {
  if (outdated_ && now.value() > changed_at_) solve();
  if (ends_.empty()) return std::nullopt;
  const auto [end, index] = ends_.top();
  const Activity& activity = state_.activities[index];
  const double early = end - now.value();
  if (early > 0.0 && early * state_.rates[index].value > fluid::kTolerance * activity.work)
    return std::nullopt;
  reach_date(now);
  const std::uint32_t token = activity.token;
  remove(index);
  return token;
}

}  // namespace gpuscape
