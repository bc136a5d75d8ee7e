#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/platform/gang.hpp"
#include "sim/run/run_state.hpp"

namespace gpuscape {

std::uint32_t RunState::claim_slot(const RunningSlot& running) {
  if (free_slots_.empty()) {
    slots_.push_back(running);
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot] = running;
  return slot;
}

void RunState::apply(const SchedulingPass& pass, const Placement& placement) {
  const std::uint32_t job = placement.job;
  spans_.clear();
  for (const PlacedShare& placed : pass.shares(placement)) {
    spans_.push_back({platform_.first_node(placement.group) + placed.node, placed.share.gpus});
    gpus_allocated_ += placed.share.gpus;
  }
  records_.start(job, simulation_.now(), spans_);
  last_change_ = simulation_.now();
  const Demand& demand = records_.demand(job);
  if (capacity_.groups()[placement.group].is_pool() && !demand.is_gpus_alone()) {
    ++ignored_on_pool_;
  }
  if (job < first_new_) {
    stranded_meter_.job_leaves(demand);
    wait_reasons_.leave(job, simulation_.now());
  }
  --waiting_;
  ++running_;
  begin(job, pass, placement);
  if (observer_ != nullptr) observer_->job_started(job, simulation_.now(), spans_);
}

/// Sees to it that the job ends.
void RunState::begin(std::uint32_t job, const SchedulingPass& pass, const Placement& placement) {
  const Seconds now = simulation_.now();
  Seconds limit = records_.time_limit(job);
  Seconds run_time = records_.run_time(job);
  if (!rests_.empty()) {
    const auto rest = rests_.find(job);
    if (rest != rests_.end())
      std::tie(run_time, limit) = std::pair(rest->second.run_time, rest->second.limit);
  }
  const bool killed = policies_.kill_overrun && run_time > limit;
  const Seconds expected_end = now + (limit < kForever ? limit : run_time);
  const std::span<const PlacedShare> shares = pass.shares(placement);
  const bool has_time = run_time > Seconds(0.0) && (!killed || limit > Seconds(0.0));
  const ApplicationKey runs{records_.stream(job), records_.job(job).application};
  const bool exchanges = traffic_ && has_time && traffic_->exchanges(runs, spans_.size());
  const std::uint32_t slot = claim_slot(
      {shares.front().share, expected_end.value(), job, placement.group,
       shares.size() == 1 ? shares.front().node : RunningSlot::kGang, killed, exchanges});
  if (parts_.preempts) slot_of_[job] = slot;
  if (exchanges) {
    traffic_->start(slot, {job, runs, run_time, policies_.kill_overrun ? limit : kForever, spans_});
  } else {
    simulation_.schedule(now + (killed ? limit : run_time), slot);
  }
}

void RunState::apply(const Preemption& preemption) {
  const std::uint32_t job = preemption.job;
  const std::uint32_t slot = slot_of_.at(job);
  const bool keeps = preemption.terms.keeps_progress;
  const auto before = rests_.find(job);
  Rest rest = before == rests_.end() ? Rest{records_.run_time(job), records_.time_limit(job)}
                                     : before->second;
  const Seconds ran = simulation_.now() - preemption.before.started;
  Seconds progress = ran;
  if (slots_[slot].exchanges) {
    progress = traffic_->stop(slot);
    free_slots_.push_back(slot);
  } else {
    slots_[slot].job = RunningSlot::kPreempted;
  }
  if (keeps) {
    rest.run_time = std::max(Seconds(0.0), rest.run_time - progress);
    if (rest.limit < kForever) rest.limit = std::max(Seconds(0.0), rest.limit - ran);
  }
  rest.run_time += preemption.terms.restart;
  if (rest.limit < kForever) rest.limit += preemption.terms.restart;
  rests_.insert_or_assign(job, rest);
  for (const PlacedShare& placed : preemption.before.shares) gpus_allocated_ -= placed.share.gpus;
  records_.preempt(job, simulation_.now());
  last_change_ = simulation_.now();
  --running_;
  ++waiting_;
  if (job < first_new_) {
    stranded_meter_.job_waits(records_.demand(job));
    wait_reasons_.rejoin({job, records_.origin(job), open_to(job)}, records_.demand(job),
                         simulation_.now());
  }
  if (observer_ != nullptr) observer_->job_preempted(job, simulation_.now());
}

/// A limit holds the job back from now on.
void RunState::hold(const WaitingJob& job) {
  held_.push_back(job);
  held_.back().started = false;
  if (job.job >= first_new_) return;
  stranded_meter_.job_leaves(job.demand);
  wait_reasons_.hold_back(job.job, simulation_.now());
}

void RunState::release(const RunningSlot& running) {
  Lane& lane = parts_.rules == nullptr ? *lanes_.front() : lane_of(as_waiting(running.job));
  lane.freed = true;
  if (running.node != RunningSlot::kGang) {
    release_share(running, running.node, running.share, lane.releases.get());
    return;
  }
  const Gang gang =
      cut_into_gang(records_.demand(running.job), capacity_.groups()[running.group].capacity());
  for (const AllocationSpan& span : records_.spans(records_.segments(running.job).back())) {
    const std::uint32_t node = span.node - platform_.first_node(running.group);
    release_share(running, node, span.gpus == gang.full.gpus ? gang.full : gang.rest,
                  lane.releases.get());
  }
}

void RunState::release_share(const RunningSlot& running, std::uint32_t node, const Demand& share,
                             ExpectedReleases* releases) {
  capacity_.group(running.group).give(node, share);
  if (releases != nullptr)
    releases->remove(running.group, node, {running.expected_end, running.job, share});
  gpus_allocated_ -= share.gpus;
}

}  // namespace gpuscape
