/// For whom others are stopped.

#include <algorithm>

#include "models/scheduler/quota/askers.hpp"
#include "sim/scheduling/defragment/make_room.hpp"

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

std::vector<Policy::Askers> Policy::askers(bool between_queues) {
  std::vector<Askers> all;
  for (std::size_t queue = 0; queue < tree_.root(); ++queue) {
    if (!waiting_.any(queue)) continue;
    if (between_queues && tree_[queue].expected[0] >= tree_[queue].fair[0] &&
        waiting_.without_gpus(queue) == 0)
      continue;
    Askers of{.queue = queue, .kinds = waiting_.in_order(queue)};
    if (settings_.blocking) of.kinds.resize(1);
    std::erase_if(of.kinds,
                  [&](const Kind* kind) { return !could_stop_others(*kind, between_queues); });
    if (of.kinds.empty()) continue;
    of.keys.resize(tree_[queue].depth + 1);
    all.push_back(std::move(of));
  }
  return all;
}

std::vector<Policy::Askers> Policy::all_askers(const std::set<const Kind*>& without) {
  std::vector<Askers> all;
  for (std::size_t queue = 0; queue < tree_.root(); ++queue) {
    if (!waiting_.any(queue)) continue;
    Askers of{.queue = queue, .kinds = waiting_.in_order(queue)};
    if (settings_.blocking) of.kinds.resize(1);
    std::erase_if(of.kinds, [&](const Kind* kind) { return without.contains(kind); });
    if (of.kinds.empty()) continue;
    of.keys.resize(tree_[queue].depth + 1);
    all.push_back(std::move(of));
  }
  return all;
}

/// The queue for whose first job others are to be stopped next; null: none.
Policy::Askers* Policy::next_to_stop_others(std::vector<Askers>& all) const {
  Askers* best = nullptr;
  for (Askers& of : all) {
    if (of.next == of.kinds.size()) continue;
    if (best != nullptr) {
      const auto [mine, theirs] = where_they_part(tree_, of.queue, best->queue);
      if (!(of.key(tree_, mine) < best->key(tree_, theirs))) continue;
    }
    best = &of;
  }
  return best;
}

void Policy::stop_others(SchedulingPass& pass, bool between_queues) {
  if (!running_.any_stoppable() || (between_queues && !tree_.any_above())) return;
  std::vector<Askers> all = askers(between_queues);
  while (Askers* first = next_to_stop_others(all)) {
    Kind& kind = *first->kinds[first->next];
    const std::uint64_t before = changes_;
    if (!stop_for(pass, kind, between_queues)) kind.tried = pass_number_;
    if (changes_ != before) {
      all = askers(between_queues);
    } else {
      ++first->next;
      std::ranges::fill(first->keys, std::nullopt);
    }
  }
}

/// Of running jobs, in thousandths.
std::int64_t Policy::gpus_of(const std::vector<std::uint32_t>& jobs) const {
  std::int64_t gpus = 0;
  for (const std::uint32_t job : jobs) gpus += running_[job].facts.amounts[0];
  return gpus;
}

/// True while nothing changed that the search rested on: what queues hold and have a share of, who
/// runs and where, which nodes have room, and how long those ran that may be stopped only later.
/// Where some nodes are closed to the job, they may open by and by: nothing is known then.
bool Policy::is_known_to_fail(const SchedulingPass& pass, const WaitingJob& job,
                              const FailedSearch& failed) const {
  return !always_searches_ && failed.changes == changes_ &&
         failed.capacity == pass.capacity().changes() && !(failed.retry && *failed.retry <= now_) &&
         pass.capacity().lent() == nullptr && pass.outages() == nullptr &&
         pass.allowed(job) == nullptr && pass.open_at(job, now_) == nullptr;
}

bool Policy::stop_for(SchedulingPass& pass, Kind& kind, bool between_queues) {
  const WaitingOne first = kind.jobs.front();
  const Seconds may_from = first.since + settings_.stops_after;
  if (may_from > now_) {
    wake_at(may_from);
    return false;
  }
  const WaitingJob job = as_small_as_may_be(pass.queue().job(first.job));
  FailedSearch& failed = kind.failed[between_queues ? 0 : 1];
  if (is_known_to_fail(pass, job, failed)) {
    wake_at(failed.retry);
    return false;
  }
  bool may_later = false;  // one of those that were passed over for what they did in this very pass
  const auto may_stop = [&](std::uint32_t other) {
    const auto at = pass.running().find(other);
    if (at == pass.running().end() || at->second.leaves) return false;
    const bool starts = pass.starts_now(at->second);
    may_later = may_later || starts;
    return !starts;
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
  if (stops.jobs.empty()) {
    failed = {may_later ? 0 : changes_, pass.capacity().changes(), stops.retry};
    return false;
  }
  const JobFacts facts = kind.facts;
  if (between_queues) ++stops_[facts.queue].reclaims;
  for (const std::uint32_t victim : stops.jobs) {
    if (settings_.grace > Seconds(0.0)) {
      const JobFacts of = running_[victim].facts;
      running_.leave(victim);
      tree_.expect(of.queue, of.amounts, -1);
      ++changes_;
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
    ++changes_;
    return true;
  }
  return pass.start_job(first.job);
}

}  // namespace gpuscape::quota
