#include "sim/run/run_state.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim/platform/gang.hpp"
#include "sim/run/life/regrouped.hpp"

namespace gpuscape {

namespace {
constexpr std::uint32_t kWake = EventQueue::kTokens - 1;

Platform resolved(Platform platform, const NodeAsks& asks) {
  resolve_asks(asks, platform);
  return platform;
}

std::optional<GpuNeighbours> made_neighbours(const FreeCapacity& capacity,
                                             const WorkloadFacts& facts) {
  if (std::ranges::none_of(capacity.platform().groups(), &NodeGroup::shares_gpus))
    return std::nullopt;
  return GpuNeighbours(capacity, facts.streams, facts.gpu_use, facts.serves);
}

bool has_elastic(const std::vector<SavesSpec>& terms) {
  return std::ranges::any_of(terms, [](const SavesSpec& of) { return of.elastic.min > 0; });
}
}  // namespace

RunState::RunState(Platform platform, Policies policies, std::unique_ptr<WorkloadSource> source,
                   TrafficParts exchanged, WorkloadFacts facts, RunTimeScale* scale,
                   OutagesOfNodes outages, std::vector<SavesSpec> terms)
    : platform_(resolved(std::move(platform), facts.origins->asks())),
      policies_(std::move(policies)),
      hooks_(policies_.scheduler->parts()),
      facts_(std::move(facts)),
      arrivals_(std::move(source)),
      simulation_(*this),
      capacity_(platform_),
      any_elastic_(has_elastic(terms)),
      outages_(std::move(outages)),
      holdings_(capacity_, {.find_jobs = hooks_.preempts || hooks_.uses != nullptr,
                            .find_nodes = outages_.any() || policies_.defragment || any_elastic_ ||
                                          !policies_.hours.empty()}),
      announced_(outages_.any_planned() ? std::make_optional<Outages>(outages_.planned(), platform_)
                                        : std::nullopt),
      hours_(policies_.hours, context(), policies_.starts_on),
      lanes_(
          policies_, hooks_, capacity_, holdings_, context(), announced_ ? &*announced_ : nullptr,
          outages_.any_not_planned() ? &outages_ : nullptr,
          [this](std::size_t group, std::uint32_t node) {
            return !in_service_ || in_service_->is_open(group, node);
          },
          [this](std::uint32_t job) { return lives_.near(job); }, room_makers(),
          hours_.nodes.get()),
      neighbours_(made_neighbours(capacity_, facts_)),
      lives_(simulation_, records_, holdings_,
             {.kill_overrun = policies_.kill_overrun,
              .scale = scale,
              .capacity = &capacity_,
              .pace = outages_.any_slow() ? &impairments_ : nullptr,
              .neighbours = neighbours_ ? &*neighbours_ : nullptr}),
      dependencies_(records_),
      standbys_(std::move(terms), platform_),
      stays_open_(announced_ ? &*announced_ : nullptr),
      meters_(platform_, capacity_) {
  if (exchanged.network) {
    lives_.exchange_over(std::move(exchanged), capacity_);
    meters_.watch(lives_.exchange());
  }
  make_instances();
  meters_.watch(hooks_.queues);
  if (outages_.has_spares()) {
    in_service_.emplace(platform_);
    in_service_->invert();
    for (const OutageNode& spare : outages_.spares()) in_service_->close(spare.group, spare.node);
  }
  if (policies_.defragment || any_elastic_) {
    lives_.add_part(std::make_unique<Regrouped>());
    regrouped_ =
        RegroupResult{.moves_jobs = policies_.defragment.has_value(), .elastic = any_elastic_};
  }
  records_.reserve(arrivals_.expected_jobs());
  pull();
  plan_node_change();
  plan_hours();
}

void RunState::pull() {
  arrivals_.pull(simulation_.now());
  simulation_.set_next_input(arrivals_.next_date());
}

/// Spares come when nodes fail, and not for more jobs.
bool RunState::can_ever_fit(const WaitingJob& job) const {
  const NodeMask* open = hooks_.rules == nullptr ? nullptr : hooks_.rules->nodes(job);
  if (!in_service_) return could_ever_hold(capacity_, job.demand, open);
  if (open == nullptr) return could_ever_hold(capacity_, job.demand, &*in_service_);
  NodeMask both = *open;
  for (const OutageNode& spare : outages_.spares()) both.close(spare.group, spare.node);
  return could_ever_hold(capacity_, job.demand, &both);
}

WaitingJob RunState::as_waiting(std::uint32_t job, const Job& record) const {
  const QueuePlaces::Place place = places_.of(job, record.submit);
  // All at once: to fill it with zeros first takes longer than all the rest.
  return {.job = job,
          .demand = demand_of(record),
          .submit = place.submit,
          .expected_run_time = record.time_limit < kForever
                                   ? record.time_limit
                                   : expected_life(job, record, record.run_time),
          .run_time_left = record.run_time,
          .origin = record.origin,
          .stream = record.stream,
          .later = place.later};
}

Seconds RunState::expected_life(std::uint32_t job, const Job& record, Seconds work) const {
  return work + policies_.start_up +
         lives_.expected_pauses({job, {record.stream, record.application}, record.demand, work});
}

/// What ran already when the run begins comes before what any policy would put first, unless a
/// policy has stopped it by now.
void RunState::enqueue(WaitingJob& job, bool by_policy) {
  lanes_.enqueue(job, records_.job(job.job).carried_over == CarriedOver::running &&
                          !places_.is_at_back(job.job) && !by_policy);
}

void RunState::handle_input() {
  meters_.publish(TimePasses{simulation_.now()});
  submit(records_.add(arrivals_.next()));
  pull();
}

void RunState::submit(std::uint32_t job) {
  const Job& record = arrivals_.next();
  WaitingJob waiting = as_waiting(job, record);
  dependencies_.add(job, record.stream);
  const Entry entry = enter(waiting);
  if (entry.state == JobState::waiting && !entry.has_dependency) enqueue(waiting);
  meters_.publish(JobSubmitted{.job = job,
                               .date = simulation_.now(),
                               .demand = record.demand,
                               .state = entry.state,
                               .has_dependency = entry.has_dependency,
                               .has_limit = record.time_limit < kForever});
}

RunState::Entry RunState::enter(const WaitingJob& job) {
  if (!can_ever_fit(job)) {
    records_.mark_never_fits(job.job);
    return {.state = JobState::never_fits};
  }
  const Dependencies::Verdict verdict = dependencies_.enter(job.job, arrivals_);
  if (verdict == Dependencies::Verdict::in_vain) {
    records_.mark_dependency_failed(job.job);
    return {.state = JobState::dependency_failed};
  }
  return {.has_dependency = verdict == Dependencies::Verdict::waits};
}

void RunState::handle_event(std::uint32_t token) {
  if (token == kWake) {
    if (!wake_ups_.is_due(simulation_.now())) return;
    meters_.publish(TimePasses{simulation_.now()});
    if (hooks_.limits != nullptr) release_held();
    for (std::size_t lane = 0; lane < lanes_.all().size(); ++lane)
      if (is_due(lane)) lanes_.all()[lane]->is_to_look = true;
    return;
  }
  if (token == kNodeChange) return change_nodes();
  if (token == kGraceOver) return stop_leaving();
  if (token == kHours) return change_hours();
  if (token == kMayGrow || token == kDecides) return meters_.publish(TimePasses{simulation_.now()});
  if (!lives_.takes_event(token)) return;
  meters_.publish(TimePasses{simulation_.now()});
  follow(token, lives_.handle_event(token));
}

void RunState::handle_completion(std::uint32_t token) {
  meters_.publish(TimePasses{simulation_.now()});
  follow(Lives::slot_of_completion(token), lives_.handle_completion(token));
}

void RunState::follow(std::uint32_t slot, Lives::Next next) {
  while (next.gives_up) {
    place_elsewhere(slot, *next.gives_up);
    next = lives_.retry(slot);
  }
  if (next.ends) end_job(slot);
}

void RunState::change_paces(std::span<const std::uint32_t> slots) {
  for (const std::uint32_t slot : slots) lives_.change_pace(slot);
}

void RunState::leave_gpu(std::uint32_t slot) {
  if (neighbours_) change_paces(neighbours_->leave(slot, simulation_.now()));
}

void RunState::end_job(std::uint32_t slot) {
  const std::uint32_t job = holdings_[slot].job.index();
  Lane& lane = lane_of(job);
  lane.freed = true;
  const std::int64_t gpu_milli = give_back(slot, lane.releases.get());
  records_.end(job, simulation_.now(),
               lives_.is_killed(slot) ? JobState::timed_out : JobState::completed);
  leave_gpu(slot);
  lives_.end(slot);
  job_ended(job, gpu_milli);
}

void RunState::job_ended(std::uint32_t job, std::int64_t gpu_milli) {
  lanes_.forget(job);
  meters_.publish(JobEnded{job, simulation_.now(), gpu_milli});
  if (hooks_.limits != nullptr) {
    hooks_.limits->ended(as_waiting(job), simulation_.now());
    release_held();
  }
  resolve_dependents(job);
  if (arrivals_.job_ended(records_.job(job), simulation_.now())) pull();
}

/// Those that the limits let go on, in the order in which they were held back.
void RunState::release_held() {
  for (WaitingJob& job : hooks_.limits->let_go(simulation_.now())) {
    held_.erase(job.job);
    enqueue(job);
    meters_.publish(JobLetGo{.job = job.job,
                             .date = simulation_.now(),
                             .demand = job.demand,
                             .held_by = WaitReason::limit,
                             .waited = !is_new(job.job)});
  }
}

void RunState::resolve_dependents(std::uint32_t job) {
  dependencies_.resolve(job, [this](std::uint32_t other, bool free) {
    const Seconds now = simulation_.now();
    if (free) {
      WaitingJob waiting = as_waiting(other);
      enqueue(waiting);
      meters_.publish(JobLetGo{.job = other,
                               .date = now,
                               .demand = waiting.demand,
                               .held_by = WaitReason::dependency,
                               .waited = true});
    } else {
      records_.mark_dependency_failed(other);
      meters_.publish(DependencyFailed{other, now});
      resolve_dependents(other);
    }
  });
}

void RunState::settle() {
  kill_due();
  begin_hours();
  const auto is_freed = [](const auto& lane) { return lane->freed; };
  if (outages_.any_under_way() && std::ranges::any_of(lanes_.all(), is_freed)) hold_free_nodes();
  for (const auto& lane : lanes_.all()) {
    if (policies_.decision_time.any() && decides_later(*lane)) continue;
    if (!lane->queue.empty()) look(*lane);
    lane->freed = false;
    lane->is_to_look = false;
  }
  if (any_elastic_) grow();
  if (first_new_ < records_.size()) publish_new_waits();
  lives_.settle();
  call_spares();
  if (outages_.any()) plan_node_change();
  plan_hours();
  for (const auto& lane : lanes_.all())
    if (PodClaims* pods = lane->claims()) pods->settle(simulation_.now());
  if (hooks_.rules != nullptr) hooks_.rules->settle(capacity_, simulation_.now());
  if (hours_.nodes && hooks_.divides) hours_.nodes->refresh();
  if (meters_.counts().waiting() > 0 || hooks_.uses != nullptr) plan_wake_up();
  if (lives_.copies() && is_over()) lives_.stop_copies();
  meters_.publish(InstantSettled{simulation_.now()});
  if (!meters_.observers().empty()) publish_heads();
}

void RunState::plan_wake_up() {
  Seconds wanted = meters_.counts().waiting() > 0 ? lanes_.wake() : kForever;
  if (hooks_.uses != nullptr && meters_.counts().running() > 0)
    wanted = std::min(wanted, hooks_.uses->next_kill());
  if (const auto date = wake_ups_.plan(wanted, simulation_.now()))
    simulation_.schedule(*date, kWake);
}

}  // namespace gpuscape
