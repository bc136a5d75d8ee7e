/// Nodes that are some jobs' by the clock: what becomes of others when their hours begin.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/run/run_state.hpp"

namespace gpuscape {

/// Where nothing runs or comes, and for more than a week nothing has started: who waits then waits
/// for ever.
void RunState::plan_hours() {
  if (!hours_.nodes) return;
  constexpr Seconds kLongest(8.0 * 86'400.0);
  const bool goes_on = meters_.counts().running() > 0 || arrivals_.next_date() < kForever;
  if (goes_on || meters_.counts().waiting() == 0) {
    hours_.matter = simulation_.now();
    if (!goes_on) return;
  } else if (simulation_.now() - hours_.matter > kLongest) {
    return;
  }
  const Seconds next = hours_.nodes->next_change();
  if (!(next < kForever) || hours_.planned == next) return;
  hours_.planned = next;
  simulation_.schedule(next, kHours);
}

/// Whatever ends at this very date does so first: others leave when the instant is settled.
void RunState::change_hours() {
  const JobCounts& counts = meters_.counts();
  if (counts.running() == 0 && counts.waiting() == 0 && !(arrivals_.next_date() < kForever))
    return;  // planned before all was over
  meters_.publish(TimePasses{simulation_.now()});
  hours_.begun = hours_.nodes->advance(simulation_.now());
  for (const auto& lane : lanes_.all()) lane->freed = true;
  for (ExpectedReleases* releases : lanes_.releases()) releases->note_surprise();
}

void RunState::begin_hours() {
  for (const std::size_t which : std::exchange(hours_.begun, {})) begin_hours(which);
}

void RunState::begin_hours(std::size_t which) {
  ++hours_.results[which].begun;
  const HoursSpec& spec = hours_.nodes->spec(which);
  if (spec.others == HoursSpec::Others::finish) return;
  const bool suspends = spec.others == HoursSpec::Others::suspend;
  std::vector<OutageNode> nodes;
  for (std::uint32_t group = 0; group < platform_.groups().size(); ++group)
    for (std::uint32_t node = 0; node < platform_.groups()[group].count; ++node)
      if (hours_.nodes->nodes(which).is_open(group, node)) nodes.push_back({group, node});
  for (const std::uint32_t slot : slots_on(nodes)) {
    const std::uint32_t job = holdings_[slot].job.index();
    if (hours_.nodes->are_of(which, records_.stream(job), records_.origin(job))) continue;
    HoursResult& counted = hours_.results[which];
    ++counted.jobs;
    for (const AllocationShare& share : holdings_.shares(slot))
      counted.gpu_milli += share.share.gpu_amount_milli();
    requeue(slot, {.job = job,
                   .cause = suspends ? Cause::suspended : Cause::requeued,
                   .keeps = {.what = suspends ? Keeps::What::here : Keeps::What::saved,
                             .restart = spec.resume}});
  }
}

}  // namespace gpuscape
