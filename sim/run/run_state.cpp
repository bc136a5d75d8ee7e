#include "sim/run/run_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/platform/gang.hpp"

namespace gpuscape {

RunState::RunState(Platform platform, Policies policies, std::unique_ptr<WorkloadSource> source,
                   TrafficParts traffic)
    : platform_(std::move(platform)),
      policies_(std::move(policies)),
      source_(std::move(source)),
      simulation_(*this),
      capacity_(platform_),
      placer_(capacity_, *policies_.placement),
      releases_(policies_.backfill->depth() ? std::make_unique<ExpectedReleases>(capacity_)
                                            : nullptr),
      pass_({queue_, capacity_, placer_, releases_.get(), policies_.backfill.get()}),
      traffic_(traffic.network ? std::make_unique<JobTraffic>(std::move(traffic), simulation_)
                               : nullptr),
      stranded_meter_(capacity_),
      wait_reasons_(capacity_) {
  records_.reserve(source_->expected_jobs());
  pull();
}

void RunState::pull() {
  has_next_ = source_->next(next_job_);
  ensure(!has_next_ || next_job_.submit >= simulation_.now(),
         "a workload source yields jobs by rising submit date");
  simulation_.set_next_input(has_next_ ? next_job_.submit : kForever);
}

bool RunState::can_ever_fit(const Demand& demand) const {
  return std::any_of(platform_.groups().begin(), platform_.groups().end(),
                     [&](const NodeGroup& group) { return fits_when_empty(demand, group); });
}

Seconds RunState::expected_run_time(const Job& job) const {
  return job.time_limit < kForever ? job.time_limit : job.run_time;
}

void RunState::handle_input() {
  hold_until_now();
  const Job& job = next_job_;
  const std::uint32_t index = records_.add(job);
  if (observer_ != nullptr) observer_->job_submitted(index, job.submit);
  if (can_ever_fit(job.demand)) {
    WaitingJob waiting{index, false, job.demand, job.submit, expected_run_time(job), 0.0, 0};
    waiting.rank = policies_.scheduler->rank(waiting);
    if (!(job.time_limit < kForever)) ++without_limit_;
    queue_.insert(waiting);
    stranded_meter_.job_submitted(job.demand);
  } else {
    records_.mark_never_fits(index);
    ++never_fit_;
  }
  pull();
}

void RunState::handle_event(std::uint32_t slot) {
  if (slot == kWake) {
    if (simulation_.now().value() >= wanted_wake_) wake_due_ = true;
    return;
  }
  hold_until_now();
  end_job(slot);
}

void RunState::handle_completion(std::uint32_t token) {
  hold_until_now();
  const JobTraffic::End end = traffic_->end(token);
  running_jobs_[end.slot].killed = end.by_limit;
  end_job(end.slot);
}

void RunState::end_job(std::uint32_t slot) {
  const RunningJob& running = running_jobs_[slot];
  release(running);
  records_.end(running.job, simulation_.now(),
               running.killed ? JobState::timed_out : JobState::completed);
  free_slots_.push_back(slot);
  --running_;
  ++ended_;
  freed_ = true;
  if (observer_ != nullptr) observer_->job_ended(running.job, simulation_.now());
}

void RunState::release(const RunningJob& running) {
  if (running.node != RunningJob::kGang) {
    release_share(running, running.node, running.share);
    return;
  }
  const Gang gang =
      cut_into_gang(records_.demand(running.job), capacity_.groups()[running.group].capacity());
  for (const AllocationSpan& span : records_.spans(records_.segments(running.job).front())) {
    const std::uint32_t node = span.node - platform_.first_node(running.group);
    release_share(running, node, span.gpus == gang.full.gpus ? gang.full : gang.rest);
  }
}

void RunState::release_share(const RunningJob& running, std::uint32_t node, const Demand& share) {
  capacity_.group(running.group).give(node, share);
  if (releases_) releases_->remove(running.group, node, {running.expected_end, running.job, share});
  gpus_allocated_ -= share.gpus;
}

std::uint32_t RunState::claim_slot(const RunningJob& running) {
  if (free_slots_.empty()) {
    running_jobs_.push_back(running);
    return static_cast<std::uint32_t>(running_jobs_.size() - 1);
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  running_jobs_[slot] = running;
  return slot;
}

void RunState::settle() {
  if (!queue_.empty() && (freed_ || wake_due_ || records_.size() > first_new_)) {
    hold_until_now();
    pass_.begin(simulation_.now(), freed_);
    policies_.scheduler->schedule(pass_);
    pass_.end();
    for (const Placement& placement : pass_.decisions()) apply(placement);
  }
  schedule_wake();
  for (; first_new_ < records_.size(); ++first_new_) {
    if (records_.state(first_new_) != JobState::waiting) continue;
    stranded_meter_.job_waits(records_.demand(first_new_));
    wait_reasons_.join(first_new_, records_.demand(first_new_), simulation_.now());
  }
  if (!queue_.empty()) wait_reasons_.settle(simulation_.now());
  freed_ = false;
  wake_due_ = false;
  if (traffic_) traffic_->settle();
  if (observer_ != nullptr && !queue_.empty()) {
    const std::vector<Promise> promises = policies_.backfill->promises();
    const bool promised = !promises.empty() && promises.front().job == queue_[0].job;
    observer_->head_waits(queue_[0].job, simulation_.now(),
                          promised ? std::optional(promises.front().date) : std::nullopt);
  }
}

/// An event at the date at which the backfill wants to look again. One that is not wanted any more
/// when it comes is passed over.
void RunState::schedule_wake() {
  const double now = simulation_.now().value();
  const std::optional<Seconds> wake = queue_.empty() ? std::nullopt : policies_.backfill->wake();
  wanted_wake_ = wake.value_or(kForever).value();
  if (next_wake_ <= now) next_wake_ = kForever.value();
  if (wanted_wake_ >= next_wake_) return;
  next_wake_ = wanted_wake_;
  simulation_.schedule(*wake, kWake);
}

void RunState::apply(const Placement& placement) {
  const std::uint32_t job = placement.job;
  const std::span<const PlacedShare> shares = pass_.shares(placement);
  spans_.clear();
  for (const PlacedShare& placed : shares) {
    spans_.push_back({platform_.first_node(placement.group) + placed.node, placed.share.gpus});
    gpus_allocated_ += placed.share.gpus;
  }
  const Seconds now = simulation_.now();
  records_.start(job, now, spans_);
  const Demand& demand = records_.demand(job);
  if (capacity_.groups()[placement.group].is_pool() &&
      (demand.milli_cores != 0 || demand.memory_mib != 0)) {
    ++ignored_on_pool_;
  }
  if (job < first_new_) {
    stranded_meter_.job_leaves(demand);
    wait_reasons_.leave(job, now);
  }
  ++running_;
  const Seconds limit = records_.time_limit(job);
  const Seconds run_time = records_.run_time(job);
  const bool killed = policies_.kill_overrun && run_time > limit;
  const Seconds expected_end = now + (limit < kForever ? limit : run_time);
  const std::uint32_t slot =
      claim_slot({shares.front().share, expected_end.value(), job, placement.group,
                  shares.size() == 1 ? shares.front().node : RunningJob::kGang, killed});
  const bool has_time = run_time > Seconds(0.0) && (!killed || limit > Seconds(0.0));
  if (traffic_ && has_time && traffic_->exchanges(records_.stream(job), spans_.size())) {
    traffic_->start(slot, {job, records_.stream(job), run_time,
                           policies_.kill_overrun ? limit : kForever, spans_});
  } else {
    simulation_.schedule(now + (killed ? limit : run_time), slot);
  }
  if (observer_ != nullptr) observer_->job_started(job, now, spans_);
}

/// Called before anything changes at a new instant.
void RunState::hold_until_now() {
  const double now = simulation_.now().value();
  if (now <= held_until_) return;
  const double stranded = stranded_over(now - held_until_);
  recorder_.hold(simulation_.now(),
                 ClusterSample{static_cast<double>(gpus_allocated_), stranded,
                               static_cast<double>(queue_.size()), static_cast<double>(running_)});
  if (traffic_) {
    network_recorder_.hold(
        simulation_.now(),
        NetworkSample{traffic_->used(LinkTier::host), traffic_->used(LinkTier::fabric),
                      static_cast<double>(traffic_->jobs_exchanging()),
                      static_cast<double>(traffic_->jobs_slowed())});
  }
  held_until_ = now;
}

/// Mean number of stranded GPUs to record for a stretch of `span` seconds in which nothing changed.
/// Long stretches are looked at. Of the short ones, laid end to end, one is looked at in every
/// `step` seconds, at dates that keep step with nothing (multiples of the golden ratio), and stands
/// for that long: looking costs more than a whole event.
double RunState::stranded_over(double span) {
  constexpr double kStep = 60.0;
  const double step = stranded_meter_.looks_at_every_node()
                          ? std::max(kStep, recorder_.interval().value() / 4.0)
                          : kStep;
  if (span >= step) return stranded_meter_.stranded();
  short_stretches_ += span / step;
  double looks = 0.0;
  for (; short_stretches_ >= next_look_; looks += 1.0) {
    constexpr double kGolden = 0.6180339887498949;
    ++look_;
    const double offset = kGolden * static_cast<double>(look_);
    next_look_ = static_cast<double>(look_) + offset - std::floor(offset);
  }
  return looks > 0.0 ? stranded_meter_.stranded() * looks * step / span : 0.0;
}

void RunState::fill_in(RunResult& result) const {
  result.end = simulation_.now();
  result.timeline = recorder_.timeline();
  for (std::size_t i = 0; i < result.timeline.gpus_stranded.size(); ++i) {
    const double free =
        static_cast<double>(platform_.gpus_total()) - result.timeline.gpus_allocated[i];
    double& stranded = result.timeline.gpus_stranded[i];
    stranded = std::clamp(stranded, 0.0, std::max(0.0, free));
  }
  result.waits = wait_reasons_.result(simulation_.now());
  if (traffic_) {
    network_recorder_.add_network(result.timeline);
    result.traffic = traffic_->result(platform_);
  }
  result.partial = has_next_ || running_ > 0;
  if (result.partial)
    result.not_submitted =
        static_cast<std::int64_t>(source_->expected_jobs()) + (has_next_ ? 1 : 0);
  result.gpus_total = platform_.gpus_total();
  result.never_fit = never_fit_;
  result.cores_or_memory_ignored = ignored_on_pool_;
  result.backfilled = policies_.backfill->depth().has_value();
  result.expected_by_run_time = result.backfilled ? without_limit_ : 0;
}

RunResult RunState::result(const RunResult& header) const {
  RunResult result = header;
  result.jobs = records_;
  fill_in(result);
  return result;
}

RunResult RunState::take_result(const RunResult& header) {
  RunResult result = header;
  fill_in(result);
  result.jobs = std::move(records_);
  return result;
}

}  // namespace gpuscape
