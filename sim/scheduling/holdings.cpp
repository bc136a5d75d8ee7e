#include "sim/scheduling/holdings.hpp"

#include <algorithm>

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

/// What is seldom about a job that begins: it has several shares, or somebody wants to find it.
void Holdings::take_more(std::uint32_t slot, std::span<const AllocationShare> shares) {
  if (shares.size() > 1) {
    slots_[slot].node = GroupNode::none();
    if (several_.size() <= slot) several_.resize(slots_.size());
    several_[slot].assign(shares.begin(), shares.end());
  }
  if (options_.find_jobs) slot_of_[slots_[slot].job.index()] = slot;
  if (options_.find_nodes) note_all(slot, shares);
}

/// A job on one node has a list of its shares, too.
void Holdings::as_list(std::uint32_t slot) {
  Holding& holding = slots_[slot];
  if (holding.node.is_none()) return;
  if (several_.size() <= slot) several_.resize(slots_.size());
  several_[slot] = {holding.share()};
  holding.node = GroupNode::none();
}

void Holdings::set_standbys(std::uint32_t slot, std::uint32_t standbys) {
  if (standbys_.size() <= slot) standbys_.resize(slots_.size(), 0);
  standbys_[slot] = standbys;
}

Allocation Holdings::shares(std::uint32_t slot) const {
  const Holding& holding = slots_[slot];
  return holding.node.is_none() ? several_[slot] : Allocation{holding.share()};
}

/// Clients use GPUs elsewhere no more.
void Holdings::stop_using(std::span<const AllocationShare> shares) {
  for (const AllocationShare& client : shares) {
    if (client.share.gpus > 0) return;
    capacity_.lent()->use(client.group, client.node, -client.share.nodes);
  }
}

std::int64_t Holdings::give_back_several(std::uint32_t slot, bool came_back,
                                         ExpectedReleases* releases) {
  const Holding& holding = slots_[slot];
  const Allocation& held = several_[slot];
  if (!came_back && is_lent(held)) stop_using(held);
  std::int64_t gpu_milli = 0;
  for (const AllocationShare& share : held) {
    gpu_milli += share.share.gpu_amount_milli();
    if (came_back) continue;
    give(holding.job.index(), share, holding.expected_end, releases);
    if (options_.find_nodes) forget(slot, share);
  }
  return gpu_milli;
}

void Holdings::leave_by(std::uint32_t slot, Seconds date, ExpectedReleases* releases) {
  if (date < slots_[slot].expected_end) expect_end(slot, date, releases);
}

bool Holdings::take_again(std::uint32_t slot, const NodeFilter* filter) {
  const Allocation held = shares(slot);
  for (const AllocationShare& share : held) {
    if (!capacity_.group(share.group).can_retake(share.node, share.share, share.gpus)) return false;
    if (filter != nullptr && !filter->allows(share.group, share.node, share.share)) return false;
  }
  for (const AllocationShare& share : held) {
    capacity_.group(share.group).take(share);
  }
  if (options_.find_nodes) note_all(slot, held);
  slots_[slot].came_back = false;
  return true;
}

void Holdings::replace(std::uint32_t slot, std::size_t which, std::span<const AllocationShare> by,
                       ExpectedReleases* releases) {
  const Holding& holding = slots_[slot];
  ensure(holding.node.is_none(), "only a share of several is replaced");
  Allocation& held = several_[slot];
  give(holding.job.index(), held[which], holding.expected_end, releases);
  if (options_.find_nodes)
    for (const AllocationShare& share : held) forget(slot, share);
  if (releases != nullptr) expect(holding.job.index(), by, holding.expected_end, *releases);
  // In its place: the other GPUs stay with the clients that they are dealt to.
  const auto at = held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
  held.insert(at, by.begin(), by.end());
  if (options_.find_nodes) note_all(slot, held);
}

void Holdings::put(std::uint32_t slot, std::uint32_t which, const AllocationShare& share) {
  several_[slot][which] = share;
  note(slot, which, share);
}

void Holdings::drop_standby(std::uint32_t slot, std::uint32_t which, ExpectedReleases* releases) {
  ensure(which >= working(slot), "a standby is not worked on");
  Allocation& held = several_[slot];
  give(slots_[slot].job.index(), held[which], slots_[slot].expected_end, releases);
  forget(slot, held[which]);
  const AllocationShare last = held.back();
  held.pop_back();
  if (which < held.size()) {
    forget(slot, last);
    put(slot, which, last);
  }
  --standbys_[slot];
}

void Holdings::stand_in(std::uint32_t slot, std::uint32_t which, ExpectedReleases* releases) {
  ensure(standbys(slot) > 0 && which < working(slot), "a standby takes the place of a worker");
  Allocation& held = several_[slot];
  give(slots_[slot].job.index(), held[which], slots_[slot].expected_end, releases);
  forget(slot, held[which]);
  const AllocationShare last = held.back();
  forget(slot, last);
  held.pop_back();
  put(slot, which, last);
  --standbys_[slot];
}

void Holdings::drop(std::uint32_t slot, std::uint32_t which, ExpectedReleases* releases) {
  ensure(standbys(slot) == 0 && working(slot) > 1, "a job keeps a node, and uses its standbys");
  Allocation& held = several_[slot];
  give(slots_[slot].job.index(), held[which], slots_[slot].expected_end, releases);
  forget(slot, held[which]);
  const AllocationShare last = held.back();
  held.pop_back();
  if (which == held.size()) return;
  forget(slot, last);
  put(slot, which, last);
}

void Holdings::add(std::uint32_t slot, const AllocationShare& share, ExpectedReleases* releases) {
  ensure(standbys(slot) == 0, "standbys come after what is worked on");
  add_standby(slot, share, releases);
  set_standbys(slot, 0);
}

void Holdings::expect_end(std::uint32_t slot, Seconds date, ExpectedReleases* releases) {
  Holding& holding = slots_[slot];
  if (releases != nullptr) {
    const Allocation held = shares(slot);
    for (const AllocationShare& share : held)
      unexpect(holding.job.index(), share, holding.expected_end, *releases);
    expect(holding.job.index(), held, date, *releases);
  }
  holding.expected_end = date;
}

void Holdings::exchange(std::uint32_t slot, std::uint32_t which, const AllocationShare& by,
                        ExpectedReleases* releases) {
  as_list(slot);
  const Holding& holding = slots_[slot];
  give(holding.job.index(), several_[slot][which], holding.expected_end, releases);
  forget(slot, several_[slot][which]);
  put(slot, which, by);
  if (releases != nullptr)
    expect(holding.job.index(), std::span(&by, 1), holding.expected_end, *releases);
}

void Holdings::add_standby(std::uint32_t slot, const AllocationShare& share,
                           ExpectedReleases* releases) {
  as_list(slot);
  const Holding& holding = slots_[slot];
  several_[slot].push_back(share);
  note(slot, static_cast<std::uint32_t>(several_[slot].size() - 1), share);
  if (releases != nullptr)
    expect(holding.job.index(), std::span(&share, 1), holding.expected_end, *releases);
  set_standbys(slot, standbys(slot) + 1);
}

void Holdings::note_all(std::uint32_t slot, std::span<const AllocationShare> shares) {
  for (std::size_t i = 0; i < shares.size(); ++i)
    note(slot, static_cast<std::uint32_t>(i), shares[i]);
}

void Holdings::note(std::uint32_t slot, std::uint32_t which, const AllocationShare& share) {
  on_[capacity_.platform().first_node(share.group) + share.node].push_back({slot, which});
}

void Holdings::forget(std::uint32_t slot, const AllocationShare& share) {
  std::vector<OnNode>& of_node = on_[capacity_.platform().first_node(share.group) + share.node];
  const auto at = std::ranges::find(of_node, slot, &OnNode::slot);
  *at = of_node.back();
  of_node.pop_back();
}

}  // namespace gpuscape
