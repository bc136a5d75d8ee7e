/// Queues with quotas, any depth, as the KAI scheduler and Run:ai have them: what a queue deserves,
/// a limit, a weight for what nobody deserves, and a priority, for GPUs, cores and memory; fair
/// shares level by level; allocate, then reclaim between queues, then preempt within one. The rules
/// stand in quota/tree.hpp, quota/queue_order.hpp and quota/reclaim.hpp.
/// Leaves out: moving running jobs together (consolidation), elastic gangs, gangs of which a part
/// is gone. Deviates: of the victims that the rules name, those that are not needed on the nodes
/// that become free stay. Its numbers are the scenario's.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "models/scheduler/quota/reclaim.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/make_room.hpp"

namespace gpuscape {
namespace {

using quota::Amounts;
using quota::JobFacts;
using quota::Kind;
using quota::WaitRule;

class QuotaTreePolicy final : public Scheduler, public JobRules, public StartLimits {
 public:
  explicit QuotaTreePolicy(ObjectReader& reader)
      : settings_(quota::read_settings(reader)),
        tree_(settings_),
        order_(tree_),
        waiting_(tree_.size()),
        running_(tree_.size()),
        reclaim_(tree_, running_) {}

  [[nodiscard]] PolicyParts parts() override {
    return {.rules = this,
            .limits = this,
            .preempts = settings_.reclaims || settings_.preempts,
            .picks = true};
  }

  [[nodiscard]] double rank(const WaitingJob& job) const override {
    arrived_.push_back(job);
    return 0.0;
  }
  [[nodiscard]] std::optional<Seconds> wake() const override { return wake_; }

  void schedule(SchedulingPass& pass) override {
    now_ = pass.now();
    freed_ = freed_ || pass.capacity_was_freed();
    wake_.reset();
    if (settings_.cycle > Seconds(0.0) && !is_boundary()) return;
    ++pass_number_;
    start_carried_over(pass);
    update(pass);
    start_those_with_room(pass);
    allocate(pass);
    if (waiting_.empty()) return;
    if (settings_.reclaims) stop_others(pass, true);
    if (settings_.preempts && !waiting_.empty()) stop_others(pass, false);
  }

  // Rules.
  std::size_t bind(const PolicyContext& context) override;
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  // Limits: none that holds a job out of the queue.
  [[nodiscard]] bool holds(const WaitingJob& /*job*/) const override { return false; }
  void started(const WaitingJob& job, Seconds date) override;
  void ended(const WaitingJob& job, Seconds date) override;

 private:
  static constexpr std::size_t kNoQueue = std::numeric_limits<std::size_t>::max();

  bool is_boundary();
  void start_carried_over(SchedulingPass& pass);
  void update(SchedulingPass& pass);
  void start_those_with_room(SchedulingPass& pass);
  void allocate(SchedulingPass& pass);
  void give_up(Kind& kind);
  void refresh_head(std::size_t queue);
  void stop_others(SchedulingPass& pass, bool between_queues);
  [[nodiscard]] bool could_stop_others(const Kind& kind, bool between_queues) const;
  [[nodiscard]] Kind* next_to_stop_others(bool between_queues);
  bool stop_for(SchedulingPass& pass, Kind& kind, bool between_queues);
  void wake_at(std::optional<Seconds> date) {
    if (date && *date > now_) wake_ = std::min(wake_.value_or(*date), *date);
  }
  [[nodiscard]] static std::int64_t free_milli(const SchedulingPass& pass) {
    constexpr std::int64_t kMilli = 1000;
    return pass.capacity().lent() != nullptr ? std::numeric_limits<std::int64_t>::max()
                                             : pass.capacity().free_gpus_total() * kMilli;
  }
  [[nodiscard]] std::size_t queue_of(const WaitingJob& job) const {
    const auto& of_stream = queue_of_[std::min<std::size_t>(job.stream, queue_of_.size() - 1)];
    return job.origin < of_stream.size() ? of_stream[job.origin] : default_;
  }
  [[nodiscard]] JobFacts facts_of(const WaitingJob& job) const;

  quota::Settings settings_;
  quota::QuotaTree tree_;
  quota::QueueOrder order_;
  quota::WaitingJobs waiting_;
  quota::RunningSet running_;
  quota::Reclaim reclaim_;
  mutable std::vector<WaitingJob> arrived_;            // since the last pass
  std::map<std::uint32_t, JobFacts> await_room_;       // jobs for which others are leaving
  std::vector<std::vector<std::size_t>> queue_of_;     // [stream][origin]
  std::vector<const quota::PriorityClass*> class_of_;  // by origin; null: the usual one
  std::size_t default_ = kNoQueue;
  std::optional<NodeMask> nowhere_;
  Amounts capacity_{};
  std::int64_t gpus_held_ = 0;  // milli, by all jobs
  std::set<std::string> unknown_;
  mutable std::int64_t without_queue_ = 0;  // jobs
  mutable std::int64_t too_large_ = 0;      // jobs
  mutable std::uint32_t counted_ = 0;       // jobs before that number
  Seconds now_{0.0};
  std::optional<Seconds> wake_;
  std::uint64_t pass_number_ = 0;
  std::size_t leaving_ = 0;  // jobs
  bool freed_ = true;        // since queues were last looked at
};

std::size_t QuotaTreePolicy::bind(const PolicyContext& context) {
  nowhere_.emplace(context.platform);
  for (const NodeGroup& group : context.platform.groups()) {
    capacity_[0] += std::int64_t{group.count} * group.capacity.gpus * quota::kUnit[0];
    if (group.pool) continue;
    capacity_[1] += std::int64_t{group.count} * group.capacity.milli_cores;
    capacity_[2] += std::int64_t{group.count} * group.capacity.memory_mib;
  }
  std::map<std::string, std::size_t> leaves;
  for (std::size_t i = 0; i < settings_.queues.size(); ++i) {
    if (!tree_.is_leaf(i)) continue;
    leaves.emplace(settings_.queues[i].name, i);
    if (settings_.queues[i].is_default) default_ = i;
  }
  const auto name_of = [&](std::size_t stream, std::uint32_t origin) -> const std::string& {
    const JobOrigin& from = context.origins[origin];
    switch (settings_.queue_of) {
      case quota::QueueOf::partition:
        return from.partition;
      case quota::QueueOf::user:
        return from.user;
      case quota::QueueOf::qos:
        return from.qos;
      case quota::QueueOf::stream:
        return context.streams[stream];
      case quota::QueueOf::account:
        break;
    }
    return from.account;
  };
  for (std::size_t stream = 0; stream < std::max<std::size_t>(1, context.streams.size());
       ++stream) {
    queue_of_.emplace_back();
    for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin) {
      const bool by_stream = settings_.queue_of == quota::QueueOf::stream;
      const bool known = !by_stream || stream < context.streams.size();
      const auto at = known ? leaves.find(name_of(stream, origin)) : leaves.end();
      queue_of_.back().push_back(at == leaves.end() ? default_ : at->second);
      if (known && at == leaves.end() && default_ == kNoQueue && !name_of(stream, origin).empty())
        unknown_.insert(name_of(stream, origin));
    }
  }
  for (std::uint32_t origin = 0; origin < context.origins.size(); ++origin) {
    const auto at = std::ranges::find(settings_.priorities, context.origins[origin].qos,
                                      &quota::PriorityClass::name);
    class_of_.push_back(at == settings_.priorities.end() ? nullptr : &*at);
  }
  return 1;
}

/// What no node has is not counted: jobs on a pool, which has no cores, may ask for some.
JobFacts QuotaTreePolicy::facts_of(const WaitingJob& job) const {
  JobFacts facts{.queue = queue_of(job), .amounts = quota::amounts_of(job.demand)};
  for (std::size_t r = 0; r < quota::kResources; ++r)
    if (capacity_[r] == 0) facts.amounts[r] = 0;
  if (job.origin < class_of_.size() && class_of_[job.origin] != nullptr) {
    facts.priority = class_of_[job.origin]->value;
    facts.preemptible = class_of_[job.origin]->preemptible;
  }
  return facts;
}

/// Nowhere for jobs that no queue takes, and for those larger than a limit on their queue's path.
const NodeMask* QuotaTreePolicy::nodes(const WaitingJob& job) const {
  const std::size_t queue = queue_of(job);
  const bool is_first_look = job.job >= counted_;
  counted_ = std::max(counted_, job.job + 1);
  if (queue == kNoQueue) {
    without_queue_ += is_first_look ? 1 : 0;
    return &*nowhere_;
  }
  const JobFacts facts = facts_of(job);
  if (quota::fits_within({}, facts.amounts, tree_.most(queue, facts.preemptible))) return nullptr;
  too_large_ += is_first_look ? 1 : 0;
  return &*nowhere_;
}

std::vector<std::string> QuotaTreePolicy::notes() const {
  std::vector<std::string> notes;
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
        fmt::format("{} jobs are in no queue and never start{}", without_queue_, names));
  }
  if (too_large_ > 0)
    notes.push_back(fmt::format(
        "{} jobs ask for more than their queue may ever hold and never start", too_large_));
  return notes;
}

bool QuotaTreePolicy::is_boundary() {
  const double cycles = std::floor(now_.value() / settings_.cycle.value() + 1e-9);
  if (now_.value() == cycles * settings_.cycle.value()) return true;
  wake_ = settings_.cycle * (cycles + 1.0);
  return false;
}

/// What ran when the run began comes before all else, and asks nobody.
void QuotaTreePolicy::start_carried_over(SchedulingPass& pass) {
  while (!pass.queue().empty() && std::isinf(pass.queue()[0].rank))
    if (!pass.start_job(pass.queue()[0].job)) break;
}

/// What happened since the last pass.
void QuotaTreePolicy::update(SchedulingPass& pass) {
  const bool was_empty = waiting_.empty();
  std::vector<std::size_t> changed;
  for (const WaitingJob& job : arrived_) {
    const JobFacts facts = facts_of(job);
    waiting_.join(job, facts, now_);
    tree_.ask(facts.queue, facts.amounts, 1);
    changed.push_back(facts.queue);
  }
  arrived_.clear();
  Amounts total = capacity_;
  if (pass.capacity().lent() == nullptr) total[0] = gpus_held_ + free_milli(pass);
  tree_.set_total(total);
  tree_.age(now_);
  const bool divided = tree_.divide();
  if (freed_ || was_empty || divided) {
    waiting_.begin_epoch(free_milli(pass));
    const std::vector<std::size_t> touched = waiting_.take_touched();
    changed.insert(changed.end(), touched.begin(), touched.end());
  } else {
    waiting_.note_free(free_milli(pass));
  }
  freed_ = false;
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  for (const std::size_t queue : changed) refresh_head(queue);
  if (divided) order_.rebuild();
}

void QuotaTreePolicy::refresh_head(std::size_t queue) {
  const Kind* head = waiting_.head(queue);
  order_.set_head(queue, head == nullptr ? std::nullopt : std::optional(head->facts.amounts));
}

/// Those for which others left come before whoever else takes that room; once nobody leaves any
/// more, those that found none ask anew.
void QuotaTreePolicy::start_those_with_room(SchedulingPass& pass) {
  const std::map<std::uint32_t, JobFacts> waiting = await_room_;
  for (const auto& [job, facts] : waiting) {
    if (pass.start_job(job) || leaving_ > 0) continue;
    tree_.expect(facts.queue, facts.amounts, -1);
    await_room_.erase(job);
  }
}

void QuotaTreePolicy::allocate(SchedulingPass& pass) {
  while (waiting_.any_live()) {
    const auto queue = order_.first();
    if (!queue) return;
    Kind& kind = *waiting_.head(*queue);
    const JobFacts& facts = kind.facts;
    if (waiting_.is_refused(kind)) {
      give_up(kind);
      continue;
    }
    if (tree_.refusal(*queue, facts.amounts, facts.preemptible).rule !=
        quota::Refusal::Rule::none) {
      give_up(kind);
      continue;
    }
    const std::uint32_t job = waiting_.next(kind).job;
    if (pass.start_job(job)) {
      waiting_.note_free(free_milli(pass));
    } else if (pass.has_all_nodes(pass.queue().job(job))) {
      waiting_.refuse_shape(kind);
      give_up(kind);
    } else if (settings_.blocking) {
      give_up(kind);
    } else {
      waiting_.pass_over(kind);
      refresh_head(*queue);
    }
  }
}

/// Nothing of that kind starts before nodes come back.
void QuotaTreePolicy::give_up(Kind& kind) {
  if (settings_.blocking)
    waiting_.block(kind);
  else
    waiting_.drop(kind);
  refresh_head(kind.facts.queue);
}

bool QuotaTreePolicy::could_stop_others(const Kind& kind, bool between_queues) const {
  const JobFacts& facts = kind.facts;
  if (kind.tried == pass_number_ || await_room_.contains(kind.jobs.front().job)) return false;
  if (!between_queues) {
    const auto& stoppable = running_.stoppable(facts.queue);
    return !stoppable.empty() && stoppable.begin()->first.priority < facts.priority;
  }
  const quota::Queue& queue = tree_[facts.queue];
  return quota::fits_within(queue.expected, facts.amounts, queue.fair) &&
         (facts.preemptible || tree_.refusal(facts.queue, facts.amounts, false).rule !=
                                   quota::Refusal::Rule::not_preemptible);
}

/// The kind for whose first job others are to be stopped next; null: none.
Kind* QuotaTreePolicy::next_to_stop_others(bool between_queues) {
  Kind* best = nullptr;
  for (std::size_t queue = 0; queue < tree_.root(); ++queue) {
    if (!waiting_.any(queue)) continue;
    if (between_queues && tree_[queue].expected[0] >= tree_[queue].fair[0] &&
        waiting_.without_gpus(queue) == 0)
      continue;
    for (Kind* kind : waiting_.in_order(queue)) {
      if (could_stop_others(*kind, between_queues)) {
        if (best == nullptr || quota::turn_comes_before(tree_, queue, kind->facts.amounts,
                                                        best->facts.queue, best->facts.amounts))
          best = kind;
        break;
      }
      if (settings_.blocking) break;
    }
  }
  return best;
}

void QuotaTreePolicy::stop_others(SchedulingPass& pass, bool between_queues) {
  if (!running_.any_stoppable() || (between_queues && !tree_.any_above())) return;
  while (Kind* kind = next_to_stop_others(between_queues))
    if (!stop_for(pass, *kind, between_queues)) kind->tried = pass_number_;
}

bool QuotaTreePolicy::stop_for(SchedulingPass& pass, Kind& kind, bool between_queues) {
  const quota::WaitingOne first = kind.jobs.front();
  const Seconds may_from = first.since + settings_.stops_after;
  if (may_from > now_) {
    wake_at(may_from);
    return false;
  }
  const WaitingJob job = pass.queue().job(first.job);
  const auto may_stop = [&](std::uint32_t other) {
    const auto at = pass.running().find(other);
    return at != pass.running().end() && !at->second.leaves && !pass.starts_now(at->second);
  };
  const auto try_room = [&](const std::vector<std::uint32_t>& some) {
    return jobs_in_the_way(pass, job, some);
  };
  const quota::Stops stops = between_queues
                                 ? reclaim_.between_queues(kind.facts, now_, may_stop, try_room)
                                 : reclaim_.within_queue(kind.facts, now_, may_stop, try_room);
  wake_at(stops.retry);
  if (stops.jobs.empty()) return false;
  const JobFacts facts = kind.facts;
  for (const std::uint32_t victim : stops.jobs) {
    if (settings_.grace > Seconds(0.0)) {
      const JobFacts of = running_[victim].facts;
      running_.leave(victim);
      tree_.expect(of.queue, of.amounts, -1);
      ++leaving_;
    }
    pass.interrupt(
        {.job = victim,
         .cause = between_queues ? Cause::reclaimed : Cause::preempted,
         .keeps = {.what = settings_.begins_anew ? Keeps::What::saved : Keeps::What::all},
         .grace = settings_.grace});
  }
  if (settings_.grace > Seconds(0.0)) {
    await_room_.emplace(first.job, facts);
    tree_.expect(facts.queue, facts.amounts, 1);
    return true;
  }
  return pass.start_job(first.job);
}

void QuotaTreePolicy::started(const WaitingJob& job, Seconds date) {
  const JobFacts facts = facts_of(job);
  if (await_room_.erase(job.job) > 0) tree_.expect(facts.queue, facts.amounts, -1);
  if (!waiting_.leave(job.job)) tree_.ask(facts.queue, facts.amounts, 1);
  tree_.hold(facts.queue, facts.amounts, facts.preemptible, 1);
  gpus_held_ += facts.amounts[0];
  running_.start(job.job, facts, date);
  refresh_head(facts.queue);
}

void QuotaTreePolicy::ended(const WaitingJob& job, Seconds /*date*/) {
  const quota::RunningOne one = running_.end(job.job);
  const JobFacts& facts = one.facts;
  if (one.leaves) {
    tree_.expect(facts.queue, facts.amounts, 1);
    --leaving_;
  }
  tree_.hold(facts.queue, facts.amounts, facts.preemptible, -1);
  tree_.ask(facts.queue, facts.amounts, -1);
  gpus_held_ -= facts.amounts[0];
  freed_ = true;
  order_.refresh(facts.queue);
}

}  // namespace

void register_scheduler_quota_tree(Registry& registry) {
  registry.schedulers.add(
      "quota-tree",
      "Queues with quotas as in KAI and Run:ai: fair shares, reclaim between queues, preemption.",
      [](ObjectReader& reader) { return std::make_unique<QuotaTreePolicy>(reader); });
}

}  // namespace gpuscape
