#pragma once
/// What running jobs hold, and the only way in which it comes back: at the end of a job, when it is
/// interrupted, and when it goes on with other nodes. Passes claim capacity (Placer); what was
/// claimed is handed over here when the job begins.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/allocation.hpp"
#include "sim/platform/free_capacity.hpp"
#include "sim/platform/future/expected_releases.hpp"
#include "sim/platform/node_set.hpp"
#include "sim/scheduling/free_nodes.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape {

/// What one running job holds. The end of a job reads this alone: its own record is cold by then.
struct Holding {
  // Of the one node that most jobs have; the shares of others are in the table.
  std::int32_t gpus = 0;
  GpuSetId which;  ///< none: they are not told apart
  std::int64_t milli_cores = 0;
  std::int64_t memory_mib = 0;
  std::uint32_t group = 0;
  GroupNode node;  ///< none: it has several nodes
  Seconds expected_end{0.0};
  RunJobId job;                 ///< none: nobody runs here
  std::uint16_t gpu_milli = 0;  ///< of one GPU that it may share; 0: whole ones
  std::uint8_t place = 0;       ///< of that part (GpuCuts)
  bool came_back = false;       ///< it gave back what it held

  [[nodiscard]] AllocationShare share() const {
    return {node.index(), {gpus, milli_cores, memory_mib, 0, 0, gpu_milli}, group, which, place};
  }
};
static_assert(sizeof(Holding) <= 64);

/// Held while a job runs, each in a slot: a small number that is used again, and serves as a token
/// of events and as an index.
class Holdings {
 public:
  struct Options {
    bool find_jobs = false;   ///< `slot_of` will be asked
    bool find_nodes = false;  ///< `on` will be asked
  };
  Holdings(FreeCapacity& capacity, Options options);

  /// Those who plan see shares of the job, which were claimed, come back at its expected end.
  static void expect(std::uint32_t job, std::span<const AllocationShare> shares,
                     Seconds expected_end, ExpectedReleases& releases);

  /// The job has these shares from now on, which were claimed and are expected. Returns its slot.
  /// The last `standbys` of them are not worked on.
  std::uint32_t take(std::uint32_t job, std::span<const AllocationShare> shares,
                     Seconds expected_end, std::uint32_t standbys = 0) {
    const std::uint32_t slot = claim();
    Holding& holding = slots_[slot];
    const AllocationShare& first = shares.front();
    holding.gpus = first.share.gpus;
    holding.which = first.gpus;
    holding.milli_cores = first.share.milli_cores;
    holding.memory_mib = first.share.memory_mib;
    holding.group = first.group;
    holding.node = GroupNode(first.node);
    holding.expected_end = expected_end;
    holding.job = RunJobId(job);
    holding.gpu_milli = first.share.gpu_milli;
    holding.place = first.place;
    holding.came_back = false;
    if (shares.size() > 1 || options_.find_jobs || options_.find_nodes) take_more(slot, shares);
    if (standbys > 0 || slot < standbys_.size()) set_standbys(slot, standbys);
    return slot;
  }
  /// All that the job holds comes back, but for what has come back already. `releases`: null where
  /// nobody looks ahead. Returns thousandths of GPUs that it held.
  std::int64_t give_back(std::uint32_t slot, ExpectedReleases* releases) {
    Holding& holding = slots_[slot];
    const bool came_back = std::exchange(holding.came_back, true);
    if (holding.node.is_none()) return give_back_several(slot, came_back, releases);
    const AllocationShare held = holding.share();
    if (!came_back) {
      give(holding.job.index(), held, holding.expected_end, releases);
      if (options_.find_nodes) forget(slot, held);
    }
    return held.share.gpu_amount_milli();
  }
  /// It will be gone by that date, if that is before its expected end; those who plan see that.
  void leave_by(std::uint32_t slot, Seconds date, ExpectedReleases* releases);
  /// It takes again what it gave back, where nobody else has it by now.
  bool take_again(std::uint32_t slot, const NodeFilter* filter);
  /// These shares, which were claimed, come in the place of one that it has.
  void replace(std::uint32_t slot, std::size_t which, std::span<const AllocationShare> by,
               ExpectedReleases* releases);

  /// One standby less: the share, which is one of them, comes back.
  void drop_standby(std::uint32_t slot, std::uint32_t which, ExpectedReleases* releases);
  /// The share, which is worked on, comes back; a standby takes its place.
  void stand_in(std::uint32_t slot, std::uint32_t which, ExpectedReleases* releases);
  /// The share comes back; `by`, which was claimed, takes its place.
  void exchange(std::uint32_t slot, std::uint32_t which, const AllocationShare& by,
                ExpectedReleases* releases);
  /// One of the shares that are worked on comes back, and none takes its place. There are others,
  /// and no standbys.
  void drop(std::uint32_t slot, std::uint32_t which, ExpectedReleases* releases);
  /// One share more to work on, which was claimed. There are no standbys.
  void add(std::uint32_t slot, const AllocationShare& share, ExpectedReleases* releases);
  /// From now on those who plan expect it to end then.
  void expect_end(std::uint32_t slot, Seconds date, ExpectedReleases* releases);
  /// One standby more, which was claimed.
  void add_standby(std::uint32_t slot, const AllocationShare& share, ExpectedReleases* releases);

  /// The slot is free, and to be used again.
  void release(std::uint32_t slot) {
    if (!slots_[slot].job.is_none()) clear(slot);
    free_.push_back(slot);
  }
  /// Nobody runs in it any more, but an event with its number is still to come: `release` it then.
  void abandon(std::uint32_t slot) { clear(slot); }

  [[nodiscard]] const Holding& operator[](std::uint32_t slot) const { return slots_[slot]; }
  /// All of them; those without a job are free or abandoned.
  [[nodiscard]] const std::vector<Holding>& all() const { return slots_; }
  /// What the job holds, node by node, clients of lent GPUs first.
  [[nodiscard]] Allocation shares(std::uint32_t slot) const;
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t job) const { return slot_of_.at(job); }
  /// Where a job holds something of a node.
  struct OnNode {
    std::uint32_t slot = 0;
    std::uint32_t which = 0;  ///< of its shares
  };
  /// Jobs that hold something of that node of the cluster, in no order.
  [[nodiscard]] std::span<const OnNode> on(std::uint32_t node) const { return on_[node]; }
  [[nodiscard]] std::uint32_t standbys(std::uint32_t slot) const {
    return slot < standbys_.size() ? standbys_[slot] : 0;
  }
  /// Shares that it works on, which come before those on standby.
  [[nodiscard]] std::uint32_t working(std::uint32_t slot) const {
    const bool one = !slots_[slot].node.is_none();
    return one ? 1 : static_cast<std::uint32_t>(several_[slot].size()) - standbys(slot);
  }
  [[nodiscard]] AllocationShare share(std::uint32_t slot, std::uint32_t which) const {
    return slots_[slot].node.is_none() ? several_[slot][which] : slots_[slot].share();
  }

 private:
  std::uint32_t claim() {
    if (free_.empty()) {
      slots_.emplace_back();
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void take_more(std::uint32_t slot, std::span<const AllocationShare> shares);
  void give(std::uint32_t job, const AllocationShare& share, Seconds expected_end,
            ExpectedReleases* releases) {
    capacity_.group(share.group).give(share);
    if (releases != nullptr) unexpect(job, share, expected_end, *releases);
  }
  static void unexpect(std::uint32_t job, const AllocationShare& share, Seconds expected_end,
                       ExpectedReleases& releases) {
    const Release release{expected_end, job, share.share};
    if (share.share.gpu_milli != 0)
      releases.remove_part(share.group, share.node, share.gpus, release);
    else
      releases.remove(share.group, share.node, release);
  }
  std::int64_t give_back_several(std::uint32_t slot, bool came_back, ExpectedReleases* releases);
  void stop_using(std::span<const AllocationShare> shares);
  void set_standbys(std::uint32_t slot, std::uint32_t standbys);
  void put(std::uint32_t slot, std::uint32_t which, const AllocationShare& share);
  void note(std::uint32_t slot, std::uint32_t which, const AllocationShare& share);
  void note_all(std::uint32_t slot, std::span<const AllocationShare> shares);
  void forget(std::uint32_t slot, const AllocationShare& share);
  void as_list(std::uint32_t slot);
  void clear(std::uint32_t slot) {
    if (options_.find_jobs) slot_of_.erase(slots_[slot].job.index());
    slots_[slot].job = RunJobId::none();
  }

  FreeCapacity& capacity_;
  Options options_;
  std::vector<Holding> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<Allocation> several_;                 // by slot, of jobs on several nodes
  std::map<std::uint32_t, std::uint32_t> slot_of_;  // by job
  std::vector<std::vector<OnNode>> on_;             // by node of the cluster
  std::vector<std::uint32_t> standbys_;             // by slot, as far as there are any
};

}  // namespace gpuscape
