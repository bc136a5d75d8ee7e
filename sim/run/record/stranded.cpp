#include "sim/run/record/stranded.hpp"

#include <algorithm>
#include <tuple>

#include "sim/platform/client_cut.hpp"
#include "sim/platform/gang.hpp"
#include "sim/platform/lent_gpus.hpp"

namespace gpuscape {

namespace {

constexpr double kMilli = 1000.0;
constexpr double kMebibytesPerGibibyte = 1024.0;

auto key_of(const Demand& share) {
  return std::tuple(share.gpus, share.milli_cores, share.memory_mib, share.nodes);
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
    const Demand share = share_on(i, demand);
    if (share.gpus > capacity.capacity().gpus) continue;
    GroupMix& mix = groups_[i];
    add(mix.all, step);
    if (share.gpus <= 0) {
      if (by_node_ && capacity.will_do(demand)) count_class(mix, share, step);
      continue;
    }
    add(mix.with_gpus, step);
    if (!capacity.will_do(demand)) continue;  // all of the group is of no use to it
    mix.waiting[static_cast<std::size_t>(share.gpus)] += step.waiting;
    mix.submitted[static_cast<std::size_t>(share.gpus)] += step.submitted;
    if (by_node_) count_class(mix, share, step);
    const std::uint16_t milli = capacity.part_of(demand).milli;
    if (milli == 0) continue;
    PartCount& part = mix.parts[milli];
    part.waiting += step.waiting;
    part.submitted += step.submitted;
  }
}

/// What a node of the group must have free to be of any use to the job; of one that uses lent GPUs,
/// also how many of these, as `nodes`.
Demand StrandedMeter::share_on(std::size_t group, const Demand& demand) const {
  const Demand& node = capacity_.groups()[group].capacity();
  const Demand own = smallest_share(demand, node);
  const LentGpus* lent = capacity_.lent();
  if (demand.gpus <= 0 || own.gpus <= node.gpus || lent == nullptr) return own;
  if (!lent->lending().is_client(group)) return own;
  return client_share(cut_for_clients(demand, lent->clients_of(demand)).smallest());
}

void StrandedMeter::add(MixTotal& total, Step step) {
  total.waiting += step.waiting;
  total.submitted += step.submitted;
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

Stranded StrandedMeter::of_all_nodes() const {
  Stranded sum;
  for (const GroupCapacity& group : capacity_.groups()) {
    if (group.is_pool()) continue;
    const Demand& node = group.capacity();
    const double count = group.node_count();
    sum += {count * node.gpus, count * static_cast<double>(node.milli_cores) / kMilli,
            count * static_cast<double>(node.memory_mib) / kMebibytesPerGibibyte};
  }
  return sum;
}

Stranded StrandedMeter::stranded() const {
  Stranded sum;
  for (std::size_t i = 0; i < groups_.size(); ++i) sum += stranded(i);
  return sum;
}

Stranded StrandedMeter::stranded(std::size_t group) const {
  const GroupCapacity& capacity = capacity_.groups()[group];
  const GroupMix& mix = groups_[group];
  if (capacity.is_pool() || mix.all.submitted == 0) return {};
  Stranded sum;
  if (by_node_) {
    sum = stranded_by_node(group);
  } else if (mix.with_gpus.submitted > 0 && capacity.free_gpus_total() > 0) {
    sum.gpus = stranded_by_level(mix, capacity);
  }
  if (mix.with_gpus.submitted > 0 && capacity.shares_gpus())
    sum.gpus += stranded_parts(mix, capacity);
  return sum;
}

/// What is left of shared GPUs and of no use.
double StrandedMeter::stranded_parts(const GroupMix& mix, const GroupCapacity& capacity) {
  const bool any_waits = mix.with_gpus.any_waits();
  const std::int64_t total = mix.with_gpus.jobs();
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

double StrandedMeter::stranded_by_level(const GroupMix& mix, const GroupCapacity& capacity) {
  const bool any_waits = mix.with_gpus.any_waits();
  const std::vector<std::int64_t>& counts = any_waits ? mix.waiting : mix.submitted;
  const std::int64_t total = mix.with_gpus.jobs();
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

/// Whether so many GPUs are free to be lent to that node of clients.
bool StrandedMeter::can_borrow(std::size_t group, std::uint32_t node, std::int64_t gpus) const {
  const LentGpus& lent = *capacity_.lent();
  const std::uint32_t count = capacity_.groups()[group].node_count();
  const std::uint32_t island = node / nodes_per_island(count, lent.lending().islands);
  return std::ranges::any_of(lent.pools(),
                             [&](const LendingPool& pool) { return pool.free(island) >= gpus; });
}

Stranded StrandedMeter::stranded_by_node(std::size_t group) const {
  const GroupCapacity& capacity = capacity_.groups()[group];
  const GroupMix& mix = groups_[group];
  // Classes rise by GPUs: in front those that ask for none, which count for cores and memory only.
  const auto with_gpus =
      std::ranges::find_if(mix.classes, [](const ShareClass& c) { return c.share.gpus > 0; });
  const auto useless = [&](std::uint32_t node, auto from, auto to, const MixTotal& total) {
    std::int64_t could_use = 0;
    for (auto c = from; c != to; ++c) {
      const std::int64_t jobs = total.any_waits() ? c->waiting : c->submitted;
      if (jobs == 0 || !capacity.fits(node, c->share)) continue;
      if (c->share.nodes > 0 && !can_borrow(group, node, c->share.nodes)) continue;
      if (total.any_waits()) return 0.0;
      could_use += jobs;
    }
    return 1.0 - static_cast<double>(could_use) / static_cast<double>(total.jobs());
  };
  Stranded sum;
  for (std::uint32_t node = 0; node < capacity.node_count(); ++node) {
    const Demand free = capacity.free(node);
    // Where no GPU is free only those without can start.
    const auto last = free.gpus > 0 ? mix.classes.end() : with_gpus;
    if (free.gpus > 0 && mix.with_gpus.submitted > 0)
      sum.gpus += free.gpus * useless(node, with_gpus, last, mix.with_gpus);
    if (free.milli_cores == 0 && free.memory_mib == 0) continue;
    const double share = useless(node, mix.classes.begin(), last, mix.all);
    sum.cores += share * static_cast<double>(free.milli_cores) / kMilli;
    sum.memory_gib += share * static_cast<double>(free.memory_mib) / kMebibytesPerGibibyte;
  }
  return sum;
}

}  // namespace gpuscape
