/// Kubernetes' preemption: pods of a lower priority leave for one that found no node. Of the nodes
/// that would do kube-scheduler takes the one whose victims are least important; here it is the one
/// where fewest GPUs are lost, the least important and newest going first on each.

#include <algorithm>
#include <limits>
#include <tuple>

#include "models/scheduler/kubernetes/policy.hpp"
#include "sim/scheduling/defragment/make_room.hpp"

namespace gpuscape::kubernetes {

bool Policy::preempt(SchedulingPass& pass, const Pod& pod, const WaitingJob& job,
                     const NodeFilter* filter) {
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
  const auto victims = jobs_in_the_way(pass, job, candidates, filter);
  if (!victims) return false;
  const auto at = node_of(running, *victims, job.demand);
  for (const std::uint32_t victim : *victims)
    pass.interrupt({.job = victim,
                    .cause = Cause::preempted,
                    .keeps = {.what = Keeps::What::saved},
                    .grace = settings_.grace});
  if (!(settings_.grace > Seconds(0.0))) return pass.start_job(pod.job, filter);
  // Also where all that it takes is leaving already.
  const auto [of, is_new] = nominated_.try_emplace(pod.job, Nomination{.priority = pod.priority});
  if (is_new || !victims->empty()) {
    of->second.until = pass.now() + settings_.grace;
    of->second.at = at;
  }
  wake_at(of->second.until);
  return false;
}

std::optional<Policy::NodeOfGroup> Policy::node_of(const RunningJobs& running,
                                                   std::span<const std::uint32_t> jobs,
                                                   const Demand& demand) const {
  std::optional<NodeOfGroup> at;
  for (const std::uint32_t job : jobs)
    for (const AllocationShare& share : running.at(job).shares) {
      const NodeOfGroup one(share.group, share.node);
      if (at.value_or(one) != one) return std::nullopt;
      at = one;
    }
  const bool has_one_node = at && (demand.nodes == 0 || demand.nodes == 1) &&
                            demand.gpus <= nodes_.groups()[at->first].capacity.gpus;
  return has_one_node ? at : std::nullopt;
}

Policy::KeptNodes Policy::kept_from(Seconds now, std::int64_t priority) const {
  KeptNodes kept;
  for (const auto& [job, nomination] : nominated_) {
    if (nomination.priority <= priority || now >= nomination.until) continue;
    if (nomination.at)
      kept.nodes.push_back(*nomination.at);
    else
      kept.all = true;
  }
  return kept;
}

void Policy::start_nominated(SchedulingPass& pass) {
  std::erase_if(nominated_, [&](const auto& one) {
    if (!pass.start_job(one.first)) return false;
    pods_.forget(one.first);
    return true;
  });
}

}  // namespace gpuscape::kubernetes
