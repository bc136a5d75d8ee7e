/// A scheduling pass, and what it has decided, applied to the state of the run; what is told of
/// those who wait.

#include <algorithm>
#include <cstdint>
#include <span>

#include "sim/base/units/round_clock.hpp"
#include "sim/run/run_state.hpp"

namespace gpuscape {

bool RunState::decides_later(Lane& lane) {
  if (lane.queue.empty() || !(lane.freed || lane.is_to_look)) return false;
  const Seconds ready = std::max(simulation_.now(), lane.ready);
  const Seconds date = RoundClock(policies_.decision_time.every).next(ready).value_or(ready);
  if (!(date > simulation_.now())) return false;
  if (lane.planned != date) simulation_.schedule(date, kDecides);
  lane.planned = date;
  return true;
}

void RunState::look(Lane& lane) {
  if (!impairments_.may_start()) return;
  const bool looks = lane.freed || lane.is_to_look;
  std::size_t started = looks && !hooks_.picks ? start_by_hours(lane) : 0;
  // A second pass gives what was preempted in the first the room that is left; where a policy picks
  // jobs, whoever gave may take from a third in turn.
  const int rounds = hooks_.picks ? 16 : 2;
  for (int round = 0; round < rounds; ++round) {
    if (lane.queue.empty() || !(lane.freed || lane.is_to_look)) break;
    lane.pass.begin(simulation_.now(), lane.freed);
    policies_.scheduler->schedule(lane.pass);
    lane.pass.end();
    if (PodClaims* pods = lane.claims()) publish_pods(*pods);
    for (const Interruption& what : lane.pass.interruptions())
      interrupt(holdings_.slot_of(what.job), what);
    for (const Interruption& what : lane.pass.leaving()) let_leave(what);
    for (const Placement& placement : lane.pass.decisions())
      if (!placement.resumed) apply(lane.pass, placement);
    started += lane.pass.decisions().size();
    for (const WaitingJob& job : lane.pass.held()) hold_back(job);
    lane.freed = false;
    lane.is_to_look = lane.pass.is_worth_another();
    if (hooks_.limits != nullptr && !lane.pass.interruptions().empty()) release_held();
  }
  if (looks && hooks_.picks) started += start_by_hours(lane);
  lane.ready = simulation_.now() + policies_.decision_time.each * static_cast<double>(started);
}

/// A policy that picks tries those of the hours anyway, and knows of jobs that wait when it has
/// looked at them once.
std::size_t RunState::start_by_hours(Lane& lane) {
  if (!hours_.nodes || lane.queue.empty()) return 0;
  lane.pass.begin(simulation_.now(), lane.freed);
  if (!hooks_.picks) lane.pass.start_by_hours();
  if (hours_.nodes->suspends()) lane.pass.resume_suspended(hooks_.picks);
  lane.pass.end();
  for (const Placement& placement : lane.pass.decisions()) apply(lane.pass, placement);
  for (const WaitingJob& job : lane.pass.held()) hold_back(job);
  return lane.pass.decisions().size();
}

/// What pods hold of jobs that wait is held by a job.
void RunState::publish_pods(PodClaims& pods) {
  for (const auto& [job, gpu_milli] : pods.take_changes())
    meters_.publish(JobHolds{job, simulation_.now(), gpu_milli});
}

void RunState::make_instances() {
  if (!InstanceMaker::is_needed(platform_)) return;
  auto maker = std::make_unique<InstanceMaker>(capacity_);
  instances_ = maker.get();
  lives_.add_part(std::move(maker));
}

void RunState::apply(const SchedulingPass& pass, const Placement& placement) {
  const std::uint32_t job = placement.job;
  const std::span<const AllocationShare> shares = pass.shares(placement);
  const bool asks_for_part = records_.demand(job).gpu_milli != 0;
  std::int64_t gpu_milli = 0;
  spans_.clear();
  for (const AllocationShare& placed : shares) {
    spans_.push_back(span_of(placed));
    // Where users share GPUs, those are counted on which somebody is.
    gpu_milli += hooks_.joins && placed.share.gpu_milli != 0
                     ? placed.share.gpus * std::int64_t{Demand::kWholeGpu}
                     : placed.share.gpu_amount_milli();
  }
  const std::uint32_t standbys = standbys_.count(records_.job(job));
  const std::span<const AllocationSpan> held = spans_;
  const std::span<const AllocationSpan> spans = held.first(held.size() - standbys);
  records_.start(job, simulation_.now(), spans);
  if (asks_for_part) records_.note_part(job, shares.front().share.gpu_amount_milli());
  for (const AllocationSpan& standby : held.last(standbys))
    records_.begin_standby(job, simulation_.now(), standby);
  const std::uint32_t slot = holdings_.take(job, shares, placement.expected_end, standbys);
  if (neighbours_)
    change_paces(neighbours_->join(slot, shares, {records_.stream(job), job, asks_for_part},
                                   simulation_.now()));
  if (instances_ != nullptr) instances_->take(slot, shares);
  double size = 1.0;
  if (const std::uint32_t asked = any_elastic_ ? elastic_nodes(records_.job(job)) : 0;
      asked != 0 && asked != spans.size()) {  // more of them: it was suspended
    standbys_.note_size(job, simulation_.now(), asked);
    records_.note_other_size();
    if (asked > spans.size()) ++regrouped_.smaller_starts;
    size = size_of(slot);
  }
  const Lives::Next next = lives_.begin(slot, spans, size);
  meters_.publish(JobStarted{.job = job,
                             .date = simulation_.now(),
                             .demand = records_.demand(job),
                             .spans = spans,
                             .gpu_milli = gpu_milli,
                             .waited = !is_new(job),
                             .on_pool = capacity_.groups()[shares.front().group].is_pool()});
  follow(slot, next);
}

void RunState::interrupt(std::uint32_t slot, const Interruption& what) {
  const std::int64_t gpu_milli = give_back(slot, lane_of(what.job).releases.get());
  lives_.stop(slot, what);
  leave_gpu(slot);
  records_.interrupt(what.job, simulation_.now(), what.cause);
  meters_.publish(JobPreempted{.job = what.job,
                               .date = simulation_.now(),
                               .demand = records_.demand(what.job),
                               .origin = records_.origin(what.job),
                               .open = open_to(what.job),
                               .gpu_milli = gpu_milli,
                               .is_new = is_new(what.job)});
}

/// Jobs that arrived at this date and did not start wait from now on.
void RunState::publish_new_waits() {
  for (; first_new_ < records_.size(); ++first_new_) {
    if (records_.state(first_new_) != JobState::waiting) continue;
    JobWaits event{.job = first_new_,
                   .date = simulation_.now(),
                   .demand = records_.demand(first_new_),
                   .origin = records_.origin(first_new_),
                   .open = open_to(first_new_),
                   .held_by = {}};
    if (dependencies_.holds(first_new_)) {
      event.held_by = WaitReason::dependency;
    } else if (held_.contains(first_new_)) {
      event.held_by = WaitReason::limit;
    }
    meters_.publish(event);
  }
}

void RunState::publish_heads() {
  for (const auto& lane : lanes_.all()) {
    if (lane->queue.empty()) continue;
    HeadWaits event{.job = lane->queue[0].job, .date = simulation_.now(), .promise = {}};
    if (meters_.observers().want_promises()) {
      const std::vector<Promise> promises = lane->backfill->promises();
      if (!promises.empty() && promises.front().job == event.job)
        event.promise = promises.front().date;
    }
    meters_.publish(event);
  }
}

/// A limit holds the job back from now on.
void RunState::hold_back(const WaitingJob& job) {
  held_.insert(job.job);
  meters_.publish(JobHeldBack{
      .job = job.job, .date = simulation_.now(), .demand = job.demand, .waited = !is_new(job.job)});
}

/// Its policy or its backfill wanted this date: lanes look at nothing for the sake of others.
bool RunState::is_due(std::size_t lane) const {
  const Seconds now = simulation_.now();
  return hooks_.rules == nullptr || hooks_.rules->is_due(lane, now) ||
         !(lanes_.all()[lane]->backfill->wake().value_or(kForever) > now);
}

}  // namespace gpuscape
