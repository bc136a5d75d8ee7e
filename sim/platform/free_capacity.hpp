#pragma once
/// What is free now, node by node. Nodes of a group lie in buckets by their number of free GPUs, so
/// that "a node with at least n free GPUs" costs the same on ten nodes and on a hundred thousand.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/platform/allocation.hpp"
#include "sim/platform/gang.hpp"
#include "sim/platform/lent_gpus.hpp"
#include "sim/platform/node_gpus.hpp"
#include "sim/platform/node_set.hpp"
#include "sim/platform/platform.hpp"

namespace gpuscape {

/// Nodes of one group from `begin` to before `end`.
struct NodeRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The free capacity of one group. Node numbers are within the group.
class GroupCapacity {
 public:
  explicit GroupCapacity(const NodeGroup& group, LeafLayout leaves = {});
  /// From now on its free GPUs are counted there, as those of that group.
  void count_in(std::shared_ptr<LentGpus> lent, std::size_t index) {
    lent_ = std::move(lent);
    index_ = index;
  }

  /// From now on, while its nodes are empty, it counts what is on them by kind. Not for a pool.
  void count_kinds() {
    kinds_.assign(node_count() * (std::size_t{1} + as_count(capacity_.gpus)), 0);
  }
  /// Shares on the node that have so many whole GPUs of it each; with 0 those that have a part of
  /// one. Only where kinds are counted.
  [[nodiscard]] std::uint32_t shares_with(std::uint32_t node, std::int32_t gpus) const {
    return kinds_[kind_index(node, gpus)];
  }

  [[nodiscard]] bool is_pool() const { return pool_; }
  [[nodiscard]] std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(gpus_.size());
  }
  /// Nodes that a leaf switch can have; none: all of them.
  [[nodiscard]] std::optional<std::uint32_t> largest_leaf() const { return leaves_.hosts_per_leaf; }
  /// The group's nodes below the leaf switch of that node.
  [[nodiscard]] NodeRange leaf_of(std::uint32_t node) const {
    if (!leaves_.hosts_per_leaf) return {0, node_count()};
    const std::uint64_t hosts = *leaves_.hosts_per_leaf;
    const std::uint64_t begin = (leaves_.first_node + std::uint64_t{node}) / hosts * hosts;
    const auto within = [&](std::uint64_t place) {
      return place <= leaves_.first_node ? 0U
                                         : static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                               place - leaves_.first_node, node_count()));
    };
    return {within(begin), within(begin + hosts)};
  }
  /// Capacity of one node.
  [[nodiscard]] const Demand& capacity() const { return capacity_; }
  [[nodiscard]] Demand free(std::uint32_t node) const {
    return {gpus_[node], cores_[node], memory_[node]};
  }
  [[nodiscard]] std::int32_t free_gpus(std::uint32_t node) const { return gpus_[node]; }
  /// Thousandths, with what is left of shared GPUs.
  [[nodiscard]] std::int64_t free_gpu_milli(std::uint32_t node) const {
    const std::int64_t whole = std::int64_t{gpus_[node]} * Demand::kWholeGpu;
    return shares_gpus() ? whole + shared_gpus_.front().left_of(node) : whole;
  }
  [[nodiscard]] std::int64_t free_gpus_total() const { return free_total_; }
  /// Nodes with exactly that many free GPUs.
  [[nodiscard]] const NodeSet& at_level(FreeLevel level) const { return level_[level.index()]; }
  /// Levels (numbers of free GPUs) at which there is a node.
  [[nodiscard]] const LevelSet& levels() const { return levels_; }

  /// A job's shares here; on a pool one, of processors alone.
  [[nodiscard]] Gang cut(const Demand& demand) const {
    if (!pool_) return cut_into_gang(demand, capacity_);
    Gang gang;
    gang.rest_nodes = 1;
    gang.rest.gpus = demand.gpus;
    return gang;
  }
  /// Whether jobs run on its nodes, and they are of the kind that one asks for.
  [[nodiscard]] bool will_do(const Demand& demand) const {
    return !lends_only_ && has_asked(demand);
  }
  /// Whether its nodes are of the kind that a job asks for.
  [[nodiscard]] bool has_asked(const Demand& demand) const {
    return (demand.asks == 0 || serves_.empty() || serves_[demand.asks]) &&
           gpuscape::will_do(cuts_.get(), parts_, demand);
  }
  [[nodiscard]] bool lends_only() const { return lends_only_; }
  /// True when the gang fits while all nodes are empty.
  [[nodiscard]] bool could_hold(const Gang& gang) const {
    return gang.fits(capacity_, node_count());
  }

  [[nodiscard]] bool fits(std::uint32_t node, const Demand& share) const {
    return gpus_[node] >= share.gpus && cores_[node] >= share.milli_cores &&
           memory_[node] >= share.memory_mib;
  }
  /// `share` must fit. Says which GPUs it gets, where they are told apart: those of the free ones
  /// that are nearest to each other. A part of a GPU opens a free one: others may join it.
  GpuSetId take(std::uint32_t node, const Demand& share) {
    take_amounts(node, share);
    return tells_gpus_apart_ ? node_gpus_.front().take(node, as_count(share.gpus)) : GpuSetId();
  }
  /// The same of a part of a GPU, as part_of has it: all of one where it is not shared. What `open`
  /// and `join` return says nothing of the group.
  AllocationShare open(std::uint32_t node, const Demand& demand);
  /// True when jobs that ask for parts of GPUs share them here.
  [[nodiscard]] bool shares_gpus() const { return !shared_gpus_.empty(); }
  /// The GPUs that jobs share; null where they are whole.
  [[nodiscard]] const SharedGpus* shared_gpus() const {
    return shared_gpus_.empty() ? nullptr : &shared_gpus_.front();
  }
  /// What a job that asks for a part of a GPU gets here; milli 0: a whole GPU.
  [[nodiscard]] GpuPartOfAsk part_of(const Demand& demand) const;
  /// The shared GPU that a part of one goes to: of those with enough left, on nodes with the cores
  /// and memory and that `allows(node)`, the one with the least left. None where there is none.
  template <class Allows>
  [[nodiscard]] std::optional<GpuPartPlace> joinable(const Demand& demand,
                                                     const Allows& allows) const {
    const GpuPartOfAsk part = part_of(demand);
    if (part.milli == 0) return std::nullopt;
    return shared_gpus_.front().best_fit(part, [&](std::uint32_t node) {
      return cores_[node] >= demand.milli_cores && memory_[node] >= demand.memory_mib &&
             allows(node);
    });
  }
  /// Takes a part of a shared GPU that has room for it.
  AllocationShare join(const GpuPartPlace& at, const Demand& demand);
  /// What users have of a GPU that they share where too few are free: its smallest part. Only where
  /// GPUs are cut into parts that are all alike wherever they lie.
  [[nodiscard]] GpuPartOfAsk smallest_part() const {
    return {.milli = cuts_->profiles.front().milli};
  }
  /// Takes the smallest part that GPUs here are cut into of each of `shared`, which have room for
  /// it, and of as many free ones as `share` asks for beside them, which become shared.
  AllocationShare join_several(std::uint32_t node, const Demand& share, const GpuSet& shared);
  /// True when `share` fits with exactly these GPUs.
  [[nodiscard]] bool can_retake(std::uint32_t node, const Demand& share, GpuSetId gpus) const {
    return fits(node, share) && (!tells_gpus_apart_ || node_gpus_.front().are_free(node, gpus));
  }
  /// Takes just this, which is free.
  void take(const AllocationShare& again) {
    take_amounts(again.node, again.share);
    if (tells_gpus_apart_) node_gpus_.front().take(again.node, again.gpus);
    if (is_shared(again.share)) take_parts(again.node, again.share, again.gpus, again.place);
  }
  /// Gives back what was taken.
  void give(std::uint32_t node, const Demand& share, GpuSetId gpus = {}) {
    move(node, gpus_[node] + share.gpus);
    cores_[node] += share.milli_cores;
    memory_[node] += share.memory_mib;
    if (!kinds_.empty()) count(node, share, -1);
    if (tells_gpus_apart_) node_gpus_.front().give(node, gpus);
  }
  /// A shared GPU is free when the last job on it has left.
  void give(const AllocationShare& held) {
    if (is_shared(held.share))
      give_parts(held);
    else
      give(held.node, held.share, held.gpus);
  }
  /// Which GPUs are free; null where they are not told apart.
  [[nodiscard]] const NodeGpus* node_gpus() const {
    return tells_gpus_apart_ ? &node_gpus_.front() : nullptr;
  }
  /// Takes the node off the levels, so that nobody finds it there, until it is shown again; in
  /// between nothing of it is taken or given back. Not for a pool.
  void hide(std::uint32_t node) { leave_level(static_cast<std::uint32_t>(gpus_[node]), node); }
  void show(std::uint32_t node) { join_level(static_cast<std::uint32_t>(gpus_[node]), node); }

 private:
  static std::uint32_t as_count(std::int32_t gpus) { return static_cast<std::uint32_t>(gpus); }
  [[nodiscard]] bool is_shared(const Demand& share) const {
    return share.gpu_milli != 0 && shares_gpus();
  }
  void take_parts(std::uint32_t node, const Demand& share, GpuSetId gpus, std::uint8_t place);
  void give_parts(const AllocationShare& held);
  void take_amounts(std::uint32_t node, const Demand& share) {
    move(node, gpus_[node] - share.gpus);
    cores_[node] -= share.milli_cores;
    memory_[node] -= share.memory_mib;
    if (!kinds_.empty()) count(node, share, 1);
  }
  [[nodiscard]] std::size_t kind_index(std::uint32_t node, std::int32_t gpus) const {
    return node * (std::size_t{1} + as_count(capacity_.gpus)) + as_count(gpus);
  }
  void count(std::uint32_t node, const Demand& share, int by) {
    if (share.gpus > 0 || is_shared(share))
      kinds_[kind_index(node, is_shared(share) ? 0 : share.gpus)] += static_cast<std::uint32_t>(by);
  }
  void leave_level(std::uint32_t level, std::uint32_t node) {
    level_[level].erase(node);
    if (level_[level].empty()) levels_.erase(level);
  }
  void join_level(std::uint32_t level, std::uint32_t node) {
    if (level_[level].empty()) levels_.insert(level);
    level_[level].insert(node);
  }
  void move(std::uint32_t node, std::int32_t gpus) {
    const auto from = static_cast<std::uint32_t>(gpus_[node]);
    const auto to = static_cast<std::uint32_t>(gpus);
    free_total_ += gpus - gpus_[node];
    if (lent_ != nullptr) lent_->move(index_, node, gpus - gpus_[node]);
    gpus_[node] = gpus;
    if (pool_ || from == to) return;
    leave_level(from, node);
    join_level(to, node);
  }

  Demand capacity_;
  LeafLayout leaves_;
  bool pool_;
  std::vector<std::int32_t> gpus_;
  std::vector<std::int64_t> cores_;
  std::vector<std::int64_t> memory_;
  std::vector<NodeSet> level_;
  LevelSet levels_;
  std::int64_t free_total_ = 0;
  bool tells_gpus_apart_;
  std::vector<NodeGpus> node_gpus_;      // one where GPUs are told apart, else none
  std::vector<SharedGpus> shared_gpus_;  // one where jobs share GPUs, else none
  std::vector<bool> serves_;             // as NodeGroup::serves
  std::vector<GpuPartOfAsk> parts_;      // as NodeGroup::parts
  std::shared_ptr<const GpuCuts> cuts_;  // likewise
  std::vector<std::uint32_t> kinds_;     // of shares, by node; empty where they are not counted
  bool lends_only_;
  std::shared_ptr<LentGpus> lent_ = nullptr;  // where its GPUs may be lent; of all groups
  std::size_t index_ = 0;                     // of the group, for it
};

/// The free capacity of the whole cluster.
class FreeCapacity {
 public:
  explicit FreeCapacity(const Platform& platform);

  [[nodiscard]] const std::vector<GroupCapacity>& groups() const { return groups_; }
  [[nodiscard]] GroupCapacity& group(std::size_t index) {
    ++changes_;
    return groups_[index];
  }
  /// Grows whenever somebody was let change what is free.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  [[nodiscard]] const Platform& platform() const { return *platform_; }
  /// Null where no GPUs are lent.
  [[nodiscard]] const LentGpus* lent() const { return lent_.get(); }
  [[nodiscard]] LentGpus* lent() { return lent_.get(); }
  [[nodiscard]] std::int64_t free_gpus_total() const {
    std::int64_t total = 0;
    for (const GroupCapacity& group : groups_) total += group.free_gpus_total();
    return total;
  }
  /// True when jobs hold parts of some GPU.
  [[nodiscard]] bool any_shared() const {
    return std::ranges::any_of(groups_, [](const GroupCapacity& group) {
      return group.shared_gpus() != nullptr && group.shared_gpus()->size() > 0;
    });
  }

 private:
  const Platform* platform_;
  std::vector<GroupCapacity> groups_;
  std::shared_ptr<LentGpus> lent_;
  std::uint64_t changes_ = 0;
};

}  // namespace gpuscape
