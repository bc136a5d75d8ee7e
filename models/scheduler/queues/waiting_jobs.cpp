#include "models/scheduler/queues/waiting_jobs.hpp"

#include <algorithm>
#include <utility>

namespace gpuscape::quota {

std::size_t WaitingJobs::shape_of(const Demand& demand, std::int64_t gpus_milli) {
  const ShapeKey key{demand.gpus, demand.milli_cores, demand.memory_mib, demand.nodes,
                     demand.asks, demand.gpu_milli,   gpus_milli};
  const auto [at, added] = shape_index_.try_emplace(key, shapes_.size());
  // Of parts of GPUs, there may be some though no GPU is free.
  if (added) shapes_.push_back({.gpus_milli = demand.gpu_milli == 0 ? gpus_milli : 0});
  return at->second;
}

void WaitingJobs::join(const WaitingJob& job, const JobFacts& facts, Seconds now) {
  const std::size_t shape = shape_of(job.demand, facts.amounts[0]);
  const auto [at, added] = kind_index_.try_emplace(
      KindKey{facts.queue, shape, facts.priority, facts.preemptible, facts.least[0]},
      kinds_.size());
  if (added) {
    kinds_.emplace_back().facts = facts;
    kinds_.back().shape = shape;
    kinds_of_[facts.queue].push_back(at->second);
  }
  Kind& kind = kinds_[at->second];
  if (kind.jobs.empty()) came_.push_back(at->second);
  const WaitingOne one{job.job, job.place(), now, clocks_at(kind, now)};
  auto where = kind.jobs.end();
  while (where != kind.jobs.begin() && std::prev(where)->place > one.place) --where;
  kind.next = std::min(kind.next, static_cast<std::size_t>(where - kind.jobs.begin()));
  kind.jobs.insert(where, one);
  if (job.job >= kind_of_.size()) kind_of_.resize(job.job + std::size_t{1}, 0);
  kind_of_[job.job] = static_cast<std::uint32_t>(at->second) + 1;
  if (shapes_[shape].waiting++ == 0 && shapes_[shape].refused != epoch_) ++live_shapes_;
  ++size_;
  ++waiting_in_[facts.queue];
  if (facts.amounts[0] == 0) ++without_gpus_[facts.queue];
}

/// Those of its kind until `now`.
SecondsByRule WaitingJobs::clocks_at(const Kind& kind, Seconds now) {
  SecondsByRule clocks = kind.clocks;
  clocks[static_cast<std::size_t>(kind.rule)] += now - kind.rule_since;
  return clocks;
}

std::vector<Kind*> WaitingJobs::take_come() {
  std::vector<Kind*> kinds;
  for (const std::size_t kind : came_)
    if (!kinds_[kind].jobs.empty()) kinds.push_back(&kinds_[kind]);
  came_.clear();
  return kinds;
}

void WaitingJobs::set_rule(Kind& kind, QueueRule rule, std::size_t of, Seconds now) {
  kind.clocks = clocks_at(kind, now);
  kind.rule_since = now;
  kind.rule = rule;
  kind.rule_of = of;
}

QueueWait WaitingJobs::wait_of(const Kind& kind, const WaitingOne& one, Seconds now) {
  const SecondsByRule clocks = clocks_at(kind, now);
  QueueWait wait{.job = one.job,
                 .queue = static_cast<std::uint32_t>(kind.facts.queue),
                 .of = static_cast<std::uint32_t>(kind.rule_of),
                 .rule = kind.rule,
                 .by_rule = Seconds(0.0),
                 .waited = now - one.since};
  for (std::size_t rule = 0; rule < kQueueRules; ++rule) {
    const Seconds held = clocks[rule] - one.at_join[rule];
    if (!(held > wait.by_rule)) continue;
    wait.by_rule = held;
    wait.rule = static_cast<QueueRule>(rule);
  }
  return wait;
}

std::vector<QueueWait> WaitingJobs::waits(Seconds now) const {
  std::vector<QueueWait> all = waits_;
  for (const Kind& kind : kinds_)
    for (const WaitingOne& one : kind.jobs) all.push_back(wait_of(kind, one, now));
  std::ranges::stable_sort(all, {}, &QueueWait::job);
  // A job that was stopped waited more than once.
  std::vector<QueueWait> merged;
  for (const QueueWait& wait : all) {
    if (merged.empty() || merged.back().job != wait.job) {
      merged.push_back(wait);
      continue;
    }
    const Seconds waited = merged.back().waited + wait.waited;
    if (wait.by_rule > merged.back().by_rule) merged.back() = wait;
    merged.back().waited = waited;
  }
  return merged;
}

SecondsByRule WaitingJobs::waited(std::size_t queue, Seconds now) const {
  SecondsByRule all = waited_[queue];
  for (const std::size_t i : kinds_of_[queue]) {
    const SecondsByRule clocks = clocks_at(kinds_[i], now);
    for (const WaitingOne& one : kinds_[i].jobs)
      for (std::size_t rule = 0; rule < kQueueRules; ++rule)
        all[rule] += clocks[rule] - one.at_join[rule];
  }
  return all;
}

bool WaitingJobs::leave(std::uint32_t job, Seconds now) {
  if (job >= kind_of_.size() || kind_of_[job] == 0) return false;
  Kind& kind = kinds_[std::exchange(kind_of_[job], 0U) - 1];
  auto at = kind.jobs.begin() + static_cast<std::ptrdiff_t>(kind.next);
  if (at == kind.jobs.end() || at->job != job)
    at = std::ranges::find(kind.jobs, job, &WaitingOne::job);
  if (at < kind.jobs.begin() + static_cast<std::ptrdiff_t>(kind.next)) --kind.next;
  if (now > at->since) {
    const SecondsByRule clocks = clocks_at(kind, now);
    waits_.push_back(wait_of(kind, *at, now));
    for (std::size_t rule = 0; rule < kQueueRules; ++rule)
      waited_[kind.facts.queue][rule] += clocks[rule] - at->at_join[rule];
  }
  kind.jobs.erase(at);
  Shape& shape = shapes_[kind.shape];
  if (--shape.waiting == 0 && shape.refused != epoch_) --live_shapes_;
  --size_;
  --waiting_in_[kind.facts.queue];
  if (kind.facts.amounts[0] == 0) --without_gpus_[kind.facts.queue];
  return true;
}

void WaitingJobs::refuse(Shape& shape) {
  if (shape.refused == epoch_) return;
  shape.refused = epoch_;
  if (shape.waiting > 0) --live_shapes_;
}

void WaitingJobs::begin_epoch(std::int64_t free_gpus_milli) {
  ++epoch_;
  for (const std::size_t queue : touched_)
    for (const std::size_t kind : kinds_of_[queue]) kinds_[kind].next = 0;
  live_shapes_ = static_cast<std::size_t>(
      std::ranges::count_if(shapes_, [](const Shape& shape) { return shape.waiting > 0; }));
  note_free(free_gpus_milli);
}

void WaitingJobs::note_free(std::int64_t free_gpus_milli) {
  for (Shape& shape : shapes_)
    if (shape.gpus_milli > free_gpus_milli) refuse(shape);
}

std::vector<Kind*> WaitingJobs::in_order(std::size_t queue) {
  std::vector<Kind*> kinds;
  for (const std::size_t i : kinds_of_[queue])
    if (!kinds_[i].jobs.empty()) kinds.push_back(&kinds_[i]);
  std::ranges::sort(kinds, [](const Kind* a, const Kind* b) {
    return std::pair(-a->facts.priority, a->jobs.front().place) <
           std::pair(-b->facts.priority, b->jobs.front().place);
  });
  return kinds;
}

Kind* WaitingJobs::head(std::size_t queue) {
  Kind* best = nullptr;
  for (const std::size_t i : kinds_of_[queue]) {
    Kind& kind = kinds_[i];
    if (kind.dropped == epoch_ || kind.next >= kind.jobs.size()) continue;
    if (best == nullptr || std::pair(-kind.facts.priority, next(kind).place) <
                               std::pair(-best->facts.priority, next(*best).place))
      best = &kind;
  }
  const Block& block = blocked_by_[queue];
  if (best != nullptr && block.epoch == epoch_ && next(*best).job == block.job) return nullptr;
  return best;
}

void WaitingJobs::refuse_shape(const Kind& kind) { refuse(shapes_[kind.shape]); }

void WaitingJobs::drop(Kind& kind) {
  kind.dropped = epoch_;
  touched_.push_back(kind.facts.queue);
}

void WaitingJobs::pass_over(Kind& kind) {
  ++kind.next;
  touched_.push_back(kind.facts.queue);
}

void WaitingJobs::block(const Kind& kind) {
  blocked_by_[kind.facts.queue] = {epoch_, next(kind).job};
  touched_.push_back(kind.facts.queue);
}

}  // namespace gpuscape::quota
