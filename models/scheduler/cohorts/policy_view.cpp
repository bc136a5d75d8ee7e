/// What the policy says of queues and jobs: whose they are, which never start, why they wait.

#include <fmt/format.h>

#include <algorithm>

#include "models/scheduler/cohorts/policy.hpp"

namespace gpuscape::quota::cohorts {

namespace {

/// Why jobs wait is not asked more often than this, but of jobs that have just come.
constexpr Seconds kLookEvery{60.0};

double in_gpus(std::int64_t milli) { return static_cast<double>(milli) / 1000.0; }

}  // namespace

std::size_t Policy::bind(const PolicyContext& context) {
  nowhere_.emplace(context.platform);
  std::map<std::string, std::size_t> queues;
  std::size_t fallback = kNoQueue;
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    if (!tree_[i].settings->is_queue) continue;
    queues.emplace(tree_[i].settings->name, i);
    if (tree_[i].settings->is_default) fallback = i;
  }
  jobs_.bind(context, queues, fallback);
  return 1;
}

/// Nowhere for jobs that no queue takes, and for those larger than all that their queue may use.
const NodeMask* Policy::nodes(const WaitingJob& job) const {
  const JobFacts facts = jobs_.facts_of(job);
  if (facts.queue != kNoQueue && tree_.could_ever_fit(facts.queue, facts.amounts)) {
    never_.pass(job.job);
    return nullptr;
  }
  never_.count(job.job, facts.queue == kNoQueue ? without_queue_ : too_large_);
  return &*nowhere_;
}

/// More quota than there are GPUs: some of it cannot be had; less: some GPUs cannot be used.
void Policy::note_quota_beyond_nodes(std::vector<std::string>& notes) const {
  if (!tree_.is_counted(0)) return;
  std::int64_t all = 0;
  for (std::size_t i = 0; i < tree_.size(); ++i) all += tree_[i].settings->nominal[0];
  if (all == jobs_.capacity()[0]) return;
  notes.push_back(fmt::format("quotas are of {:g} GPUs together, and the cluster has {:g}",
                              in_gpus(all), in_gpus(jobs_.capacity()[0])));
}

std::vector<std::string> Policy::notes() const {
  std::vector<std::string> notes;
  note_quota_beyond_nodes(notes);
  if (without_queue_ > 0) notes.push_back(without_queue_note(without_queue_, jobs_.unknown()));
  if (too_large_ > 0)
    notes.push_back(
        fmt::format("{} larger than the quota of the queue with all that it may "
                    "borrow, never started",
                    jobs_text(too_large_)));
  if (stopped_too_often_ > 0)
    notes.push_back(
        fmt::format("{} stopped {} times and not again: queues took from each other in "
                    "circles",
                    jobs_text(stopped_too_often_), kMostStops));
  return notes;
}

std::vector<QueueFacts> Policy::queues() const {
  std::vector<QueueFacts> all;
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    const Node& node = tree_[i];
    QueueFacts& facts = all.emplace_back();
    facts.name = node.settings->name;
    if (node.parent) facts.parent = static_cast<std::uint32_t>(*node.parent);
    if (!tree_.is_counted(0)) continue;
    facts.gpus_deserved = in_gpus(node.nominal[0]);
    if (!node.parent)
      facts.gpus_limit = in_gpus(node.nominal[0]);
    else if (node.settings->borrowing[0] != kAll)
      facts.gpus_limit = in_gpus(node.nominal[0] + node.settings->borrowing[0]);
  }
  return all;
}

/// What is its own, or what it holds with what it could still take, where that is more.
std::vector<double> Policy::shares_now() const {
  std::vector<double> shares;
  const std::vector<std::int64_t> available = tree_.all_available(held_, 0);
  for (std::size_t i = 0; i < tree_.size(); ++i)
    shares.push_back(in_gpus(
        tree_.is_counted(0)
            ? std::max(tree_[i].nominal[0], gpus_in_[i] + std::max<std::int64_t>(0, available[i]))
            : gpus_in_[i]));
  return shares;
}

QueueState Policy::state(std::uint32_t queue) const {
  return {.gpus_held = in_gpus(gpus_in_[queue]),
          .gpus_fair = told_[queue],
          .jobs_waiting = static_cast<double>(waiting_.waiting_in(queue))};
}

void Policy::note_change(std::size_t queue) {
  changed_ = true;
  for (std::optional<std::size_t> at = queue; at; at = tree_[*at].parent)
    changes_.insert(static_cast<std::uint32_t>(*at));
}

std::vector<std::uint32_t> Policy::take_changed() {
  if (!changed_) return {};
  changed_ = false;
  std::vector<double> shares = shares_now();
  for (std::size_t i = 0; i < tree_.size(); ++i)
    if (shares[i] != told_[i]) changes_.insert(static_cast<std::uint32_t>(i));
  told_ = std::move(shares);
  std::vector<std::uint32_t> all(changes_.begin(), changes_.end());
  changes_.clear();
  return all;
}

/// What keeps the first job of a kind waiting, and whose rule that is.
std::pair<QueueRule, std::size_t> Policy::rule_of(const Kind& kind) {
  const JobFacts& facts = kind.facts;
  const NodeSettings& own = *tree_[facts.queue].settings;
  if (await_room_.contains(kind.jobs.front().job)) return {QueueRule::grace, facts.queue};
  if (own.strict && waiting_.in_order(facts.queue).front() != &kind)
    return {QueueRule::order, facts.queue};
  const Bound bound = tree_.bound(expected_, facts.queue, facts.amounts);
  if (bound.rule == Bound::Rule::none) return {kind.outcome, facts.queue};
  const bool searched = kind.outcome != QueueRule::order;
  const bool takes_to_borrow = own.borrows_by_priority || settings_.fair;
  if (!tree_.within_own(expected_, facts.queue, facts.amounts) &&
      (bound.rule == Bound::Rule::limit || !searched || !takes_to_borrow))
    return {bound.rule == Bound::Rule::limit ? QueueRule::limit : QueueRule::nothing_to_borrow,
            bound.node};
  if (searched) return {kind.outcome, facts.queue};
  if (own.reclaim == ReclaimFrom::never) return {QueueRule::not_reclaiming, facts.queue};
  return {QueueRule::order, facts.queue};
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

}  // namespace gpuscape::quota::cohorts
