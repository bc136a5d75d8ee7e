/// Slurm's multifactor priority (slurm.schedmd.com/priority_multifactor.html): age, fair share by
/// Fair Tree over accounts of any depth, job size, partition and QOS, calculated anew every
/// `period`; partitions with tiers, limits on what runs at once, budgets of GPU-minutes that kill,
/// QOS that preempt others, advance reservations. As in Slurm's main scheduler, a job that does not
/// fit holds up the jobs behind it whose partitions share nodes with its own; what may pass is the
/// backfill's question (Slurm's own is "conservative"). Leaves out: TRES and site factors,
/// licences, deadlines, Fairshare=parent of users, limits of users; that
/// promises of a backfill know of reservations. Its numbers are the scenario's.

#include <algorithm>
#include <set>

#include "models/scheduler/slurm/account_tree.hpp"
#include "models/scheduler/slurm/budgets.hpp"
#include "models/scheduler/slurm/held_jobs.hpp"
#include "models/scheduler/slurm/places.hpp"
#include "models/scheduler/slurm/preemption.hpp"
#include "models/scheduler/slurm/priorities.hpp"
#include "models/scheduler/slurm/settings.hpp"
#include "models/scheduler/slurm/usage_limits.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/defragment/make_room.hpp"

namespace gpuscape {
namespace {

using slurm::Settings;

class SlurmMultifactor final : public Scheduler,
                               public JobRules,
                               public StartLimits,
                               public UseLimits {
 public:
  explicit SlurmMultifactor(ObjectReader& reader)
      : settings_(slurm::read_settings(reader)),
        tree_(settings_),
        places_(settings_),
        priorities_(settings_) {
    for (const slurm::Qos& qos : settings_.qualities) preempts_ |= !qos.preempts.empty();
  }

  [[nodiscard]] PolicyParts parts() override {
    return {.rules = this,
            .limits = this,
            .uses = settings_.has_budgets() && !settings_.safe ? this : nullptr,
            .preempts = preempts_,
            .reorders = true,
            .suspends = suspends()};
  }

  [[nodiscard]] double rank(const WaitingJob& job) const override { return priorities_.rank(job); }
  [[nodiscard]] std::uint32_t rank_class(const WaitingJob& job) const override {
    return priorities_.rank_class(job);
  }

  void schedule(SchedulingPass& pass) override {
    now_ = pass.now();
    priorities_.advance(now_);
    budgets_.advance(now_);
    if (priorities_.is_due()) priorities_.update(pass.order());
    start_those_with_room(pass);
    if (suspends()) resume_suspended(pass);
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

  [[nodiscard]] std::optional<Seconds> wake() const override {
    Seconds update = priorities_.next_update(running_ > 0);
    // Where all are held, nobody has looked since.
    if (budgets_.any() && !(update > budgets_.now())) update = kForever;
    const Seconds replenishment = budgets_.next_replenishment(
        [this](std::size_t limit) { return held_.least_need(first_budget_ + limit); });
    return std::min({update, places_.next_end(now_).value_or(kForever), replenishment});
  }

  // Rules.
  [[nodiscard]] std::string fault(const Platform& platform) const override {
    return places_.fault(platform);
  }
  std::size_t bind(const PolicyContext& context) override {
    places_.bind(context);
    const Seconds first = settings_.period_start.in_run(context.unix_origin).value_or(Seconds(0.0));
    std::vector<std::size_t> partition_of;
    partition_of.reserve(context.origins.size());
    for (std::uint32_t i = 0; i < context.origins.size(); ++i)
      partition_of.push_back(places_.partition(i));
    limits_.bind(settings_, tree_, context.origins, partition_of);
    budgets_.bind(settings_, tree_, context.origins, partition_of, first);
    first_budget_ = limits_.size();
    priorities_.bind(context, tree_, places_, first);
    if (preempts_) preemption_.bind(settings_, context.origins);
    notes_ = places_.notes();
    if (suspends() && !settings_.gives_gpus)
      notes_.emplace_back(
          "jobs with GPUs are not suspended, as Slurm keeps their GPUs from everybody "
          "(\"suspended_gpus\")");
    if (std::string note = tree_.note(context.origins); !note.empty())
      notes_.push_back(std::move(note));
    return 1;
  }
  [[nodiscard]] const NodeMask* nodes(const WaitingJob& job) const override {
    return places_.nodes(job.origin);
  }
  [[nodiscard]] std::vector<std::string> notes() const override {
    std::vector<std::string> notes = notes_;
    if (std::string note = budgets_.note(); !note.empty()) notes.push_back(std::move(note));
    return notes;
  }

  // Limits.
  bool hold_back(const WaitingJob& job) override {
    const auto by = what_holds(job);
    if (by) held_.add(job, *by);
    return by.has_value();
  }
  [[nodiscard]] const NodeFilter* open_now(const WaitingJob& job, Seconds now) const override {
    const NodeFilter* left = places_.left_to(job, now);
    const NodeFilter* room = room_beside_suspended(job);
    if (left == nullptr || room == nullptr) return left == nullptr ? room : left;
    return &both_.emplace(left, room);
  }
  void started(const WaitingJob& job, Seconds date) override {
    await_room_.erase(job.job);
    ++running_;
    limits_.started(job);
    priorities_.count(job, 1, date);
    budgets_.started(job, date);
  }
  void ended(const WaitingJob& job, Seconds date) override {
    --running_;
    limits_.ended(job);
    priorities_.count(job, -1, date);
    budgets_.ended(job.job, date);
  }
  std::vector<WaitingJob> let_go(Seconds now) override {
    budgets_.advance(now);
    std::vector<slurm::HeldJobs::Held> free;
    const auto look_at = [&](std::size_t limit, double room) {
      for (slurm::HeldJobs::Held& held : held_.take(limit, room)) {
        if (const auto by = what_holds(held.job))
          held_.put(held, *by);
        else
          free.push_back(std::move(held));
      }
    };
    for (const std::size_t limit : limits_.take_opened()) look_at(limit, limits_.room(limit));
    for (const std::size_t limit : budgets_.take_opened())
      look_at(first_budget_ + limit, budgets_.room(limit));
    std::ranges::sort(free, {}, &slurm::HeldJobs::Held::order);
    std::vector<WaitingJob> jobs;
    jobs.reserve(free.size());
    for (const slurm::HeldJobs::Held& held : free) jobs.push_back(held.job);
    return jobs;
  }

  // Limits on use.
  [[nodiscard]] Seconds next_kill() const override { return budgets_.next_kill(); }
  std::vector<std::uint32_t> killed(Seconds now) override { return budgets_.killed(now); }

 private:
  static constexpr std::size_t kLookedAt = 1000;  // Slurm's own loop: default_queue_depth 100

  /// One of the limits that the job would go over.
  [[nodiscard]] std::optional<slurm::HeldJobs::By> what_holds(const WaitingJob& job) const {
    if (!settings_.partitions.empty()) {
      const slurm::Partition& partition = settings_.partitions[places_.partition(job.origin)];
      if ((partition.max_time && job.expected_run_time > *partition.max_time) ||
          (partition.max_nodes && job.demand.nodes > *partition.max_nodes))
        return slurm::HeldJobs::By{};
    }
    if (const auto by = limits_.what_holds(job)) return by;
    auto by = budgets_.what_holds(job);
    if (by && by->limit != slurm::HeldJobs::kForGood) by->limit += first_budget_;
    return by;
  }

  /// Those for which others left, after a grace time, come before whoever else takes that room.
  void start_those_with_room(SchedulingPass& pass) {
    for (std::size_t i = 0; !await_room_.empty() && i < pass.queue().size() && i < kLookedAt; ++i)
      if (await_room_.contains(pass.queue()[i].job)) pass.start(i);
  }

  [[nodiscard]] bool suspends() const {
    return preempts_ && settings_.preempted == Keeps::What::here;
  }

  /// Suspended jobs go on once nobody who may preempt others takes what they held.
  void resume_suspended(SchedulingPass& pass) {
    suspended_ = &pass.suspended();
    if (!suspended_->any()) return;
    for (std::size_t i = 0; i < pass.queue().size() && i < kLookedAt; ++i) {
      const WaitingJob job = pass.queue()[i];
      if (job.started || !preemption_.has_victims(job.origin)) continue;
      if (!pass.start(i) && !pass.queue()[i].started && make_room(pass, job, nullptr))
        pass.start(i);
    }
    pass.resume_suspended();
  }

  /// Null: all nodes are open to the job.
  [[nodiscard]] const NodeFilter* room_beside_suspended(const WaitingJob& job) const {
    if (suspended_ == nullptr || preemption_.has_victims(job.origin) || suspended_->holds(job.job))
      return nullptr;
    return suspended_->room_beside();
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
                      .cause = suspends() ? Cause::suspended : Cause::preempted,
                      .keeps = {.what = settings_.preempted, .restart = settings_.resume},
                      .grace = grace});
    }
    return !stopped->empty();
  }

  Settings settings_;
  slurm::AccountTree tree_;
  slurm::Places places_;
  slurm::Priorities priorities_;
  slurm::UsageLimits limits_;
  slurm::Budgets budgets_;
  std::size_t first_budget_ = 0;  // its limit, among all
  slurm::HeldJobs held_;
  bool preempts_ = false;
  Seconds now_{0.0};
  std::int64_t running_ = 0;  // jobs
  std::vector<std::string> notes_;
  slurm::Preemption preemption_;
  std::set<std::uint32_t> await_room_;            // jobs for which others are leaving
  const SuspendedJobs* suspended_ = nullptr;      // null: none are, or no pass there was yet
  mutable std::optional<BothFilters> both_ = {};  // of the last question
};

}  // namespace

void register_scheduler_slurm_multifactor(Registry& registry) {
  registry.schedulers.add(
      "slurm-multifactor",
      "Slurm's priorities by age, fair share, size, partition and QOS, with its limits.",
      [](ObjectReader& reader) { return std::make_unique<SlurmMultifactor>(reader); });
}

}  // namespace gpuscape
