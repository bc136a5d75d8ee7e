/// Kubernetes' preemption: pods of a lower priority leave for one that found no node. Of the nodes
/// that would do kube-scheduler takes the one whose victims are least important; here it is the one
/// where fewest GPUs are lost, the least important and newest going first on each.

#include <algorithm>
#include <limits>
#include <tuple>

#include "models/scheduler/kubernetes/policy.hpp"
#include "sim/scheduling/make_room.hpp"

namespace gpuscape::kubernetes {

bool Policy::preempt(SchedulingPass& pass, const Pod& pod, const WaitingJob& job) {
  const RunningJobs& running = pass.running();
  if (!least_running_) {
    least_running_ = std::numeric_limits<std::int64_t>::max();
    for (const auto& [number, one] : running)
      least_running_ = std::min(*least_running_, priority_of(one.asks));
  }
  if (*least_running_ >= pod.priority) return false;
  std::vector<std::tuple<std::int64_t, Seconds, std::uint32_t>> lower;  // later starts first
  for (const auto& [number, one] : running)
    if (!one.leaves && !pass.starts_now(one) && priority_of(one.asks) < pod.priority)
      lower.emplace_back(priority_of(one.asks), Seconds(0.0) - one.started, number);
  std::ranges::sort(lower);
  std::vector<std::uint32_t> candidates;
  candidates.reserve(lower.size());
  for (const auto& [priority, started, number] : lower) candidates.push_back(number);
  const auto victims = jobs_in_the_way(pass, job, candidates);
  if (!victims) return false;
  for (const std::uint32_t victim : *victims)
    pass.interrupt({.job = victim,
                    .cause = Cause::preempted,
                    .keeps = {.what = Keeps::What::saved},
                    .grace = settings_.grace});
  if (!(settings_.grace > Seconds(0.0))) return pass.start_job(pod.job);
  // Also where all that it takes is leaving already.
  const auto [at, is_new] = nominated_.try_emplace(pod.job, Nomination{.priority = pod.priority});
  if (is_new || !victims->empty()) at->second.until = pass.now() + settings_.grace;
  wake_at(at->second.until);
  return false;
}

bool Policy::keeps_back(Seconds now, std::int64_t priority) const {
  return std::ranges::any_of(nominated_, [&](const auto& one) {
    return one.second.priority > priority && now < one.second.until;
  });
}

void Policy::start_nominated(SchedulingPass& pass) {
  std::erase_if(nominated_, [&](const auto& one) {
    if (!pass.start_job(one.first)) return false;
    pods_.forget(one.first);
    return true;
  });
}

}  // namespace gpuscape::kubernetes
