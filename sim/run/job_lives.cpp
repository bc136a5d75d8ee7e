#include "sim/run/job_lives.hpp"

#include <algorithm>
#include <optional>

namespace gpuscape {

JobLives::RemainingWork JobLives::remaining(std::uint32_t job) const {
  if (!remaining_.empty()) {
    const auto left = remaining_.find(job);
    if (left != remaining_.end()) return left->second;
  }
  return {records_.run_time(job), records_.time_limit(job)};
}

void JobLives::set_scale(std::uint32_t slot, const Job& job,
                         std::span<const AllocationSpan> spans) {
  if (options_.scale == nullptr) return;
  if (slot >= scales_.size()) scales_.resize(slot + 1, 1.0);
  scales_[slot] = options_.scale->at_start(job, spans, *options_.capacity);
}

void JobLives::begin(std::uint32_t job, std::span<const AllocationShare> shares,
                     std::span<const AllocationSpan> spans) {
  RemainingWork left = remaining(job);
  // As those who plan were told: how long it takes on these nodes is known to nobody before.
  const Seconds expected = left.limit < kForever ? left.limit : left.run_time;
  const std::uint32_t slot = slots_.claim(job);
  set_scale(slot, records_.job(job), spans);
  left.run_time *= scale(slot);
  RunningSlot& running = slots_[slot];
  running.hold(shares.front());
  if (shares.size() > 1) running.node = GroupNode::none();
  running.expected_end = simulation_.now() + expected;
  running.phase = 0;
  if (phases_.empty()) {  // what most runs are made of: no list to look at, no virtual call
    end_phase_after(running, slot, left.run_time, enforced(left.limit));
    return;
  }
  const Job& record = records_.job(job);
  enter_phase(running, {.slot = slot,
                        .job = job,
                        .runs = {record.stream, record.application},
                        .run_time = left.run_time,
                        .limit = enforced(left.limit),
                        .spans = spans});
}

void JobLives::end_phase_after(RunningSlot& running, std::uint32_t slot, Seconds length,
                               Seconds limit) {
  running.phase_began = simulation_.now();
  running.killed = length > limit;
  running.ends_by_event = true;
  simulation_.schedule(simulation_.now() + (running.killed ? limit : length), slot);
}

/// The first from `running.phase` on that applies.
void JobLives::enter_phase(RunningSlot& running, const PhaseContext& context) {
  while (running.phase < phases_.size() && !phases_[running.phase]->applies(context))
    ++running.phase;
  const std::optional<Seconds> length = phase_of(running).begin(context);
  if (length) {
    end_phase_after(running, context.slot, *length, context.limit);
    return;
  }
  running.phase_began = simulation_.now();
  running.killed = false;
  running.ends_by_event = false;
}

bool JobLives::takes_event(std::uint32_t slot) {
  if (!slots_[slot].job.is_none()) return true;
  slots_.release(slot);
  return false;
}

bool JobLives::handle_completion(std::uint32_t token) {
  const std::uint32_t slot = Phase::slot_of(token);
  slots_[slot].killed = phase_of(slots_[slot]).complete(token);
  return enter_next_phase(slot);
}

bool JobLives::enter_next_phase(std::uint32_t slot) {
  RunningSlot& running = slots_[slot];
  if (running.killed || phase_of(running).works_off_run_time()) return true;
  ++running.phase;
  enter(slot);
  return false;
}

/// The phase that it is in by now, in the middle of its life.
void JobLives::enter(std::uint32_t slot) {
  RunningSlot& running = slots_[slot];
  const std::uint32_t job = running.job.index();
  const Job& record = records_.job(job);
  RemainingWork left = remaining(job);
  // The limit is on the whole life: what earlier phases took is gone.
  left.limit = std::max(Seconds(0.0), left.limit - life_so_far(job));
  left.run_time *= scale(slot);
  enter_phase(running, {.slot = slot,
                        .job = job,
                        .runs = {record.stream, record.application},
                        .run_time = left.run_time,
                        .limit = enforced(left.limit),
                        .spans = records_.spans(records_.segments(job).back())});
}

Seconds JobLives::stop_in(std::uint32_t slot) {
  const RunningSlot& running = slots_[slot];
  const Seconds progress =
      phase_of(running).stop(slot, simulation_.now() - running.phase_began) / scale(slot);
  leave(slot);
  if (running.ends_by_event) {
    slots_.abandon(slot);
  } else {
    slots_.release(slot);
  }
  return progress;
}

void JobLives::undo(std::uint32_t slot) {
  const std::uint32_t job = slots_[slot].job.index();
  stop_in(slot);
  remaining_.erase(job);
}

void JobLives::stop(std::uint32_t job, const PreemptionTerms& terms) {
  const Seconds progress = stop_in(slots_.of(job));
  RemainingWork left = remaining(job);
  if (terms.keeps_progress) {
    left.run_time = std::max(Seconds(0.0), left.run_time - progress);
    if (left.limit < kForever) left.limit = std::max(Seconds(0.0), left.limit - life_so_far(job));
  }
  left.run_time += terms.restart;
  if (left.limit < kForever) left.limit += terms.restart;
  remaining_.insert_or_assign(job, left);
}

}  // namespace gpuscape
