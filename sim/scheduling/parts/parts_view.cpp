/// Parts as queues, for those who measure.

#include <algorithm>

#include "sim/scheduling/parts/parts_scheduler.hpp"

namespace gpuscape {

/// The part of a queue, and its number among the queues of the part's policy; 0: the part itself,
/// else one more.
std::pair<std::size_t, std::uint32_t> PartsScheduler::of_queue(std::uint32_t queue) const {
  std::size_t part = at_.size() - 1;
  while (at_[part].first_queue > queue) --part;
  return {part, queue - at_[part].first_queue};
}

std::vector<QueueFacts> PartsScheduler::queues() const {
  std::vector<QueueFacts> all;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Place& place = at_[i];
    all.push_back({.name = parts_[i].name,
                   .gpus_deserved = static_cast<double>(place.gpus_first),
                   .is_part = true});
    if (place.hooks.queues == nullptr) continue;
    for (QueueFacts& facts : place.hooks.queues->queues()) {
      facts.name = parts_[i].name + "/" + facts.name;
      facts.parent = facts.parent ? *facts.parent + place.first_queue + 1 : place.first_queue;
      all.push_back(std::move(facts));
    }
  }
  return all;
}

QueueState PartsScheduler::state(std::uint32_t queue) const {
  const auto [part, below] = of_queue(queue);
  const Place& place = at_[part];
  if (below > 0) return place.hooks.queues->state(below - 1);
  const std::int64_t by_pods = place.pods == nullptr ? 0 : place.pods->gpu_milli();
  return {.gpus_held = static_cast<double>(place.held_milli + by_pods) / Demand::kWholeGpu,
          .gpus_fair = static_cast<double>(place.gpus),
          .jobs_waiting = static_cast<double>(place.waits.waiting())};
}

std::vector<std::uint32_t> PartsScheduler::take_changed() {
  std::vector<std::uint32_t> all = std::exchange(changed_, {});
  for (const Place& place : at_) {
    if (place.hooks.queues == nullptr) continue;
    for (const std::uint32_t queue : place.hooks.queues->take_changed())
      all.push_back(place.first_queue + 1 + queue);
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// A job of a queue of its part's policy waits there.
std::vector<QueueWait> PartsScheduler::waits(Seconds now) const {
  std::vector<QueueWait> all;
  for (const Place& place : at_) {
    if (place.hooks.queues == nullptr) {
      place.waits.add_to(all, place.first_queue, now);
      continue;
    }
    for (QueueWait wait : place.hooks.queues->waits(now)) {
      wait.queue += place.first_queue + 1;
      wait.of += place.first_queue + 1;
      all.push_back(wait);
    }
  }
  std::ranges::sort(all, {}, &QueueWait::job);
  return all;
}

QueueStops PartsScheduler::stops(std::uint32_t queue) const {
  const auto [part, below] = of_queue(queue);
  return below > 0 ? at_[part].hooks.queues->stops(below - 1) : QueueStops{};
}

std::vector<std::uint32_t> PartsScheduler::queues_of_jobs() const {
  std::vector<std::uint32_t> all = of_job_;
  for (const Place& place : at_) {
    if (place.hooks.queues == nullptr) continue;
    const std::vector<std::uint32_t> below = place.hooks.queues->queues_of_jobs();
    if (below.size() > all.size()) all.resize(below.size(), kInNoQueue);
    for (std::size_t job = 0; job < below.size(); ++job)
      if (below[job] != kInNoQueue) all[job] = place.first_queue + 1 + below[job];
  }
  return all;
}

SecondsByRule PartsScheduler::waited(std::uint32_t queue, Seconds now) const {
  const auto [part, below] = of_queue(queue);
  const Place& place = at_[part];
  if (below > 0) return place.hooks.queues->waited(below - 1, now);
  return place.hooks.queues == nullptr ? place.waits.waited(now) : SecondsByRule{};
}

}  // namespace gpuscape
