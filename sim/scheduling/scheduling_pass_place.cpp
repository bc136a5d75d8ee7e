/// Where a pass puts a job, or a pod of it.

#include <algorithm>
#include <cmath>

#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/scheduling_pass.hpp"

namespace gpuscape {

namespace {

/// Nodes on which the job has no pod yet.
class ApartFromItsPods final : public NodeFilter {
 public:
  explicit ApartFromItsPods(const PodClaims::Held& held) : held_(held) {}
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& /*share*/) const override {
    return group == held_.group && !held_.is_on(node);
  }

 private:
  const PodClaims::Held& held_;
};

}  // namespace

/// The placer places for the job, and nodes near to its data come first while this lives.
class SchedulingPass::Preference {
 public:
  Preference(const Parts& parts, std::uint32_t job)
      : placer_(parts.near == nullptr ? nullptr : &parts.placer) {
    parts.placer.place_for(job);
    if (placer_ != nullptr) placer_->prefer((*parts.near)(job));
  }
  ~Preference() {
    if (placer_ != nullptr) placer_->prefer(nullptr);
  }
  Preference(const Preference&) = delete;
  Preference& operator=(const Preference&) = delete;

 private:
  Placer* placer_;  // null: no node is nearer than others
};

template <class Place>
bool SchedulingPass::where_open(const WaitingJob& job, const NodeFilter* filter,
                                const Place& place) {
  const NodeFilter* open = open_at(job, now_);
  const NodeFilter* allowed_nodes = allowed(job);
  if (open == nullptr && allowed_nodes == nullptr) return place(filter);
  const BothFilters own(allowed_nodes, open);
  const BothFilters all(&own, filter);
  return place(&all);
}

bool SchedulingPass::place_in(const Demand& demand, const NodeFilter* open) {
  const bool joins = parts_.joins && demand.gpus > 0 && demand.gpu_milli == 0;
  return joins ? parts_.placer.place_beside(demand, open, shares_)
               : parts_.placer.place(demand, open, shares_);
}

/// Of a part of a GPU another one may be taken: its place on the node is nothing that it keeps.
std::optional<Placement> SchedulingPass::place_again(const WaitingJob& job,
                                                     const NodeFilter* filter) {
  const SuspendedJobs::Held& held = parts_.suspended->held(job.job);
  as_.reset();
  const std::size_t before = shares_.size();
  const bool is_part = held.shares.front().share.gpu_milli != 0;
  const bool placed = where_open(job, filter, [&](const NodeFilter* open) {
    return is_part ? place_in(job.demand, open)
                   : parts_.placer.place_like(held.shares, open, shares_);
  });
  if (!placed) return std::nullopt;
  if (parts_.sizes && !is_part) {
    as_ = job;
    as_->demand = Demand();
    for (const AllocationShare& share : held.shares) as_->demand += share.share;
  }
  return Placement{job.job, static_cast<std::uint32_t>(before),
                   static_cast<std::uint32_t>(shares_.size() - before), false, now_ + held.left};
}

/// As far as that is told without claiming it.
bool SchedulingPass::could_go_on(std::uint32_t number) {
  const Allocation& held = parts_.suspended->held(number).shares;
  return where_open(parts_.queue.job(number), nullptr, [&](const NodeFilter* open) {
    return std::ranges::all_of(held, [&](const AllocationShare& like) {
      return capacity().groups()[like.group].free(like.node).holds(like.share) &&
             (open == nullptr || open->allows(like.group, like.node, like.share));
    });
  });
}

std::optional<Placement> SchedulingPass::place(const WaitingJob& job, const NodeFilter* filter) {
  if (parts_.suspended != nullptr && parts_.suspended->holds(job.job))
    return place_again(job, filter);
  const std::size_t before = shares_.size();
  const Preference near(parts_, job.job);
  const bool all_open = parts_.rules == nullptr && parts_.limits == nullptr &&
                        parts_.outages == nullptr && parts_.suspended == nullptr &&
                        parts_.hours == nullptr && !may_ask_for_nothing(job);
  as_.reset();
  // What ran before the run began asks nobody.
  const bool may = !parts_.sizes || parts_.smaller == nullptr || std::isinf(job.rank) ||
                   parts_.limits->may_start(job);
  if (!may || !(all_open ? place_in(job.demand, filter) : place_where_open(job, filter)))
    return filter == nullptr && parts_.smaller != nullptr ? place_smaller(job) : std::nullopt;
  return Placement{job.job, static_cast<std::uint32_t>(before),
                   static_cast<std::uint32_t>(shares_.size() - before), false,
                   now_ + job.expected_run_time};
}

/// A plan that protects others knows how long the job lasts at its full size: it is for those that
/// start in their turn.
std::optional<Placement> SchedulingPass::place_smaller(const WaitingJob& job) {
  const std::size_t before = shares_.size();
  for (std::uint32_t fewer = 1;; ++fewer) {
    const std::optional<SmallerJob> smaller = (*parts_.smaller)(job.job, fewer);
    if (!smaller) return std::nullopt;
    WaitingJob on_fewer = job;
    on_fewer.demand = smaller->demand;
    on_fewer.expected_run_time = job.expected_run_time * smaller->stretch;
    if (parts_.sizes && !parts_.limits->may_start(on_fewer)) continue;
    if (!place_where_open(on_fewer, nullptr)) continue;
    as_ = on_fewer;
    return Placement{job.job, static_cast<std::uint32_t>(before),
                     static_cast<std::uint32_t>(shares_.size() - before), false,
                     now_ + on_fewer.expected_run_time};
  }
}

bool SchedulingPass::make_way(const WaitingJob& job) {
  const bool stays = parts_.suspended != nullptr && parts_.suspended->holds(job.job);
  if (parts_.make_way == nullptr || stays || !no_way_for_.insert(job.job).second) return false;
  const NodeFilter* open = open_at(job, now_);
  const BothFilters both(allowed(job), open);
  return (*parts_.make_way)(job, &both, nullptr);
}

bool SchedulingPass::make_way(const WaitingJob& job, const MayDrop& drops) {
  const bool stays = parts_.suspended != nullptr && parts_.suspended->holds(job.job);
  if (parts_.make_way == nullptr || stays) return false;
  const NodeFilter* open = open_at(job, now_);
  const BothFilters both(allowed(job), open);
  return (*parts_.make_way)(job, &both, &drops);
}

bool SchedulingPass::place_where_open(const WaitingJob& job, const NodeFilter* filter) {
  return where_open(job, filter,
                    [&](const NodeFilter* open) { return place_in(job.demand, open); });
}

bool SchedulingPass::claim(std::uint32_t number, const Gang& gang, PodKind kind) {
  const WaitingJob job = parts_.queue.job(number);
  const PodClaims::Held* held = pods().of(number);
  std::optional<ApartFromItsPods> apart;
  if (held != nullptr) apart.emplace(*held);
  const Placer::PodsSoFar so_far{.gang = gang,
                                 .group = held ? std::optional(held->group) : std::nullopt,
                                 .pods = held ? held->pods() : 0,
                                 .last = held ? held->last : GroupNode::none()};
  const Demand& share = kind == PodKind::full ? gang.full : gang.rest;
  Allocation one;
  const Preference near(parts_, number);
  const bool placed = where_open(job, apart ? &*apart : nullptr, [&](const NodeFilter* open) {
    return parts_.placer.place_pod(job.demand, so_far, share, open, one);
  });
  if (!placed) return false;
  pods().add(number, gang, kind, one.front(), now_);
  if (pods().of(number)->pods() < gang.nodes()) return true;
  const Allocation all = pods().take(number, now_);
  const Placement placement{number, static_cast<std::uint32_t>(shares_.size()),
                            static_cast<std::uint32_t>(all.size()), false,
                            now_ + job.expected_run_time};
  shares_.insert(shares_.end(), all.begin(), all.end());
  note_start(job, placement);
  parts_.queue.erase(number);
  return true;
}

}  // namespace gpuscape
