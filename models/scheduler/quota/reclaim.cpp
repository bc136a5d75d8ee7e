#include "models/scheduler/quota/reclaim.hpp"

#include <algorithm>
#include <iterator>

namespace gpuscape::quota {

namespace {

/// The shortest list of victims, taken in order, that makes room.
std::optional<std::vector<std::uint32_t>> shortest(const std::vector<std::uint32_t>& victims,
                                                   const TryRoom& try_room) {
  const auto first = [&](std::size_t count) {
    return std::vector<std::uint32_t>(victims.begin(),
                                      victims.begin() + static_cast<std::ptrdiff_t>(count));
  };
  std::size_t fails = 0;
  std::size_t does = 1;
  std::optional<std::vector<std::uint32_t>> found;
  for (; does < victims.size(); does *= 2) {
    found = try_room(first(does));
    if (found) break;
    fails = does;
  }
  if (!found) {
    does = victims.size();
    found = try_room(victims);
    if (!found) return std::nullopt;
  }
  while (fails + 1 < does) {
    const std::size_t middle = fails + (does - fails) / 2;
    if (auto there = try_room(first(middle))) {
      found = std::move(there);
      does = middle;
    } else {
      fails = middle;
    }
  }
  return found;
}

}  // namespace

bool Reclaim::is_admissible(const std::vector<Amounts>& held, const JobFacts& job,
                            const PartedPaths& paths) const {
  const auto [mine, theirs] = paths;
  if (mine == theirs) return false;
  const Amounts sure = tree_.allocatable(theirs);
  const Amounts& deserved = tree_[theirs].settings->deserved;
  bool above_share = false;
  bool above_deserved = false;
  for (std::size_t r = 0; r < kResources; ++r) {
    if (job.amounts[r] <= 0) continue;
    above_share = above_share || held[theirs][r] > sure[r];
    above_deserved = above_deserved || held[theirs][r] > deserved[r];
  }
  return above_share ||
         (above_deserved && fits_within(held[mine], job.amounts, tree_[mine].settings->deserved));
}

bool Reclaim::stays_balanced(const std::vector<Amounts>& held, const JobFacts& job) const {
  for (std::size_t at = job.queue; at != tree_.root(); at = tree_[at].parent) {
    if (!fits_within(held[at], job.amounts, tree_[at].settings->limit)) return false;
    for (std::size_t r = 0; r < kResources; ++r) {
      if (job.amounts[r] <= 0) continue;
      const auto fair = static_cast<double>(tree_[at].fair[r]);
      const auto mine = static_cast<double>(held[at][r] + job.amounts[r]);
      // Above where the paths part nothing changes: whose share that is, is another question.
      if (!(mine > fair) || !(mine > static_cast<double>(tree_[at].expected[r]))) continue;
      for (const std::size_t sibling : tree_[tree_[at].parent].children) {
        if (sibling == at || tree_[sibling].asked[r] <= 0) continue;
        const auto its_fair = static_cast<double>(tree_[sibling].fair[r]);
        if (!(mine * its_fair < static_cast<double>(held[sibling][r]) * fair)) return false;
      }
    }
  }
  return true;
}

/// Takes victims from queues, the one whose turn would be last first, as far as the rules go.
class Reclaim::Search {
 public:
  Search(const Reclaim& of, const JobFacts& job, Seconds now,
         const std::function<bool(std::uint32_t)>& may_stop)
      : of_(of),
        job_(job),
        now_(now),
        may_stop_(may_stop),
        held_(expected()),
        keys_(of.tree_.size()) {
    std::vector<std::optional<bool>> admissible(of.tree_.size());  // by the queue below the parting
    for (std::size_t i = 0; i < of.tree_.root(); ++i) {
      if (i == job.queue || !of.tree_.is_leaf(i)) continue;
      const auto [mine, theirs] = where_they_part(of.tree_, job.queue, i);
      std::optional<bool>& may = admissible[theirs];
      if (!may) may = of.is_admissible(held_, job, {mine, theirs});
      if (!*may) continue;
      above_ = true;
      if (of.running_.least_priority(i))
        sides_.push_back({i, {mine, theirs}, of.running_.stoppable(i)});
    }
  }

  /// The first so many, or all where there are fewer.
  const std::vector<std::uint32_t>& victims(std::size_t count) {
    while (victims_.size() < count) {
      const auto victim = next();
      if (!victim) break;
      victims_.push_back(*victim);
    }
    return victims_;
  }
  /// Even if every job that may be stopped left, there would be no room.
  void give_up() { hopeless_ = true; }
  [[nodiscard]] bool is_hopeless() const { return hopeless_; }
  [[nodiscard]] bool any_above() const { return above_; }
  [[nodiscard]] std::optional<Seconds> retry() const { return retry_; }
  /// What queues are expected to hold without those.
  [[nodiscard]] std::vector<Amounts> without(const std::vector<std::uint32_t>& victims) const {
    std::vector<Amounts> held = expected();
    for (const std::uint32_t victim : victims) take_out(victim, held);
    return held;
  }

 private:
  struct Side {
    std::size_t queue;
    PartedPaths paths;
    std::vector<std::uint32_t> jobs;
    std::size_t next = 0;
    bool is_ready = false;  ///< the next one may be stopped
  };

  [[nodiscard]] std::vector<Amounts> expected() const {
    std::vector<Amounts> held(of_.tree_.size());
    for (std::size_t i = 0; i < held.size(); ++i) held[i] = of_.tree_[i].expected;
    return held;
  }

  void take_out(std::uint32_t victim, std::vector<Amounts>& held) const {
    const JobFacts& facts = of_.running_[victim].facts;
    for (std::size_t at = facts.queue;; at = of_.tree_[at].parent) {
      add(held[at], facts.amounts, -1);
      if (at == of_.tree_.root()) break;
    }
  }

  /// Passes over jobs that may not be stopped now; false where none is left.
  bool find_stoppable(Side& side) {
    if (side.is_ready) return true;
    const Seconds at_least = of_.tree_[side.queue].settings->reclaim_after;
    for (; side.next < side.jobs.size(); ++side.next) {
      const std::uint32_t job = side.jobs[side.next];
      const Seconds free_from = of_.running_[job].started + at_least;
      if (free_from > now_) {
        retry_ = std::min(retry_.value_or(free_from), free_from);
      } else if (may_stop_(job)) {
        side.is_ready = true;
        return true;
      }
    }
    return false;
  }

  /// True where `a` gives before `b`: its turn would come later.
  [[nodiscard]] bool gives_before(const Side& a, const Side& b) {
    const auto [mine, theirs] = where_they_part(of_.tree_, a.queue, b.queue);
    return key(theirs) < key(mine);
  }
  /// Of a queue without another job, with what it still holds.
  const TurnKey& key(std::size_t queue) {
    std::optional<TurnKey>& known = keys_[queue];
    if (!known) known = turn_key(of_.tree_, queue, held_[queue], {});
    return *known;
  }

  std::optional<std::uint32_t> next() {
    std::erase_if(sides_, [&](Side& side) {
      return !find_stoppable(side) || !of_.is_admissible(held_, job_, side.paths);
    });
    if (sides_.empty()) return std::nullopt;
    auto best = sides_.begin();
    for (auto at = std::next(best); at != sides_.end(); ++at)
      if (gives_before(*at, *best)) best = at;
    const std::uint32_t victim = best->jobs[best->next];
    ++best->next;
    best->is_ready = false;
    for (std::size_t at = best->queue; at != of_.tree_.root(); at = of_.tree_[at].parent)
      keys_[at].reset();
    take_out(victim, held_);
    return victim;
  }

  const Reclaim& of_;
  const JobFacts& job_;
  Seconds now_;
  const std::function<bool(std::uint32_t)>& may_stop_;
  std::vector<Amounts> held_;
  std::vector<std::optional<TurnKey>> keys_;  // by queue, as far as they were asked for
  std::vector<Side> sides_;
  std::vector<std::uint32_t> victims_;
  bool above_ = false;
  bool hopeless_ = false;
  std::optional<Seconds> retry_;
};

Stops Reclaim::between_queues(const JobFacts& job, Seconds now,
                              const std::function<bool(std::uint32_t)>& may_stop,
                              const TryRoom& try_room) const {
  const Queue& own = tree_[job.queue];
  if (!fits_within(own.expected, job.amounts, own.fair))
    return {.rule = QueueRule::share_reached, .queue = job.queue};
  Search search(*this, job, now, may_stop);
  if (search.victims(1).empty())
    return {.rule = search.any_above() ? QueueRule::protected_jobs : QueueRule::nobody_above,
            .queue = job.queue,
            .retry = search.retry()};
  const TryRoom balanced =
      [&](const std::vector<std::uint32_t>& some) -> std::optional<std::vector<std::uint32_t>> {
    auto needed = try_room(some);
    if (needed && !stays_balanced(search.without(*needed), job)) return std::nullopt;
    return needed;
  };
  // Where all of them together would not do, relatives alone may: from the root downwards.
  std::vector<std::size_t> path;
  for (std::size_t at = job.queue; at != tree_.root(); at = tree_[at].parent)
    path.push_back(tree_[at].parent);
  for (auto above = path.rbegin(); above != path.rend() && !search.is_hopeless(); ++above)
    if (const auto found = among_relatives(search, *above, try_room, balanced))
      return {.jobs = *found};
  return {.rule = QueueRule::no_room_made, .queue = job.queue, .retry = search.retry()};
}

/// The first victims below that queue that make room; more of them are looked at as long as they do
/// not. Where all of a list make no room, no shorter one does.
std::optional<std::vector<std::uint32_t>> Reclaim::among_relatives(Search& search,
                                                                   std::size_t above,
                                                                   const TryRoom& try_room,
                                                                   const TryRoom& balanced) const {
  constexpr std::size_t kFirst = 8;
  for (std::size_t count = kFirst;; count *= 2) {
    const std::vector<std::uint32_t>& all = search.victims(count);
    std::vector<std::uint32_t> relatives;
    std::ranges::copy_if(all, std::back_inserter(relatives), [&](std::uint32_t victim) {
      return tree_.is_below(running_[victim].facts.queue, above);
    });
    const bool do_make_room = !relatives.empty() && try_room(relatives);
    if (do_make_room)
      if (auto found = shortest(relatives, balanced)) return found;
    if (all.size() >= count) continue;
    if (!do_make_room && relatives.size() == all.size()) search.give_up();
    return std::nullopt;
  }
}

Stops Reclaim::within_queue(const JobFacts& job, Seconds now,
                            const std::function<bool(std::uint32_t)>& may_stop,
                            const TryRoom& try_room) const {
  Stops none{.rule = QueueRule::order, .queue = job.queue};
  std::vector<std::uint32_t> victims;
  for (const std::uint32_t victim : running_.stoppable(job.queue)) {
    if (running_[victim].facts.priority >= job.priority) break;
    const Seconds free_from = running_[victim].started + tree_[job.queue].settings->preempt_after;
    if (free_from > now)
      none.retry = std::min(none.retry.value_or(free_from), free_from);
    else if (may_stop(victim))
      victims.push_back(victim);
  }
  if (victims.empty()) return none;
  const auto allows = [&](const std::vector<std::uint32_t>& some) {
    Amounts gone{};
    for (const std::uint32_t victim : some) add(gone, running_[victim].facts.amounts);
    for (std::size_t at = job.queue; at != tree_.root(); at = tree_[at].parent) {
      Amounts held = tree_[at].expected;
      add(held, gone, -1);
      if (!fits_within(held, job.amounts, tree_[at].settings->limit)) return false;
      if (!job.preemptible &&
          !fits_within(tree_[at].fixed, job.amounts, tree_[at].settings->deserved))
        return false;
    }
    return true;
  };
  const auto found = shortest(
      victims,
      [&](const std::vector<std::uint32_t>& some) -> std::optional<std::vector<std::uint32_t>> {
        if (!allows(some)) return std::nullopt;
        auto needed = try_room(some);
        return needed && !allows(*needed) ? some : needed;
      });
  if (found) return {.jobs = *found};
  return none;
}

}  // namespace gpuscape::quota
