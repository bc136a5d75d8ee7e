/// Nodes that go and come, and jobs that go on with others.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/run/run_state.hpp"

namespace gpuscape {

void RunState::plan_node_change() {
  if (const auto date = outages_.next_date()) simulation_.schedule(*date, kNodeChange);
}

/// What ends comes before what begins: on one node, one outage may follow another.
void RunState::change_nodes() {
  const Seconds now = simulation_.now();
  meters_.publish(TimePasses{now});
  outages_.end_due(now, capacity_, lanes_.releases());
  for (const auto& lane : lanes_.all()) lane->freed = true;
  for (const std::size_t outage : outages_.begin_due(now)) {
    const PlannedOutage& planned = outages_.planned()[outage];
    if (planned.requeues && announced_) announced_->announce(planned);
    clear_nodes_of(outage);
  }
  hold_free_nodes();
  plan_node_change();
}

void RunState::hold_free_nodes() {
  const std::int64_t before = outages_.gpus_held();
  outages_.hold_free(capacity_, lanes_.releases());
  if (outages_.gpus_held() != before || !outages_.any_under_way())
    meters_.publish(NodesChanged{simulation_.now(), outages_.gpus_held()});
}

/// Overdue jobs stay until they end, where nobody stops them.
void RunState::clear_nodes_of(std::size_t outage) {
  std::vector<std::uint32_t> slots;
  for (const OutageNode& away : outages_.planned()[outage].nodes) {
    const auto on = holdings_.on(platform_.first_node(away.group) + away.node);
    slots.insert(slots.end(), on.begin(), on.end());
  }
  std::ranges::sort(slots);
  const auto twice = std::ranges::unique(slots);
  slots.erase(twice.begin(), twice.end());
  for (const std::uint32_t slot : slots) {
    outages_.count_job(outage);
    if (outages_.planned()[outage].requeues)
      requeue(slot, {.job = holdings_[slot].job.index(),
                     .cause = Cause::requeued,
                     .keeps = {.what = Keeps::What::saved}});
  }
}

void RunState::requeue(std::uint32_t slot, const Interruption& what) {
  const std::uint32_t job = what.job;
  lane_of(job).freed = true;
  interrupt(slot, what);
  lanes_.forget(job);
  if (hooks_.limits != nullptr) {
    hooks_.limits->ended(as_waiting(job), simulation_.now());
    release_held();
  }
  const Lives::Remains remains = lives_.remains(job);
  WaitingJob waiting = as_waiting(job);
  waiting.run_time_left = remains.work.left();
  waiting.expected_run_time =
      remains.limit < kForever ? remains.limit : remains.work.left() + policies_.start_up;
  waiting.ran = remains.work.done;
  ++waiting.starts;
  enqueue(waiting);
}

void RunState::let_leave(const Interruption& what) {
  const Seconds date = simulation_.now() + what.grace;
  leaving_.insert({date, {what, records_.life_start(what.job)}});
  simulation_.schedule(date, kGraceOver);
}

void RunState::stop_leaving() {
  meters_.publish(TimePasses{simulation_.now()});
  while (!leaving_.empty() && !(leaving_.begin()->first > simulation_.now())) {
    const Leaving due = leaving_.begin()->second;
    leaving_.erase(leaving_.begin());
    const std::uint32_t job = due.what.job;
    const bool is_still_there =
        records_.state(job) == JobState::running && records_.life_start(job) == due.life_start;
    if (is_still_there) requeue(holdings_.slot_of(job), due.what);
  }
}

/// The clients, the island and the number of GPUs stay the same, so that what is promised to others
/// holds.
void RunState::place_elsewhere(std::uint32_t slot, std::size_t which) {
  const std::uint32_t job = holdings_[slot].job.index();
  Allocation shares = holdings_.shares(slot);
  const std::size_t first = shares.size();
  if (!lanes_.placer().place_elsewhere(records_.demand(job), which, open_to(job), shares)) return;
  Lane& lane = lane_of(job);
  lane.freed = true;
  holdings_.replace(slot, which, std::span(shares).subspan(first), lane.releases.get());
  spans_.clear();
  for (const AllocationShare& share : holdings_.shares(slot)) spans_.push_back(span_of(share));
  records_.move(job, simulation_.now(), spans_);
}

}  // namespace gpuscape
