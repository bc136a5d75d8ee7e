#include "sim/engine/fluid_solver.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gpuscape::fluid {
namespace {

constexpr double kAbove = 1.0 + kTolerance;

/// The level at which what is left of the capacity is used up by the rising users.
double level_for(const Resource& resource) {
  if (resource.rising_count == 0) return kInfinity;
  return (resource.capacity - resource.fixed) / resource.rising;
}

}  // namespace

void Solver::begin() {
  if (++solve_ == 0) forget_solves();
  floor_ = 0.0;
  reached_ = 0;
  changed_.clear();
}

/// Their numbers start again.
void Solver::forget_solves() {
  solve_ = 1;
  for (Rate& rate : state_.rates) rate.changed_in = 0;
  for (Resource& resource : state_.resources) resource.solve = 0;
}

void Solver::add_resource(std::uint32_t number) {
  reach(state_.resources[number]);
  sum_up(number);
  place(number);
}

bool Solver::rate_alone(std::uint32_t activity) {
  Activity& record = state_.activities[activity];
  Rate& rate = state_.rates[activity];
  if (rate.limit < kLeastMark) return false;
  double value = record.bound;
  const ResourceUse* narrowest = nullptr;
  for (const ResourceUse& use : state_.uses_of(record)) {
    const Resource& resource = state_.resources[use.resource];
    if (resource.holds > 0) return false;
    const double room = (resource.capacity - resource.load) / use.amount + rate.value;
    if (room >= value) continue;
    value = room;
    narrowest = &use;
  }
  if (narrowest != nullptr) {
    Resource& resource = state_.resources[narrowest->resource];
    if (resource.users.size() > 1) return false;
    value = resource.level = resource.capacity / narrowest->amount;
    resource.holds = 1;
  }
  reached_ = record.use_count;
  list_as_changed(activity);
  rate.value = value;
  rate.limit = narrowest == nullptr ? kOwnBound : narrowest->resource;
  return true;
}

void Solver::run() {
  while (true) {
    const double bound = bounds_.empty() ? kInfinity : bounds_.front().first;
    const double key = affected_.empty() ? kInfinity : affected_.top().key;
    if (bound == kInfinity && key == kInfinity) return;
    if (bound <= key) {
      fix_next_bound();
    } else {
      process(affected_.top().item, key);
    }
  }
}

void Solver::fix_next_bound() {
  std::pop_heap(bounds_.begin(), bounds_.end(), std::greater<>());
  const auto [bound, activity] = bounds_.back();
  bounds_.pop_back();
  if (state_.rates[activity].limit != kRising) return;
  floor_ = std::max(floor_, bound);
  fix(activity, bound, kOwnBound);
}

/// True when this solve has not met the resource before.
bool Solver::reach(Resource& resource) {
  if (resource.solve == solve_) return false;
  resource.solve = solve_;
  resource.settled = false;
  ++reached_;
  return true;
}

double Solver::key_of(const Resource& resource) {
  const bool may_let_go = resource.holds > 0 && !resource.settled;
  return may_let_go ? std::min(resource.level, resource.next) : resource.next;
}

void Solver::place(std::uint32_t number) {
  const double key = key_of(state_.resources[number]);
  if (key < kInfinity) {
    affected_.set(number, key);
  } else {
    affected_.erase(number);
  }
}

/// Newton's method on the concave Σ amount·min(rate elsewhere, x) = capacity, which climbs to the
/// level from below. The first guess takes all rates elsewhere as binding; most often it stands.
void Solver::sum_up(std::uint32_t number) {
  Resource& resource = state_.resources[number];
  double threshold = std::numeric_limits<double>::max();
  while (true) {
    const auto [highest_fixed, lowest_other] = sum_up_to(number, threshold);
    const bool overfull = resource.rising_count == 0 && resource.fixed > resource.capacity * kAbove;
    const double level = overfull ? floor_ : std::max(resource.next, floor_);
    if (!overfull && highest_fixed <= level * kAbove && lowest_other * kAbove >= level) break;
    if (level == threshold) break;  // What is left is rounding.
    threshold = level;
  }
  resource.exact = true;
}

/// Counts users held elsewhere at up to `threshold` as fixed. Returns the highest rate among them,
/// and the lowest of the others that are held elsewhere.
std::pair<double, double> Solver::sum_up_to(std::uint32_t number, double threshold) {
  Resource& resource = state_.resources[number];
  double fixed = 0.0;
  double rising = 0.0;
  std::uint32_t rising_count = 0;
  double highest_fixed = 0.0;
  double lowest_other = kInfinity;
  for (const ResourceUser& user : resource.users) {
    const Rate& rate = state_.rates[user.activity];
    const bool held_elsewhere = rate.limit != number;
    if (held_elsewhere && rate.value <= threshold) {
      fixed += user.amount * rate.value;
      highest_fixed = std::max(highest_fixed, rate.value);
    } else {
      rising += user.amount;
      ++rising_count;
      if (held_elsewhere) lowest_other = std::min(lowest_other, rate.value);
    }
  }
  resource.fixed = fixed;
  resource.rising = rising;
  resource.rising_count = rising_count;
  resource.threshold = threshold;
  resource.next = level_for(resource);
  return {highest_fixed, lowest_other};
}

void Solver::process(std::uint32_t number, double key) {
  Resource& resource = state_.resources[number];
  if (!resource.exact) {
    sum_up(number);
    if (key_of(resource) > key * kAbove) {
      place(number);
      return;
    }
  }
  if (resource.holds > 0 && !resource.settled && resource.next > resource.level * kAbove) {
    let_go(number);
    place(number);
  } else {
    affected_.erase(number);
    settle(number);
  }
}

void Solver::let_go(std::uint32_t number) {
  Resource& resource = state_.resources[number];
  floor_ = std::max(floor_, resource.level);
  resource.level = kInfinity;
  resource.holds = 0;
  for (const ResourceUser& user : resource.users) {
    if (state_.rates[user.activity].limit == number) let_rise(user.activity, number);
  }
}

void Solver::settle(std::uint32_t number) {
  Resource& resource = state_.resources[number];
  const bool level_stands =
      resource.holds > 0 && (resource.settled || resource.next >= resource.level / kAbove);
  const double level = level_stands ? resource.level : std::max(resource.next, floor_);
  resource.settled = true;
  floor_ = std::max(floor_, level);
  if (level_stands && resource.rising_count == resource.holds) return;
  for (const ResourceUser& user : resource.users) {
    const Rate& rate = state_.rates[user.activity];
    const bool takes = rate.limit == number ? !level_stands : rate.value > level * kAbove;
    if (takes) fix(user.activity, level, number);
  }
  resource.level = resource.holds > 0 ? level : kInfinity;
}

void Solver::list_as_changed(std::uint32_t activity) {
  Rate& rate = state_.rates[activity];
  if (rate.changed_in == solve_) return;
  rate.changed_in = solve_;
  state_.activities[activity].previous_rate = rate.value;
  changed_.push_back(activity);
}

/// Nothing holds the activity any more; `except` counts it as rising already.
void Solver::let_rise(std::uint32_t activity, std::uint32_t except) {
  Activity& record = state_.activities[activity];
  const Rate before = state_.rates[activity];
  const bool again = before.changed_in == solve_;
  list_as_changed(activity);
  state_.rates[activity].value = kInfinity;
  state_.rates[activity].limit = kRising;
  for (const ResourceUse& use : state_.uses_of(record)) {
    if (use.resource != except) count_as_rising(use, before, activity, again);
  }
  if (record.bound < kInfinity) {
    bounds_.emplace_back(record.bound, activity);
    std::push_heap(bounds_.begin(), bounds_.end(), std::greater<>());
  }
}

/// Fixes the activity's rate; `limit` is a resource that accounts for it itself, or kOwnBound.
void Solver::fix(std::uint32_t activity, double value, std::uint32_t limit) {
  const Rate before = state_.rates[activity];
  const bool again = before.changed_in == solve_ && before.limit != kRising;
  list_as_changed(activity);
  state_.rates[activity].value = value;
  state_.rates[activity].limit = limit;
  if (limit < kLeastMark && before.limit != limit) ++state_.resources[limit].holds;
  for (const ResourceUse& use : state_.uses_of(state_.activities[activity])) {
    if (use.resource != limit) count_as_fixed(use, before, value, again);
  }
}

void Solver::count_as_rising(const ResourceUse& use, const Rate& before, std::uint32_t activity,
                             bool again) {
  Resource& resource = state_.resources[use.resource];
  const bool held_here = before.limit == use.resource;
  if (held_here && --resource.holds == 0) resource.level = kInfinity;
  if (reach(resource)) {
    if (resource.holds > 0 || again) {
      sum_up(use.resource);
    } else {  // Not full before, so its load stands for all the others.
      Activity& record = state_.activities[activity];
      resource.fixed = resource.load - use.amount * record.previous_rate;
      resource.rising = use.amount;
      resource.rising_count = 1;
      resource.threshold = std::numeric_limits<double>::max();
      resource.next = level_for(resource);
      resource.exact = resource.users.size() == 1;
    }
  } else if (again) {
    sum_up(use.resource);
  } else {
    if (!held_here && before.value <= resource.threshold) {
      resource.fixed -= use.amount * before.value;
      resource.rising += use.amount;
      ++resource.rising_count;
      resource.next = level_for(resource);
    }
    resource.exact = false;
  }
  place(use.resource);
}

void Solver::count_as_fixed(const ResourceUse& use, const Rate& before, double value, bool again) {
  Resource& resource = state_.resources[use.resource];
  const bool held_here = before.limit == use.resource;
  if (held_here && --resource.holds == 0) resource.level = kInfinity;
  if (resource.solve != solve_) {
    if (resource.holds == 0) return;  // It holds nobody down and its load has just fallen.
    reach(resource);
    sum_up(use.resource);
  } else if (again) {
    sum_up(use.resource);
  } else {
    if (held_here || before.value > resource.threshold) {
      resource.rising -= use.amount;
      --resource.rising_count;
      resource.fixed += use.amount * value;
    } else {
      resource.fixed += use.amount * (value - before.value);
    }
    resource.next = level_for(resource);
    resource.exact = false;
  }
  place(use.resource);
}

}  // namespace gpuscape::fluid
