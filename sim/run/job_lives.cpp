#include "sim/run/job_lives.hpp"

#include <algorithm>
#include <optional>

namespace gpuscape {

JobLives::Remains JobLives::remains(std::uint32_t job) const {
  if (!remains_.empty()) {
    const auto known = remains_.find(job);
    if (known != remains_.end()) return known->second;
  }
  return {{.total = records_.run_time(job)}, records_.time_limit(job)};
}

void JobLives::set_scale(std::uint32_t slot, const Job& job,
                         std::span<const AllocationSpan> spans) {
  if (options_.scale == nullptr) return;
  if (slot >= scales_.size()) scales_.resize(slot + 1, 1.0);
  scales_[slot] = options_.scale->at_start(job, spans, *options_.capacity);
}

void JobLives::begin(std::uint32_t slot, std::span<const AllocationSpan> spans) {
  const std::uint32_t job = job_in(slot);
  const Remains remains = this->remains(job);
  set_scale(slot, records_.job(job), spans);
  const Seconds run_time = remains.work.left() * scale(slot);
  if (slot >= lives_.size()) lives_.resize(slot + 1);
  lives_[slot].phase = 0;
  if (phases_.empty()) {  // what most runs are made of: no list to look at, no virtual call
    end_phase_after(slot, run_time, enforced(remains.limit));
    return;
  }
  const Job& record = records_.job(job);
  enter_phase({.slot = slot,
               .job = job,
               .runs = {record.stream, record.application},
               .run_time = run_time,
               .limit = enforced(remains.limit),
               .spans = spans});
}

void JobLives::end_phase_after(std::uint32_t slot, Seconds length, Seconds limit) {
  Life& life = lives_[slot];
  life.phase_began = simulation_.now();
  life.killed = length > limit;
  life.ends_by_event = true;
  simulation_.schedule(simulation_.now() + (life.killed ? limit : length), slot);
}

/// The first from the life's phase on that applies.
void JobLives::enter_phase(const PhaseContext& context) {
  Life& life = lives_[context.slot];
  while (life.phase < phases_.size() && !phases_[life.phase]->applies(context)) ++life.phase;
  const std::optional<Seconds> length = phase_of(life).begin(context);
  if (length) {
    end_phase_after(context.slot, *length, context.limit);
    return;
  }
  life.phase_began = simulation_.now();
  life.killed = false;
  life.ends_by_event = false;
}

bool JobLives::takes_event(std::uint32_t slot) {
  if (!holdings_[slot].job.is_none()) return true;
  holdings_.release(slot);
  return false;
}

bool JobLives::handle_completion(std::uint32_t token) {
  const std::uint32_t slot = Phase::slot_of(token);
  lives_[slot].killed = phase_of(lives_[slot]).complete(token);
  return enter_next_phase(slot);
}

bool JobLives::enter_next_phase(std::uint32_t slot) {
  Life& life = lives_[slot];
  if (life.killed || phase_of(life).works_off_run_time()) return true;
  ++life.phase;
  enter(slot);
  return false;
}

/// The phase that it is in by now, in the middle of its life.
void JobLives::enter(std::uint32_t slot) {
  const std::uint32_t job = job_in(slot);
  const Job& record = records_.job(job);
  const Remains remains = this->remains(job);
  // The limit is on the whole life: what earlier phases took is gone.
  const Seconds limit = std::max(Seconds(0.0), remains.limit - life_so_far(job));
  enter_phase({.slot = slot,
               .job = job,
               .runs = {record.stream, record.application},
               .run_time = remains.work.left() * scale(slot),
               .limit = enforced(limit),
               .spans = records_.spans(records_.segments(job).back())});
}

void JobLives::leave(std::uint32_t slot) {
  if (phases_.empty()) return;
  const std::uint32_t job = job_in(slot);
  for (const auto& phase : phases_)
    phase->left(job, records_.spans(records_.segments(job).back()), simulation_.now());
}

void JobLives::end(std::uint32_t slot) {
  leave(slot);
  holdings_.release(slot);
}

void JobLives::stop(std::uint32_t slot, const Keeps& keeps) {
  const std::uint32_t job = job_in(slot);
  const Life& life = lives_[slot];
  Remains remains = this->remains(job);
  remains.work.advance(phase_of(life).stop(slot, simulation_.now() - life.phase_began) /
                       scale(slot));
  leave(slot);
  if (keeps.what == Keeps::What::all) {
    remains.work.save();
    remains.limit = std::max(Seconds(0.0), remains.limit - life_so_far(job));
  } else {
    remains.work.fall_back();
    remains.limit = records_.time_limit(job) +
                    (remains.work.total - records_.run_time(job));  // restarts so far
  }
  remains.work.total += keeps.restart;
  remains.limit += keeps.restart;
  remains_.insert_or_assign(job, remains);
  if (life.ends_by_event)
    holdings_.abandon(slot);
  else
    holdings_.release(slot);
}

}  // namespace gpuscape
