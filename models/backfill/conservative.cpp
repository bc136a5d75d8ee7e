/// Conservative backfill: each of the first `depth` waiting jobs is promised a start on nodes (of a
/// pool: on processors) that no job behind it may delay (Mu'alem & Feitelson, "Utilization,
/// predictability, workloads, and user runtime estimates in scheduling the IBM SP2 with
/// backfilling", IEEE TPDS 12(6), 2001; Slurm's sched/backfill is of this kind, its bf_max_job_test
/// is `depth`, its bf_interval is `interval`). A plan begins where its nodes stay free for ever by
/// the plans before it; room between two plans is used by jobs that can start at once, and by
/// nothing else. Plans go round times at which nodes are away. Leaves out: bf_resolution and
/// bf_window. With exact limits and an order in which nobody comes in before others, no promised
/// job starts after its first promise; see docs/explanation/conservative-backfill.md.

#include <algorithm>
#include <array>
#include <utility>

#include "models/backfill/conservative/planned_entry.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

using conservative::Entry;
using conservative::entry_of;
using conservative::PlanId;

class ConservativeBackfill final : public Backfill {
 public:
  ConservativeBackfill(std::int64_t depth, Seconds interval)
      : Backfill({.depth = depth,
                  .starts_the_head = true,
                  .promises_head_only = false,
                  .plans_on_pools = true}),
        depth_(static_cast<std::size_t>(depth)),
        interval_(interval) {
    refused_.fill(JobPlan::kNever);
  }

  void fill(SchedulingPass& pass) override;
  [[nodiscard]] std::vector<Promise> promises() const override {
    std::vector<Promise> made;
    for (const Entry& entry : entries_) {
      if (!entry.plan.is_none()) made.push_back({entry.job, entry.date});
    }
    return made;
  }
  [[nodiscard]] std::optional<Seconds> wake() const override;

 private:
  void match(const SchedulingPass& pass);
  void improve_all();
  bool learns_of_outages(const SchedulingPass& pass);
  [[nodiscard]] bool stands_still(const SchedulingPass& pass) const;
  void start_some(SchedulingPass& pass);
  void plan_anew();
  void consider(SchedulingPass& pass, std::size_t i);
  void add_new(SchedulingPass& pass);
  bool start(SchedulingPass& pass, std::size_t i);
  bool start_due(SchedulingPass& pass, std::size_t i);
  Seconds* refusal_of(const Entry& entry);
  void plan(Entry& entry);
  void drop(Entry& entry);
  void find_next_dates(bool some_run);

  std::size_t depth_;
  Seconds interval_;
  Seconds now_{0.0};
  Seconds first_date_ = JobPlan::kNever;  // the earliest of the plans
  Seconds next_date_ = JobPlan::kNever;   // the earliest that lies ahead
  Seconds last_replan_ = -JobPlan::kNever;
  bool improvable_ = false;       // there is room that an earlier plan may use
  bool reordered_ = false;        // the plans were not made in the order of the queue
  bool loosened_ = false;         // a plan is gone: what was refused may start now
  bool waits_for_plans_ = false;  // it stands still until the plans may be made anew
  std::size_t started_ = 0;       // entries, in this pass
  std::uint32_t known_outages_ = 0;
  std::optional<PlanBook> book_;
  std::vector<Entry> entries_;  // the queue from its head on
  std::vector<JobPlan> plans_;
  std::vector<PlanId> free_plans_;
  JobPlan better_;  // scratch
  static constexpr std::size_t kRemembered = 65;
  std::array<Seconds, kRemembered>
      refused_{};  // by GPUs: jobs that end then or later do not fit now
};

void ConservativeBackfill::fill(SchedulingPass& pass) {
  now_ = pass.now();
  if (!book_) {
    book_.emplace(pass.releases(), pass.outages());
    pass.releases().clear_changes();
  }
  if (book_->absorb(pass.releases(), now_)) improvable_ = true;
  if (pass.queue().first_changed() < entries_.size()) match(pass);
  const bool overdue = first_date_ < now_;  // somebody did not end when expected
  const bool may_replan = now_ >= last_replan_ + interval_;
  if (learns_of_outages(pass) || (may_replan && (reordered_ || overdue))) plan_anew();
  bool all = pass.capacity_was_freed() || first_date_ <= now_;
  do {
    if (may_replan && improvable_) improve_all();
    if (loosened_ || all) start_some(pass);
    all = false;
    add_new(pass);
  } while (may_replan && improvable_);
  if (may_replan && stands_still(pass)) {
    plan_anew();
    start_some(pass);
  }
  if (started_ > 0) std::erase_if(entries_, [](const Entry& entry) { return entry.started; });
  started_ = 0;
  find_next_dates(!pass.releases().empty());
  waits_for_plans_ = stands_still(pass);
}

/// True when nothing runs, and a job that is due, by plans older than this pass, did not start: it
/// may not delay a plan behind it, and no end of a job would bring another pass.
bool ConservativeBackfill::stands_still(const SchedulingPass& pass) const {
  const auto is_due = [this](const Entry& entry) { return !entry.started && entry.date <= now_; };
  return pass.releases().empty() && last_replan_ < now_ && std::ranges::any_of(entries_, is_due);
}

/// True when nodes went away that no plan could go round.
bool ConservativeBackfill::learns_of_outages(const SchedulingPass& pass) {
  const std::uint32_t known = pass.releases().surprises();
  return known != std::exchange(known_outages_, known);
}

void ConservativeBackfill::start_some(SchedulingPass& pass) {
  loosened_ = false;
  refused_.fill(JobPlan::kNever);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].started) consider(pass, i);
  }
}

/// Gives the entries the order of the queue.
void ConservativeBackfill::match(const SchedulingPass& pass) {
  const JobQueue& queue = pass.queue();
  std::vector<Entry> old = std::move(entries_);
  std::vector<std::pair<std::uint32_t, std::size_t>> place_of;
  for (std::size_t i = 0; i < old.size(); ++i) place_of.emplace_back(old[i].job, i);
  std::sort(place_of.begin(), place_of.end());
  entries_.clear();
  std::size_t next = 0;
  bool newcomer = false;
  for (std::size_t i = 0; i < std::min(depth_, queue.size()); ++i) {
    const std::uint32_t job = queue[i].job;
    const auto at =
        std::lower_bound(place_of.begin(), place_of.end(), std::pair{job, std::size_t{0}});
    if (at == place_of.end() || at->first != job) {
      entries_.push_back(entry_of(queue[i], pass));
      newcomer = true;
      continue;
    }
    if (at->second < next || newcomer) reordered_ = true;
    next = at->second + 1;
    entries_.push_back(old[at->second]);
    old[at->second].plan = PlanId::none();
  }
  for (Entry& entry : old) drop(entry);
  loosened_ = true;
}

/// Each job in turn goes to an earlier date if one has come up; all others stay where they are.
void ConservativeBackfill::improve_all() {
  last_replan_ = now_;
  improvable_ = false;
  book_->open_round();
  for (Entry& entry : entries_) {
    if (entry.plan.is_none()) continue;
    JobPlan& plan = plans_[entry.plan.index()];
    const PlanRequest wanted = request(entry);
    if (!book_->may_improve(plan, wanted)) continue;
    if (!book_->find_earlier(wanted, now_, plan, better_)) continue;
    book_->replace(plan, better_);
    std::swap(plan, better_);
    entry.date = plan.date;
    improvable_ = loosened_ = true;
  }
}

void ConservativeBackfill::plan_anew() {
  last_replan_ = now_;
  for (Entry& entry : entries_) drop(entry);
  for (Entry& entry : entries_) plan(entry);
  improvable_ = reordered_ = false;
  loosened_ = true;
}

void ConservativeBackfill::add_new(SchedulingPass& pass) {
  while (entries_.size() < pass.queue().size() && entries_.size() - started_ < depth_) {
    entries_.push_back(entry_of(pass.queue()[entries_.size()], pass));
    consider(pass, entries_.size() - 1);
  }
}

/// Starts the job if its date has come or if that delays no plan; one without a plan gets one.
void ConservativeBackfill::consider(SchedulingPass& pass, std::size_t i) {
  Entry& entry = entries_[i];
  const bool held = pass.hold_back(i);  // it leaves the queue as one that starts does
  if (held) drop(entry);
  const bool due = entry.date <= now_;
  if (held || (due ? start_due(pass, i) : start(pass, i))) {
    entry.started = true;
    ++started_;
  } else if (entry.plan.is_none()) {
    plan(entry);
  }
}

bool ConservativeBackfill::start(SchedulingPass& pass, std::size_t i) {
  Entry& entry = entries_[i];
  const Seconds end = now_ + entry.run_time;
  Seconds* refused = pass.has_all_nodes(pass.queue()[i]) ? refusal_of(entry) : nullptr;
  if (refused != nullptr && end >= *refused) return false;
  book_->set_end(end);
  if (!book_->may_start(entry.demand, end) || !pass.start(i, &*book_)) {
    if (refused != nullptr) *refused = end;
    return false;
  }
  book_->absorb(pass.releases(), now_);
  drop(entry);
  return true;
}

/// Room only shrinks until a plan goes: what was refused stays refused, and what runs longer too.
Seconds* ConservativeBackfill::refusal_of(const Entry& entry) {
  const auto gpus = static_cast<std::size_t>(entry.demand.gpus);
  return entry.demand.is_gpus_alone() && gpus < kRemembered ? &refused_[gpus] : nullptr;
}

/// Its own plan does not stand in its way. Another node may do as well as the planned one.
bool ConservativeBackfill::start_due(SchedulingPass& pass, std::size_t i) {
  Entry& entry = entries_[i];
  book_->remove(plans_[entry.plan.index()]);
  book_->set_end(now_ + entry.run_time);
  const bool started = pass.start(i, &*book_);
  if (started) book_->absorb(pass.releases(), now_);
  book_->add(plans_[entry.plan.index()]);
  if (started) drop(entry);
  return started;
}

void ConservativeBackfill::plan(Entry& entry) {
  book_->find(request(entry), now_, better_);
  if (better_.date == JobPlan::kNever) return;
  if (free_plans_.empty()) {
    free_plans_.push_back(PlanId(static_cast<std::uint32_t>(plans_.size())));
    plans_.emplace_back();
  }
  entry.plan = free_plans_.back();
  free_plans_.pop_back();
  entry.date = better_.date;
  std::swap(plans_[entry.plan.index()], better_);
  book_->add(plans_[entry.plan.index()]);
}

void ConservativeBackfill::drop(Entry& entry) {
  if (entry.plan.is_none()) return;
  book_->remove(plans_[entry.plan.index()]);
  book_->touch(plans_[entry.plan.index()]);
  free_plans_.push_back(entry.plan);
  entry.plan = PlanId::none();
  entry.date = JobPlan::kNever;
  refused_.fill(JobPlan::kNever);
  improvable_ = loosened_ = true;
}

/// A plan behind one that is due while nothing runs waits for what limits hold: its date is none.
void ConservativeBackfill::find_next_dates(bool some_run) {
  first_date_ = next_date_ = JobPlan::kNever;
  for (const Entry& entry : entries_) {
    first_date_ = std::min(first_date_, entry.date);
    if (entry.date > now_) next_date_ = std::min(next_date_, entry.date);
  }
  if (!some_run && first_date_ <= now_) next_date_ = JobPlan::kNever;
}

std::optional<Seconds> ConservativeBackfill::wake() const {
  Seconds date = next_date_;
  if ((improvable_ || reordered_ || waits_for_plans_) && interval_ > Seconds(0.0))
    date = std::min(date, last_replan_ + interval_);
  if (date == JobPlan::kNever) return std::nullopt;
  return date;
}

}  // namespace

void register_backfill_conservative(Registry& registry) {
  registry.backfills.add(
      "conservative", "Each of the next jobs is promised a start that no job behind it may delay.",
      [](ObjectReader& reader) {
        const std::int64_t depth = reader.count(
            "depth", 500, "How many waiting jobs are promised a start.", Bounds{.least = 1});
        return std::make_unique<ConservativeBackfill>(
            depth,
            reader.quantity<Seconds>("interval", Seconds(30.0),
                                     "Least time between two rounds of improving the plans."));
      });
}

}  // namespace gpuscape
