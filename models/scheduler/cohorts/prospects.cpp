#include "models/scheduler/cohorts/prospects.hpp"

namespace gpuscape::quota::cohorts {

void Prospects::refresh(const Use& use) {
  if (fresh_) return;
  fresh_ = true;
  largest_.assign(tree_.size(), {});
  above_.assign(tree_.size(), false);
  queues_above_.assign(tree_.size(), 0);
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    for (std::size_t r = 0; r < kResources; ++r)
      above_[i] = above_[i] || (tree_.is_counted(r) && use[i][r] > tree_[i].own[r]);
    if (above_[i] && tree_[i].settings->is_queue) ++queues_above_[tree_[i].root];
    if (!settings_.fair || !tree_[i].parent) continue;
    Largest& largest = largest_[*tree_[i].parent];
    const Share share = tree_.share(use, i);
    if (largest.share < share) {
      largest = {share, i, largest.share};
    } else if (largest.next < share) {
      largest.next = share;
    }
  }
}

bool Prospects::has_own_victims(const JobFacts& facts) const {
  const Within within = tree_[facts.queue].settings->within;
  if (within == Within::never) return false;
  const auto least = running_.least_priority(facts.queue);
  return least && (*least < facts.priority ||
                   (within == Within::lower_or_newer_equal_priority && *least == facts.priority));
}

/// Some cohort below the top has the job covered by its own quota, though its queue borrows.
bool Prospects::is_covered(const Use& use, const JobFacts& facts) const {
  for (std::size_t r = 0; r < kResources; ++r)
    if (tree_.is_counted(r) && facts.amounts[r] > 0 &&
        !tree_[tree_.lowest_with_room(use, facts.queue, r, facts.amounts[r])].parent)
      return false;
  return true;
}

/// At some cohort on its path, its side has no larger a share, with the job, than another side.
bool Prospects::has_smaller_share(Use& use, const JobFacts& facts) const {
  tree_.add(use, facts.queue, facts.amounts);
  bool any = false;
  for (std::size_t at = facts.queue; tree_[at].parent && !any; at = *tree_[at].parent) {
    const Largest& largest = largest_[*tree_[at].parent];
    const Share& other = largest.child == at ? largest.next : largest.share;
    any = other != Share{} && tree_.share(use, at) <= other;
  }
  tree_.remove(use, facts.queue, facts.amounts);
  return any;
}

std::optional<QueueRule> Prospects::none_for(Use& use, const JobFacts& facts) {
  if (has_own_victims(facts)) return std::nullopt;
  const NodeSettings& own = *tree_[facts.queue].settings;
  if (own.reclaim == ReclaimFrom::never || !tree_[facts.queue].parent)
    return QueueRule::not_reclaiming;
  const bool within_own = tree_.within_own(use, facts.queue, facts.amounts);
  if (!settings_.fair && !within_own && !own.borrows_by_priority && !is_covered(use, facts))
    return QueueRule::order;
  refresh(use);
  if (queues_above_[tree_[facts.queue].root] == (above_[facts.queue] ? 1U : 0U))
    return QueueRule::nobody_above;
  if (settings_.fair && !within_own && !has_smaller_share(use, facts))
    return QueueRule::share_reached;
  return std::nullopt;
}

}  // namespace gpuscape::quota::cohorts
