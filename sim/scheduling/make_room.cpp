#include "sim/scheduling/make_room.hpp"

#include <algorithm>
#include <tuple>

#include "sim/platform/gang.hpp"
#include "sim/scheduling/node_mask.hpp"

namespace gpuscape {

namespace {

/// A node on which a share would fit once some of its jobs are gone.
struct Clearing {
  std::int64_t gpus_lost = 0;  ///< that those jobs hold, on all their nodes
  std::uint32_t node = 0;
  std::vector<std::uint32_t> jobs;
};

/// What it takes in one group.
struct Plan {
  bool does = true;
  std::int64_t gpus_lost = 0;
  std::vector<std::uint32_t> nodes;
  std::vector<std::uint32_t> jobs;
};

class Clearer {
 public:
  Clearer(const SchedulingPass& pass, const WaitingJob& job,
          std::span<const std::uint32_t> candidates, const NodeFilter* filter, bool some_leave)
      : pass_(pass),
        own_(pass.allowed(job), pass.open_at(job, pass.now())),
        allowed_(&own_, filter),
        demand_(job.demand),
        candidates_(candidates),
        some_leave_(some_leave) {}

  [[nodiscard]] Plan plan(std::size_t group) const {
    const Gang gang = pass_.capacity().groups()[group].cut(demand_);
    Plan plan;
    plan.does = pass_.capacity().groups()[group].will_do(demand_);
    if (!plan.does) return plan;
    if (gang.full_nodes > 0) clear(group, gang.full, gang.full_nodes, plan);
    if (gang.rest_nodes > 0 && plan.does) clear(group, gang.rest, gang.rest_nodes, plan);
    std::sort(plan.jobs.begin(), plan.jobs.end());
    plan.jobs.erase(std::unique(plan.jobs.begin(), plan.jobs.end()), plan.jobs.end());
    return plan;
  }

 private:
  void clear(std::size_t group, const Demand& share, std::uint32_t count, Plan& plan) const {
    std::vector<Clearing> choices = clearings(group, share);
    std::erase_if(choices, [&](const Clearing& c) {
      return std::find(plan.nodes.begin(), plan.nodes.end(), c.node) != plan.nodes.end();
    });
    plan.does = choices.size() >= count;
    if (!plan.does) return;
    std::sort(choices.begin(), choices.end(), [](const Clearing& a, const Clearing& b) {
      return std::tie(a.gpus_lost, a.node) < std::tie(b.gpus_lost, b.node);
    });
    for (std::uint32_t i = 0; i < count; ++i) {
      plan.nodes.push_back(choices[i].node);
      plan.gpus_lost += choices[i].gpus_lost;
      plan.jobs.insert(plan.jobs.end(), choices[i].jobs.begin(), choices[i].jobs.end());
    }
  }

  /// Every node of the group on which the share fits or could be made to.
  [[nodiscard]] std::vector<Clearing> clearings(std::size_t group, const Demand& share) const {
    const GroupCapacity& capacity = pass_.capacity().groups()[group];
    std::vector<Demand> room(capacity.node_count());
    std::vector<Clearing> nodes(capacity.node_count());
    for (std::uint32_t node = 0; node < capacity.node_count(); ++node) {
      room[node] = capacity.free(node);
      nodes[node].node = node;
    }
    if (some_leave_) add_those_that_leave(group, room);
    for (const std::uint32_t job : candidates_) {
      const RunningJob& running = pass_.running().at(job);
      if (pass_.starts_now(running)) continue;
      for (const AllocationShare& held : running.shares) {
        if (held.group != group || room[held.node].holds(share)) continue;
        room[held.node] += held.share;
        nodes[held.node].gpus_lost += running.asks.demand.gpus;
        nodes[held.node].jobs.push_back(job);
      }
    }
    std::erase_if(nodes, [&](const Clearing& c) {
      return !allowed_.allows(group, c.node, share) || !room[c.node].holds(share);
    });
    return nodes;
  }

  void add_those_that_leave(std::size_t group, std::vector<Demand>& room) const {
    for (const auto& [job, running] : pass_.running())
      if (running.leaves)
        for (const AllocationShare& held : running.shares)
          if (held.group == group) room[held.node] += held.share;
  }

  const SchedulingPass& pass_;
  BothFilters own_;
  BothFilters allowed_;
  const Demand& demand_;
  std::span<const std::uint32_t> candidates_;
  bool some_leave_;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> jobs_in_the_way(const SchedulingPass& pass,
                                                          const WaitingJob& job,
                                                          std::span<const std::uint32_t> candidates,
                                                          const NodeFilter* filter,
                                                          bool some_leave) {
  const Clearer clearer(pass, job, candidates, filter, some_leave);
  Plan best;
  best.does = false;
  for (std::size_t group = 0; group < pass.capacity().groups().size(); ++group) {
    Plan here = clearer.plan(group);
    if (here.does && (!best.does || here.gpus_lost < best.gpus_lost)) best = std::move(here);
  }
  if (!best.does) return std::nullopt;
  return best.jobs;
}

}  // namespace gpuscape
