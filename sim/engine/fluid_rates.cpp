/// How FluidSystem answers changes: new rates, and what follows from them.

#include <algorithm>
#include <cmath>

#include "sim/engine/fluid_system.hpp"

namespace gpuscape {

using fluid::Activity;
using fluid::kInfinity;
using fluid::Resource;
using fluid::ResourceUse;

namespace {

/// A load is summed afresh, and its rounding forgotten, after this many updates and one per user.
constexpr std::size_t kUpdates = 64;

/// Records of so many activities with two resources each fill 1 MiB, as much as the second cache of
/// a core holds. Smaller systems gain nothing from asking ahead.
constexpr std::size_t kLinesOfActivity = 4;
constexpr std::size_t kManyActivities = (std::size_t{1} << 20U) / (kLinesOfActivity * kCacheLine);

/// Longer lists of users are not asked for: an end must not cost what it does not change.
constexpr std::uint32_t kFewUsers = 8;

}  // namespace

double FluidSystem::find_next_date() {
  if (outdated_) solve();
  next_date_ = ends_.empty() ? kInfinity : ends_.top().key;
  if (state_.activities.size() > kManyActivities) fetch_ahead();
  return next_date_;
}

/// What ends next in a large system lies far away, in places that name each other. The end after
/// next is most often that of a child of the heap's root. So
///  - the records of the root's children are asked for, two completions ahead;
///  - of the soonest of them, the resources, one completion ahead;
///  - of the root, the other users of its full resources, whose rates will rise.
void FluidSystem::fetch_ahead() {
  if (ends_.empty()) return;
  for (const ResourceUse& use : state_.uses_of(state_.activities[ends_.top().item])) {
    const Resource& resource = state_.resources[use.resource];
    if (resource.holds == 0 || resource.users.size() > kFewUsers) continue;
    for (const auto& user : state_.users_of(resource)) {
      fetch(&state_.rates[user.activity]);
      fetch(&state_.activities[user.activity]);
    }
  }
  const auto candidates = ends_.children_of_top();
  if (candidates.empty()) return;
  const HeapEntry* soonest = &candidates.front();
  for (const HeapEntry& candidate : candidates) {
    fetch(&state_.activities[candidate.item]);
    fetch(&state_.labels[candidate.item]);
    fetch(&state_.rates[candidate.item]);
    if (candidate.key < soonest->key) soonest = &candidate;
  }
  for (const ResourceUse& use : state_.uses_of(state_.activities[soonest->item]))
    fetch(&state_.resources[use.resource]);
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
  for (const fluid::Solver::Change& change : solver_.changed()) apply(change);
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

void FluidSystem::apply(const fluid::Solver::Change& change) {
  const std::uint32_t index = change.activity;
  Activity& activity = state_.activities[index];
  double& rate = state_.rates[index].value;
  const double before = change.previous_rate;
  if (std::abs(rate - before) <= fluid::kTolerance * before) {
    rate = before;
    return;
  }
  ++statistics_.rates_changed;
  if (notes_changes_) changed_.push_back(activity.token);
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
    for (const auto& user : state_.users_of(resource))
      resource.load += user.amount * state_.rates[user.activity].value;
  }
  drifted_.clear();
}

}  // namespace gpuscape
