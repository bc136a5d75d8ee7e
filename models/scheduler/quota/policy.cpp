#include "models/scheduler/quota/policy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpuscape::quota {

void Policy::schedule(SchedulingPass& pass) {
  now_ = pass.now();
  freed_ = freed_ || pass.capacity_was_freed();
  wake_ = cycle_.next(now_);
  if (wake_) return;
  ++pass_number_;
  start_carried_over(pass);
  if (start_alone(pass)) return;
  update(pass);
  start_those_with_room(pass);
  allocate(pass);
  have_others_shrink(pass);
  consolidate(pass);
  if (waiting_.empty()) return;
  if (settings_.reclaims) stop_others(pass, true);
  if (settings_.preempts && !waiting_.empty()) stop_others(pass, false);
  note_rules();
}

/// What ran when the run began comes before all else, and asks nobody.
void Policy::start_carried_over(SchedulingPass& pass) {
  while (!pass.queue().empty() && std::isinf(pass.queue()[0].rank))
    if (!pass.start_job(pass.queue()[0].job)) break;
}

void Policy::note_queue(const WaitingJob& job, std::size_t queue) {
  if (job.job >= of_job_.size()) of_job_.resize(job.job + std::size_t{1}, kInNoQueue);
  of_job_[job.job] = static_cast<std::uint32_t>(queue);
}

/// The one job that came while nobody waited asks no queue but its own.
bool Policy::start_alone(SchedulingPass& pass) {
  if (!waiting_.empty() || arrived_.size() != 1) return false;
  const WaitingJob& job = arrived_.front();
  const JobFacts facts = facts_of(job);
  if (tree_.refusal(facts.queue, facts.amounts, facts.preemptible).rule != Refusal::Rule::none)
    return false;
  if (!pass.start_job(job.job)) return false;
  arrived_.clear();
  return true;
}

/// What happened since the last pass.
void Policy::update(SchedulingPass& pass) {
  const bool was_empty = waiting_.empty();
  std::vector<std::size_t> changed;
  for (const WaitingJob& job : arrived_) {
    const JobFacts facts = facts_of(job);
    waiting_.join(job, facts, now_);
    note_queue(job, facts.queue);
    tree_.ask(facts.queue, facts.full, 1);
    changed.push_back(facts.queue);
    note_change(facts.queue);
  }
  arrived_.clear();
  Amounts total = jobs_.capacity();
  if (pass.capacity().lent() == nullptr) total[0] = gpus_held_ + free_milli(pass);
  tree_.set_total(total);
  tree_.age(now_);
  if (freed_ || was_empty) {
    waiting_.begin_epoch(free_milli(pass));
    const std::vector<std::size_t> touched = waiting_.take_touched();
    changed.insert(changed.end(), touched.begin(), touched.end());
  } else {
    waiting_.note_free(free_milli(pass));
  }
  freed_ = false;
  divide();
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  for (const std::size_t queue : changed) refresh_head(queue);
}

/// Fair shares, and the order of queues that follows from them.
void Policy::divide() {
  const bool divided = tree_.divide();
  if (divided) ++changes_;
  if (divided || order_is_old_) order_.rebuild();
  order_is_old_ = false;
  if (shares_are_old_) {
    for (std::size_t queue = 0; queue < tree_.root(); ++queue) note_change(queue);
  } else if (divided) {
    for (const std::size_t queue : tree_.other_shares()) note_change(queue);
  }
  shares_are_old_ = false;
}

void Policy::refresh_head(std::size_t queue) {
  const Kind* head = waiting_.head(queue);
  order_.set_head(queue, head == nullptr ? std::nullopt : std::optional(head->facts.amounts));
}

/// Those for which others left come before whoever else takes that room; once nobody leaves any
/// more, those that found none ask anew.
void Policy::start_those_with_room(SchedulingPass& pass) {
  const std::map<std::uint32_t, JobFacts> waiting = await_room_;
  for (const auto& [job, facts] : waiting) {
    // There may be room before those have left whose part of a limit it takes.
    const bool may =
        tree_.refusal(facts.queue, facts.amounts, facts.preemptible).rule == Refusal::Rule::none;
    if ((may && pass.start_job(job)) || leaving_ > 0) continue;
    tree_.expect(facts.queue, facts.amounts, -1);
    ++changes_;
    await_room_.erase(job);
  }
}

void Policy::allocate(SchedulingPass& pass) {
  while (waiting_.any_live()) {
    const auto queue = order_.first();
    if (!queue) return;
    Kind& kind = *waiting_.head(*queue);
    const JobFacts& facts = kind.facts;
    if (waiting_.is_refused(kind)) {
      give_up(kind);
      continue;
    }
    if (tree_.refusal(*queue, facts.amounts, facts.preemptible).rule != Refusal::Rule::none) {
      give_up(kind);
      continue;
    }
    const std::uint32_t job = waiting_.next(kind).job;
    if (pass.start_job(job)) {
      waiting_.note_free(free_milli(pass));
      continue;
    }
    if (pass.may_make_way()) without_room_.push_back(job);
    if (pass.has_all_nodes(pass.queue().job(job))) {
      waiting_.refuse_shape(kind);
      give_up(kind);
    } else if (settings_.blocking) {
      give_up(kind);
    } else {
      waiting_.pass_over(kind);
      refresh_head(*queue);
    }
  }
}

/// Running jobs go to other nodes for those that their queues let start and that found no room, in
/// the order in which they were tried.
void Policy::consolidate(SchedulingPass& pass) {
  for (const std::uint32_t number : std::exchange(without_room_, {})) {
    if (!pass.queue().holds(number)) continue;
    const WaitingJob job = pass.queue().job(number);
    const JobFacts facts = facts_of(job);
    if (tree_.refusal(facts.queue, facts.amounts, facts.preemptible).rule != Refusal::Rule::none)
      continue;
    if (pass.make_way(job) && pass.start_job(number)) waiting_.note_free(free_milli(pass));
  }
}

/// Nothing of that kind starts before nodes come back.
void Policy::give_up(Kind& kind) {
  if (settings_.blocking)
    waiting_.block(kind);
  else
    waiting_.drop(kind);
  refresh_head(kind.facts.queue);
}

void Policy::started(const WaitingJob& job, Seconds date) {
  JobFacts facts = facts_of(job);
  ++changes_;
  tree_.age(date);
  note_queue(job, facts.queue);
  if (!await_room_.empty() && await_room_.erase(job.job) > 0)
    tree_.expect(facts.queue, facts.amounts, -1);
  const bool waited = waiting_.leave(job.job, date);
  if (!waited) tree_.ask(facts.queue, facts.full, 1);
  facts.amounts = facts.full;
  if (facts.amounts[0] > facts.least[0] && facts.node[0] > 0) larger_.insert(job.job);
  tree_.hold(facts.queue, facts.amounts, facts.preemptible, 1);
  gpus_held_ += facts.amounts[0];
  running_.start(job.job, facts, date);
  note_change(facts.queue);
  if (waited || !waiting_.empty())
    refresh_head(facts.queue);
  else
    order_is_old_ = true;
  shares_are_old_ = shares_are_old_ || !tree_.is_divided();
}

void Policy::ended(const WaitingJob& job, Seconds date) {
  ++changes_;
  tree_.age(date);  // before what it held changes
  const RunningOne one = running_.end(job.job);
  const JobFacts& facts = one.facts;
  if (one.leaves) {
    tree_.expect(facts.queue, facts.amounts, 1);
    --leaving_;
  }
  tree_.hold(facts.queue, facts.amounts, facts.preemptible, -1);
  tree_.ask(facts.queue, facts.full, -1);
  if (!larger_.empty()) larger_.erase(job.job);
  gpus_held_ -= facts.amounts[0];
  freed_ = true;
  note_change(facts.queue);
  if (waiting_.empty())
    order_is_old_ = true;
  else
    order_.refresh(facts.queue);
  shares_are_old_ = shares_are_old_ || (waiting_.empty() && !tree_.is_divided());
}

}  // namespace gpuscape::quota
