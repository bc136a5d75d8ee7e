/// What the policy tells those who measure.

#include <algorithm>

#include "models/scheduler/quota/policy.hpp"

namespace gpuscape::quota {

namespace {

/// Why jobs wait is not asked more often than this, but of jobs that have just come.
constexpr Seconds kLookEvery{60.0};

double in_gpus(std::int64_t milli) { return static_cast<double>(milli) / 1000.0; }

std::optional<double> if_any(std::int64_t milli) {
  return milli == kAll ? std::nullopt : std::optional(in_gpus(milli));
}

}  // namespace

std::vector<QueueFacts> Policy::queues() const {
  std::vector<QueueFacts> facts;
  for (const QueueSettings& queue : settings_.queues)
    facts.push_back({.name = queue.name,
                     .parent = queue.parent
                                   ? std::optional(static_cast<std::uint32_t>(*queue.parent))
                                   : std::nullopt,
                     .gpus_deserved = if_any(queue.deserved[0]),
                     .gpus_limit = if_any(queue.limit[0])});
  return facts;
}

QueueState Policy::state(std::uint32_t queue) const {
  const Queue& of = tree_[queue];
  // Where nobody waits, every queue has what it asks for, and its share is that.
  const std::int64_t fair = tree_.is_divided() || !waiting_.empty() ? of.fair[0] : of.asked[0];
  return {.gpus_held = in_gpus(of.held[0]),
          .gpus_fair = in_gpus(fair),
          .jobs_waiting = static_cast<double>(waiting_.waiting_in(queue))};
}

void Policy::note_change(std::size_t queue) {
  changed_.resize(tree_.size(), false);
  for (std::size_t at = queue; at != tree_.root(); at = tree_[at].parent) {
    if (changed_[at]) continue;
    changed_[at] = true;
    changed_queues_.push_back(static_cast<std::uint32_t>(at));
  }
}

std::vector<std::uint32_t> Policy::take_changed() {
  for (const std::uint32_t queue : changed_queues_) changed_[queue] = false;
  return std::exchange(changed_queues_, {});
}

std::vector<QueueWait> Policy::waits(Seconds now) const { return waiting_.waits(now); }

SecondsByRule Policy::waited(std::uint32_t queue, Seconds now) const {
  return waiting_.waited(queue, now);
}

/// What keeps the first job of a kind waiting, and whose rule that is.
std::pair<QueueRule, std::size_t> Policy::rule_of(const Kind& kind) const {
  const JobFacts& facts = kind.facts;
  const Refusal refusal = tree_.refusal(facts.queue, facts.amounts, facts.preemptible);
  if (refusal.rule == Refusal::Rule::limit) return {QueueRule::limit, refusal.queue};
  if (refusal.rule == Refusal::Rule::not_preemptible)
    return {QueueRule::not_preemptible, refusal.queue};
  if (await_room_.contains(kind.jobs.front().job)) return {QueueRule::grace, facts.queue};
  if (!settings_.reclaims) return {QueueRule::not_reclaiming, facts.queue};
  const Queue& queue = tree_[facts.queue];
  if (!fits_within(queue.expected, facts.amounts, queue.fair))
    return {QueueRule::share_reached, facts.queue};
  if (kind.jobs.front().since + settings_.stops_after > now_)
    return {QueueRule::delay, facts.queue};
  if (!tree_.any_above()) return {QueueRule::nobody_above, facts.queue};
  return {kind.outcome, facts.queue};
}

void Policy::note_rules() {
  const auto look = [this](Kind& kind) {
    if (kind.jobs.empty()) return;
    const auto [rule, of] = rule_of(kind);
    if (rule != kind.rule || of != kind.rule_of) WaitingJobs::set_rule(kind, rule, of, now_);
  };
  for (Kind* kind : waiting_.take_come()) look(*kind);
  if (now_ - rules_looked_at_ < kLookEvery) return;
  rules_looked_at_ = now_;
  for (Kind& kind : waiting_.kinds()) look(kind);
}

}  // namespace gpuscape::quota
