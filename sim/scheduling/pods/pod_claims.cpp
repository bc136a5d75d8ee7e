#include "sim/scheduling/pods/pod_claims.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

std::int64_t milli_of(const Allocation& shares) {
  std::int64_t milli = 0;
  for (const AllocationShare& share : shares) milli += share.share.gpu_amount_milli();
  return milli;
}

bool is_on(const Allocation& shares, std::uint32_t node) {
  return std::ranges::find(shares, node, &AllocationShare::node) != shares.end();
}

/// What each node would have if only the pods of jobs that wait were there.
class RoomBesidesPods {
 public:
  RoomBesidesPods(const FreeCapacity& capacity, const PodClaims::MayUse& may_use,
                  const std::map<std::uint32_t, PodClaims::Held>& held)
      : capacity_(capacity), may_use_(may_use) {
    for (const auto& [job, of] : held) {
      std::vector<Demand>& room = of_group(of.group);
      for (const Allocation* some : {&of.full, &of.rest})
        for (const AllocationShare& share : *some)
          room[share.node] = room[share.node] - share.share;
    }
  }
  /// Whether the pods that it lacks find nodes. The full shares hold the others.
  [[nodiscard]] bool completes(const PodClaims::Held& of) {
    const std::size_t full = of.gang.full_nodes - of.full.size();
    const std::size_t rest = of.gang.rest_nodes - of.rest.size();
    std::size_t for_full = 0;
    std::size_t for_rest = 0;
    const std::vector<Demand>& room = of_group(of.group);
    for (std::uint32_t node = 0; node < room.size(); ++node) {
      if (of.is_on(node) || (may_use_ && !may_use_(of.group, node))) continue;
      if (full > 0 && room[node].holds(of.gang.full)) ++for_full;
      if (rest > 0 && room[node].holds(of.gang.rest)) ++for_rest;
    }
    return for_full >= full && (rest == 0 || for_rest >= full + rest);
  }
  void end(const PodClaims::Held& of) {
    std::vector<Demand>& room = of_group(of.group);
    for (const Allocation* some : {&of.full, &of.rest})
      for (const AllocationShare& share : *some) room[share.node] += share.share;
  }

 private:
  std::vector<Demand>& of_group(std::size_t group) {
    const GroupCapacity& nodes = capacity_.groups()[group];
    return room_.try_emplace(group, nodes.node_count(), nodes.capacity()).first->second;
  }
  const FreeCapacity& capacity_;
  const PodClaims::MayUse& may_use_;
  std::map<std::size_t, std::vector<Demand>> room_;
};

}  // namespace

bool PodClaims::Held::is_on(std::uint32_t node) const {
  return gpuscape::is_on(full, node) || gpuscape::is_on(rest, node);
}

void PodClaims::change(std::uint32_t job, std::int64_t gpu_milli) {
  milli_ += gpu_milli;
  changes_.emplace_back(job, gpu_milli);
  is_settled_ = false;
}

void PodClaims::count_until(Seconds now) {
  const Seconds length = now - counted_until_;
  counted_until_ = now;
  const auto gpus = [](std::int64_t milli) { return static_cast<double>(milli) / 1000.0; };
  counted_.half_started += GpuSeconds(gpus(milli_) * length.value());
  counted_.locked += GpuSeconds(gpus(locked_milli_) * length.value());
}

void PodClaims::add(std::uint32_t job, const Gang& gang, PodKind kind, const AllocationShare& share,
                    Seconds now) {
  count_until(now);
  Held& of = held_.try_emplace(job, Held{gang, share.group, now}).first->second;
  ensure(of.group == share.group, "a job's pods are of one group");
  (kind == PodKind::full ? of.full : of.rest).push_back(share);
  of.last = GroupNode(share.node);
  change(job, share.share.gpu_amount_milli());
}

Allocation PodClaims::take(std::uint32_t job, Seconds now) {
  count_until(now);
  const auto at = held_.find(job);
  ensure(at != held_.end(), "only a job with pods starts with them");
  Allocation all = std::move(at->second.full);
  all.insert(all.end(), at->second.rest.begin(), at->second.rest.end());
  held_.erase(at);
  change(job, -gpuscape::milli_of(all));
  return all;
}

void PodClaims::give_back(const Allocation& shares) {
  for (const AllocationShare& share : shares) capacity_.group(share.group).give(share);
}

void PodClaims::give_up(std::uint32_t job, Seconds now) {
  ++counted_.given_up;
  give_back(take(job, now));
}

void PodClaims::lose(std::size_t group, std::uint32_t node, Seconds now) {
  count_until(now);
  for (auto at = held_.begin(); at != held_.end();) {
    Held& of = at->second;
    for (const auto& [kind, pods] :
         {std::pair(PodKind::full, &of.full), std::pair(PodKind::rest, &of.rest)}) {
      const auto pod = std::ranges::find(*pods, node, &AllocationShare::node);
      if (of.group != group || pod == pods->end()) continue;
      ++counted_.given_up;
      lost_.emplace_back(at->first, kind);
      change(at->first, -pod->share.gpu_amount_milli());
      give_back({*pod});
      pods->erase(pod);
    }
    at = of.pods() == 0 ? held_.erase(at) : std::next(at);
  }
}

/// As a banker would: whoever could have the rest of its pods if all running jobs ended, ends one
/// day and gives back what it holds; those that are left lock each other.
std::vector<std::uint32_t> PodClaims::locked() const {
  RoomBesidesPods room(capacity_, may_use_, held_);
  std::map<std::uint32_t, const Held*> left;
  for (const auto& [job, of] : held_) left.emplace(job, &of);
  for (bool any = true; any;) {
    any = std::erase_if(left, [&](const auto& one) {
            if (!room.completes(*one.second)) return false;
            room.end(*one.second);
            return true;
          }) > 0;
  }
  std::vector<std::uint32_t> jobs;
  jobs.reserve(left.size());
  for (const auto& [job, of] : left) jobs.push_back(job);
  return jobs;
}

std::int64_t PodClaims::milli_of(const std::vector<std::uint32_t>& jobs) const {
  std::int64_t milli = 0;
  for (const std::uint32_t job : jobs)
    if (const Held* of = this->of(job))
      milli += gpuscape::milli_of(of->full) + gpuscape::milli_of(of->rest);
  return milli;
}

void PodClaims::settle(Seconds now) {
  if (is_settled_) return;
  is_settled_ = true;
  count_until(now);
  for (const auto& [job, of] : held_) waited_.insert(job);
  // One job alone can wait for nodes that are too few for it only where others hold the rest.
  const std::vector<std::uint32_t> jobs =
      held_.size() < 2 ? std::vector<std::uint32_t>{} : locked();
  locked_milli_ = milli_of(jobs);
  std::vector<PodLock>& named = counted_.first;
  if (jobs.empty()) {
    if (is_locked_ && static_cast<std::int64_t>(named.size()) == counted_.locks)
      named.back().end = now;
    is_locked_ = false;
    return;
  }
  if (!std::exchange(is_locked_, true)) {
    ++counted_.locks;
    if (named.size() < PodsResult::kMostNamed)
      named.push_back({now, {}, jobs, static_cast<double>(locked_milli_) / 1000.0});
    return;
  }
  if (static_cast<std::int64_t>(named.size()) < counted_.locks) return;
  std::set<std::uint32_t> all(named.back().jobs.begin(), named.back().jobs.end());
  all.insert(jobs.begin(), jobs.end());
  named.back().jobs.assign(all.begin(), all.end());
}

PodsResult PodClaims::result(Seconds now) const {
  PodClaims until_now = *this;
  until_now.count_until(now);
  until_now.counted_.until = now;
  until_now.counted_.jobs = static_cast<std::int64_t>(waited_.size());
  return until_now.counted_;
}

void PodsResult::add(const PodsResult& other) {
  jobs += other.jobs;
  given_up += other.given_up;
  half_started += other.half_started;
  locked += other.locked;
  until = std::max(until, other.until);
  locks += other.locks;
  first.insert(first.end(), other.first.begin(), other.first.end());
  std::ranges::stable_sort(first, {}, &PodLock::begin);
  if (first.size() > kMostNamed) first.resize(kMostNamed);
}

}  // namespace gpuscape
