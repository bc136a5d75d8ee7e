#include "models/scheduler/cohorts/policy.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape::quota::cohorts {

Policy::Policy(ObjectReader& reader)
    : settings_(read_settings(reader)),
      tree_(settings_),
      jobs_(settings_.queue_of, settings_.priorities),
      waiting_(tree_.size()),
      running_(tree_.size()),
      prospects_(tree_, settings_, running_),
      cycle_(settings_.cycle),
      held_(tree_.nothing_used()),
      expected_(held_),
      gpus_in_(tree_.size(), 0),
      told_(tree_.size(), -1.0),
      stops_(tree_.size()) {
  for (const NodeSettings& node : settings_.nodes)
    preempts_ = preempts_ || node.within != Within::never || node.reclaim != ReclaimFrom::never;
}

void Policy::schedule(SchedulingPass& pass) {
  now_ = pass.now();
  freed_ = freed_ || pass.capacity_was_freed();
  wake_ = cycle_.next(now_);
  if (wake_) return;
  start_carried_over(pass);
  if (start_alone(pass)) return;
  update(pass);
  start_those_with_room(pass);
  run_cycles(pass);
  if (!waiting_.empty()) note_rules();
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
  const JobFacts facts = jobs_.facts_of(job);
  if (!tree_.fits(held_, facts.queue, facts.amounts)) return false;
  if (!pass.start_job(job.job)) return false;
  arrived_.clear();
  return true;
}

/// What happened since the last pass.
void Policy::update(SchedulingPass& pass) {
  const bool was_empty = waiting_.empty();
  std::vector<std::size_t> changed;
  for (const WaitingJob& job : arrived_) {
    const JobFacts facts = jobs_.facts_of(job);
    waiting_.join(job, facts, now_);
    note_queue(job, facts.queue);
    changed.push_back(facts.queue);
    note_change(facts.queue);
  }
  arrived_.clear();
  if (freed_ || was_empty) {
    waiting_.begin_epoch(free_milli(pass));
    const std::vector<std::size_t> touched = waiting_.take_touched();
    changed.insert(changed.end(), touched.begin(), touched.end());
    set_aside_by_.clear();
  } else {
    waiting_.note_free(free_milli(pass));
  }
  freed_ = false;
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  for (const std::size_t queue : changed) refresh_head(queue);
}

/// Those for which others left come before whoever else takes that room; once nobody leaves any
/// more, those that found none ask anew.
void Policy::start_those_with_room(SchedulingPass& pass) {
  const std::map<std::uint32_t, JobFacts> waiting = await_room_;
  for (const auto& [job, facts] : waiting) {
    const bool may = tree_.fits(held_, facts.queue, facts.amounts);
    if ((may && pass.start_job(job)) || leaving_ > 0) continue;
    expect_no_more(facts);
    await_room_.erase(job);
  }
}

void Policy::expect(const JobFacts& facts) {
  tree_.add(expected_, facts.queue, facts.amounts);
  prospects_.note_change();
}

void Policy::expect_no_more(const JobFacts& facts) {
  tree_.remove(expected_, facts.queue, facts.amounts);
  prospects_.note_change();
}

void Policy::started(const WaitingJob& job, Seconds date) {
  const JobFacts facts = jobs_.facts_of(job);
  note_queue(job, facts.queue);
  if (!await_room_.empty() && await_room_.erase(job.job) > 0) expect_no_more(facts);
  waiting_.leave(job.job, date);
  tree_.add(held_, facts.queue, facts.amounts);
  expect(facts);
  gpus_held_ += facts.amounts[0];
  for (std::optional<std::size_t> at = facts.queue; at; at = tree_[*at].parent)
    gpus_in_[*at] += facts.amounts[0];
  running_.start(job.job, facts, date);
  note_change(facts.queue);
  refresh_head(facts.queue);
}

void Policy::ended(const WaitingJob& job, Seconds /*date*/) {
  const RunningOne one = running_.end(job.job);
  const JobFacts& facts = one.facts;
  if (one.leaves)
    --leaving_;
  else
    expect_no_more(facts);
  tree_.remove(held_, facts.queue, facts.amounts);
  gpus_held_ -= facts.amounts[0];
  for (std::optional<std::size_t> at = facts.queue; at; at = tree_[*at].parent)
    gpus_in_[*at] -= facts.amounts[0];
  freed_ = true;
  note_change(facts.queue);
}

}  // namespace gpuscape::quota::cohorts
