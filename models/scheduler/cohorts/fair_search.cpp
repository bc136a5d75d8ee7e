/// Victims with fair sharing.

#include <algorithm>
#include <iterator>
#include <map>

#include "models/scheduler/cohorts/search.hpp"

namespace gpuscape::quota::cohorts {

namespace {

class FairSearch {
 public:
  FairSearch(const Scene& scene, const Wish& wish)
      : scene_(scene), wish_(wish), simulation_(scene, wish), pruned_(scene.tree.size(), false) {
    for (std::optional<std::size_t> at = wish.facts.queue; at; at = scene.tree[*at].parent)
      path_.push_back(*at);
    for (std::size_t i = 0; i < scene.tree.size(); ++i) {
      if (!scene.tree[i].settings->is_queue || scene.tree[i].root != path_.back()) continue;
      if (i != wish.facts.queue && !simulation_.is_above(i)) continue;
      auto jobs = candidates(scene, wish, i);
      if (!jobs.empty()) lists_[i] = {std::move(jobs), 0};
    }
    within_own_ = scene.tree.within_own(scene.use, wish.facts.queue, wish.facts.amounts);
  }

  Found run() {
    if (lists_.empty()) return {.rule = why_none()};
    const auto found = take_victims(scene_, wish_, simulation_, [this] { return next(); }, true);
    if (found) return {.jobs = *found};
    return {.rule =
                simulation_.taken().empty() ? QueueRule::share_reached : QueueRule::no_room_made};
  }

 private:
  struct List {
    std::vector<std::uint32_t> jobs = {};
    std::size_t next = 0;
  };

  std::optional<std::uint32_t> next() {
    if (!second_) {
      if (const auto victim = by_first_strategy()) return victim;
      second_ = true;
      lists_ = std::move(again_);
      pruned_.assign(scene_.tree.size(), false);
    }
    return scene_.settings.strategies.size() > 1 ? by_second_strategy() : std::nullopt;
  }

  std::optional<std::uint32_t> by_first_strategy() {
    while (const auto queue = next_queue()) {
      List& list = lists_[*queue];
      if (*queue == wish_.facts.queue || within_own_) return list.jobs[list.next++];
      const auto [mine, theirs] = where_they_part(*queue);
      const Share my_share = scene_.tree.share(simulation_.with_job(), mine);
      const Share old_share = scene_.tree.share(simulation_.with_job(), theirs);
      while (list.next < list.jobs.size()) {
        const std::uint32_t job = list.jobs[list.next++];
        const bool allowed = scene_.settings.strategies[0] == Strategy::initial_share
                                 ? my_share < old_share
                                 : my_share <= simulation_.share_without(theirs, job);
        if (allowed) return job;
        again_[*queue].jobs.push_back(job);
      }
    }
    return std::nullopt;
  }

  /// Each queue gives one job at most.
  std::optional<std::uint32_t> by_second_strategy() {
    while (const auto queue = next_queue()) {
      pruned_[*queue] = true;
      const auto [mine, theirs] = where_they_part(*queue);
      if (scene_.tree.share(simulation_.with_job(), mine) <
          scene_.tree.share(simulation_.with_job(), theirs))
        return lists_[*queue].jobs[lists_[*queue].next++];
    }
    return std::nullopt;
  }

  /// The children, of the cohort in which they meet, on the job's path and on that of the queue.
  [[nodiscard]] std::pair<std::size_t, std::size_t> where_they_part(std::size_t queue) const {
    for (std::size_t at = queue, below = queue;; below = at, at = *scene_.tree[at].parent) {
      const auto found = std::ranges::find(path_, at);
      if (found != path_.end()) return {found == path_.begin() ? at : *std::prev(found), below};
    }
  }

  [[nodiscard]] bool has_jobs(std::size_t queue) const {
    const auto at = lists_.find(queue);
    return at != lists_.end() && at->second.next < at->second.jobs.size();
  }

  /// The queue that gives next, from the top downwards; none: there is no other.
  std::optional<std::size_t> next_queue() {
    const std::size_t root = path_.back();
    if (scene_.tree[root].settings->is_queue)
      return has_jobs(root) && !pruned_[root] ? std::optional(root) : std::nullopt;
    while (!pruned_[root])
      if (const auto queue = descend(root)) return queue;
    return std::nullopt;
  }

  /// None where that only found out that some node has no more to give.
  std::optional<std::size_t> descend(std::size_t cohort) {
    while (!scene_.tree[cohort].settings->is_queue) {
      const auto child = largest_child(cohort);
      if (!child) {
        pruned_[cohort] = true;
        return std::nullopt;
      }
      cohort = *child;
    }
    return cohort;
  }

  std::optional<std::size_t> largest_child(std::size_t cohort) {
    std::optional<std::size_t> best;
    Share largest;
    for (const std::size_t child : scene_.tree[cohort].children) {
      if (pruned_[child]) continue;
      const bool is_queue = scene_.tree[child].settings->is_queue;
      const bool on_path = std::ranges::find(path_, child) != path_.end();
      const Share share = scene_.tree.share(simulation_.with_job(), child);
      if ((share == Share{} && !on_path) || (is_queue && !has_jobs(child))) {
        pruned_[child] = true;
        continue;
      }
      if (best && (share < largest || (share == largest && !gives_before(child, *best)))) continue;
      best = child;
      largest = share;
    }
    return best;
  }

  /// Of two with equal shares: cohorts before queues, then what is less important or newer.
  [[nodiscard]] bool gives_before(std::size_t a, std::size_t b) const {
    const bool a_is_queue = scene_.tree[a].settings->is_queue;
    if (a_is_queue != scene_.tree[b].settings->is_queue) return !a_is_queue;
    if (!a_is_queue) return false;
    const auto first = [&](std::size_t queue) -> const RunningOne& {
      const List& list = lists_.at(queue);
      return scene_.running[list.jobs[list.next]];
    };
    const RunningOne& left = first(a);
    const RunningOne& right = first(b);
    return left.facts.priority != right.facts.priority ? left.facts.priority < right.facts.priority
                                                       : left.start > right.start;
  }

  [[nodiscard]] QueueRule why_none() const {
    if (scene_.tree[wish_.facts.queue].settings->reclaim == ReclaimFrom::never)
      return QueueRule::not_reclaiming;
    return any_other_above(scene_, wish_, simulation_) ? QueueRule::protected_jobs
                                                       : QueueRule::nobody_above;
  }

  const Scene& scene_;
  const Wish& wish_;
  Simulation simulation_;
  std::vector<std::size_t> path_;  // from the job's queue to the top
  std::map<std::size_t, List> lists_;
  std::map<std::size_t, List> again_;  // those that the first strategy left
  std::vector<bool> pruned_;
  bool within_own_ = false;
  bool second_ = false;
};

}  // namespace

Found find_fair(const Scene& scene, const Wish& wish) { return FairSearch(scene, wish).run(); }

}  // namespace gpuscape::quota::cohorts
