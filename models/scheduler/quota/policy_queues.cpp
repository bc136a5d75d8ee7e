/// Which queue a job is in, and which jobs never start.

#include <fmt/format.h>

#include <algorithm>

#include "models/scheduler/quota/policy.hpp"
#include "sim/base/excerpt.hpp"

namespace gpuscape::quota {

namespace {

std::string jobs_text(std::int64_t jobs) {
  return fmt::format("{} job{}", jobs, jobs == 1 ? "" : "s");
}

}  // namespace

std::size_t Policy::bind(const PolicyContext& context) {
  nowhere_.emplace(context.platform);
  for (std::size_t i = 0; i < context.platform.groups().size(); ++i) {
    const NodeGroup& group = context.platform.groups()[i];
    const std::int64_t count = context.own == nullptr ? group.count : context.own->count(i);
    capacity_[0] += count * group.capacity.gpus * kUnit[0];
    if (group.pool) continue;
    capacity_[1] += count * group.capacity.milli_cores;
    capacity_[2] += count * group.capacity.memory_mib;
  }
  tree_.set_total(capacity_);
  std::map<std::string, std::size_t> leaves;
  for (std::size_t i = 0; i < settings_.queues.size(); ++i) {
    if (!tree_.is_leaf(i)) continue;
    leaves.emplace(settings_.queues[i].name, i);
    if (settings_.queues[i].is_default) default_ = i;
  }
  const auto name_of = [&](std::size_t stream, std::uint32_t origin) -> const std::string& {
    const JobOrigin& from = context.origins[origin];
    switch (settings_.queue_of) {
      case QueueOf::partition:
        return from.partition;
      case QueueOf::user:
        return from.user;
      case QueueOf::qos:
        return from.qos;
      case QueueOf::stream:
        return context.streams[stream];
      case QueueOf::account:
        break;
    }
    return from.account;
  };
  for (std::size_t stream = 0; stream < std::max<std::size_t>(1, context.streams.size());
       ++stream) {
    queue_of_.emplace_back();
    for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin) {
      const bool by_stream = settings_.queue_of == QueueOf::stream;
      const bool known = !by_stream || stream < context.streams.size();
      const auto at = known ? leaves.find(name_of(stream, origin)) : leaves.end();
      queue_of_.back().push_back(at == leaves.end() ? default_ : at->second);
      if (known && at == leaves.end() && default_ == kNoQueue && !name_of(stream, origin).empty())
        unknown_.insert(name_of(stream, origin));
    }
  }
  for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin) {
    const auto at =
        std::ranges::find(settings_.priorities, context.origins[origin].qos, &PriorityClass::name);
    class_of_.push_back(at == settings_.priorities.end() ? nullptr : &*at);
  }
  return 1;
}

/// What no node has is not counted: jobs on a pool, which has no cores, may ask for some.
JobFacts Policy::facts_of(const WaitingJob& job) const {
  JobFacts facts{.queue = queue_of(job), .amounts = amounts_of(job.demand)};
  for (std::size_t r = 0; r < kResources; ++r)
    if (capacity_[r] == 0) facts.amounts[r] = 0;
  if (job.origin < class_of_.size() && class_of_[job.origin] != nullptr) {
    facts.priority = class_of_[job.origin]->value;
    facts.preemptible = class_of_[job.origin]->preemptible;
  }
  return facts;
}

/// Nowhere for jobs that no queue takes, and for those larger than a limit on their queue's path.
const NodeMask* Policy::nodes(const WaitingJob& job) const {
  const std::size_t queue = queue_of(job);
  const bool is_first_look = job.job >= counted_;
  counted_ = std::max(counted_, job.job + 1);
  if (queue == kNoQueue) {
    without_queue_ += is_first_look ? 1 : 0;
    return &*nowhere_;
  }
  const JobFacts facts = facts_of(job);
  if (fits_within({}, facts.amounts, tree_.most(queue, facts.preemptible))) return nullptr;
  too_large_ += is_first_look ? 1 : 0;
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
    const std::int64_t has = is_root ? capacity_[0] : tree_[queue].settings->deserved[0];
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
  if (without_queue_ > 0) {
    std::string names;
    std::size_t shown = 0;
    for (const std::string& name : unknown_) {
      if (++shown > 5) {
        names += fmt::format(" and {} others", unknown_.size() - 5);
        break;
      }
      names += fmt::format("{}\"{}\"", shown == 1 ? ": " : ", ", excerpt(name));
    }
    notes.push_back(
        fmt::format("{} in no queue, never started{}", jobs_text(without_queue_), names));
  }
  if (too_large_ > 0)
    notes.push_back(fmt::format("{} larger than the queue may ever hold, never started",
                                jobs_text(too_large_)));
  return notes;
}

}  // namespace gpuscape::quota
