#include "models/scheduler/kubernetes/policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuscape::kubernetes {

bool Policy::LessShape::operator()(const ShapeKey& a, const ShapeKey& b) const {
  const auto of = [](const ShapeKey& key) {
    const auto& [d, whole, full] = key;
    return std::tuple(d.gpus, d.milli_cores, d.memory_mib, d.nodes, d.asks, d.gpu_milli, whole,
                      full);
  };
  return of(a) < of(b);
}

std::size_t Policy::bind(const PolicyContext& context) {
  nodes_.bind(context);
  for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin) {
    const auto at =
        std::ranges::find(settings_.priorities, context.origins[origin].qos, &PriorityClass::name);
    priority_of_.push_back(at == settings_.priorities.end() ? 0 : at->value);
  }
  return 1;
}

/// A pod has one shape: a job that some nodes hold whole has one pod, and is on such nodes alone.
/// Nowhere for jobs on several nodes, where there are to be none.
const NodeMask* Policy::nodes(const WaitingJob& job) const {
  if (std::ranges::any_of(nodes_.groups(), &NodeGroup::lends_only)) return nullptr;
  if (const auto whole = nodes_.of(job.demand)) return *whole;
  if (settings_.several_nodes) return nullptr;
  if (job.job >= counted_) ++refused_;
  counted_ = std::max(counted_, job.job + 1);
  return nodes_.nowhere();
}

std::vector<std::string> Policy::notes() const {
  std::vector<std::string> notes;
  if (!note_.empty()) notes.push_back(note_);
  if (refused_ > 0)
    notes.push_back(fmt::format("{} job{} on several nodes refused, never started", refused_,
                                refused_ == 1 ? "" : "s"));
  if (left_ > 0)
    notes.push_back(fmt::format("{} job{} gave pods up more than {} times, not tried again", left_,
                                left_ == 1 ? "" : "s", Settings::kMostRetries));
  return notes;
}

std::optional<Gang> Policy::gang_of(const SchedulingPass& pass, const Demand& demand) const {
  if (!settings_.several_nodes || settings_.gangs || pass.capacity().lent() != nullptr)
    return std::nullopt;
  std::optional<Gang> gang;
  for (std::size_t i = 0; i < nodes_.groups().size(); ++i) {
    const std::uint32_t nodes = nodes_.count(i, demand);
    if (nodes == 0) continue;
    const GroupCapacity& group = pass.capacity().groups()[i];
    if (group.is_pool() || stays_whole(demand, group.capacity())) return std::nullopt;
    const Gang cut = group.cut(demand);
    if (!gang && cut.fits(group.capacity(), nodes)) gang = cut;
  }
  return gang;
}

std::uint32_t Policy::shape_of(const Demand& demand, bool whole, PodKind kind) {
  const auto next = static_cast<std::uint32_t>(shapes_.size());
  const auto [at, is_new] = shapes_.emplace(ShapeKey{demand, whole, kind == PodKind::full}, next);
  if (is_new) refused_in_.push_back(0);
  return at->second;
}

void Policy::make_pods(const SchedulingPass& pass, const WaitingJob& job, Seconds from) {
  Pod pod{.job = job.job, .priority = priority_of(job), .made = from};
  const std::optional<Gang> gang = gang_of(pass, job.demand);
  pod.whole = !gang;
  for (std::uint32_t i = 0; i < (gang ? gang->nodes() : 1); ++i) {
    pod.kind = gang && i < gang->full_nodes ? PodKind::full : PodKind::rest;
    pod.shape = shape_of(job.demand, pod.whole, pod.kind);
    pod.made = from + settings_.pod_interval * static_cast<double>(i);
    pods_.add(pod);
  }
}

void Policy::make_lost_pods_anew(const SchedulingPass& pass) {
  for (const auto& [job, kind] : pass.pods().take_lost()) {
    const WaitingJob& of = pass.queue().job(job);
    pods_.add({.job = job,
               .shape = shape_of(of.demand, false, kind),
               .priority = priority_of(of),
               .made = pass.now(),
               .whole = false,
               .kind = kind});
  }
}

/// The newest of those that have kept pods for too long, and no other before pods that wait could
/// have taken its nodes.
bool Policy::give_up(SchedulingPass& pass) {
  if (!settings_.gives_up_after || pass.queue().size() < 2) return false;
  std::optional<std::pair<Seconds, std::uint32_t>> newest;
  for (const auto& [job, held] : pass.pods().all()) {
    const Seconds until = held.since + *settings_.gives_up_after;
    if (until > pass.now()) continue;
    const std::pair one(held.since, job);
    if (!newest || *newest < one) newest = one;
  }
  if (!newest || next_give_up_ > pass.now()) return false;
  const std::uint32_t job = newest->second;
  pass.pods().give_up(job, pass.now());
  pods_.forget(job);
  next_give_up_ = pass.now() + std::max(settings_.longest_backoff, Seconds(1.0));
  const int retry = ++retries_[job];
  if (retry > Settings::kMostRetries) {
    ++left_;
    return true;
  }
  const Seconds delay =
      std::min(Settings::kLongestRetry, Settings::kFirstRetry * std::exp2(retry - 1));
  make_pods(pass, pass.queue().job(job), pass.now() + delay);
  return true;
}

bool Policy::try_pod(SchedulingPass& pass, const Pod& pod) {
  if (refused_in_[pod.shape] == pass_) return false;
  const KeptNodes kept = kept_from(pass.now(), pod.priority);
  const bool is_kept = kept.all || !kept.nodes.empty();
  if (kept.all || (is_kept && !pod.whole)) {
    kept_back_ = true;
    return false;
  }
  if (!pass.queue().holds(pod.job)) return true;  // it was suspended, and goes on already
  const WaitingJob job = pass.queue().job(pod.job);
  if (pod.whole) {
    const NodeFilter* const filter = is_kept ? &kept : nullptr;
    const bool starts = pass.start_job(pod.job, filter) ||
                        (settings_.stops_pods() && preempt(pass, pod, job, filter));
    if (starts) nominated_.erase(pod.job);
    if (starts) return true;
    if (is_kept)
      kept_back_ = true;
    else if (pass.outages() == nullptr)
      refused_in_[pod.shape] = pass_;
    return false;
  }
  const PodClaims::Held* held = pass.pods().of(pod.job);
  const bool is_first = held == nullptr;
  const std::optional<Gang> gang = is_first ? gang_of(pass, job.demand) : held->gang;
  if (pass.claim(pod.job, *gang, pod.kind)) return true;
  if (is_first && pass.outages() == nullptr) refused_in_[pod.shape] = pass_;
  return false;
}

void Policy::schedule(SchedulingPass& pass) {
  ++pass_;
  wake_.reset();
  // What ran when the run began comes before all else.
  while (!pass.queue().empty() && std::isinf(pass.queue()[0].rank))
    if (!pass.start_job(pass.queue()[0].job)) break;
  bool freed = pass.capacity_was_freed();
  least_running_.reset();
  if (freed) start_nominated(pass);
  const bool any_leave = std::ranges::any_of(
      nominated_, [&](const auto& one) { return pass.now() < one.second.until; });
  for (const auto& [job, nomination] : nominated_)
    if (pass.now() < nomination.until) wake_at(nomination.until);
  if (kept_back_ && !any_leave) {
    kept_back_ = false;
    freed = true;  // for those who were not looked at
  }
  for (const WaitingJob& job : std::exchange(arrived_, {})) make_pods(pass, job, pass.now());
  if (parts().claims) {
    make_lost_pods_anew(pass);
    freed = give_up(pass) || freed;
  }
  pods_.sweep(pass.now(), freed, [&](const Pod& pod) { return try_pod(pass, pod); });
  if (const auto next = pods_.wake()) wake_at(*next);
  if (parts().claims && settings_.gives_up_after && pass.queue().size() >= 2)
    for (const auto& [job, held] : pass.pods().all())
      wake_at(std::max(
          {held.since + *settings_.gives_up_after, next_give_up_, pass.now() + Seconds(1e-3)}));
}

}  // namespace gpuscape::kubernetes
