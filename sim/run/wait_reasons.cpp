#include "sim/run/wait_reasons.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/platform/gang.hpp"

namespace gpuscape {

namespace {

constexpr std::uint32_t kLeft = 0xffffffffU;
/// Demands with cores or memory have to look at nodes one by one: not more often than this.
constexpr double kLookEvery = 60.0;  // s

std::size_t index(WaitReason reason) { return static_cast<std::size_t>(reason); }

bool asks_for_more_than_gpus(const Demand& demand) {
  return demand.milli_cores != 0 || demand.memory_mib != 0;
}

/// Nodes on which the share fits, counted up to `enough`.
std::uint32_t nodes_for(const GroupCapacity& group, const Demand& share, std::uint32_t enough) {
  std::uint32_t count = 0;
  for (std::uint32_t level = group.levels().next(static_cast<std::uint32_t>(share.gpus));
       level != NodeSet::kNone && count < enough; level = group.levels().next(level + 1)) {
    const NodeSet& nodes = group.at_level(static_cast<std::int32_t>(level));
    if (!asks_for_more_than_gpus(share)) {
      count += nodes.size();
      continue;
    }
    for (std::uint32_t node = nodes.first(); node != NodeSet::kNone && count < enough;
         node = nodes.next(node + 1)) {
      if (group.fits(node, share)) ++count;
    }
  }
  return count;
}

}  // namespace

std::uint32_t WaitReasons::class_of(const Demand& demand) {
  const auto [at, added] = index_.try_emplace({demand.gpus, demand.milli_cores, demand.memory_mib},
                                              static_cast<std::uint32_t>(classes_.size()));
  if (added) {
    classes_.emplace_back();
    classes_.back().demand = demand;
  }
  return at->second;
}

void WaitReasons::hold(Class& one, double now) {
  const double span = now - one.since;
  one.since = now;
  one.clocks[index(one.reason)] += span;
  one.total[index(one.reason)] += span * static_cast<double>(one.waiting);
}

void WaitReasons::join(std::uint32_t job, const Demand& demand, Seconds now) {
  const std::uint32_t of_class = class_of(demand);
  Class& one = classes_[of_class];
  hold(one, now.value());
  if (one.waiting++ == 0) {
    active_.push_back(of_class);
    one.looked_at = -1.0;
  }
  waiting_.push_back({job, of_class, one.clocks});
}

void WaitReasons::leave(std::uint32_t job, Seconds now) {
  const auto first = waiting_.begin() + static_cast<std::ptrdiff_t>(first_waiting_);
  const auto at = std::lower_bound(first, waiting_.end(), job,
                                   [](const Waiting& w, std::uint32_t j) { return w.job < j; });
  ensure(at != waiting_.end() && at->job == job, "whoever leaves has joined");
  Class& one = classes_[at->of_class];
  hold(one, now.value());
  Clocks held{};
  for (std::size_t i = 0; i < kWaitReasons; ++i) held[i] = one.clocks[i] - at->at_join[i];
  const auto longest = std::max_element(held.begin(), held.end());
  if (*longest > 0.0) jobs_.push_back({job, static_cast<WaitReason>(longest - held.begin())});
  if (--one.waiting == 0) std::erase(active_, at->of_class);
  at->of_class = kLeft;
  while (first_waiting_ < waiting_.size() && waiting_[first_waiting_].of_class == kLeft)
    ++first_waiting_;
  if (first_waiting_ > 4096 && first_waiting_ * 2 > waiting_.size()) {
    waiting_.erase(waiting_.begin(),
                   waiting_.begin() + static_cast<std::ptrdiff_t>(first_waiting_));
    first_waiting_ = 0;
  }
}

bool WaitReasons::fits_now(std::size_t group, const Demand& demand) const {
  const Room& room = rooms_[group];
  if (room.gpus < demand.gpus) return false;
  const GroupCapacity& capacity = capacity_.groups()[group];
  if (capacity.is_pool()) return true;
  const bool one_node = demand.gpus <= capacity.capacity().gpus;
  if (one_node && !asks_for_more_than_gpus(demand)) return demand.gpus <= room.on_one_node;
  const Gang gang = cut_into_gang(demand, capacity.capacity());
  if (gang.full_nodes > 0 && nodes_for(capacity, gang.full, gang.full_nodes) < gang.full_nodes)
    return false;
  // The full nodes are no longer there for the rest.
  return !gang.has_rest || nodes_for(capacity, gang.rest, gang.nodes()) >= gang.nodes();
}

void WaitReasons::settle(Seconds now) {
  rooms_.clear();
  for (const GroupCapacity& group : capacity_.groups()) {
    const std::uint32_t most = group.is_pool() ? NodeSet::kNone : group.levels().last();
    rooms_.push_back({group.free_gpus_total(),
                      most == NodeSet::kNone ? group.free_gpus_total() : std::int64_t{most}});
  }
  for (const std::uint32_t of_class : active_) {
    Class& one = classes_[of_class];
    if (asks_for_more_than_gpus(one.demand)) {
      if (one.looked_at >= 0.0 && now.value() - one.looked_at < kLookEvery) continue;
      one.looked_at = now.value();
    }
    const WaitReason reason = reason_of(one.demand);
    if (reason == one.reason) continue;
    hold(one, now.value());
    one.reason = reason;
  }
}

WaitReason WaitReasons::reason_of(const Demand& demand) const {
  bool enough = false;
  for (std::size_t group = 0; group < rooms_.size(); ++group) {
    if (fits_now(group, demand)) return WaitReason::order;
    enough = enough || rooms_[group].gpus >= demand.gpus;
  }
  if (!enough) return WaitReason::gpus_short;
  if (!asks_for_more_than_gpus(demand)) return WaitReason::no_whole_node;
  for (std::size_t group = 0; group < rooms_.size(); ++group)
    if (fits_now(group, {demand.gpus, 0, 0})) return WaitReason::cores_or_memory_short;
  return WaitReason::no_whole_node;
}

WaitResult WaitReasons::result(Seconds now) const {
  WaitResult result;
  for (Class one : classes_) {
    hold(one, now.value());
    for (std::size_t i = 0; i < kWaitReasons; ++i) result.seconds[i] += one.total[i];
  }
  result.jobs = jobs_;
  std::sort(result.jobs.begin(), result.jobs.end(),
            [](const JobWait& a, const JobWait& b) { return a.job < b.job; });
  return result;
}

}  // namespace gpuscape
