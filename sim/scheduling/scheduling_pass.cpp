#include "sim/scheduling/scheduling_pass.hpp"

#include <algorithm>
#include <cstdlib>

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
  interruptions_.clear();
  leaving_.clear();
  before_.clear();
  held_.clear();
  returning_.clear();
  another_wanted_ = false;
  if (freed) no_way_for_.clear();
  backfilled_ = parts_.backfill == nullptr;
}

const NodeFilter* SchedulingPass::allowed(const WaitingJob& job) const {
  const NodeFilter* all = parts_.rules == nullptr ? nullptr : parts_.rules->nodes_now(job);
  if (parts_.suspended == nullptr) return all;
  const NodeFilter* own = parts_.suspended->nodes_of(job.job, all);
  return own == nullptr ? all : own;
}

void SchedulingPass::note_freed() {
  freed_ = true;
  if (parts_.releases != nullptr) parts_.releases->note_surprise();
}

std::int64_t SchedulingPass::free_gpus() const {
  if (parts_.own == nullptr) return capacity().free_gpus_total();
  std::int64_t gpus = 0;
  for (std::size_t group = 0; group < capacity().groups().size(); ++group) {
    const GroupCapacity& nodes = capacity().groups()[group];
    for (std::uint32_t node = 0; node < nodes.node_count(); ++node)
      if (parts_.own->is_open(group, node)) gpus += nodes.free_gpus(node);
  }
  return gpus;
}

std::optional<WaitingJob> SchedulingPass::first_left() const {
  for (std::size_t i = 0; i < queue().size(); ++i)
    if (!queue()[i].started) return queue()[i];
  return std::nullopt;
}

/// Some of its shares, or all of it, would fit on a node of which nothing is free: as those of
/// clients do, whose GPUs are elsewhere.
bool SchedulingPass::may_ask_for_nothing(const WaitingJob& job) const {
  const Demand& demand = job.demand;
  return parts_.away != nullptr && demand.milli_cores == 0 && demand.memory_mib == 0 &&
         (demand.gpus < std::max(1, std::abs(demand.nodes)) || capacity().lent() != nullptr);
}

const NodeFilter* SchedulingPass::open_at(const WaitingJob& job, Seconds date) const {
  const NodeFilter* open = parts_.limits == nullptr ? nullptr : parts_.limits->open_now(job, date);
  if (may_ask_for_nothing(job))
    open = open == nullptr ? parts_.away : &limits_and_away_.emplace(open, parts_.away);
  if (parts_.hours != nullptr)
    if (const NodeFilter* now = parts_.hours->open_to(job, date))
      open = open == nullptr ? now : &hours_too_.emplace(open, now);
  if (parts_.outages == nullptr) return open;
  meanwhile_.set(date, date + job.expected_run_time);
  if (open == nullptr) return &meanwhile_;
  return &both_.emplace(open, &meanwhile_);
}

bool SchedulingPass::hold_back_by_limits(std::size_t i) {
  if (!parts_.limits->hold_back(parts_.queue[i])) return false;
  held_.push_back(parts_.queue[i]);
  parts_.queue.mark_started(i);
  return true;
}

bool SchedulingPass::start(std::size_t i, const NodeFilter* filter) {
  const WaitingJob& job = parts_.queue[i];
  if (job.started || hold_back(i)) return false;
  if (!interruptions_.empty() && resume(i, filter)) return true;
  const auto placement = place(job, filter);
  if (!placement) return false;
  note_start(job, *placement);
  parts_.queue.mark_started(i);
  return true;
}

bool SchedulingPass::start_job(std::uint32_t number, const NodeFilter* filter) {
  const WaitingJob job = parts_.queue.job(number);
  const auto placement = place(job, filter);
  if (!placement) return false;
  note_start(job, *placement);
  parts_.queue.erase(number);
  return true;
}

/// Puts a job that this pass interrupted back where it was, if its nodes are still free.
bool SchedulingPass::resume(std::size_t i, const NodeFilter* filter) {
  const std::uint32_t job = parts_.queue[i].job;
  const auto at = std::ranges::find(interruptions_, job, &Interruption::job);
  if (at == interruptions_.end()) return false;
  const std::uint32_t slot = parts_.holdings->slot_of(job);
  as_.reset();
  if (!parts_.holdings->take_again(slot, filter)) return false;
  const auto of = before_.begin() + (at - interruptions_.begin());
  const RunningJob before = std::move(*of);
  before_.erase(of);
  interruptions_.erase(at);
  const Placement placement{job, static_cast<std::uint32_t>(shares_.size()),
                            static_cast<std::uint32_t>(before.shares.size()), true,
                            (*parts_.holdings)[slot].expected_end};
  shares_.insert(shares_.end(), before.shares.begin(), before.shares.end());
  note_start(parts_.queue[i], placement);
  parts_.queue.mark_started(i);
  (*parts_.running)[job] = before;
  return true;
}

void SchedulingPass::note_start(const WaitingJob& job, const Placement& placement) {
  const std::span<const AllocationShare> placed = shares(placement);
  decisions_.push_back(placement);
  if (parts_.suspended != nullptr) parts_.suspended->erase(job.job);
  if (parts_.releases != nullptr)
    Holdings::expect(job.job, placed, placement.expected_end, *parts_.releases);
  if (parts_.running != nullptr)
    (*parts_.running)[job.job] = {
        job, now_, placement.expected_end, {placed.begin(), placed.end()}};
  if (parts_.limits == nullptr) return;
  parts_.limits->started(job, now_);
  if (parts_.sizes && as_) parts_.limits->resized(*as_, now_);
}

bool SchedulingPass::starts_now(const RunningJob& running) const {
  return !(running.started < now_) &&
         std::ranges::find(decisions_, running.asks.job, &Placement::job) != decisions_.end();
}

void SchedulingPass::interrupt(const Interruption& what) {
  const auto at = parts_.running->find(what.job);
  ensure(at != parts_.running->end(), "only a running job is interrupted");
  ensure(!starts_now(at->second), "a job is not interrupted by the pass that starts it");
  if (what.grace > Seconds(0.0)) return let_leave(at->second, what);
  RunningJob running = std::move(at->second);
  parts_.running->erase(at);
  parts_.holdings->give_back(parts_.holdings->slot_of(what.job), parts_.releases);
  if (parts_.limits != nullptr) parts_.limits->ended(running.asks, now_);
  WaitingJob waiting = running.asks;
  waiting.started = false;
  ++waiting.starts;
  if (what.keeps.all()) {
    const Seconds held = now_ - running.started;
    const Seconds ran = std::max(Seconds(0.0), held - parts_.start_up);
    waiting.expected_run_time = std::max(Seconds(0.0), waiting.expected_run_time - held);
    waiting.run_time_left = std::max(Seconds(0.0), waiting.run_time_left - ran);
    waiting.ran += ran;
  }
  waiting.expected_run_time += what.keeps.restart;
  waiting.run_time_left += what.keeps.restart;
  waiting.rank = parts_.scheduler->rank(waiting);
  waiting.rank_class = parts_.scheduler->rank_class(waiting);
  if (what.may_resume) {
    parts_.queue.insert(waiting);
  } else {
    returning_.push_back(waiting);
  }
  if (what.keeps.what == Keeps::What::here)
    parts_.suspended->add(what.job, running.shares,
                          running.expected_end - now_ + what.keeps.restart);
  interruptions_.push_back(what);
  before_.push_back(std::move(running));
}

void SchedulingPass::let_leave(RunningJob& running, const Interruption& what) {
  ensure(!running.leaves, "a job that leaves is not interrupted again");
  running.leaves = true;
  running.expected_end = std::min(running.expected_end, now_ + what.grace);
  parts_.holdings->leave_by(parts_.holdings->slot_of(what.job), now_ + what.grace, parts_.releases);
  leaving_.push_back(what);
}

void SchedulingPass::start_by_hours() {
  for (std::size_t which = 0; which < parts_.hours->size(); ++which) {
    if (!parts_.hours->are_on(which)) continue;
    for (std::size_t i = 0; i < parts_.queue.size(); ++i) {
      const WaitingJob& job = parts_.queue[i];
      if (job.started || !parts_.hours->are_of(which, job.stream, job.origin)) continue;
      if (!start(i, &parts_.hours->nodes(which)) && !parts_.queue[i].started) break;
    }
  }
}

/// The queue is looked through only where somebody may go on.
void SchedulingPass::resume_suspended(bool picks) {
  std::vector<std::uint32_t> ready;
  for (const std::uint32_t job : parts_.suspended->jobs())
    if (parts_.queue.holds(job) && could_go_on(job)) ready.push_back(job);
  if (picks) {
    for (const std::uint32_t job : ready) start_job(job);
    return;
  }
  std::size_t left = ready.size();
  for (std::size_t i = 0; left > 0 && i < parts_.queue.size(); ++i) {
    if (!std::ranges::binary_search(ready, parts_.queue[i].job)) continue;
    start(i);
    --left;
  }
}

void SchedulingPass::start_in_order() {
  if (!backfill_starts_the_head()) {
    std::size_t i = 0;
    const auto goes = [&] {
      return start(i) || parts_.queue[i].started || (make_way(parts_.queue[i]) && start(i));
    };
    while (i < parts_.queue.size() && goes()) ++i;
  }
  backfill();
}

bool SchedulingPass::backfill_starts_the_head() const {
  return parts_.backfill != nullptr && parts_.backfill->traits().starts_the_head;
}

void SchedulingPass::backfill() {
  parts_.queue.remove_started();
  if (parts_.backfill == nullptr || parts_.queue.empty()) return;
  if (!backfill_starts_the_head() && parts_.queue.size() < 2) return;
  if (backfill_starts_the_head() && may_make_way()) make_way(parts_.queue[0]);
  parts_.backfill->fill(*this);
  backfilled_ = true;
}

void SchedulingPass::end() {
  parts_.queue.remove_started();
  if (backfilled_) parts_.queue.clear_inserted_before_others();  // else it has yet to see that
  for (const WaitingJob& job : returning_) parts_.queue.insert(job);
}

}  // namespace gpuscape
