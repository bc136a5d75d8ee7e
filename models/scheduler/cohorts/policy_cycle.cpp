/// Cycles: the first jobs of queues, one after the other.

#include <algorithm>

#include "models/scheduler/cohorts/policy.hpp"
#include "sim/scheduling/defragment/make_room.hpp"

namespace gpuscape::quota::cohorts {

/// Without a time between cycles they follow each other until nothing more comes of them.
void Policy::run_cycles(SchedulingPass& pass) {
  met_new_ = false;
  const bool again_at_once = !(settings_.cycle > Seconds(0.0));
  while (!live_.empty()) {
    if (!run_cycle(pass)) break;
    if (again_at_once || live_.empty()) continue;
    wake_ = cycle_.next(now_ + settings_.cycle * 0.5);
    break;
  }
  // Who can take from jobs that this pass started alone does so in the next one.
  if (!met_new_) return;
  freed_ = true;
  if (again_at_once)
    pass.ask_for_another();
  else
    wake_ = cycle_.next(now_ + settings_.cycle * 0.5);
}

/// True where something came of it: a job started, or is not looked at again for now.
bool Policy::run_cycle(SchedulingPass& pass) {
  set_aside_.clear();
  bool any = false;
  std::vector<Entrant> entrants;
  const std::set<std::size_t> live = live_;
  for (const std::size_t queue : live) {
    const bool gave_up = give_up_hopeless(queue);
    any = any || gave_up;
    const bool had_its_turn = settings_.one_per_cycle && gave_up;
    if (Kind* head = waiting_.head(queue); head != nullptr && !had_its_turn)
      entrants.push_back(entrant_of(queue, *head));
  }
  for (const auto& [queue, blocked] : set_aside_by_) {
    entrants.push_back(blocked);
    entrants.back().height = tree_.height_of_borrowing(expected_, queue, blocked.facts.amounts);
  }
  while (!entrants.empty()) {
    const std::size_t turn = next_turn(tree_, expected_, entrants, settings_.fair);
    const Entrant entrant = entrants[turn];
    entrants.erase(entrants.begin() + static_cast<std::ptrdiff_t>(turn));
    const bool moved = look(pass, entrant);
    any = any || moved;
    if (settings_.one_per_cycle || !moved) continue;
    give_up_hopeless(entrant.queue);
    if (Kind* head = waiting_.head(entrant.queue); head != nullptr)
      entrants.push_back(entrant_of(entrant.queue, *head));
  }
  set_aside_.clear();
  return any;
}

Entrant Policy::entrant_of(std::size_t queue, Kind& kind) const {
  return {.queue = queue,
          .kind = &kind,
          .facts = kind.facts,
          .place = waiting_.next(kind).place,
          .height = tree_.height_of_borrowing(expected_, queue, kind.facts.amounts)};
}

/// What it asks for is there now, and when those that leave have left for whom they leave.
bool Policy::is_quota_there(const JobFacts& facts) const {
  return tree_.fits(expected_, facts.queue, facts.amounts) &&
         ((leaving_ == 0 && await_room_.empty()) || tree_.fits(held_, facts.queue, facts.amounts));
}

/// While it waits, others of its cohort leave it what is its own.
bool Policy::sets_aside(const JobFacts& facts) const {
  const Node& node = tree_[facts.queue];
  return node.parent && node.settings->reclaim != ReclaimFrom::any &&
         !tree_.fits(expected_, facts.queue, facts.amounts) &&
         may_take(tree_, settings_, expected_, facts);
}

/// Neither quota nor nodes have room, and there is nobody to take it from, nor to keep it from.
std::optional<QueueRule> Policy::why_hopeless(const Kind& kind) {
  const JobFacts& facts = kind.facts;
  if (is_quota_there(facts)) {
    if (!waiting_.is_refused(kind)) return std::nullopt;
  } else {
    if (!may_take(tree_, settings_, expected_, facts)) return QueueRule::order;
    if (sets_aside(facts)) return std::nullopt;
  }
  return prospects_.none_for(expected_, facts);
}

/// One of a queue, where one job of each is looked at in a cycle; else all, up to one that is not.
bool Policy::give_up_hopeless(std::size_t queue) {
  bool any = false;
  while (Kind* head = waiting_.head(queue)) {
    const auto rule = why_hopeless(*head);
    if (!rule) break;
    head->outcome = *rule;
    give_up(*head);
    any = true;
    if (settings_.one_per_cycle) break;
  }
  return any;
}

/// Nothing of that kind starts before nodes or quota come back.
void Policy::give_up(Kind& kind) {
  if (tree_[kind.facts.queue].settings->strict)
    waiting_.block(kind);
  else
    waiting_.drop(kind);
  refresh_head(kind.facts.queue);
}

/// That of its first job alone.
void Policy::pass_over(Kind& kind) {
  if (tree_[kind.facts.queue].settings->strict)
    waiting_.block(kind);
  else
    waiting_.pass_over(kind);
  refresh_head(kind.facts.queue);
}

void Policy::refresh_head(std::size_t queue) {
  if (waiting_.head(queue) == nullptr) {
    live_.erase(queue);
  } else {
    live_.insert(queue);
    set_aside_by_.erase(queue);
  }
}

/// What is expected, with what is set aside in this cycle.
const Use& Policy::planned() const {
  if (set_aside_.empty()) return expected_;
  planned_ = expected_;
  for (const auto& [queue, amounts] : set_aside_) tree_.add(planned_, queue, amounts);
  return planned_;
}

/// The queue cannot take its quota back whenever it wants, so others must not take what its first
/// job waits for: of its own quota what it asks for, or up to its borrowing limit where it borrows.
void Policy::set_aside(const JobFacts& facts) {
  const Node& node = tree_[facts.queue];
  const bool borrows = tree_.height_of_borrowing(expected_, facts.queue, facts.amounts) > 0;
  Amounts amounts{};
  for (std::size_t r = 0; r < kResources; ++r) {
    const std::int64_t most =
        node.own[r] + (borrows ? node.settings->borrowing[r] : 0) - expected_[facts.queue][r];
    amounts[r] = std::max<std::int64_t>(0, std::min(facts.amounts[r], most));
  }
  set_aside_.emplace_back(facts.queue, amounts);
}

/// True where something came of it.
bool Policy::look(SchedulingPass& pass, const Entrant& entrant) {
  if (entrant.kind == nullptr) {
    set_aside(entrant.facts);
    return false;
  }
  Kind& kind = *entrant.kind;
  const std::uint32_t job = waiting_.next(kind).job;
  switch (try_job(pass, kind)) {
    case Outcome::started:
      waiting_.note_free(free_milli(pass));
      return true;
    case Outcome::held_up:
      return false;
    case Outcome::passed_over:
      pass_over(kind);
      return true;
    case Outcome::given_up:
      break;
  }
  const bool keeps = !await_room_.contains(job) && sets_aside(entrant.facts);
  give_up(kind);
  if (!keeps) return true;
  set_aside(entrant.facts);
  if (tree_[entrant.queue].settings->strict) {
    set_aside_by_[entrant.queue] = entrant;
    set_aside_by_[entrant.queue].kind = nullptr;
  }
  return true;
}

Policy::Outcome Policy::try_job(SchedulingPass& pass, Kind& kind) {
  const JobFacts& facts = kind.facts;
  const std::uint32_t job = waiting_.next(kind).job;
  if (await_room_.contains(job)) return Outcome::passed_over;
  const bool quota_fits = tree_.fits(planned(), facts.queue, facts.amounts);
  bool all_nodes = true;
  if (quota_fits && is_quota_there(facts) && !waiting_.is_refused(kind)) {
    if (pass.start_job(job) || (pass.make_way(pass.queue().job(job)) && pass.start_job(job)))
      return Outcome::started;
    all_nodes = pass.has_all_nodes(pass.queue().job(job));
    if (all_nodes) waiting_.refuse_shape(kind);
  }
  if (!quota_fits && tree_.fits(expected_, facts.queue, facts.amounts)) return Outcome::held_up;
  if (preempts_ && may_take(tree_, settings_, planned(), facts) &&
      stop_for(pass, kind) == Outcome::started)
    return Outcome::started;
  return all_nodes ? Outcome::given_up : Outcome::passed_over;
}

/// Of running jobs, in thousandths.
std::int64_t Policy::gpus_of(const std::vector<std::uint32_t>& jobs) const {
  std::int64_t gpus = 0;
  for (const std::uint32_t job : jobs) gpus += running_[job].facts.amounts[0];
  return gpus;
}

Policy::Outcome Policy::stop_for(SchedulingPass& pass, Kind& kind) {
  const JobFacts facts = kind.facts;
  if (const auto rule = prospects_.none_for(expected_, facts)) {
    kind.outcome = *rule;
    return Outcome::given_up;
  }
  const std::uint32_t first = waiting_.next(kind).job;
  const WaitingJob job = pass.queue().job(first);
  bool met_new = false;
  const std::function<bool(std::uint32_t)> may_stop = [&](std::uint32_t other) {
    if (other < times_stopped_.size() && times_stopped_[other] >= kMostStops) return false;
    if (running_[other].started < now_) return true;
    const auto at = pass.running().find(other);
    if (at == pass.running().end()) return false;
    const bool is_new = pass.starts_now(at->second);
    met_new = met_new || is_new;
    return !is_new;
  };
  const TryRoom try_room = [&](const std::vector<std::uint32_t>& some) {
    // Not with all of their GPUs and those that are free: no need to look at nodes.
    return leaving_ == 0 && gpus_of(some) < facts.amounts[0] - free_milli(pass)
               ? std::nullopt
               : jobs_in_the_way(pass, job, some, nullptr, leaving_ > 0);
  };
  const Use planned_now = planned();
  const Found found = find_victims({.tree = tree_,
                                    .running = running_,
                                    .settings = settings_,
                                    .use = expected_,
                                    .planned = planned_now,
                                    .may_stop = may_stop,
                                    .try_room = try_room},
                                   {.job = first, .facts = facts});
  kind.outcome = found.rule;
  if (found.jobs.empty()) {
    met_new_ = met_new_ || met_new;
    return Outcome::given_up;
  }
  stop(pass, facts, found.jobs);
  if (settings_.grace > Seconds(0.0)) {
    await_room_.emplace(first, facts);
    expect(facts);
    pass_over(kind);
    return Outcome::started;
  }
  return pass.start_job(first) ? Outcome::started : Outcome::given_up;
}

void Policy::stop(SchedulingPass& pass, const JobFacts& facts,
                  const std::vector<std::uint32_t>& victims) {
  bool of_others = false;
  for (const std::uint32_t victim : victims) {
    const JobFacts of = running_[victim].facts;
    const bool is_own = of.queue == facts.queue;
    of_others = of_others || !is_own;
    if (victim >= times_stopped_.size()) times_stopped_.resize(victim + std::size_t{1}, 0);
    if (++times_stopped_[victim] == kMostStops) ++stopped_too_often_;
    if (settings_.grace > Seconds(0.0)) {
      running_.leave(victim);
      expect_no_more(of);
      ++leaving_;
    }
    pass.interrupt(
        {.job = victim,
         .cause = is_own ? Cause::preempted : Cause::reclaimed,
         .keeps = {.what = settings_.begins_anew ? Keeps::What::saved : Keeps::What::all},
         .grace = settings_.grace});
  }
  if (of_others) ++stops_[facts.queue].reclaims;
}

}  // namespace gpuscape::quota::cohorts
