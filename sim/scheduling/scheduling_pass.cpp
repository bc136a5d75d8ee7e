#include "sim/scheduling/scheduling_pass.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/scheduling/backfill.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape {

void SchedulingPass::begin(Seconds now, bool freed) {
  now_ = now;
  freed_ = freed;
  decisions_.clear();
  shares_.clear();
  preemptions_.clear();
  held_.clear();
  returning_.clear();
}

const NodeFilter* SchedulingPass::allowed(const WaitingJob& job) const {
  return parts_.rules == nullptr ? nullptr : parts_.rules->nodes(job);
}

const NodeFilter* SchedulingPass::open_at(const WaitingJob& job, Seconds date) const {
  const NodeFilter* limits =
      parts_.limits == nullptr ? nullptr : parts_.limits->open_now(job, date);
  if (parts_.outages == nullptr) return limits;
  meanwhile_.set(date, date + job.expected_run_time);
  if (limits == nullptr) return &meanwhile_;
  return &both_.emplace(limits, &meanwhile_);
}

bool SchedulingPass::hold_back_by_limits(std::size_t i) {
  if (!parts_.limits->holds(parts_.queue[i])) return false;
  held_.push_back(parts_.queue[i]);
  parts_.queue.mark_started(i);
  return true;
}

bool SchedulingPass::start(std::size_t i, const NodeFilter* filter) {
  const WaitingJob& job = parts_.queue[i];
  if (job.started || hold_back(i)) return false;
  if (!preemptions_.empty() && resume(i, filter)) return true;
  const std::size_t before = shares_.size();
  const bool all_open =
      parts_.rules == nullptr && parts_.limits == nullptr && parts_.outages == nullptr;
  if (!(all_open ? parts_.placer.place(job.demand, filter, shares_)
                 : place_where_open(job, filter)))
    return false;
  const Placement placement{job.job, static_cast<std::uint32_t>(before),
                            static_cast<std::uint32_t>(shares_.size() - before), false};
  note_start(i, placement, now_ + job.expected_run_time);
  return true;
}

/// Claims nodes that `filter`, rules and limits all leave open.
bool SchedulingPass::place_where_open(const WaitingJob& job, const NodeFilter* filter) {
  const NodeFilter* open = open_at(job, now_);
  const NodeFilter* allowed_nodes = allowed(job);
  if (open == nullptr && allowed_nodes == nullptr)
    return parts_.placer.place(job.demand, filter, shares_);
  const BothFilters own(allowed_nodes, open);
  const BothFilters all(&own, filter);
  return parts_.placer.place(job.demand, &all, shares_);
}

/// Puts a job that this pass preempted back where it was, if its nodes are still free.
bool SchedulingPass::resume(std::size_t i, const NodeFilter* filter) {
  const std::uint32_t job = parts_.queue[i].job;
  const auto at = std::find_if(preemptions_.begin(), preemptions_.end(),
                               [job](const Preemption& p) { return p.job == job; });
  if (at == preemptions_.end()) return false;
  for (const AllocationShare& share : at->before.shares) {
    if (!parts_.capacity.group(share.group).can_retake(share.node, share.share, share.gpus))
      return false;
    if (filter != nullptr && !filter->allows(share.group, share.node, share.share)) return false;
  }
  const RunningJob before = std::move(at->before);
  preemptions_.erase(at);
  for (const AllocationShare& share : before.shares)
    parts_.capacity.group(share.group).take(share.node, share.share, share.gpus);
  const Placement placement{job, static_cast<std::uint32_t>(shares_.size()),
                            static_cast<std::uint32_t>(before.shares.size()), true};
  shares_.insert(shares_.end(), before.shares.begin(), before.shares.end());
  note_start(i, placement, before.expected_end);
  (*parts_.running)[job] = before;
  return true;
}

void SchedulingPass::note_start(std::size_t i, const Placement& placement, Seconds expected_end) {
  const WaitingJob& job = parts_.queue[i];
  decisions_.push_back(placement);
  if (parts_.releases != nullptr) {
    for (const AllocationShare& placed : shares(placement)) {
      const Release release{expected_end, job.job, placed.share};
      if (placed.share.gpu_milli != 0)
        parts_.releases->add_part(placed.group, placed.node, placed.gpus, release);
      else
        parts_.releases->add(placed.group, placed.node, release);
    }
  }
  if (parts_.running != nullptr) {
    const std::span<const AllocationShare> placed = shares(placement);
    (*parts_.running)[job.job] = {job, now_, expected_end, {placed.begin(), placed.end()}};
  }
  if (parts_.limits != nullptr) parts_.limits->started(job, now_);
  parts_.queue.mark_started(i);
}

bool SchedulingPass::starts_now(const RunningJob& running) const {
  return !(running.started < now_) &&
         std::ranges::find(decisions_, running.asks.job, &Placement::job) != decisions_.end();
}

void SchedulingPass::preempt(std::uint32_t job, const PreemptionTerms& terms) {
  const auto at = parts_.running->find(job);
  ensure(at != parts_.running->end(), "only a running job is preempted");
  ensure(!starts_now(at->second), "a job is not preempted by the pass that starts it");
  RunningJob running = std::move(at->second);
  parts_.running->erase(at);
  for (const AllocationShare& share : running.shares) {
    parts_.capacity.group(share.group).give(share.node, share.share, share.gpus);
    if (parts_.releases != nullptr)
      parts_.releases->remove(share.group, share.node, {running.expected_end, job, share.share});
  }
  if (parts_.limits != nullptr) parts_.limits->ended(running.asks, now_);
  WaitingJob waiting = running.asks;
  waiting.started = false;
  ++waiting.starts;
  if (terms.keeps_progress) {
    const Seconds ran = now_ - running.started;
    waiting.expected_run_time = std::max(Seconds(0.0), waiting.expected_run_time - ran);
    waiting.run_time_left = std::max(Seconds(0.0), waiting.run_time_left - ran);
    waiting.ran += ran;
  }
  waiting.expected_run_time += terms.restart;
  waiting.run_time_left += terms.restart;
  waiting.rank = parts_.scheduler->rank(waiting);
  waiting.rank_class = parts_.scheduler->rank_class(waiting);
  if (terms.may_resume) {
    parts_.queue.insert(waiting);
  } else {
    returning_.push_back(waiting);
  }
  preemptions_.push_back({job, terms, std::move(running)});
}

void SchedulingPass::start_in_order() {
  if (!backfill_starts_the_head()) {
    std::size_t i = 0;
    while (i < parts_.queue.size() && (start(i) || parts_.queue[i].started)) ++i;
  }
  backfill();
}

bool SchedulingPass::backfill_starts_the_head() const {
  return parts_.backfill != nullptr && parts_.backfill->starts_the_head();
}

void SchedulingPass::backfill() {
  parts_.queue.remove_started();
  if (parts_.backfill == nullptr || parts_.queue.empty()) return;
  if (backfill_starts_the_head() || parts_.queue.size() > 1) parts_.backfill->fill(*this);
}

void SchedulingPass::end() {
  parts_.queue.remove_started();
  parts_.queue.clear_inserted_before_others();
  for (const WaitingJob& job : returning_) parts_.queue.insert(job);
}

}  // namespace gpuscape
