#include "sim/run/run_state.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/platform/gang.hpp"

namespace gpuscape {

namespace {
constexpr std::uint32_t kWake = EventQueue::kTokens - 1;
}

RunState::Lane::Lane(RunState& state, std::unique_ptr<Backfill> with)
    : backfill(std::move(with)),
      releases(backfill->depth() ? std::make_unique<ExpectedReleases>(state.capacity_) : nullptr),
      pass({queue, state.capacity_, state.placer_, releases.get(), backfill.get(),
            state.policies_.scheduler.get(), state.parts_.rules, state.parts_.limits,
            state.parts_.preempts ? &state.running_jobs_ : nullptr}) {
  if (state.parts_.reorders) queue.follow_jobs();
}

RunState::RunState(Platform platform, Policies policies, std::unique_ptr<WorkloadSource> source,
                   TrafficParts traffic, WorkloadFacts facts)
    : platform_(std::move(platform)),
      policies_(std::move(policies)),
      parts_(policies_.scheduler->parts()),
      facts_(std::move(facts)),
      inlet_(std::move(source)),
      simulation_(*this),
      capacity_(platform_),
      placer_(capacity_, *policies_.placement),
      traffic_(traffic.network ? std::make_unique<JobTraffic>(std::move(traffic), simulation_)
                               : nullptr),
      stranded_meter_(capacity_),
      wait_reasons_(capacity_) {
  const PolicyContext context{platform_, *facts_.origins, facts_.streams, facts_.demand,
                              facts_.unix_origin};
  const std::size_t lanes = parts_.rules == nullptr ? 1 : parts_.rules->bind(context);
  lanes_.push_back(std::make_unique<Lane>(*this, std::move(policies_.backfill)));
  while (lanes_.size() < lanes)
    lanes_.push_back(std::make_unique<Lane>(*this, policies_.make_backfill()));
  for (const auto& lane : lanes_) lane->backfill->bind(context);
  records_.reserve(inlet_.expected_jobs());
  pull();
}

void RunState::pull() {
  has_next_ = inlet_.next(next_job_);
  ensure(!has_next_ || next_job_.submit >= simulation_.now(),
         "a workload source yields jobs by rising submit date");
  simulation_.set_next_input(has_next_ ? next_job_.submit : kForever);
}

const NodeMask* RunState::open_to(std::uint32_t job) const {
  return parts_.rules == nullptr ? nullptr : parts_.rules->nodes(as_waiting(job));
}

bool RunState::can_ever_fit(const WaitingJob& job) const {
  const NodeMask* nodes = parts_.rules == nullptr ? nullptr : parts_.rules->nodes(job);
  for (std::size_t group = 0; group < platform_.groups().size(); ++group) {
    const NodeGroup& of_group = platform_.groups()[group];
    if (fits_when_empty(job.demand, of_group, nodes ? nodes->count(group) : of_group.count))
      return true;
  }
  return false;
}

WaitingJob RunState::as_waiting(std::uint32_t job, const Job& record) {
  // All at once: to fill it with zeros first takes longer than all the rest.
  return {.job = job,
          .demand = record.demand,
          .submit = record.submit,
          .expected_run_time = record.time_limit < kForever ? record.time_limit : record.run_time,
          .run_time_left = record.run_time,
          .origin = record.origin,
          .stream = record.stream};
}

void RunState::enqueue(WaitingJob& waiting) {
  // What ran already when the run begins comes before what any policy would put first.
  waiting.rank = records_.job(waiting.job).carried_over == CarriedOver::running
                     ? -std::numeric_limits<double>::infinity()
                     : policies_.scheduler->rank(waiting);
  waiting.rank_class = policies_.scheduler->rank_class(waiting);
  Lane& lane = lane_of(waiting);
  lane.queue.insert(waiting);
  lane.is_to_look = true;
}

void RunState::handle_input() {
  hold_until_now();
  const std::uint32_t index = records_.add(next_job_);
  if (observer_ != nullptr) observer_->job_submitted(index, next_job_.submit);
  last_change_ = simulation_.now();
  submit(index);
  pull();
}

void RunState::submit(std::uint32_t job) {
  WaitingJob waiting = as_waiting(job, next_job_);
  if (waiting.stream >= jobs_of_stream_.size()) jobs_of_stream_.resize(waiting.stream + 1U);
  std::vector<std::uint32_t>& of_stream = jobs_of_stream_[waiting.stream];
  of_stream.push_back(job);
  if (!can_ever_fit(waiting)) {
    records_.mark_never_fits(job);
    ++never_fit_;
    return;
  }
  const Waiting waits = wait_for_others(job, of_stream);
  if (waits == Waiting::in_vain) {
    records_.mark_dependency_failed(job);
    return;
  }
  if (!(next_job_.time_limit < kForever)) ++without_limit_;
  stranded_meter_.job_submitted(next_job_.demand);
  ++waiting_;
  if (waits == Waiting::for_nobody) enqueue(waiting);
}

void RunState::handle_event(std::uint32_t slot) {
  if (slot == kWake) {
    if (simulation_.now().value() < wanted_wake_) return;  // plans have changed since
    hold_until_now();
    for (const auto& lane : lanes_) lane->is_to_look = true;
    return;
  }
  if (slots_[slot].job == RunningSlot::kPreempted) {
    free_slots_.push_back(slot);
    return;
  }
  hold_until_now();
  end_job(slot);
}

void RunState::handle_completion(std::uint32_t token) {
  hold_until_now();
  const JobTraffic::End end = traffic_->end(token);
  slots_[end.slot].killed = end.by_limit;
  end_job(end.slot);
}

void RunState::end_job(std::uint32_t slot) {
  const RunningSlot& running = slots_[slot];
  release(running);
  records_.end(running.job, simulation_.now(),
               running.killed ? JobState::timed_out : JobState::completed);
  last_change_ = simulation_.now();
  free_slots_.push_back(slot);
  --running_;
  ++ended_;
  if (parts_.preempts) running_jobs_.erase(running.job);
  if (parts_.limits != nullptr) {
    parts_.limits->ended(as_waiting(running.job), simulation_.now());
    release_held();
  }
  if (!dependents_.empty()) release_dependents(running.job);
  if (observer_ != nullptr) observer_->job_ended(running.job, simulation_.now());
  if (inlet_.job_ended(records_.job(running.job), simulation_.now(),
                       has_next_ ? &next_job_ : nullptr))
    pull();
}

/// Those that the limits let go on, in the order in which they were held back.
void RunState::release_held() {
  const auto is_free = [this](const WaitingJob& job) {
    if (parts_.limits->holds(job)) return false;
    if (job.job < first_new_) {
      stranded_meter_.job_waits(job.demand);
      wait_reasons_.let_go(job.job, job.demand, simulation_.now());
    }
    WaitingJob waiting = job;
    enqueue(waiting);
    return true;
  };
  std::erase_if(held_, is_free);
}

void RunState::settle() {
  for (const auto& lane : lanes_) {
    if (!lane->queue.empty()) look(*lane);
    lane->freed = false;
    lane->is_to_look = false;
  }
  if (first_new_ < records_.size()) join_new();
  if (waiting_ > 0) wait_reasons_.settle(simulation_.now());
  if (traffic_) traffic_->settle();
  if (waiting_ > 0) wake_later();
  if (observer_ != nullptr) tell_observer();
}

void RunState::look(Lane& lane) {
  // A second pass gives what was preempted in the first the room that is left.
  for (int round = 0; round < 2; ++round) {
    if (lane.queue.empty() || !(lane.freed || lane.is_to_look)) break;
    lane.pass.begin(simulation_.now(), lane.freed);
    policies_.scheduler->schedule(lane.pass);
    lane.pass.end();
    for (const Preemption& preemption : lane.pass.preemptions()) apply(preemption);
    for (const Placement& placement : lane.pass.decisions())
      if (!placement.resumed) apply(lane.pass, placement);
    for (const WaitingJob& job : lane.pass.held()) hold(job);
    lane.freed = false;
    lane.is_to_look = lane.pass.is_worth_another();
    if (parts_.limits != nullptr && !lane.pass.preemptions().empty()) release_held();
  }
}

/// Jobs that arrived at this instant and did not start wait from now on.
void RunState::join_new() {
  for (; first_new_ < records_.size(); ++first_new_) {
    if (records_.state(first_new_) != JobState::waiting) continue;
    const WaitReasons::Who who{first_new_, records_.origin(first_new_), open_to(first_new_)};
    const auto is_it = [this](const WaitingJob& job) { return job.job == first_new_; };
    if (std::ranges::find(new_dependents_, first_new_) != new_dependents_.end()) {
      wait_reasons_.join_held(who, WaitReason::dependency, simulation_.now());
    } else if (std::ranges::any_of(held_, is_it)) {
      wait_reasons_.join_held(who, WaitReason::limit, simulation_.now());
    } else {
      stranded_meter_.job_waits(records_.demand(first_new_));
      wait_reasons_.join(who, records_.demand(first_new_), simulation_.now());
    }
  }
  new_dependents_.clear();
}

void RunState::tell_observer() {
  for (const auto& lane : lanes_) {
    if (lane->queue.empty()) continue;
    const std::uint32_t head = lane->queue[0].job;
    const std::vector<Promise> promises = lane->backfill->promises();
    const bool promised = !promises.empty() && promises.front().job == head;
    observer_->head_waits(head, simulation_.now(),
                          promised ? std::optional(promises.front().date) : std::nullopt);
  }
}

void RunState::wake_later() {
  Seconds wanted = kForever;
  for (const auto& lane : lanes_)
    if (!lane->queue.empty()) wanted = std::min(wanted, lane->backfill->wake().value_or(kForever));
  wanted = std::min(wanted, policies_.scheduler->wake().value_or(kForever));
  wanted_wake_ = wanted.value();
  const double now = simulation_.now().value();
  if (!(wanted < kForever) || wanted.value() <= now) return;
  if (next_wake_ > now && next_wake_ <= wanted.value()) return;
  next_wake_ = wanted.value();
  simulation_.schedule(wanted, kWake);
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
