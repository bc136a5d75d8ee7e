/// Victims with fair sharing.

#include <algorithm>
#include <iterator>

#include "models/scheduler/cohorts/search.hpp"

namespace gpuscape::quota::cohorts {

namespace {

class FairSearch {
 public:
  FairSearch(const Scene& scene, const Wish& wish)
      : scene_(scene),
        wish_(wish),
        simulation_(scene, wish),
        on_path_(scene.tree.size(), false),
        shares_(scene.tree.size()),
        lists_(scene.tree.size()),
        again_(scene.tree.size()),
        pruned_(scene.tree.size(), false),
        listed_(scene.tree.size(), false),
        open_(scene.tree.size()) {
    for (std::optional<std::size_t> at = wish.facts.queue; at; at = scene.tree[*at].parent) {
      path_.push_back(*at);
      on_path_[*at] = true;
    }
    for (std::size_t i = 0; i < scene.tree.size(); ++i)
      if (scene.tree[i].root == path_.back())
        shares_[i] = scene.tree.share(simulation_.with_job(), i);
    within_own_ = scene.tree.within_own(scene.use, wish.facts.queue, wish.facts.amounts);
  }

  Found run() {
    const auto found = take_victims(scene_, wish_, simulation_, [this] { return next(); }, true);
    if (found) return {.jobs = *found};
    if (!simulation_.taken().empty()) return {.rule = QueueRule::no_room_made};
    return {.rule = shares_forbid_ ? QueueRule::share_reached : why_none()};
  }

 private:
  struct List {
    bool known = false;
    std::vector<std::uint32_t> jobs = {};
    std::size_t next = 0;
  };

  std::optional<std::uint32_t> next() {
    // What was taken since the last question.
    for (; seen_ < simulation_.taken().size(); ++seen_)
      for (std::optional<std::size_t> at = scene_.running[simulation_.taken()[seen_]].facts.queue;
           at; at = scene_.tree[*at].parent)
        shares_[*at] = scene_.tree.share(simulation_.with_job(), *at);
    if (!second_) {
      if (const auto victim = by_first_strategy()) return victim;
      second_ = true;
      // Those of the own queue all went in the first round.
      lists_ = std::move(again_);
      pruned_.assign(scene_.tree.size(), false);
      listed_.assign(scene_.tree.size(), false);
    }
    return scene_.settings.strategies.size() > 1 ? by_second_strategy() : std::nullopt;
  }

  std::optional<std::uint32_t> by_first_strategy() {
    while (const auto queue = next_queue()) {
      List& list = lists_[*queue];
      if (*queue == wish_.facts.queue || within_own_) return list.jobs[list.next++];
      const auto [mine, theirs] = where_they_part(*queue);
      const Share my_share = shares_[mine];
      const Share old_share = shares_[theirs];
      while (list.next < list.jobs.size()) {
        const std::uint32_t job = list.jobs[list.next++];
        const bool allowed = scene_.settings.strategies[0] == Strategy::initial_share
                                 ? my_share < old_share
                                 : my_share <= simulation_.share_without(theirs, job);
        if (allowed) return job;
        again_[*queue].jobs.push_back(job);
        shares_forbid_ = true;
      }
    }
    return std::nullopt;
  }

  /// Each queue gives one job at most.
  std::optional<std::uint32_t> by_second_strategy() {
    while (const auto queue = next_queue()) {
      pruned_[*queue] = true;
      const auto [mine, theirs] = where_they_part(*queue);
      if (shares_[mine] < shares_[theirs]) return lists_[*queue].jobs[lists_[*queue].next++];
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

  bool has_jobs(std::size_t queue) {
    List& list = lists_[queue];
    if (!list.known && !second_ && (queue == wish_.facts.queue || simulation_.is_above(queue)))
      list.jobs = candidates(scene_, wish_, queue);
    list.known = true;
    return list.next < list.jobs.size();
  }

  /// Its share is smaller than that of the job's queue, beside it, and stays so once no job of that
  /// queue is left to go: neither strategy allows any.
  bool is_forbidden(std::size_t cohort, std::size_t child) {
    return path_.size() > 1 && cohort == path_[1] && child != path_[0] && !within_own_ &&
           !has_jobs(path_[0]) && shares_[child] < shares_[path_[0]];
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

  /// True where a child of that cohort has no more to give, and never will.
  bool is_over(std::size_t cohort, std::size_t child) {
    if (pruned_[child]) return true;
    if (shares_[child] != Share{} && is_forbidden(cohort, child)) return shares_forbid_ = true;
    return (shares_[child] == Share{} && !on_path_[child]) ||
           (scene_.tree[child].settings->is_queue && !has_jobs(child));
  }

  std::optional<std::size_t> largest_child(std::size_t cohort) {
    std::vector<std::size_t>& open = open_[cohort];
    if (!listed_[cohort]) open = scene_.tree[cohort].children;
    listed_[cohort] = true;
    std::erase_if(open, [&](std::size_t child) { return is_over(cohort, child); });
    std::optional<std::size_t> best;
    for (const std::size_t child : open)
      if (!best || shares_[*best] < shares_[child] ||
          (shares_[*best] == shares_[child] && gives_before(child, *best)))
        best = child;
    return best;
  }

  /// Of two with equal shares: cohorts before queues, then what is less important or newer.
  [[nodiscard]] bool gives_before(std::size_t a, std::size_t b) const {
    const bool a_is_queue = scene_.tree[a].settings->is_queue;
    if (a_is_queue != scene_.tree[b].settings->is_queue) return !a_is_queue;
    if (!a_is_queue) return false;
    const auto first = [&](std::size_t queue) -> const RunningOne& {
      const List& list = lists_[queue];
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
  std::vector<bool> on_path_;
  std::vector<Share> shares_;  // with the job, without what was taken
  std::vector<List> lists_;    // by node
  std::vector<List> again_;    // those that the first strategy left
  std::size_t seen_ = 0;       // of what was taken
  bool shares_forbid_ = false;
  std::vector<bool> pruned_;
  std::vector<bool> listed_;
  std::vector<std::vector<std::size_t>> open_;  // by cohort: children that may give
  bool within_own_ = false;
  bool second_ = false;
};

}  // namespace

Found find_fair(const Scene& scene, const Wish& wish) { return FairSearch(scene, wish).run(); }

}  // namespace gpuscape::quota::cohorts
