/// Elastic jobs: how many nodes they may have, and those that they take while nobody waits.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/platform/gang.hpp"
#include "sim/run/run_state.hpp"

namespace gpuscape {

namespace {

/// The job's demand on `nodes` of the `asked` nodes that it asks for.
Demand on_fewer(const Demand& demand, std::uint32_t asked, std::uint32_t nodes) {
  const auto some = static_cast<std::int32_t>(nodes);
  const auto of = static_cast<std::int32_t>(asked);
  Demand smaller = demand;
  smaller.nodes = some;
  smaller.gpus = demand.gpus / of * some;
  smaller.milli_cores = part(demand.milli_cores, 1, of) * some;
  smaller.memory_mib = part(demand.memory_mib, 1, of) * some;
  return smaller;
}

/// So many shares like that.
Demand times(const Demand& share, std::size_t count) {
  const auto nodes = static_cast<std::int32_t>(count);
  return {share.gpus * nodes, share.milli_cores * nodes, share.memory_mib * nodes, nodes};
}

}  // namespace

/// Of those that ask for GPUs alone, whole nodes of the largest kind.
std::uint32_t RunState::elastic_nodes(const Job& job) const {
  const Demand& demand = job.demand;
  if (standbys_.terms(job).elastic.min == 0) return 0;
  if (demand.gpus <= 0 || demand.gpu_milli != 0 || demand.tasks() > 0) return 0;
  std::int32_t nodes = std::max(1, demand.nodes);
  if (demand.nodes <= 1) {
    std::int32_t largest = 0;
    for (const NodeGroup& group : platform_.groups())
      if (!group.pool && group.will_do(demand)) largest = std::max(largest, group.capacity.gpus);
    const bool fills = largest > 0 && demand.gpus % largest == 0;  // 22 GPUs are 8, 8 and 6
    if (demand.gpus > largest) nodes = fills ? demand.gpus / largest : 0;
  }
  return nodes > 0 && demand.gpus % nodes == 0 ? static_cast<std::uint32_t>(nodes) : 0;
}

PolicyContext RunState::context() const {
  PolicyContext context{platform_,     *facts_.origins,    facts_.streams,
                        facts_.demand, facts_.unix_origin, nullptr,
                        facts_.seed,   facts_.replication, facts_.shapes};
  if (!any_elastic_) return context;
  context.on_nodes = [this](const WaitingJob& job, std::uint32_t nodes) -> std::optional<Demand> {
    const Job as{.demand = job.demand, .stream = job.stream};
    const std::uint32_t asked = elastic_nodes(as);
    if (asked == 0 || nodes > asked) return std::nullopt;
    const std::uint32_t least = std::clamp(standbys_.terms(as).elastic.min, 1U, asked);
    if (nodes > 0 && nodes < least) return std::nullopt;
    return on_fewer(job.demand, asked, nodes > 0 ? nodes : least);
  };
  return context;
}

/// Where limits know sizes: whether it may have so many nodes more.
bool RunState::may_have(std::uint32_t slot, std::size_t more) const {
  if (!hooks_.sizes) return true;
  WaitingJob job = as_waiting(holdings_[slot].job.index());
  job.demand = times(holdings_.share(slot, 0).share, more);
  return hooks_.limits->may_grow(job);
}

void RunState::tell_limits(std::uint32_t slot) {
  if (!hooks_.sizes) return;
  WaitingJob job = as_waiting(holdings_[slot].job.index());
  job.demand = times(holdings_.share(slot, 0).share, holdings_.working(slot));
  hooks_.limits->resized(job, simulation_.now());
}

bool RunState::is_elastic(std::uint32_t slot) const {
  if (!any_elastic_ || elastic_nodes(records_.job(holdings_[slot].job.index())) == 0) return false;
  const AllocationShare first = holdings_.share(slot, 0);
  if (first.share.gpus == 0 || capacity_.groups()[first.group].is_pool()) return false;
  const Allocation shares = holdings_.shares(slot);
  return std::ranges::all_of(shares, [&](const AllocationShare& share) {
    return share.share == first.share && share.group == first.group;
  });
}

std::optional<SmallerJob> RunState::smaller(std::uint32_t job, std::uint32_t fewer) const {
  const Job& record = records_.job(job);
  const std::uint32_t asked = elastic_nodes(record);
  const std::uint32_t least = std::max(1U, standbys_.terms(record).elastic.min);
  if (asked == 0 || fewer >= asked || asked - fewer < least) return std::nullopt;
  SmallerJob smaller{on_fewer(record.demand, asked, asked - fewer)};
  if (!(record.time_limit < kForever))
    smaller.stretch = static_cast<double>(asked) / (asked - fewer);
  return smaller;
}

/// Running jobs that may have more nodes now, those that lack most of theirs first. For those that
/// may only later, a date is planned.
std::vector<std::uint32_t> RunState::may_grow() {
  const Seconds now = simulation_.now();
  std::vector<std::uint32_t> slots;
  Seconds later = kForever;
  for (std::uint32_t slot = 0; slot < holdings_.all().size(); ++slot) {
    const Holding& holding = holdings_[slot];
    if (holding.job.is_none() || holding.came_back) continue;
    const std::uint32_t job = holding.job.index();
    const ElasticSpec& elastic = standbys_.terms(records_.job(job)).elastic;
    if (!is_elastic(slot) || lives_.is_due(slot)) continue;
    if (holdings_.working(slot) >= std::max(elastic.max, full_size(slot))) continue;
    const Seconds changed = records_.segments(job).back().start;
    const bool starts = !(records_.life_start(job) < now);
    if (!starts && changed + elastic.every > now)
      later = std::min(later, changed + elastic.every);
    else if (starts || changed < now)
      slots.push_back(slot);
  }
  if (later < kForever && !(grows_at_ > now && grows_at_ <= later)) {
    grows_at_ = later;
    simulation_.schedule(later, kMayGrow);
  }
  return slots;
}

/// One node after the other goes to the job that has the smallest part of what it asks for.
void RunState::grow() {
  const auto waits = [](const auto& lane) { return !lane->queue.empty(); };
  if (std::ranges::any_of(lanes_.all(), waits) || capacity_.free_gpus_total() == 0) return;
  std::vector<std::uint32_t> slots = may_grow();
  std::map<std::uint32_t, Allocation> more;
  while (!slots.empty()) {
    const auto size = [&](std::uint32_t slot) {
      const auto has = holdings_.working(slot) + (more.contains(slot) ? more[slot].size() : 0);
      return std::pair(static_cast<double>(has) / full_size(slot), holdings_[slot].job.index());
    };
    const auto first = std::ranges::min_element(slots, {}, size);
    const std::uint32_t slot = *first;
    const ElasticSpec& elastic = standbys_.terms(records_.job(holdings_[slot].job.index())).elastic;
    Allocation& own = more[slot];
    const bool full =
        holdings_.working(slot) + own.size() >= std::max(elastic.max, full_size(slot));
    const auto free = full || !may_have(slot, own.size() + 1)
                          ? std::nullopt
                          : find_free(slot, holdings_.share(slot, 0), own);
    if (free)
      own.push_back(*free);
    else
      slots.erase(first);
  }
  for (auto& [slot, by] : more) {
    // Others of its queue have grown meanwhile.
    for (; !by.empty() && !may_have(slot, by.size()); by.pop_back())
      capacity_.group(by.back().group).give(by.back());
    if (!by.empty()) grow(slot, by);
  }
}

/// Where it is over sooner by it, pause and all.
void RunState::grow(std::uint32_t slot, const Allocation& by) {
  const std::uint32_t job = holdings_[slot].job.index();
  const SavesSpec& terms = standbys_.terms(records_.job(job));
  const bool starts = !(records_.life_start(job) < simulation_.now());
  const Seconds pause = starts ? Seconds(0.0) : terms.elastic.pause;
  const double full = full_size(slot);
  const double before = size_of(slot);
  const double after = before + static_cast<double>(by.size()) / full;
  const Seconds left = lives_.least_left(slot);
  const Seconds lost = starts ? Seconds(0.0) : pause + terms.restart;
  if (!(left / after + lost < left / before)) {
    for (const AllocationShare& share : by) capacity_.group(share.group).give(share);
    return;
  }
  standbys_.note_size(job, records_.life_start(job), full_size(slot));
  std::int64_t gpu_milli = 0;
  for (const AllocationShare& share : by) {
    holdings_.add(slot, share, lane_of(job).releases.get());
    gpu_milli += share.share.gpu_amount_milli();
  }
  meters_.publish(JobHolds{job, simulation_.now(), gpu_milli});
  spans_.clear();
  for (const AllocationShare& share : holdings_.shares(slot)) spans_.push_back(span_of(share));
  records_.resize(job, simulation_.now(), spans_);
  ++regrouped_.grows;
  regrouped_.paused += GpuSeconds(weight_held(slot) * lost.value());
  lanes_.note_shares(job, slot, holdings_);
  tell_limits(slot);
  const Lives::Next next = lives_.regroup(slot, pause, size_of(slot));
  expect_anew(slot, pause);
  follow(slot, next);
}

}  // namespace gpuscape
