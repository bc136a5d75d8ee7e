/// What a scheduling pass has decided, applied to the state of the run.

#include <algorithm>
#include <cstdint>
#include <span>

#include "sim/run/run_state.hpp"

namespace gpuscape {

void RunState::apply(const SchedulingPass& pass, const Placement& placement) {
  const std::uint32_t job = placement.job;
  const std::span<const AllocationShare> shares = pass.shares(placement);
  std::int64_t gpu_milli = 0;
  spans_.clear();
  for (const AllocationShare& placed : shares) {
    spans_.push_back(span_of(placed));
    gpu_milli += placed.share.gpu_amount_milli();
  }
  const std::uint32_t standbys = standbys_.count(records_.job(job));
  const std::span<const AllocationSpan> held = spans_;
  const std::span<const AllocationSpan> spans = held.first(held.size() - standbys);
  records_.start(job, simulation_.now(), spans);
  for (const AllocationSpan& standby : held.last(standbys))
    records_.begin_standby(job, simulation_.now(), standby);
  const std::uint32_t slot = holdings_.take(job, shares, placement.expected_end, standbys);
  const Lives::Next next = lives_.begin(slot, spans);
  meters_.publish(JobStarted{.job = job,
                             .date = simulation_.now(),
                             .demand = records_.demand(job),
                             .spans = spans,
                             .gpu_milli = gpu_milli,
                             .waited = !is_new(job),
                             .on_pool = capacity_.groups()[shares.front().group].is_pool()});
  follow(slot, next);
}

void RunState::interrupt(std::uint32_t slot, const Interruption& what) {
  const std::int64_t gpu_milli = holdings_.give_back(slot, lane_of(what.job).releases.get());
  lives_.stop(slot, what);
  records_.interrupt(what.job, simulation_.now(), what.cause);
  meters_.publish(JobPreempted{.job = what.job,
                               .date = simulation_.now(),
                               .demand = records_.demand(what.job),
                               .origin = records_.origin(what.job),
                               .open = open_to(what.job),
                               .gpu_milli = gpu_milli,
                               .is_new = is_new(what.job)});
}

/// A limit holds the job back from now on.
void RunState::hold_back(const WaitingJob& job) {
  held_.push_back(job);
  held_.back().started = false;
  meters_.publish(JobHeldBack{
      .job = job.job, .date = simulation_.now(), .demand = job.demand, .waited = !is_new(job.job)});
}

}  // namespace gpuscape
