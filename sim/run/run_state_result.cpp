#include <algorithm>
#include <cstdint>
#include <utility>

#include "sim/run/queues/queue_stops.hpp"
#include "sim/run/run_state.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kMilli = 1000;

bool asks_for_cores_alone(const JobRecords& jobs) {
  bool cores = false;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    const Demand& demand = jobs.demand(job);
    if (demand.gpus > 0) return false;
    cores = cores || demand.milli_cores > 0;
  }
  return cores;
}

}  // namespace

RunView RunState::view() const {
  RunView view;
  view.now = simulation_.now();
  view.submitted = static_cast<std::int64_t>(records_.size());
  view.waiting = meters_.counts().waiting();
  view.ended = meters_.counts().ended();
  view.timeline = meters_.cluster().timeline();
  for (const Holding& running : holdings_.all()) {
    if (running.job.is_none()) continue;
    const std::uint32_t job = running.job.index();
    view.running.push_back({.job = job, .started = records_.life_start(job)});
  }
  std::ranges::sort(view.running, {}, &RunView::Running::job);
  for (RunView::Running& running : view.running) {
    const auto spans = records_.spans(records_.segments(running.job).back());
    running.first_span = static_cast<std::uint32_t>(view.spans.size());
    running.span_count = static_cast<std::uint32_t>(spans.size());
    view.spans.insert(view.spans.end(), spans.begin(), spans.end());
  }
  return view;
}

/// What jobs ask of nodes that no group has.
void RunState::add_unserved(RunResult& result) const {
  const std::size_t asks = facts_.origins->asks().size();
  for (std::size_t ask = 1; ask < asks; ++ask) {
    Demand demand;
    demand.asks = static_cast<std::uint16_t>(ask);
    if (std::ranges::none_of(platform_.groups(),
                             [&](const NodeGroup& group) { return group.will_do(demand); }))
      result.unserved_asks.push_back(demand.asks);
  }
}

RunResult RunState::take_result(const RunResult& header) {
  RunResult result = header;
  if (lives_.copies()) lives_.stop_copies();
  const JobCounts& counts = meters_.counts();
  result.partial = arrivals_.any() || counts.running() > 0;
  // Wake-ups and the ends of preempted jobs have no effect, so they do not extend the run.
  result.end = result.partial ? simulation_.now() : counts.last_change();
  meters_.add_to(result, simulation_.now());
  if (hooks_.rules != nullptr) result.policy_notes = hooks_.rules->notes();
  result.hours = hours_.results;
  for (std::uint32_t slot = 0; hooks_.joins && slot < holdings_.all().size(); ++slot)
    if (!holdings_[slot].job.is_none() && shares_whole(slot)) note_average(slot);
  if (neighbours_) result.sharing = neighbours_->results(simulation_.now());
  if (neighbours_) result.gpu_rates = neighbours_->rates();
  lives_.add_to(result);
  if (regrouped_.moves_jobs || regrouped_.elastic) result.regrouped = regrouped_;
  for (const auto& lane : lanes_.all()) {
    const PodClaims* pods = lane->claims();
    if (pods == nullptr) continue;
    PodsResult all = result.pods.value_or(PodsResult{});
    all.add(pods->result(simulation_.now()));
    result.pods = std::move(all);
  }
  if (result.partial) result.not_submitted = static_cast<std::int64_t>(arrivals_.expected_jobs());
  add_unserved(result);
  result.gpus_total = platform_.gpus_total();
  for (std::size_t i = 0; i < result.nodes.size(); ++i)
    if (const NodeGpus* gpus = capacity_.groups()[i].node_gpus())
      result.nodes[i].gpu_sets = gpus->sets();
  for (const NodeGroup& group : platform_.groups())
    if (!group.pool) result.cores_total += group.count * (group.capacity.milli_cores / kMilli);
  result.counts_cores = result.cores_total > 0 && asks_for_cores_alone(records_);
  result.backfilled = lanes_.first().backfill->traits().depth.has_value();
  result.expected_by_run_time = result.backfilled ? counts.without_limit() : 0;
  result.jobs = std::move(records_);
  count_stops(result);
  return result;
}

}  // namespace gpuscape
