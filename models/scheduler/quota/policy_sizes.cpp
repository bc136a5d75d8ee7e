/// Elastic jobs: what they need, have and give up. Their first nodes are a gang's; what they have
/// beyond is the first that others get. KAI keeps such nodes for their queue as long as no other
/// queue may reclaim them; here a job of the same queue that waits gets them too.

#include <algorithm>
#include <utility>

#include "models/scheduler/quota/askers.hpp"

namespace gpuscape::quota {

JobFacts Policy::facts_of(const WaitingJob& job) const {
  JobFacts facts = jobs_.facts_of(job);
  const std::optional<Demand> least = on_nodes_ ? on_nodes_(job, 0) : std::nullopt;
  if (!least) return facts;
  const Amounts amounts = amounts_of(*least);
  for (std::size_t r = 0; r < kResources; ++r) {
    if (facts.full[r] == 0) continue;
    facts.amounts[r] = facts.least[r] = amounts[r];
    facts.node[r] = amounts[r] / std::max(1, least->nodes);
  }
  return facts;
}

WaitingJob Policy::as_small_as_may_be(WaitingJob job) const {
  if (on_nodes_)
    if (const auto least = on_nodes_(job, 0)) job.demand = *least;
  return job;
}

bool Policy::has_room(const WaitingJob& job) const {
  const JobFacts facts = jobs_.facts_of(job);
  return tree_.refusal(facts.queue, facts.amounts, facts.preemptible).rule == Refusal::Rule::none;
}

void Policy::resized(const WaitingJob& job, Seconds date) {
  const JobFacts now = jobs_.facts_of(job);
  const RunningOne& one = running_[job.job];
  const JobFacts before = one.facts;
  ++changes_;
  tree_.age(date);
  tree_.hold(before.queue, before.amounts, before.preemptible, -1);
  tree_.hold(before.queue, now.amounts, before.preemptible, 1);
  if (one.leaves) {
    tree_.expect(before.queue, before.amounts, 1);
    tree_.expect(before.queue, now.amounts, -1);
  }
  gpus_held_ += now.amounts[0] - before.amounts[0];
  running_.resize(job.job, now.amounts);
  if (before.node[0] > 0 && now.amounts[0] > before.least[0])
    larger_.insert(job.job);
  else
    larger_.erase(job.job);
  freed_ = freed_ || now.amounts[0] < before.amounts[0];
  note_change(before.queue);
  if (waiting_.empty())
    order_is_old_ = true;
  else
    order_.refresh(before.queue);
  shares_are_old_ = shares_are_old_ || (waiting_.empty() && !tree_.is_divided());
}

/// Nodes that jobs have beyond what they need, one by one: of the job's own queue all, of others
/// those that it may reclaim. A job that ran too shortly to be stopped gives these up, too.
MayDrop Policy::those_who_shrink(const Kind& kind, const Amounts& amounts) const {
  JobFacts job = kind.facts;
  job.amounts = amounts;
  MayDrop drops;
  std::vector<Amounts> held(tree_.size());
  for (std::size_t i = 0; i < held.size(); ++i) held[i] = tree_[i].expected;
  const bool reclaims =
      settings_.reclaims &&
      fits_within(tree_[job.queue].expected, job.amounts, tree_[job.queue].fair) &&
      !(kind.jobs.front().since + settings_.stops_after > now_);
  for (const std::uint32_t other : larger_) {
    const RunningOne& one = running_[other];
    if (one.leaves) continue;
    const bool own = one.facts.queue == job.queue;
    if (!own && !one.facts.preemptible) continue;
    const auto [mine, theirs] = where_they_part(tree_, job.queue, one.facts.queue);
    const std::int64_t spare = (one.facts.amounts[0] - one.facts.least[0]) / one.facts.node[0];
    for (std::int64_t i = 0; i < spare; ++i) {
      if (!own && !(reclaims && reclaim_.is_admissible(held, job, {mine, theirs}))) break;
      ++drops[other];
      for (std::size_t at = one.facts.queue;; at = tree_[at].parent) {
        add(held[at], one.facts.node, -1);
        if (at == tree_.root()) break;
      }
    }
  }
  const bool all_own = std::ranges::all_of(
      drops, [&](const auto& drop) { return running_[drop.first].facts.queue == job.queue; });
  if (!all_own && !reclaim_.stays_balanced(held, job))
    std::erase_if(drops,
                  [&](const auto& drop) { return running_[drop.first].facts.queue != job.queue; });
  return drops;
}

/// Whether limits on the way to the root let a job have that, once those have given up what they
/// may.
bool Policy::has_room_without(const Kind& kind, const Amounts& amounts,
                              const MayDrop& drops) const {
  const JobFacts& job = kind.facts;
  if (tree_.refusal(job.queue, amounts, job.preemptible).rule == Refusal::Rule::not_preemptible)
    return false;
  for (std::size_t at = job.queue; at != tree_.root(); at = tree_[at].parent) {
    Amounts held = tree_[at].expected;
    for (const auto& [other, nodes] : drops)
      if (tree_.is_below(running_[other].facts.queue, at))
        add(held, running_[other].facts.node, -static_cast<std::int64_t>(nodes));
    if (!fits_within(held, amounts, tree_[at].settings->limit)) return false;
  }
  return true;
}

/// As large as there is room for that way.
bool Policy::shrink_for(SchedulingPass& pass, const Kind& kind) {
  const JobFacts facts = kind.facts;
  const std::uint32_t first = kind.jobs.front().job;
  const WaitingJob job = pass.queue().job(first);
  const bool is_elastic = facts.node[0] > 0;
  Amounts amounts = facts.full;
  while (true) {
    WaitingJob as = job;
    if (is_elastic)
      if (const auto demand =
              on_nodes_(job, static_cast<std::uint32_t>(amounts[0] / facts.node[0])))
        as.demand = *demand;
    const MayDrop drops = those_who_shrink(kind, amounts);
    if (!drops.empty() && has_room_without(kind, amounts, drops) && pass.make_way(as, drops))
      return pass.start_job(first);
    if (!is_elastic || amounts[0] <= facts.least[0]) return false;
    add(amounts, facts.node, -1);
  }
}

/// Before anybody is stopped or moved. One job after the other, as long as somebody has more than
/// it needs. A job changes its size once at an instant: who needs more of it is looked at soon
/// after.
void Policy::have_others_shrink(SchedulingPass& pass) {
  constexpr Seconds kSoon{1.0};
  std::set<const Kind*> in_vain;
  const auto look_again = [&] {
    if (!waiting_.empty() && !larger_.empty()) wake_at(now_ + kSoon);
  };
  while (!larger_.empty() && !waiting_.empty() && pass.may_make_way()) {
    std::vector<Askers> all = all_askers(in_vain);
    Askers* first = next_to_stop_others(all);
    if (first == nullptr) return;
    const Kind& kind = *first->kinds[first->next];
    if (!shrink_for(pass, kind)) {
      in_vain.insert(&kind);
      continue;
    }
    in_vain.clear();
    look_again();
    // More may fit now: a node that was given up for one job has room for others.
    waiting_.begin_epoch(free_milli(pass));
    for (const std::size_t queue : waiting_.take_touched()) refresh_head(queue);
    allocate(pass);
  }
}

}  // namespace gpuscape::quota
