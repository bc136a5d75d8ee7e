/// What a scheduling pass has decided, applied to the state of the run.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/platform/client_cut.hpp"
#include "sim/platform/gang.hpp"
#include "sim/run/run_state.hpp"

namespace gpuscape {

namespace {

/// GPUs on which it is, alone or with others.
std::int32_t gpus_of(const Demand& share) { return share.gpu_milli != 0 ? 1 : share.gpus; }

}  // namespace

void RunState::apply(const SchedulingPass& pass, const Placement& placement) {
  const std::uint32_t job = placement.job;
  const std::span<const AllocationShare> shares = pass.shares(placement);
  spans_.clear();
  std::int64_t gpu_milli = 0;
  for (const AllocationShare& placed : shares) {
    spans_.push_back(
        {platform_.first_node(placed.group) + placed.node, gpus_of(placed.share), placed.gpus});
    gpu_milli += placed.share.gpu_amount_milli();
  }
  records_.start(job, simulation_.now(), spans_);
  lives_.begin(job, shares, spans_);
  meters_.publish(JobStarted{.job = job,
                             .date = simulation_.now(),
                             .demand = records_.demand(job),
                             .spans = spans_,
                             .gpu_milli = gpu_milli,
                             .waited = !is_new(job),
                             .on_pool = capacity_.groups()[shares.front().group].is_pool()});
}

void RunState::apply(const Preemption& preemption) {
  const std::uint32_t job = preemption.job;
  lives_.stop(job, preemption.terms);
  records_.preempt(job, simulation_.now());
  std::int64_t gpu_milli = 0;
  for (const AllocationShare& placed : preemption.before.shares)
    gpu_milli += placed.share.gpu_amount_milli();
  publish_preempted(job, gpu_milli);
}

/// It lost GPUs of that many thousandths.
void RunState::publish_preempted(std::uint32_t job, std::int64_t gpu_milli) {
  meters_.publish(JobPreempted{.job = job,
                               .date = simulation_.now(),
                               .demand = records_.demand(job),
                               .origin = records_.origin(job),
                               .open = open_to(job),
                               .gpu_milli = gpu_milli,
                               .is_new = is_new(job)});
}

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
  const std::vector<OutageNode>& away = outages_.planned()[outage].nodes;
  for (std::uint32_t slot = 0; slot < lives_.slots().size(); ++slot) {
    if (lives_[slot].job.is_none()) continue;
    const std::uint32_t job = lives_[slot].job.index();
    const auto spans = records_.spans(records_.segments(job).back());
    const bool is_away = std::ranges::any_of(spans, [&](const AllocationSpan& span) {
      const auto group = static_cast<std::uint32_t>(platform_.group_of(span.node));
      return std::ranges::binary_search(away,
                                        OutageNode{group, span.node - platform_.first_node(group)});
    });
    if (!is_away) continue;
    outages_.count_job(outage);
    if (outages_.planned()[outage].requeues) requeue(slot);
  }
}

/// It waits again, as when it was submitted.
void RunState::requeue(std::uint32_t slot) {
  const std::uint32_t job = lives_[slot].job.index();
  const std::int64_t gpu_milli = release(lives_[slot]);
  lives_.undo(slot);
  records_.preempt(job, simulation_.now());
  lanes_.forget(job);
  publish_preempted(job, gpu_milli);
  if (hooks_.limits != nullptr) {
    hooks_.limits->ended(as_waiting(job), simulation_.now());
    release_held();
  }
  WaitingJob waiting = as_waiting(job);
  ++waiting.starts;
  enqueue(waiting);
}

/// A limit holds the job back from now on.
void RunState::hold_back(const WaitingJob& job) {
  held_.push_back(job);
  held_.back().started = false;
  meters_.publish(JobHeldBack{
      .job = job.job, .date = simulation_.now(), .demand = job.demand, .waited = !is_new(job.job)});
}

/// Gives back what the job holds.
std::int64_t RunState::release(const RunningSlot& running) {
  const std::uint32_t job = running.job.index();
  Lane& lane = lanes_.has_one() ? lanes_.first() : lanes_.of(as_waiting(job));
  lane.freed = true;
  if (!running.node.is_none()) {
    release_share(running, {running.node.index(), running.share(), running.group, running.which},
                  lane.releases.get());
    return running.share().gpu_amount_milli();
  }
  std::int64_t gpu_milli = 0;
  const std::span<const AllocationSpan> spans = records_.spans(records_.segments(job).back());
  if (uses_lent_gpus(spans)) give_back_clients(job, spans);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const AllocationSpan& span = spans[i];
    release_share(running,
                  uses_lent_gpus(spans) ? lent_share_of(job, spans, i) : share_of(job, span),
                  lane.releases.get());
    gpu_milli += std::int64_t{span.gpus} * Demand::kWholeGpu;
  }
  return gpu_milli;
}

/// Of a job on lent GPUs: clients come first, and share its cores and memory.
AllocationShare RunState::lent_share_of(std::uint32_t job, std::span<const AllocationSpan> spans,
                                        std::size_t which) const {
  const AllocationSpan& span = spans[which];
  const auto group = static_cast<std::uint32_t>(platform_.group_of(span.node));
  const std::uint32_t node = span.node - platform_.first_node(group);
  if (span.gpus > 0) return {node, Demand{span.gpus, 0, 0, 0}, group, span.which};
  return {node,
          client_share(cut_for_client(records_.demand(job), clients_among(spans),
                                      static_cast<std::uint32_t>(which))),
          group};
}

void RunState::give_back_clients(std::uint32_t job, std::span<const AllocationSpan> spans) {
  const std::uint32_t clients = clients_among(spans);
  for (std::uint32_t i = 0; i < clients; ++i) {
    const std::size_t group = platform_.group_of(spans[i].node);
    capacity_.lent()->use(group, spans[i].node - platform_.first_node(group),
                          -cut_for_client(records_.demand(job), clients, i).gpus);
  }
}

/// The clients, the island and the number of GPUs stay the same, so that what is promised to others
/// holds.
void RunState::place_elsewhere(const RunningSlot& running, std::size_t which) {
  const std::uint32_t job = running.job.index();
  const std::span<const AllocationSpan> before = records_.spans(records_.segments(job).back());
  Allocation shares;
  for (std::size_t i = 0; i < before.size(); ++i) shares.push_back(lent_share_of(job, before, i));
  const AllocationShare old = shares[which];
  LentPlacer placer(capacity_);
  const std::size_t first = shares.size();
  if (!placer.place_elsewhere(records_.demand(job), which, open_to(job), shares)) return;
  Lane& lane = lanes_.has_one() ? lanes_.first() : lanes_.of(as_waiting(job));
  lane.freed = true;
  release_share(running, old, lane.releases.get());
  if (lane.releases)
    for (std::size_t i = first; i < shares.size(); ++i)
      lane.releases->add(shares[i].group, shares[i].node,
                         {running.expected_end, job, shares[i].share});
  spans_.assign(before.begin(), before.end());
  // In its place: the other GPUs stay with the clients that they are dealt to.
  auto at = spans_.erase(spans_.begin() + static_cast<std::ptrdiff_t>(which));
  for (std::size_t i = first; i < shares.size(); ++i)
    at = spans_.insert(at, {platform_.first_node(shares[i].group) + shares[i].node,
                            shares[i].share.gpus, shares[i].gpus}) +
         1;
  records_.move(job, simulation_.now(), spans_);
}

/// What a job on several nodes holds of one of them: it was cut by the capacity of such nodes.
AllocationShare RunState::share_of(std::uint32_t job, const AllocationSpan& span) const {
  const auto group = static_cast<std::uint32_t>(platform_.group_of(span.node));
  const Gang gang = cut_into_gang(records_.demand(job), capacity_.groups()[group].capacity());
  return {span.node - platform_.first_node(group),
          span.gpus == gang.full.gpus ? gang.full : gang.rest, group, span.which};
}

void RunState::release_share(const RunningSlot& running, const AllocationShare& share,
                             ExpectedReleases* releases) {
  capacity_.group(share.group).give(share.node, share.share, share.gpus);
  if (releases == nullptr) return;
  const Release release{running.expected_end, running.job.index(), share.share};
  if (share.share.gpu_milli != 0)
    releases->remove_part(share.group, share.node, share.gpus, release);
  else
    releases->remove(share.group, share.node, release);
}

}  // namespace gpuscape
