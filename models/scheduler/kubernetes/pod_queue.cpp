#include "models/scheduler/kubernetes/pod_queue.hpp"

#include <algorithm>

namespace gpuscape::kubernetes {

void PodQueue::add(const Pod& pod) {
  to_be_made_.emplace(std::tuple(pod.made, pod.job, made_++), pod);
}

void PodQueue::forget(std::uint32_t job) {
  std::erase_if(to_be_made_, [job](const auto& one) { return one.second.job == job; });
  for (auto& [priority, active] : active_) {
    std::erase_if(active.pods, [job](const Pod& pod) { return pod.job == job; });
    active.fresh = active.pods.size();  // between sweeps none is fresh
  }
}

void PodQueue::make_due(Seconds now) {
  while (!to_be_made_.empty() && !(std::get<0>(to_be_made_.begin()->first) > now)) {
    const Pod& pod = to_be_made_.begin()->second;
    active_[pod.priority].pods.push_back(pod);
    to_be_made_.erase(to_be_made_.begin());
  }
}

/// 1, 2, 4 ... times the first one.
Seconds PodQueue::backoff(std::uint32_t attempts) const {
  if (!(first_ > Seconds(0.0))) return first_;
  Seconds time = first_;
  for (std::uint32_t i = 1; i < attempts && time < longest_; ++i) time = time * 2.0;
  return std::min(time, longest_);
}

void PodQueue::sweep(Active& active, std::size_t from, Seconds now,
                     const std::function<bool(const Pod&)>& placed) {
  failed_.clear();
  std::size_t kept = from;
  for (std::size_t i = from; i < active.pods.size(); ++i) {
    Pod& pod = active.pods[i];
    const bool may = pod.attempts == 0 || pod.epoch < epoch_;
    if (!may || pod.ready > now) {
      if (may) next_ready_ = std::min(next_ready_, pod.ready);
      active.pods[kept++] = pod;
      continue;
    }
    if (placed(pod)) continue;
    ++pod.attempts;
    pod.epoch = epoch_;
    pod.ready = now + backoff(pod.attempts);
    failed_.push_back(pod);
  }
  active.pods.resize(kept);
  active.pods.insert(active.pods.end(), failed_.begin(), failed_.end());
  active.fresh = active.pods.size();
}

void PodQueue::sweep(Seconds now, bool freed, const std::function<bool(const Pod&)>& placed) {
  make_due(now);
  if (freed) ++epoch_;
  const bool all = freed || !(next_ready_ > now);
  if (all) next_ready_ = kForever;
  for (auto& [priority, active] : active_) {
    const std::size_t from = all ? 0 : active.fresh;
    if (from < active.pods.size()) sweep(active, from, now, placed);
  }
}

std::optional<Seconds> PodQueue::wake() const {
  Seconds next = next_ready_;
  if (!to_be_made_.empty()) next = std::min(next, std::get<0>(to_be_made_.begin()->first));
  return next < kForever ? std::optional(next) : std::nullopt;
}

}  // namespace gpuscape::kubernetes
