/// Nodes that are some jobs' by the clock: what becomes of others when their hours begin.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/run/run_state.hpp"

namespace gpuscape {

/// Where nothing runs or comes, and for more than a week nothing has started: who waits then waits
/// for ever.
void RunState::plan_hours() {
  constexpr Seconds kLongest(8.0 * 86'400.0);
  const bool goes_on = meters_.counts().running() > 0 || arrivals_.next_date() < kForever;
  if (goes_on || meters_.counts().waiting() == 0) {
    hours_matter_ = simulation_.now();
    if (!goes_on) return;
  } else if (simulation_.now() - hours_matter_ > kLongest) {
    return;
  }
  const Seconds next = hours_->next_change();
  if (!(next < kForever) || hours_planned_ == next) return;
  hours_planned_ = next;
  simulation_.schedule(next, kHours);
}

/// Ends of jobs at this very date come first.
void RunState::change_hours() {
  meters_.publish(TimePasses{simulation_.now()});
  for (const std::size_t which : hours_->advance(simulation_.now())) {
    ++hours_result_[which].begun;
    begin_hours(which);
  }
  for (const auto& lane : lanes_.all()) lane->freed = true;
  for (ExpectedReleases* releases : lanes_.releases()) releases->note_surprise();
}

void RunState::begin_hours(std::size_t which) {
  const HoursSpec& spec = hours_->spec(which);
  if (spec.others == HoursSpec::Others::finish) return;
  const bool suspends = spec.others == HoursSpec::Others::suspend;
  std::vector<OutageNode> nodes;
  for (std::uint32_t group = 0; group < platform_.groups().size(); ++group)
    for (std::uint32_t node = 0; node < platform_.groups()[group].count; ++node)
      if (hours_->nodes(which).is_open(group, node)) nodes.push_back({group, node});
  for (const std::uint32_t slot : slots_on(nodes)) {
    const std::uint32_t job = holdings_[slot].job.index();
    if (hours_->are_of(which, records_.stream(job), records_.origin(job)) || lives_.is_due(slot))
      continue;
    HoursResult& counted = hours_result_[which];
    ++counted.jobs;
    counted.gpu_milli += records_.demand(job).gpu_amount_milli();
    requeue(slot, {.job = job,
                   .cause = suspends ? Cause::suspended : Cause::requeued,
                   .keeps = {.what = suspends ? Keeps::What::here : Keeps::What::saved,
                             .restart = spec.resume}});
  }
}

}  // namespace gpuscape
