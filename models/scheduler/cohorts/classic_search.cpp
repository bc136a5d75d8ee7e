/// Victims without fair sharing.

#include <algorithm>

#include "models/scheduler/cohorts/search.hpp"

namespace gpuscape::quota::cohorts {

namespace {

struct Candidate {
  std::uint32_t job = 0;
  std::size_t queue = 0;
  std::size_t above = 0;      ///< the cohort in which its path and the job's meet
  bool for_borrowers = true;  ///< even where the job's queue would borrow
};

class ClassicSearch {
 public:
  ClassicSearch(const Scene& scene, const Wish& wish)
      : scene_(scene), wish_(wish), start_(scene, wish) {
    collect_others();
    for (const std::uint32_t job : candidates(scene, wish, wish.facts.queue))
      own_.push_back({job, wish.facts.queue, wish.facts.queue});
  }

  Found run() {
    if (all().empty()) return {.rule = why_none()};
    for (const bool borrowing : attempts()) {
      Simulation simulation = start_;
      std::size_t at = 0;
      const NextVictim next = [&]() -> std::optional<std::uint32_t> {
        for (; at < list_.size(); ++at)
          if (is_valid(list_[at], simulation, borrowing)) return list_[at++].job;
        return std::nullopt;
      };
      if (auto found = take_victims(scene_, wish_, simulation, next, borrowing))
        return {.jobs = std::move(*found)};
    }
    return {.rule = QueueRule::no_room_made};
  }

 private:
  /// From the job's cohort upwards: below those whose own quota, or that of one below them, covers
  /// the job, candidates give whether or not its queue borrows.
  void collect_others() {
    const CohortTree& tree = scene_.tree;
    std::size_t skip = wish_.facts.queue;
    bool covered = tree.within_own(scene_.use, skip, wish_.facts.amounts);
    Amounts rest = wish_.facts.amounts;
    for (auto at = tree[skip].parent; at; at = tree[*at].parent) {
      for (std::size_t r = 0; r < kResources; ++r)
        rest[r] = tree.beyond_kept(scene_.use, skip, r, rest[r]);
      collect_below(*at, *at, skip, covered);
      covered = covered || tree.within_own(scene_.use, *at, rest);
      skip = *at;
    }
    for (std::vector<Candidate>* list : {&covered_, &others_})
      std::ranges::sort(*list, [&](const Candidate& a, const Candidate& b) {
        const RunningOne& left = scene_.running[a.job];
        const RunningOne& right = scene_.running[b.job];
        return left.facts.priority != right.facts.priority
                   ? left.facts.priority < right.facts.priority
                   : left.start > right.start;
      });
  }

  void collect_below(std::size_t node, std::size_t above, std::size_t skip, bool covered) {
    for (const std::size_t child : scene_.tree[node].children) {
      if (child == skip || !start_.is_above(child)) continue;
      if (!scene_.tree[child].settings->is_queue) {
        collect_below(child, above, skip, covered);
        continue;
      }
      for (const std::uint32_t job : candidates(scene_, wish_, child))
        (covered ? covered_ : others_)
            .push_back({job, child, above, covered || gives_to_borrowers(job)});
    }
  }

  [[nodiscard]] bool gives_to_borrowers(std::uint32_t job) const {
    const NodeSettings& own = *scene_.tree[wish_.facts.queue].settings;
    const std::int64_t priority = scene_.running[job].facts.priority;
    return own.borrows_by_priority && priority < wish_.facts.priority &&
           priority <= own.most_priority.value_or(kAll);
  }

  const std::vector<Candidate>& all() {
    list_ = covered_;
    list_.insert(list_.end(), others_.begin(), others_.end());
    list_.insert(list_.end(), own_.begin(), own_.end());
    return list_;
  }

  [[nodiscard]] bool is_below_own_quota() const {
    const auto needed = scarce(scene_.tree, scene_.planned, wish_.facts);
    const std::size_t queue = wish_.facts.queue;
    for (std::size_t r = 0; r < kResources; ++r)
      if (needed[r] && scene_.tree.is_counted(r) &&
          scene_.use[queue][r] >= scene_.tree[queue].own[r])
        return false;
    return true;
  }

  /// Whether the queue may borrow with the job: first one, then the other.
  [[nodiscard]] std::vector<bool> attempts() const {
    const bool never_borrows = !scene_.tree[wish_.facts.queue].settings->borrows_by_priority;
    if ((covered_.empty() && others_.empty()) || (never_borrows && !is_below_own_quota()))
      return {true};
    if (never_borrows && covered_.empty()) return {false, true};
    return {true, false};
  }

  [[nodiscard]] bool is_valid(const Candidate& one, const Simulation& simulation,
                              bool borrowing) const {
    if (one.queue == wish_.facts.queue) return true;
    if (borrowing && !one.for_borrowers) return false;
    for (std::size_t at = one.queue; at != one.above; at = *scene_.tree[at].parent)
      if (!simulation.is_above(at)) return false;
    return true;
  }

  [[nodiscard]] QueueRule why_none() const {
    if (scene_.tree[wish_.facts.queue].settings->reclaim == ReclaimFrom::never)
      return QueueRule::not_reclaiming;
    return any_other_above(scene_, wish_, start_) ? QueueRule::protected_jobs
                                                  : QueueRule::nobody_above;
  }

  const Scene& scene_;
  const Wish& wish_;
  const Simulation start_;
  std::vector<Candidate> covered_;
  std::vector<Candidate> others_;
  std::vector<Candidate> own_;
  std::vector<Candidate> list_;
};

}  // namespace

Found find_classic(const Scene& scene, const Wish& wish) {
  return ClassicSearch(scene, wish).run();
}

}  // namespace gpuscape::quota::cohorts
