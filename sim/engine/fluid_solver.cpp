#include "sim/engine/fluid_solver.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace gpuscape::fluid {
constexpr double kAbove = 1.0 + kTolerance;

void Solver::begin() {
  if (++solve_ == 0) {  // Their numbers start again.
    solve_ = 1;
    for (Rate& rate : state_.rates) rate.changed_in = 0;
  }
  floor_ = 0.0;
  reached_count_ = 0;
  reached_alone_ = 0;
  changed_.clear();
}

void Solver::add_resource(std::uint32_t number) {
  const ReachedIndex at = has_reached(number) ? state_.resources[number].reached : reach(number);
  sum_up(at);
  place(at);
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
  reached_alone_ = record.use_count;
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

/// Resources name their place among the reached ones; that place must name them too, since it may
/// be left from an earlier solve. So nothing needs to be reset between solves.
bool Solver::has_reached(std::uint32_t number) const {
  const ReachedIndex at = state_.resources[number].reached;
  return at < reached_count_ && reached_[at].resource == number;
}

/// For a resource that this solve has not met before; what is known of it must be filled in.
Solver::ReachedIndex Solver::reach(std::uint32_t number) {
  const ReachedIndex at = reached_count_++;
  state_.resources[number].reached = at;
  if (at == reached_.size()) reached_.emplace_back();
  reached_[at].resource = number;
  reached_[at].settled = false;
  return at;
}

/// The level at which what is left of the capacity is used up by the rising users.
double Solver::level_for(const Reached& reached) const {
  if (reached.rising_count == 0) return kInfinity;
  return (state_.resources[reached.resource].capacity - reached.fixed) / reached.rising;
}

double Solver::key_of(const Reached& reached) const {
  const Resource& resource = state_.resources[reached.resource];
  const bool may_let_go = resource.holds > 0 && !reached.settled;
  return may_let_go ? std::min(resource.level, reached.next) : reached.next;
}

void Solver::place(ReachedIndex at) {
  const double key = key_of(reached_[at]);
  if (key < kInfinity) {
    affected_.set(at, key, reached_[at].resource);
  } else {
    affected_.erase(at);
  }
}

/// Newton's method on the concave Σ amount·min(rate elsewhere, x) = capacity, which climbs to the
/// level from below. The first guess takes all rates elsewhere as binding; most often it stands.
void Solver::sum_up(ReachedIndex at) {
  Reached& reached = reached_[at];
  const double full = state_.resources[reached.resource].capacity * kAbove;
  double threshold = std::numeric_limits<double>::max();
  while (true) {
    const auto [highest_fixed, lowest_other] = sum_up_to(at, threshold);
    const bool overfull = reached.rising_count == 0 && reached.fixed > full;
    const double level = overfull ? floor_ : std::max(reached.next, floor_);
    if (!overfull && highest_fixed <= level * kAbove && lowest_other * kAbove >= level) break;
    if (level == threshold) break;  // What is left is rounding.
    threshold = level;
  }
  reached.exact = true;
}

/// Counts users held elsewhere at up to `threshold` as fixed. Returns the highest rate among them,
/// and the lowest of the others that are held elsewhere.
std::pair<double, double> Solver::sum_up_to(ReachedIndex at, double threshold) {
  Reached& reached = reached_[at];
  const auto number = reached.resource;
  double fixed = 0.0;
  double rising = 0.0;
  std::uint32_t rising_count = 0;
  double highest_fixed = 0.0;
  double lowest_other = kInfinity;
  for (const ResourceUser& user : state_.users_of(state_.resources[number])) {
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
  reached.fixed = fixed;
  reached.rising = rising;
  reached.rising_count = rising_count;
  reached.threshold = threshold;
  reached.next = level_for(reached);
  return {highest_fixed, lowest_other};
}

void Solver::process(ReachedIndex at, double key) {
  const Reached& reached = reached_[at];
  if (!reached.exact) {
    sum_up(at);
    if (key_of(reached) > key * kAbove) {
      place(at);
      return;
    }
  }
  const Resource& resource = state_.resources[reached.resource];
  if (resource.holds > 0 && !reached.settled && reached.next > resource.level * kAbove) {
    let_go(reached.resource);
    place(at);
  } else {
    affected_.erase(at);
    settle(at);
  }
}

void Solver::let_go(std::uint32_t number) {
  Resource& resource = state_.resources[number];
  floor_ = std::max(floor_, resource.level);
  resource.level = kInfinity;
  resource.holds = 0;
  for (const ResourceUser& user : state_.users_of(resource)) {
    if (state_.rates[user.activity].limit == number) let_rise(user.activity, number);
  }
}

void Solver::settle(ReachedIndex at) {
  Reached& reached = reached_[at];
  const std::uint32_t number = reached.resource;
  Resource& resource = state_.resources[number];
  const bool level_stands =
      resource.holds > 0 && (reached.settled || reached.next >= resource.level / kAbove);
  const double level = level_stands ? resource.level : std::max(reached.next, floor_);
  reached.settled = true;
  floor_ = std::max(floor_, level);
  if (level_stands && reached.rising_count == resource.holds) return;
  // Fixing reaches other resources: `reached` may move.
  for (const ResourceUser& user : state_.users_of(resource)) {
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
  changed_.push_back({rate.value, activity});
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
    if (use.resource != except) count_as_rising(use, before, again);
  }
  if (record.bound < kInfinity) {
    bounds_.emplace_back(record.bound, activity);
    std::push_heap(bounds_.begin(), bounds_.end(), std::greater<>());
  }
}

/// `limit` is a resource that accounts for the activity itself, or kOwnBound.
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

void Solver::count_as_rising(const ResourceUse& use, const Rate& before, bool again) {
  Resource& resource = state_.resources[use.resource];
  const bool held_here = before.limit == use.resource;
  if (held_here && --resource.holds == 0) resource.level = kInfinity;
  const bool is_new = !has_reached(use.resource);
  const ReachedIndex at = is_new ? reach(use.resource) : resource.reached;
  Reached& reached = reached_[at];
  if (again || (is_new && resource.holds > 0)) {
    sum_up(at);
  } else if (is_new) {  // Not full before, so its load stands for all the others.
    reached.fixed = resource.load - use.amount * before.value;
    reached.rising = use.amount;
    reached.rising_count = 1;
    reached.threshold = std::numeric_limits<double>::max();
    reached.next = level_for(reached);
    reached.exact = resource.users.size() == 1;
  } else {
    if (!held_here && before.value <= reached.threshold) {
      reached.fixed -= use.amount * before.value;
      reached.rising += use.amount;
      ++reached.rising_count;
      reached.next = level_for(reached);
    }
    reached.exact = false;
  }
  place(at);
}

void Solver::count_as_fixed(const ResourceUse& use, const Rate& before, double value, bool again) {
  Resource& resource = state_.resources[use.resource];
  const bool held_here = before.limit == use.resource;
  if (held_here && --resource.holds == 0) resource.level = kInfinity;
  const bool is_new = !has_reached(use.resource);
  if (is_new && resource.holds == 0) return;  // Nobody is held down, and the load has just fallen.
  const ReachedIndex at = is_new ? reach(use.resource) : resource.reached;
  Reached& reached = reached_[at];
  if (is_new || again) {
    sum_up(at);
  } else {
    if (held_here || before.value > reached.threshold) {
      reached.rising -= use.amount;
      --reached.rising_count;
      reached.fixed += use.amount * value;
    } else {
      reached.fixed += use.amount * (value - before.value);
    }
    reached.next = level_for(reached);
    reached.exact = false;
  }
  place(at);
}

}  // namespace gpuscape::fluid
