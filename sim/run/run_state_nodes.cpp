/// Nodes that go and come, and jobs that go on with others.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "sim/run/run_state.hpp"

namespace gpuscape {

/// Nodes that may be lost are of interest while a job runs, or may still come.
void RunState::plan_node_change() {
  const bool goes_on = meters_.counts().running() > 0 || arrivals_.next_date() < kForever;
  const Seconds known = goes_on ? stores_.next_date() : kForever;
  const Seconds next = std::min(outages_.next_date(goes_on).value_or(kForever), known);
  if (!(next < kForever)) return;
  const Seconds date = std::max(next, simulation_.now());
  if (node_change_ && *node_change_ <= date) return;
  node_change_ = date;
  simulation_.schedule(date, kNodeChange);
}

/// Who waits starts when something happens, if ever.
bool RunState::is_over() const {
  return meters_.counts().running() == 0 && !(arrivals_.next_date() < kForever) &&
         (meters_.counts().waiting() == 0 || !simulation_.has_events());
}

/// What ends comes before what begins: on one node, one outage may follow another.
void RunState::change_nodes() {
  const Seconds now = simulation_.now();
  if (!node_change_ || *node_change_ > now) return;  // it was done at an earlier date
  node_change_.reset();
  meters_.publish(TimePasses{now});
  const std::vector<OutageNode>& back = outages_.end_due(now, capacity_, lanes_.releases());
  std::set<std::uint32_t> joined;
  for (const OutageNode& node : back)
    if (const auto slot = come_back(node)) joined.insert(*slot);
  for (const std::uint32_t slot : joined) join(slot);
  for (const std::size_t outage : outages_.over()) impair(outage, false);
  const std::vector<std::size_t>& begun =
      outages_.begin_due(now, UseOfNodes(platform_, holdings_, lives_));
  if (!back.empty() || !begun.empty())
    for (const auto& lane : lanes_.all()) lane->freed = true;
  for (const std::size_t outage : begun) {
    const PlannedOutage& planned = outages_.all()[outage];
    if (planned.effect != OutageEffect::away) {
      impair(outage, true);
      continue;
    }
    if (planned.requeues && announced_) announced_->announce(planned);
    if (planned.requeues || planned.unforeseen)
      for (ExpectedReleases* releases : lanes_.releases()) releases->note_surprise();
    meet_outage(outage);
  }
  for (const auto& [store, state] : stores_.due(now)) lives_.change_store(store, state);
  hold_free_nodes();
}

void RunState::hold_free_nodes() {
  const std::int64_t before = outages_.gpus_held();
  outages_.hold_free(capacity_, lanes_.releases());
  if (outages_.gpus_held() != before || !outages_.any_under_way())
    meters_.publish(NodesChanged{simulation_.now(), outages_.gpus_held()});
}

/// Where a majority of the servers is there again, everybody is looked at, and what was planned for
/// dates that have passed is planned anew.
void RunState::impair(std::size_t outage, bool begins) {
  const PlannedOutage& of = outages_.all()[outage];
  if (of.effect == OutageEffect::store) {
    if (begins) stores_.begin(of);
    return;
  }
  if (of.effect == OutageEffect::slow_links) return slow_links(outage, begins);
  const bool could_start = impairments_.may_start();
  if (begins)
    impairments_.begin(of, platform_);
  else
    impairments_.end(of, platform_);
  if (impairments_.may_start() != could_start) {
    meters_.publish(StartsChanged{simulation_.now(), !could_start});
    for (const auto& lane : lanes_.all()) lane->freed = true;
    for (ExpectedReleases* releases : lanes_.releases()) releases->note_surprise();
  }
  for (const std::uint32_t slot : slots_on(of.nodes)) {
    lives_.change_pace(slot);
    const auto& stretch = records_.segments(holdings_[slot].job.index()).back();
    if (begins && impairments_.pace(records_.spans(stretch)) < 1.0) outages_.count_job(outage);
  }
}

/// Of several that meet on a link, each takes its part.
void RunState::slow_links(std::size_t outage, bool begins) {
  const PlannedOutage& of = outages_.all()[outage];
  for (const OutageNode& at : of.nodes)
    lives_.scale_links(platform_.first_node(at.group) + at.node, of.all_adapters,
                       begins ? of.pace : 1.0 / of.pace);
  for (const std::uint32_t slot : slots_on(of.nodes))
    if (lives_.exchange_anew(slot) && begins) outages_.count_job(outage);
}

/// Those of jobs that wait for the rest of theirs.
void RunState::lose_pods(const std::vector<OutageNode>& nodes) {
  for (const auto& lane : lanes_.all()) {
    PodClaims* pods = lane->claims();
    if (pods == nullptr) continue;
    for (const OutageNode& at : nodes) pods->lose(at.group, at.node, simulation_.now());
    publish_pods(*pods);
  }
}

void RunState::lose_suspended(const std::vector<OutageNode>& nodes) {
  SuspendedJobs* suspended = lanes_.suspended();
  if (suspended == nullptr) return;
  for (const OutageNode& at : nodes) {
    for (const std::uint32_t job : suspended->on_node(at.group, at.node)) {
      suspended->erase(job);
      lives_.lose_suspended(job);
      JobQueue& queue = lane_of(job).queue;
      if (!queue.holds(job)) continue;  // a limit holds it
      const std::uint16_t starts = queue.erase(job).starts;
      WaitingJob waiting = as_waiting_again(job);
      waiting.starts = starts;
      enqueue(waiting);
    }
  }
}

void RunState::requeue(std::uint32_t slot, const Interruption& what) {
  const std::uint32_t job = what.job;
  lane_of(job).freed = true;
  if (what.keeps.what == Keeps::What::here)
    lanes_.suspended()->add(job, holdings_.shares(slot),
                            holdings_[slot].expected_end - simulation_.now() + what.keeps.restart);
  interrupt(slot, what);
  lanes_.forget(job);
  if (hooks_.limits != nullptr) {
    hooks_.limits->ended(as_waiting(job), simulation_.now());
    release_held();
  }
  const bool by_outage = what.cause == Cause::node_failed || what.cause == Cause::requeued;
  if (by_outage && standbys_.terms(records_.job(job)).requeue_at_back)
    places_.send_to_back(job, simulation_.now(), static_cast<std::uint32_t>(records_.size()));
  WaitingJob waiting = as_waiting_again(job);
  ++waiting.starts;
  enqueue(waiting, !by_outage);
}

WaitingJob RunState::as_waiting_again(std::uint32_t job) const {
  const Lives::Remains remains = lives_.remains(job);
  WaitingJob waiting = as_waiting(job);
  waiting.run_time_left = remains.work.left();
  waiting.expected_run_time = remains.limit < kForever
                                  ? remains.limit
                                  : expected_life(job, records_.job(job), remains.work.left());
  waiting.ran = remains.work.done;
  return waiting;
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
