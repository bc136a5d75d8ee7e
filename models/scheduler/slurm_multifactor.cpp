/// Slurm's multifactor priority (slurm.schedmd.com/priority_multifactor.html): age, fair share by
/// Fair Tree over accounts of any depth, job size, partition and QOS, calculated anew every
/// `period`; partitions with tiers, limits on what runs at once, budgets of GPU-minutes, QOS that
/// preempt others, advance reservations. As in Slurm's main scheduler, a job that does not fit
/// holds up the jobs behind it whose partitions share nodes with its own; what may pass is the
/// backfill's question (Slurm's own is "conservative"). Leaves out: TRES and site factors,
/// licences, deadlines, Fairshare=parent of users, NoDecay, limits of users and on cores; that jobs
/// which run as a budget is used up are killed, or with AccountingStorageEnforce=safe do not start;
/// that promises of a backfill know of reservations. Its numbers are the scenario's.

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

#include "models/scheduler/slurm/account_tree.hpp"
#include "models/scheduler/slurm/budgets.hpp"
#include "models/scheduler/slurm/places.hpp"
#include "models/scheduler/slurm/preemption.hpp"
#include "models/scheduler/slurm/settings.hpp"
#include "models/scheduler/slurm/usage_limits.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/fair_share.hpp"
#include "sim/scheduling/make_room.hpp"

namespace gpuscape {
namespace {

using slurm::Settings;

class SlurmMultifactor final : public Scheduler, public JobRules, public StartLimits {
 public:
  explicit SlurmMultifactor(ObjectReader& reader)
      : settings_(slurm::read_settings(reader)),
        tree_(settings_),
        places_(settings_),
        fair_(settings_.half_life > Seconds(0.0) ? settings_.half_life : kForever) {
    for (const slurm::Qos& qos : settings_.qualities) preempts_ |= !qos.preempts.empty();
  }

  [[nodiscard]] PolicyParts parts() override {
    return {.rules = this, .limits = this, .preempts = preempts_, .reorders = true};
  }

  // What of the priority differs between jobs of one class; a class is an origin, for young jobs
  // and for those that have waited for `max_age` apart, since the age of the others rises alike.
  [[nodiscard]] double rank(const WaitingJob& job) const override {
    const double age = settings_.age * (job.submit / settings_.max_age);
    if (is_old(job))
      some_are_old_ = true;
    else
      young_.push_back(job);
    return (is_old(job) ? 0.0 : age) - settings_.job_size * size_factor(job.demand);
  }
  [[nodiscard]] std::uint32_t rank_class(const WaitingJob& job) const override {
    return 2 * job.origin + (is_old(job) ? 1U : 0U);
  }

  void schedule(SchedulingPass& pass) override {
    now_ = pass.now();
    budgets_.advance(now_);
    if (!(now_ < next_update_)) update(pass);
    start_those_with_room(pass);
    std::vector<bool> blocked(std::max<std::size_t>(1, places_.partitions()), false);
    std::size_t open = blocked.size();
    std::unique_ptr<NodeMask> left;  // null: all nodes
    if (pass.backfill_starts_the_head()) {
      start_preemptors(pass);
      open = 0;
    }
    const bool some_are_reserved = open > 0 && places_.reserves(now_);
    const auto goes_on = [&](std::size_t i) {
      return (open > 0 || some_are_reserved) && i < pass.queue().size() && i < kLookedAt;
    };
    for (std::size_t i = 0; goes_on(i); ++i) {
      const WaitingJob job = pass.queue()[i];
      const std::size_t partition = places_.partition(job.origin);
      const bool reserved = places_.has_reservation(job.origin, now_);
      const NodeFilter* open_nodes = reserved ? nullptr : left.get();
      if (blocked[partition] && !reserved) continue;
      if (pass.start(i, open_nodes) || pass.queue()[i].started || reserved) continue;
      if (pass.make_way(job) && pass.start(i, open_nodes)) continue;
      if (preempts_ && make_room(pass, job, open_nodes) && pass.start(i, open_nodes)) continue;
      blocked[partition] = true;
      --open;
      if (open > 0) left = places_.without(partition, std::move(left));
    }
    pass.backfill();
  }

  // Where nothing runs, usage fades alike for all and the order stays, but for jobs that age beside
  // others that do so no longer.
  [[nodiscard]] std::optional<Seconds> wake() const override {
    Seconds update = next_update_;
    if (running_ == 0 && young_.empty())
      update = kForever;
    else if (running_ == 0 && !some_are_old_)
      update = std::max(update, update_from(young_.front().submit + settings_.max_age));
    // Where all are held, nobody has looked since.
    if (budgets_.any() && !(update > budgets_.now())) update = kForever;
    return std::min(
        {update, places_.next_end(now_).value_or(kForever), budgets_.next_replenishment()});
  }

  // Rules.
  [[nodiscard]] std::string fault(const Platform& platform) const override {
    return places_.fault(platform);
  }
  std::size_t bind(const PolicyContext& context) override {
    places_.bind(context);
    first_update_ = settings_.period_start.in_run(context.unix_origin).value_or(Seconds(0.0));
    std::vector<std::size_t> partition_of;
    partition_of.reserve(context.origins.size());
    for (std::uint32_t i = 0; i < context.origins.size(); ++i)
      partition_of.push_back(places_.partition(i));
    limits_.bind(settings_, tree_, context.origins, partition_of);
    budgets_.bind(settings_, tree_, context.origins, partition_of, first_update_);
    for (const NodeGroup& group : context.platform.groups()) {
      nodes_total_ += group.count;
      const Demand& node = group.capacity;
      sizes_total_ += static_cast<double>(group.count) *
                      (settings_.charges_cores ? static_cast<double>(node.milli_cores)
                                               : static_cast<double>(node.gpus));
    }
    bind_priorities(context.origins);
    return 1;
  }
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override {
    return places_.nodes(job.origin);
  }
  [[nodiscard]] std::vector<std::string> notes() const override { return notes_; }

  // Limits.
  [[nodiscard]] bool holds(const WaitingJob& job) const override {
    if (limits_.would_exceed(job) || budgets_.holds(job.origin)) return true;
    if (settings_.partitions.empty()) return false;
    const slurm::Partition& partition = settings_.partitions[places_.partition(job.origin)];
    return (partition.max_time && job.expected_run_time > *partition.max_time) ||
           (partition.max_nodes && job.demand.nodes > *partition.max_nodes);
  }
  [[nodiscard]] const NodeFilter* open_now(const WaitingJob& job, Seconds now) const override {
    return places_.left_to(job, now);
  }
  void started(const WaitingJob& job, Seconds date) override {
    await_room_.erase(job.job);
    change(job, 1, date);
  }
  void ended(const WaitingJob& job, Seconds date) override { change(job, -1, date); }
  bool lets_go(Seconds now) override {
    budgets_.advance(now);
    return budgets_.has_replenished();
  }

 private:
  static constexpr std::size_t kLookedAt = 1000;  // Slurm's own loop: default_queue_depth 100
  static constexpr double kTier = 1e10;           // above any priority

  [[nodiscard]] bool is_old(const WaitingJob& job) const {
    return !(now_ - job.submit < settings_.max_age);
  }

  /// Slurm's mean of the shares of nodes and of processors, or GPUs.
  [[nodiscard]] double size_factor(const Demand& demand) const {
    const double nodes = std::max(1, demand.nodes) / std::max(1.0, nodes_total_);
    const double held =
        settings_.charges_cores ? static_cast<double>(demand.milli_cores) : demand.gpu_amount();
    const double size = 0.5 * (nodes + held / std::max(1.0, sizes_total_));
    return settings_.favor_small ? 1.0 - size : size;
  }

  [[nodiscard]] Charge charge(const WaitingJob& job) const {
    return Charge(settings_.charges_cores ? static_cast<double>(job.demand.milli_cores) / 1000.0
                                          : job.demand.gpu_amount());
  }

  void change(const WaitingJob& job, int sign, Seconds date) {
    running_ += sign;
    limits_.count(job, sign);
    if (job.origin >= user_of_.size()) return;
    const double times = sign * usage_factor_[job.origin];
    budgets_.change(job.origin, times * job.demand.gpu_amount(), date);
    const std::size_t user = user_of_[job.origin];
    fair_.hold(user, fair_.rate(user) + times * charge(job), date);
  }

  /// Each origin's user in the tree, and what its partition and QOS are worth.
  void bind_priorities(const OriginTable& origins) {
    user_of_ = tree_.grow(origins, fair_);
    notes_ = places_.notes();
    if (std::string note = tree_.note(origins); !note.empty()) notes_.push_back(std::move(note));
    double most_factor = 0.0;
    double most_priority = 0.0;
    for (const auto& partition : settings_.partitions)
      most_factor = std::max(most_factor, partition.factor);
    for (const auto& qos : settings_.qualities)
      most_priority = std::max(most_priority, qos.priority);
    for (std::uint32_t i = 0; i < origins.size(); ++i) {
      double fixed = 0.0;
      if (!settings_.partitions.empty()) {
        const auto& partition = settings_.partitions[places_.partition(i)];
        const auto lower = [&](const auto& other) { return other.tier < partition.tier; };
        fixed += kTier * static_cast<double>(std::ranges::count_if(settings_.partitions, lower));
        if (most_factor > 0.0) fixed += settings_.partition * partition.factor / most_factor;
      }
      const auto qos = std::ranges::find(settings_.qualities, origins[i].qos, &slurm::Qos::name);
      usage_factor_.push_back(qos == settings_.qualities.end() ? 1.0 : qos->usage_factor);
      if (qos != settings_.qualities.end() && most_priority > 0.0)
        fixed += settings_.qos * qos->priority / most_priority;
      fixed_.push_back(fixed);
    }
    if (preempts_) preemption_.bind(settings_, origins);
  }

  /// The first update at that date or behind it.
  [[nodiscard]] Seconds update_from(Seconds date) const {
    return first_update_ + settings_.period * std::ceil((date - first_update_) / settings_.period);
  }

  /// Priorities as of now: one number for each class of jobs that there may be.
  void update(SchedulingPass& pass) {
    const double periods = std::floor((now_ - first_update_) / settings_.period);
    next_update_ = first_update_ + settings_.period * (periods + 1.0);
    fair_.update(now_);
    JobQueue& queue = pass.order();
    const double age = settings_.age * (now_ / settings_.max_age);
    for (std::uint32_t origin = 0; origin < user_of_.size(); ++origin) {
      const double common = fixed_[origin] + settings_.fair_share * fair_.factor(user_of_[origin]);
      queue.set_class_offset(2 * origin, -(common + age));
      queue.set_class_offset(2 * origin + 1, -(common + settings_.age));
    }
    for (; !young_.empty() && is_old(young_.front()); young_.pop_front()) {
      const WaitingJob& job = young_.front();
      if (queue.holds(job.job)) queue.change(job.job, rank(job), rank_class(job));
    }
  }

  /// Those for which others left, after a grace time, come before whoever else takes that room.
  void start_those_with_room(SchedulingPass& pass) {
    for (std::size_t i = 0; !await_room_.empty() && i < pass.queue().size() && i < kLookedAt; ++i)
      if (await_room_.contains(pass.queue()[i].job)) pass.start(i);
  }

  /// Starts the jobs that preempt others; the backfill starts the rest.
  void start_preemptors(SchedulingPass& pass) {
    for (std::size_t i = 0; preempts_ && i < pass.queue().size() && i < kLookedAt; ++i) {
      const bool waits = !pass.queue()[i].started && !pass.hold_back(i);
      if (waits && make_room(pass, pass.queue()[i], nullptr)) pass.start(i);
    }
  }

  bool make_room(SchedulingPass& pass, const WaitingJob job, const NodeFilter* filter) {
    if (!preemption_.preempts(job.origin)) return false;
    const auto stopped =
        jobs_in_the_way(pass, job, preemption_.victims(pass.running(), job.origin), filter);
    if (!stopped) return false;
    const auto leaves = [](const auto& running) { return running.second.leaves; };
    if (stopped->empty() && std::ranges::any_of(pass.running(), leaves))
      await_room_.insert(job.job);
    for (const std::uint32_t victim : *stopped) {
      const Seconds grace = preemption_.grace(pass.running().at(victim).asks.origin);
      if (grace > Seconds(0.0)) await_room_.insert(job.job);
      pass.interrupt({.job = victim,
                      .keeps = {.what = settings_.requeues ? Keeps::What::saved : Keeps::What::all},
                      .grace = grace});
    }
    return !stopped->empty();
  }

  Settings settings_;
  slurm::AccountTree tree_;
  slurm::Places places_;
  slurm::UsageLimits limits_;
  slurm::Budgets budgets_;
  FairShare fair_;
  bool preempts_ = false;
  double nodes_total_ = 0.0;
  double sizes_total_ = 0.0;  // GPUs, or thousandths of cores
  Seconds now_{0.0};
  Seconds next_update_{0.0};
  Seconds first_update_{0.0};         // others lie whole periods before and after it
  std::int64_t running_ = 0;          // jobs
  std::vector<std::size_t> user_of_;  // by origin
  std::vector<double> fixed_;         // by origin: of partition and QOS
  std::vector<double> usage_factor_;  // by origin
  std::vector<std::string> notes_;
  slurm::Preemption preemption_;
  std::set<std::uint32_t> await_room_;  // jobs for which others are leaving
  mutable bool some_are_old_ = false;
  mutable std::deque<WaitingJob> young_;  // in the order in which they joined the queue
};

}  // namespace

void register_scheduler_slurm_multifactor(Registry& registry) {
  registry.schedulers.add(
      "slurm-multifactor",
      "Slurm's priorities by age, fair share, size, partition and QOS, with its limits.",
      [](ObjectReader& reader) { return std::make_unique<SlurmMultifactor>(reader); });
}

}  // namespace gpuscape
