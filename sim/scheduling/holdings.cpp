#include "sim/scheduling/holdings.hpp"

#include <algorithm>
#include <numeric>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// Clients come first, on which a job on lent GPUs has none of its own.
bool is_lent(std::span<const AllocationShare> shares) {
  return shares.size() > 1 && shares.front().share.gpus == 0 && shares.back().share.gpus > 0;
}

}  // namespace

Holdings::Holdings(FreeCapacity& capacity, Options options)
    : capacity_(capacity), options_(options) {
  if (options_.find_nodes) on_.resize(capacity.platform().node_count());
}

void Holdings::expect(std::uint32_t job, std::span<const AllocationShare> shares,
                      Seconds expected_end, ExpectedReleases& releases) {
  for (const AllocationShare& placed : shares) {
    const Release release{expected_end, job, placed.share};
    if (placed.share.gpu_milli != 0)
      releases.add_part(placed.group, placed.node, placed.gpus, release);
    else
      releases.add(placed.group, placed.node, release);
  }
}

std::uint32_t Holdings::take(std::uint32_t job, std::span<const AllocationShare> shares,
                             Seconds expected_end) {
  std::uint32_t slot = 0;
  if (free_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  Holding& holding = slots_[slot];
  holding.job = RunJobId(job);
  holding.expected_end = expected_end;
  holding.came_back = false;
  const AllocationShare& first = shares.front();
  holding.gpus = first.share.gpus;
  holding.gpu_milli = first.share.gpu_milli;
  holding.which = first.gpus;
  holding.milli_cores = first.share.milli_cores;
  holding.memory_mib = first.share.memory_mib;
  holding.group = first.group;
  holding.node = shares.size() > 1 ? GroupNode::none() : GroupNode(first.node);
  if (shares.size() > 1) {
    if (several_.size() <= slot) several_.resize(slots_.size());
    several_[slot].assign(shares.begin(), shares.end());
  }
  if (options_.find_jobs) slot_of_[job] = slot;
  if (options_.find_nodes)
    for (const AllocationShare& share : shares) note(slot, share);
  return slot;
}

std::span<const AllocationShare> Holdings::shares(std::uint32_t slot) const {
  const Holding& holding = slots_[slot];
  if (holding.node.is_none()) return several_[slot];
  one_ = holding.share();
  return {&one_, 1};
}

void Holdings::give(std::uint32_t job, const AllocationShare& share, Seconds expected_end,
                    ExpectedReleases* releases) {
  capacity_.group(share.group).give(share.node, share.share, share.gpus);
  if (releases == nullptr) return;
  const Release release{expected_end, job, share.share};
  if (share.share.gpu_milli != 0)
    releases->remove_part(share.group, share.node, share.gpus, release);
  else
    releases->remove(share.group, share.node, release);
}

/// Clients use GPUs elsewhere no more.
void Holdings::stop_using(std::span<const AllocationShare> shares) {
  for (const AllocationShare& client : shares) {
    if (client.share.gpus > 0) return;
    capacity_.lent()->use(client.group, client.node, -client.share.nodes);
  }
}

std::int64_t Holdings::give_back(std::uint32_t slot, ExpectedReleases* releases) {
  Holding& holding = slots_[slot];
  const std::span<const AllocationShare> held = shares(slot);
  const std::int64_t gpu_milli =
      std::accumulate(held.begin(), held.end(), std::int64_t{0},
                      [](std::int64_t sum, const AllocationShare& share) {
                        return sum + share.share.gpu_amount_milli();
                      });
  if (holding.came_back) return gpu_milli;
  holding.came_back = true;
  if (is_lent(held)) stop_using(held);
  for (const AllocationShare& share : held) {
    give(holding.job.index(), share, holding.expected_end, releases);
    if (options_.find_nodes) forget(slot, share);
  }
  return gpu_milli;
}

bool Holdings::take_again(std::uint32_t slot, const NodeFilter* filter) {
  const std::span<const AllocationShare> held = shares(slot);
  for (const AllocationShare& share : held) {
    if (!capacity_.group(share.group).can_retake(share.node, share.share, share.gpus)) return false;
    if (filter != nullptr && !filter->allows(share.group, share.node, share.share)) return false;
  }
  for (const AllocationShare& share : held) {
    capacity_.group(share.group).take(share.node, share.share, share.gpus);
    if (options_.find_nodes) note(slot, share);
  }
  slots_[slot].came_back = false;
  return true;
}

void Holdings::replace(std::uint32_t slot, std::size_t which, std::span<const AllocationShare> by,
                       ExpectedReleases* releases) {
  const Holding& holding = slots_[slot];
  ensure(holding.node.is_none(), "only a share of several is replaced");
  Allocation& held = several_[slot];
  give(holding.job.index(), held[which], holding.expected_end, releases);
  if (options_.find_nodes) {
    forget(slot, held[which]);
    for (const AllocationShare& share : by) note(slot, share);
  }
  if (releases != nullptr) expect(holding.job.index(), by, holding.expected_end, *releases);
  // In its place: the other GPUs stay with the clients that they are dealt to.
  const auto at = held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
  held.insert(at, by.begin(), by.end());
}

void Holdings::clear(std::uint32_t slot) {
  if (options_.find_jobs) slot_of_.erase(slots_[slot].job.index());
  slots_[slot].job = RunJobId::none();
}

void Holdings::release(std::uint32_t slot) {
  if (!slots_[slot].job.is_none()) clear(slot);
  free_.push_back(slot);
}

void Holdings::abandon(std::uint32_t slot) { clear(slot); }

void Holdings::note(std::uint32_t slot, const AllocationShare& share) {
  on_[capacity_.platform().first_node(share.group) + share.node].push_back(slot);
}

void Holdings::forget(std::uint32_t slot, const AllocationShare& share) {
  std::vector<std::uint32_t>& of_node =
      on_[capacity_.platform().first_node(share.group) + share.node];
  const auto at = std::ranges::find(of_node, slot);
  *at = of_node.back();
  of_node.pop_back();
}

}  // namespace gpuscape
