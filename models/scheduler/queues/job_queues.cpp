#include "models/scheduler/queues/job_queues.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"

namespace gpuscape::quota {

const std::string& JobQueues::name_of(const PolicyContext& context, std::size_t stream,
                                      std::uint32_t origin) const {
  const JobOrigin& from = context.origins[origin];
  switch (by_) {
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
}

void JobQueues::bind(const PolicyContext& context, const std::map<std::string, std::size_t>& queues,
                     std::size_t fallback) {
  fallback_ = fallback;
  for (std::size_t i = 0; i < context.platform.groups().size(); ++i) {
    const NodeGroup& group = context.platform.groups()[i];
    const std::int64_t count = context.own == nullptr ? group.count : context.own->count(i);
    capacity_[0] += count * group.capacity.gpus * kUnit[0];
    if (group.pool) continue;
    capacity_[1] += count * group.capacity.milli_cores;
    capacity_[2] += count * group.capacity.memory_mib;
  }
  for (std::size_t stream = 0; stream < std::max<std::size_t>(1, context.streams.size());
       ++stream) {
    queue_of_.emplace_back();
    for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin) {
      const bool known = by_ != QueueOf::stream || stream < context.streams.size();
      const auto at = known ? queues.find(name_of(context, stream, origin)) : queues.end();
      queue_of_.back().push_back(at == queues.end() ? fallback : at->second);
      if (known && at == queues.end() && fallback == kNoQueue &&
          !name_of(context, stream, origin).empty())
        unknown_.insert(name_of(context, stream, origin));
    }
  }
  for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin) {
    const auto at = std::ranges::find(classes_, context.origins[origin].qos, &PriorityClass::name);
    class_of_.push_back(at == classes_.end() ? nullptr : &*at);
  }
}

JobFacts JobQueues::facts_of(const WaitingJob& job) const {
  JobFacts facts{.queue = queue_of(job), .amounts = amounts_of(job.demand)};
  for (std::size_t r = 0; r < kResources; ++r)
    if (capacity_[r] == 0) facts.amounts[r] = 0;
  facts.full = facts.amounts;
  if (job.origin < class_of_.size() && class_of_[job.origin] != nullptr) {
    facts.priority = class_of_[job.origin]->value;
    facts.preemptible = class_of_[job.origin]->preemptible;
  }
  return facts;
}

std::string jobs_text(std::int64_t jobs) {
  return fmt::format("{} job{}", jobs, jobs == 1 ? "" : "s");
}

std::string without_queue_note(std::int64_t jobs, const std::set<std::string>& names) {
  std::string text;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (++shown > 5) {
      text += fmt::format(" and {} others", names.size() - 5);
      break;
    }
    text += fmt::format("{}\"{}\"", shown == 1 ? ": " : ", ", excerpt(name));
  }
  return fmt::format("{} in no queue, never started{}", jobs_text(jobs), text);
}

}  // namespace gpuscape::quota
