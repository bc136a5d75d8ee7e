#include "sim/run/record/stranded.hpp"

#include <algorithm>
#include <tuple>

#include "sim/platform/gang.hpp"

namespace gpuscape {

namespace {

auto key_of(const Demand& share) {
  return std::tuple(share.gpus, share.milli_cores, share.memory_mib);
}

/// What a node must have free to be of any use to the job.
Demand smallest_share(const Demand& demand, const Demand& node) {
  if (stays_whole(demand, node)) return {demand.gpus, demand.milli_cores, demand.memory_mib, 0};
  const Gang gang = cut_into_gang(demand, node);
  return gang.smallest().gpus > 0 ? gang.smallest() : gang.largest();
}

}  // namespace

StrandedMeter::StrandedMeter(const FreeCapacity& capacity)
    : capacity_(capacity), groups_(capacity.groups().size()) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const std::size_t levels = static_cast<std::size_t>(capacity.groups()[i].capacity().gpus) + 1;
    if (capacity.groups()[i].is_pool()) continue;
    groups_[i].waiting.assign(levels, 0);
    groups_[i].submitted.assign(levels, 0);
  }
}

void StrandedMeter::count(const Demand& demand, Step step) {
  any_asks_ = any_asks_ || demand.asks != 0;
  if (!by_node_ && (demand.milli_cores != 0 || demand.memory_mib != 0)) look_at_every_node();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const GroupCapacity& capacity = capacity_.groups()[i];
    if (capacity.is_pool() || capacity.lends_only()) continue;
    const Demand share = smallest_share(demand, capacity.capacity());
    if (share.gpus <= 0 || share.gpus > capacity.capacity().gpus) continue;
    GroupMix& mix = groups_[i];
    mix.waiting_total += step.waiting;
    mix.submitted_total += step.submitted;
    if (!capacity.will_do(demand)) continue;  // all of the group is of no use to it
    mix.waiting[static_cast<std::size_t>(share.gpus)] += step.waiting;
    mix.submitted[static_cast<std::size_t>(share.gpus)] += step.submitted;
    if (by_node_) count_class(mix, share, step);
    if (demand.gpu_milli == 0 || !capacity.shares_gpus()) continue;
    PartCount& part = mix.parts[demand.gpu_milli];
    part.waiting += step.waiting;
    part.submitted += step.submitted;
  }
}

void StrandedMeter::count_class(GroupMix& mix, const Demand& share, Step step) {
  auto at = std::lower_bound(
      mix.classes.begin(), mix.classes.end(), share,
      [](const ShareClass& c, const Demand& s) { return key_of(c.share) < key_of(s); });
  if (at == mix.classes.end() || at->share != share) at = mix.classes.insert(at, {share, 0, 0});
  at->waiting += step.waiting;
  at->submitted += step.submitted;
}

void StrandedMeter::look_at_every_node() {
  by_node_ = true;
  for (GroupMix& mix : groups_) {
    for (std::size_t gpus = 0; gpus < mix.submitted.size(); ++gpus) {
      if (mix.submitted[gpus] == 0) continue;
      mix.classes.push_back(
          {{static_cast<std::int32_t>(gpus), 0, 0}, mix.waiting[gpus], mix.submitted[gpus]});
    }
  }
}

double StrandedMeter::stranded() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < groups_.size(); ++i) sum += stranded(i);
  return sum;
}

double StrandedMeter::stranded(std::size_t group) const {
  const GroupCapacity& capacity = capacity_.groups()[group];
  const GroupMix& mix = groups_[group];
  if (capacity.is_pool() || mix.submitted_total == 0) return 0.0;
  const double parts = capacity.shares_gpus() ? stranded_parts(mix, capacity) : 0.0;
  if (capacity.free_gpus_total() == 0) return parts;
  return parts + (by_node_ ? stranded_by_node(mix, capacity) : stranded_by_level(mix, capacity));
}

/// What is left of shared GPUs and of no use.
double StrandedMeter::stranded_parts(const GroupMix& mix, const GroupCapacity& capacity) {
  const bool any_waits = mix.waiting_total > 0;
  const std::int64_t total = any_waits ? mix.waiting_total : mix.submitted_total;
  double milli = 0.0;
  std::int64_t could_use = 0;
  auto part = mix.parts.begin();
  capacity.shared_gpus()->for_each_left([&](std::uint16_t left) {
    for (; part != mix.parts.end() && part->first <= left; ++part)
      could_use += any_waits ? part->second.waiting : part->second.submitted;
    if (any_waits && could_use > 0) return;
    milli += left * static_cast<double>(total - could_use) / static_cast<double>(total);
  });
  return milli / Demand::kWholeGpu;
}

double StrandedMeter::stranded_by_level(const GroupMix& mix, const GroupCapacity& capacity) const {
  const bool any_waits = mix.waiting_total > 0;
  const std::vector<std::int64_t>& counts = any_waits ? mix.waiting : mix.submitted;
  const std::int64_t total = any_waits ? mix.waiting_total : mix.submitted_total;
  std::int64_t sum = 0;
  std::int64_t could_use = 0;
  for (std::size_t level = 1; level < counts.size(); ++level) {
    could_use += counts[level];
    if (any_waits && could_use > 0) break;
    const std::int64_t free = static_cast<std::int64_t>(level) *
                              capacity.at_level(level_of(static_cast<std::int32_t>(level))).size();
    sum += free * (total - could_use);
  }
  return static_cast<double>(sum) / static_cast<double>(total);
}

double StrandedMeter::stranded_by_node(const GroupMix& mix, const GroupCapacity& capacity) const {
  const bool any_waits = mix.waiting_total > 0;
  double sum = 0.0;
  for (std::uint32_t node = 0; node < capacity.node_count(); ++node) {
    if (capacity.free_gpus(node) == 0) continue;
    std::int64_t could_use = 0;
    for (const ShareClass& c : mix.classes) {
      const std::int64_t jobs = any_waits ? c.waiting : c.submitted;
      if (jobs > 0 && capacity.fits(node, c.share)) could_use += jobs;
      if (any_waits && could_use > 0) break;
    }
    const double useless =
        any_waits ? (could_use > 0 ? 0.0 : 1.0)
                  : 1.0 - static_cast<double>(could_use) / static_cast<double>(mix.submitted_total);
    sum += useless * capacity.free_gpus(node);
  }
  return sum;
}

}  // namespace gpuscape
