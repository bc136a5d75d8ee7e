#include "sim/scheduling/defragment/make_room.hpp"

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
  std::vector<std::uint32_t> jobs = {};
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

  /// A share of a job that could go, or that is leaving, on a node.
  struct Occupant {
    std::uint32_t node = 0;
    std::uint32_t order = 0;  ///< among the candidates; before them all: those that leave
    std::uint32_t job = 0;
    std::int64_t gpus_lost = 0;
    const Demand* share = nullptr;
  };

  /// Every node of the group on which the share fits or could be made to. Looks at nodes with room
  /// and at those of candidates alone: most searches find that few jobs could go.
  [[nodiscard]] std::vector<Clearing> clearings(std::size_t group, const Demand& share) const {
    const GroupCapacity& capacity = pass_.capacity().groups()[group];
    const std::vector<Occupant> occupants = occupants_of(group);
    std::vector<Clearing> nodes;
    for (auto at = occupants.begin(); at != occupants.end();) {
      Clearing here{.node = at->node};
      Demand room = capacity.free(at->node);
      const bool had_room = room.holds(share);
      for (; at != occupants.end() && at->node == here.node; ++at) {
        if (at->order > 0 && room.holds(share)) continue;
        room += *at->share;
        if (at->order == 0) continue;
        here.gpus_lost += at->gpus_lost;
        here.jobs.push_back(at->job);
      }
      // Those that have room are found below.
      if (!had_room && room.holds(share) && allowed_.allows(group, here.node, share))
        nodes.push_back(std::move(here));
    }
    if (capacity.is_pool()) {
      if (capacity.free(0).holds(share) && allowed_.allows(group, 0, share))
        nodes.push_back({.node = 0});
      return nodes;
    }
    for (FreeLevel level = capacity.levels().next(static_cast<std::uint32_t>(share.gpus));
         !level.is_none(); level = capacity.levels().next(level.index() + 1)) {
      const NodeSet& there = capacity.at_level(level);
      for (GroupNode node = there.first(); !node.is_none(); node = there.next(node.index() + 1))
        if (capacity.free(node.index()).holds(share) && allowed_.allows(group, node.index(), share))
          nodes.push_back({.node = node.index()});
    }
    return nodes;
  }

  /// By node, those that leave first, then as the candidates are.
  [[nodiscard]] std::vector<Occupant> occupants_of(std::size_t group) const {
    std::vector<Occupant> all;
    const auto add = [&](const RunningJob& running, std::uint32_t job, std::uint32_t order) {
      for (const AllocationShare& held : running.shares)
        if (held.group == group)
          all.push_back({held.node, order, job, running.asks.demand.gpus, &held.share});
    };
    if (some_leave_)
      for (const auto& [job, running] : pass_.running())
        if (running.leaves) add(running, job, 0);
    std::uint32_t order = 0;
    for (const std::uint32_t job : candidates_) {
      const RunningJob& running = pass_.running().at(job);
      ++order;
      if (!pass_.starts_now(running)) add(running, job, order);
    }
    std::ranges::sort(all, [](const Occupant& a, const Occupant& b) {
      return std::tie(a.node, a.order) < std::tie(b.node, b.order);
    });
    return all;
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
