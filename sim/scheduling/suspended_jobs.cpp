#include "sim/scheduling/suspended_jobs.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

void SuspendedJobs::add(std::uint32_t job, const Allocation& shares, Seconds left) {
  ensure(held_.emplace(job, Held{shares, left}).second, "a job is suspended once");
  OwnNodes& own = told_[job];
  own.nodes.clear();
  for (const AllocationShare& held : shares) {
    on_[{held.group, held.node}] += held.share;
    own.nodes.emplace_back(held.group, held.node);
  }
  std::ranges::sort(own.nodes);
}

void SuspendedJobs::erase(std::uint32_t job) {
  const auto at = held_.find(job);
  if (at == held_.end()) return;
  for (const AllocationShare& held : at->second.shares) {
    const auto on = on_.find({held.group, held.node});
    on->second = on->second - held.share;
    if (on->second == Demand{}) on_.erase(on);
  }
  held_.erase(at);
  told_[job].nodes.clear();
}

std::vector<std::uint32_t> SuspendedJobs::jobs() const {
  std::vector<std::uint32_t> all;
  all.reserve(held_.size());
  for (const auto& [job, held] : held_) all.push_back(job);
  return all;
}

std::vector<std::uint32_t> SuspendedJobs::on_node(std::size_t group, std::uint32_t node) const {
  std::vector<std::uint32_t> jobs;
  for (const auto& [job, of] : held_)
    if (std::ranges::any_of(of.shares, [&](const AllocationShare& held) {
          return held.group == group && held.node == node;
        }))
      jobs.push_back(job);
  return jobs;
}

const NodeFilter* SuspendedJobs::nodes_of(std::uint32_t job, const NodeFilter* others) {
  if (!holds(job)) return nullptr;
  OwnNodes& own = told_.at(job);
  own.others = others;
  return &own;
}

bool SuspendedJobs::OwnNodes::allows(std::size_t group, std::uint32_t node,
                                     const Demand& share) const {
  if (others != nullptr && !others->allows(group, node, share)) return false;
  return nodes.empty() ||
         std::ranges::binary_search(nodes, Node(static_cast<std::uint32_t>(group), node));
}

bool SuspendedJobs::Room::allows(std::size_t group, std::uint32_t node, const Demand& share) const {
  const auto on = of_.on_.find({static_cast<std::uint32_t>(group), node});
  if (on == of_.on_.end()) return true;
  Demand both = on->second;
  both += share;
  return of_.capacity_.groups()[group].free(node).holds(both);
}

}  // namespace gpuscape
