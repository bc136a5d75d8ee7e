/// Which queue a job is in, and which jobs never start.

#include <fmt/format.h>

#include <algorithm>

#include "models/scheduler/quota/policy.hpp"
#include "sim/base/excerpt.hpp"

namespace gpuscape::quota {

std::size_t Policy::bind(const PolicyContext& context) {
  nowhere_.emplace(context.platform);
  std::map<std::string, std::size_t> leaves;
  std::size_t fallback = kNoQueue;
  for (std::size_t i = 0; i < settings_.queues.size(); ++i) {
    if (!tree_.is_leaf(i)) continue;
    leaves.emplace(settings_.queues[i].name, i);
    if (settings_.queues[i].is_default) fallback = i;
  }
  jobs_.bind(context, leaves, fallback);
  tree_.set_total(jobs_.capacity());
  on_nodes_ = context.on_nodes;
  return 1;
}

/// Nowhere for jobs that no queue takes, and for those larger than a limit on their queue's path.
const NodeMask* Policy::nodes(const WaitingJob& job) const {
  const std::size_t queue = queue_of(job);
  if (queue == kNoQueue) {
    never_.count(job.job, without_queue_);
    return &*nowhere_;
  }
  const JobFacts facts = facts_of(job);
  if (fits_within({}, facts.amounts, tree_.most(queue, facts.preemptible))) {
    never_.pass(job.job);
    return nullptr;
  }
  never_.count(job.job, too_large_);
  return &*nowhere_;
}

/// Queues of which more is deserved below than they deserve, or than there is.
void Policy::note_deserved_twice(std::vector<std::string>& notes) const {
  for (std::size_t queue = 0; queue < tree_.size(); ++queue) {
    if (tree_.is_leaf(queue)) continue;
    std::int64_t below = 0;
    for (const std::size_t child : tree_[queue].children)
      below += std::min(tree_[child].settings->deserved[0], kAll);
    const bool is_root = queue == tree_.root();
    const std::int64_t has = is_root ? jobs_.capacity()[0] : tree_[queue].settings->deserved[0];
    if (below <= has || below >= kAll) continue;
    notes.push_back(fmt::format(
        "{} {:g} GPUs together, and {} {:g}",
        is_root ? "queues deserve"
                : fmt::format("queues below \"{}\" deserve", excerpt(tree_[queue].settings->name)),
        static_cast<double>(below) / 1000.0, is_root ? "the cluster has" : "it deserves",
        static_cast<double>(has) / 1000.0));
  }
}

std::vector<std::string> Policy::notes() const {
  std::vector<std::string> notes;
  note_deserved_twice(notes);
  if (without_queue_ > 0) notes.push_back(without_queue_note(without_queue_, jobs_.unknown()));
  if (too_large_ > 0)
    notes.push_back(fmt::format("{} larger than the queue may ever hold, never started",
                                jobs_text(too_large_)));
  return notes;
}

}  // namespace gpuscape::quota
