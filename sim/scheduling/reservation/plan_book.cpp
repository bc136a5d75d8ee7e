#include "sim/scheduling/reservation/plan_book.hpp"

#include <algorithm>

namespace gpuscape {

namespace {

/// GPUs of the largest share of a job there: less than to cut it.
std::int32_t largest_gpus(const Demand& demand, const GroupCapacity& capacity) {
  if (capacity.is_pool()) return demand.gpus;
  if (demand.nodes > 1)
    return demand.gpus / demand.nodes + (demand.gpus % demand.nodes > 0 ? 1 : 0);
  if (demand.tasks() > 0) return cut_into_gang(demand, capacity.capacity()).largest().gpus;
  const std::int32_t of_node = capacity.capacity().gpus;
  return of_node == 0 ? demand.gpus : std::min(demand.gpus, of_node);
}

bool is_among(const Allocation& shares, std::uint32_t node) {
  return std::any_of(shares.begin(), shares.end(),
                     [node](const AllocationShare& placed) { return placed.node == node; });
}

}  // namespace

PlanBook::PlanBook(const ExpectedReleases& releases, const Outages* outages) : outages_(outages) {
  for (std::size_t i = 0; i < releases.group_count(); ++i) {
    const GroupCapacity& capacity = releases.group(i).capacity();
    groups_.emplace_back(capacity).replace_releases(releases.group(i));
    touched_.emplace_back(capacity.node_count(), 0U);
  }
  update();
}

void PlanBook::update() {
  for (GroupTimeline& group : groups_) group.update();
}

bool PlanBook::absorb(ExpectedReleases& releases, Seconds now) {
  bool early = false;
  if (releases.changes_complete()) {
    for (const ReleaseChange& change : releases.changes()) {
      GroupTimeline& group = groups_[change.group];
      if (change.started) {
        group.add_release(change.node, change.end, change.share);
      } else {
        group.remove_release(change.node, change.end, change.share);
        if (change.end <= now) continue;
        touched_[change.group][change.node] = round_;
        early = true;
      }
    }
  } else {
    early = true;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      groups_[i].replace_releases(releases.group(i));
      touched_[i].assign(touched_[i].size(), round_);
    }
  }
  releases.clear_changes();
  update();
  return early;
}

void PlanBook::put(const JobPlan& plan) {
  for (const AllocationShare& placed : plan.shares)
    groups_[plan.group].add_plan(placed.node, plan.date, plan.end, placed.share);
}

void PlanBook::take_out(const JobPlan& plan) {
  for (const AllocationShare& placed : plan.shares)
    groups_[plan.group].remove_plan(placed.node, plan.date, plan.end, placed.share);
}

void PlanBook::add(const JobPlan& plan) {
  put(plan);
  groups_[plan.group].update();
}

void PlanBook::remove(const JobPlan& plan) {
  take_out(plan);
  groups_[plan.group].update();
}

void PlanBook::replace(const JobPlan& plan, const JobPlan& better) {
  take_out(plan);
  put(better);
  touch(plan);
  groups_[plan.group].update();
  groups_[better.group].update();
}

void PlanBook::touch(const JobPlan& plan) {
  for (const AllocationShare& placed : plan.shares) touched_[plan.group][placed.node] = round_;
}

void PlanBook::find(const PlanRequest& request, Seconds now, JobPlan& plan) {
  bound_ = JobPlan::kNever;
  own_ = nullptr;
  search(request, now, plan);
}

bool PlanBook::find_earlier(const PlanRequest& request, Seconds now, const JobPlan& plan,
                            JobPlan& better) {
  bound_ = plan.date;
  own_ = &plan;
  search(request, now, better);
  return better.date < plan.date;
}

void PlanBook::search(const PlanRequest& request, Seconds now, JobPlan& plan) {
  plan.date = JobPlan::kNever;
  now_ = now;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    find_in(group, request, here_);
    if (here_.date >= bound_) continue;
    bound_ = here_.date;
    std::swap(here_, plan);
  }
  plan.date = std::max(plan.date, now);
  plan.end = plan.date + request.run_time;
}

void PlanBook::find_in(std::size_t group, const PlanRequest& request, JobPlan& plan) {
  const GroupCapacity& capacity = groups_[group].capacity();
  plan.shares.clear();
  plan.group = group;
  plan.date = JobPlan::kNever;
  if (!capacity.will_do(request.demand)) return;
  const Gang gang = capacity.cut(request.demand);
  if (!capacity.could_hold(gang)) return;
  earliest_ = now_;
  while (true) {
    plan.shares.clear();
    plan.date = choose_gang(request, gang, plan);
    // The last of the nodes sets the date: by then, another one may be about to go away.
    if (outages_ == nullptr || plan.date == JobPlan::kNever || plan.date == earliest_) return;
    earliest_ = plan.date;
  }
}

Seconds PlanBook::choose_gang(const PlanRequest& request, const Gang& gang, JobPlan& plan) {
  Seconds date = GroupTimeline::kNow;
  if (gang.full_nodes > 0) date = choose(request, gang.full, gang.full_nodes, plan);
  if (gang.rest_nodes > 0 && date < JobPlan::kNever)
    date = std::max(date, choose(request, gang.rest, gang.rest_nodes, plan));
  return date;
}

/// Adds the `count` nodes on which `need` fits soonest, by (date, node), and returns the latest of
/// their dates; kNever where there are not as many.
Seconds PlanBook::choose(const PlanRequest& request, const Demand& need, std::size_t count,
                         JobPlan& plan) {
  const GroupTimeline& group = groups_[plan.group];
  soonest_.clear();
  if (own_ != nullptr && own_->group == plan.group) {
    for (const AllocationShare& placed : own_->shares)
      consider(request, need, count, plan, placed.node);
  }
  if (group.capacity().is_pool()) {
    if (own_ == nullptr || own_->group != plan.group) consider(request, need, count, plan, 0);
  } else if (count == 1 && need.is_gpus_alone() && plan.shares.empty() && own_ == nullptr &&
             request.allowed == nullptr && outages_ == nullptr) {
    const LeastColumn& column = group.free_from_column(need.gpus);
    if (column.least() >= bound_) return JobPlan::kNever;
    soonest_.push_back({column.least(), static_cast<std::uint32_t>(column.first_least())});
  } else {
    choose_by_block(request, need, count, plan);
  }
  if (soonest_.size() < count) return JobPlan::kNever;
  std::sort(soonest_.begin(), soonest_.end());
  for (const Soonest& chosen : soonest_)
    plan.shares.push_back({chosen.node, need, static_cast<std::uint32_t>(plan.group)});
  return soonest_.back().from;
}

void PlanBook::choose_by_block(const PlanRequest& request, const Demand& need, std::size_t count,
                               const JobPlan& plan) {
  const LeastColumn& column = groups_[plan.group].free_from_column(need.gpus);
  const bool own = own_ != nullptr && own_->group == plan.group;
  const auto of_use = [&](Seconds from) {
    return from < bound_ && (soonest_.size() < count || from <= soonest_.front().from);
  };
  for (std::size_t block = 0; block * LeastColumn::kBlock < column.size(); ++block) {
    if (!of_use(column.least_of_block(block))) continue;
    const std::size_t end = std::min((block + 1) * LeastColumn::kBlock, column.size());
    for (std::size_t i = block * LeastColumn::kBlock; i < end; ++i) {
      const auto node = static_cast<std::uint32_t>(i);
      if (of_use(column[i]) && !(own && is_among(own_->shares, node)))
        consider(request, need, count, plan, node);
    }
  }
}

/// Keeps the node if it is among the soonest so far. Here, and nowhere else in planning, it is
/// asked where a job may go.
void PlanBook::consider(const PlanRequest& request, const Demand& need, std::size_t count,
                        const JobPlan& plan, std::uint32_t node) {
  const Soonest candidate{open_from(request, plan.group, node, need), node};
  if (candidate.from >= bound_) return;
  if (soonest_.size() == count && !(candidate < soonest_.front())) return;
  if (is_among(plan.shares, node)) return;
  if (request.allowed != nullptr && !request.allowed->allows(plan.group, node, need)) return;
  if (soonest_.size() == count) {
    std::pop_heap(soonest_.begin(), soonest_.end());
    soonest_.pop_back();
  }
  soonest_.push_back(candidate);
  std::push_heap(soonest_.begin(), soonest_.end());
}

/// On a node of the plan to better, what it holds from its date on is its own.
Seconds PlanBook::free_from(std::size_t group, std::uint32_t node, const Demand& need) const {
  if (own_ != nullptr && own_->group == group) {
    for (const AllocationShare& own : own_->shares) {
      if (own.node == node && own.share.gpus >= need.gpus &&
          own.share.milli_cores >= need.milli_cores && own.share.memory_mib >= need.memory_mib)
        return groups_[group].free_from_up_to(node, own_->date, need);
    }
  }
  return groups_[group].free_from(node, need);
}

Seconds PlanBook::open_from(const PlanRequest& request, std::size_t group, std::uint32_t node,
                            const Demand& need) const {
  const Seconds from = free_from(group, node, need);
  if (outages_ == nullptr) return from;
  return outages_->next_open(group, node, std::max(from, earliest_), request.run_time);
}

bool PlanBook::may_improve(const JobPlan& plan, const PlanRequest& request) const {
  for (const AllocationShare& placed : plan.shares) {
    if (touched_[plan.group][placed.node] + 1 >= round_ &&
        groups_[plan.group].free_from_up_to(placed.node, plan.date, placed.share) < plan.date)
      return true;
  }
  for (const GroupTimeline& group : groups_) {
    if (group.capacity().is_pool() && &group == &groups_[plan.group]) continue;
    if (!group.capacity().will_do(request.demand)) continue;
    if (!group.capacity().is_pool() && stays_whole(request.demand, group.capacity().capacity())) {
      if (group.soonest(request.demand.gpus) < plan.date) return true;
      continue;
    }
    const Gang gang = group.capacity().cut(request.demand);
    if (!group.capacity().could_hold(gang)) continue;
    if (gang.full_nodes > 0 && group.soonest(gang.full.gpus) < plan.date) return true;
    if (gang.rest_nodes > 0 && group.soonest(gang.rest.gpus) < plan.date) return true;
  }
  return false;
}

bool PlanBook::may_start(const Demand& demand, Seconds end) const {
  return std::any_of(groups_.begin(), groups_.end(), [&](const GroupTimeline& group) {
    const std::int32_t gpus = largest_gpus(demand, group.capacity());
    return group.capacity().will_do(demand) && gpus <= group.capacity().capacity().gpus &&
           group.longest(gpus) >= end;
  });
}

}  // namespace gpuscape
