/// For whom others are stopped.

#include <algorithm>

#include "models/scheduler/quota/policy.hpp"
#include "sim/scheduling/make_room.hpp"

namespace gpuscape::quota {

bool Policy::could_stop_others(const Kind& kind, bool between_queues) const {
  const JobFacts& facts = kind.facts;
  if (kind.tried == pass_number_ || await_room_.contains(kind.jobs.front().job)) return false;
  if (!between_queues) {
    const auto least = running_.least_priority(facts.queue);
    return least && *least < facts.priority;
  }
  const Queue& queue = tree_[facts.queue];
  return fits_within(queue.expected, facts.amounts, queue.fair) &&
         (facts.preemptible ||
          tree_.refusal(facts.queue, facts.amounts, false).rule != Refusal::Rule::not_preemptible);
}

/// The kind for whose first job others are to be stopped next; null: none.
Kind* Policy::next_to_stop_others(bool between_queues) {
  Kind* best = nullptr;
  for (std::size_t queue = 0; queue < tree_.root(); ++queue) {
    if (!waiting_.any(queue)) continue;
    if (between_queues && tree_[queue].expected[0] >= tree_[queue].fair[0] &&
        waiting_.without_gpus(queue) == 0)
      continue;
    for (Kind* kind : waiting_.in_order(queue)) {
      if (could_stop_others(*kind, between_queues)) {
        if (best == nullptr || turn_comes_before(tree_, queue, kind->facts.amounts,
                                                 best->facts.queue, best->facts.amounts))
          best = kind;
        break;
      }
      if (settings_.blocking) break;
    }
  }
  return best;
}

void Policy::stop_others(SchedulingPass& pass, bool between_queues) {
  if (!running_.any_stoppable() || (between_queues && !tree_.any_above())) return;
  while (Kind* kind = next_to_stop_others(between_queues))
    if (!stop_for(pass, *kind, between_queues)) kind->tried = pass_number_;
}

/// Of running jobs, in thousandths.
std::int64_t Policy::gpus_of(const std::vector<std::uint32_t>& jobs) const {
  std::int64_t gpus = 0;
  for (const std::uint32_t job : jobs) gpus += running_[job].facts.amounts[0];
  return gpus;
}

bool Policy::stop_for(SchedulingPass& pass, Kind& kind, bool between_queues) {
  const WaitingOne first = kind.jobs.front();
  const Seconds may_from = first.since + settings_.stops_after;
  if (may_from > now_) {
    wake_at(may_from);
    return false;
  }
  const WaitingJob job = pass.queue().job(first.job);
  const auto may_stop = [&](std::uint32_t other) {
    const auto at = pass.running().find(other);
    return at != pass.running().end() && !at->second.leaves && !pass.starts_now(at->second);
  };
  const auto try_room = [&](const std::vector<std::uint32_t>& some) {
    // Not with all of their GPUs and those that are free: no need to look at nodes.
    return leaving_ == 0 && gpus_of(some) < kind.facts.amounts[0] - free_milli(pass)
               ? std::nullopt
               : jobs_in_the_way(pass, job, some, nullptr, leaving_ > 0);
  };
  const Stops stops = between_queues ? reclaim_.between_queues(kind.facts, now_, may_stop, try_room)
                                     : reclaim_.within_queue(kind.facts, now_, may_stop, try_room);
  wake_at(stops.retry);
  if (between_queues) kind.outcome = stops.rule;
  if (stops.jobs.empty()) return false;
  const JobFacts facts = kind.facts;
  if (between_queues) ++stops_[facts.queue].reclaims;
  for (const std::uint32_t victim : stops.jobs) {
    if (settings_.grace > Seconds(0.0)) {
      const JobFacts of = running_[victim].facts;
      running_.leave(victim);
      tree_.expect(of.queue, of.amounts, -1);
      ++leaving_;
    }
    pass.interrupt(
        {.job = victim,
         .cause = between_queues ? Cause::reclaimed : Cause::preempted,
         .keeps = {.what = settings_.begins_anew ? Keeps::What::saved : Keeps::What::all},
         .grace = settings_.grace});
  }
  if (settings_.grace > Seconds(0.0)) {
    await_room_.emplace(first.job, facts);
    tree_.expect(facts.queue, facts.amounts, 1);
    return true;
  }
  return pass.start_job(first.job);
}

}  // namespace gpuscape::quota
