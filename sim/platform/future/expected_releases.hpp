#pragma once
/// When running jobs are expected to give back what they hold, node by node: what any backfill that
/// reserves for the future has to know.

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/free_capacity.hpp"

namespace gpuscape {

/// A share that comes back at `end` if the job ends when expected.
struct Release {
  Seconds end{0.0};
  std::uint32_t job = 0;
  Demand share;
  [[nodiscard]] bool before(const Release& other) const {
    return end < other.end || (end == other.end && job < other.job);
  }
};

/// The releases of one group of nodes (or of one pool).
class GroupReleases {
 public:
  /// A date before every other: the share is free now.
  static constexpr Seconds kNow{-1.0};

  explicit GroupReleases(const GroupCapacity& capacity);

  /// `capacity` must already be without the share (add) or with it (remove).
  void add(std::uint32_t node, const Release& release);
  void remove(std::uint32_t node, std::uint32_t job, Seconds end);

  /// Earliest date at which `share` fits on the node by expected ends; kNow when it fits already,
  /// infinity when it never does. Dates of overdue jobs lie in the past: they are expected to end
  /// now.
  [[nodiscard]] Seconds available_at(std::uint32_t node, const Demand& share) const;
  /// The same for `gpus` GPUs alone (≥ 1): one look-up. Column over nodes.
  [[nodiscard]] const std::vector<Seconds>& available_column(std::int32_t gpus) const {
    return available_[static_cast<std::size_t>(gpus)];
  }
  /// The first node from `node` on that has room for `share` before `date`; the number of nodes
  /// where there is none.
  [[nodiscard]] std::uint32_t next_before(Seconds date, std::uint32_t node,
                                          const Demand& share) const;
  /// What is free on the node at `date` if everyone ends when expected; releases at `date` count.
  [[nodiscard]] Demand free_at(std::uint32_t node, Seconds date) const;

  /// Those of a node by rising (end, job). Not of a pool.
  [[nodiscard]] const std::vector<Release>& of_node(std::uint32_t node) const {
    return of_node_[node];
  }

  /// A pool's releases by rising (end, job).
  struct ByEnd {
    bool operator()(const Release& a, const Release& b) const { return a.before(b); }
  };
  using PoolReleases = std::set<Release, ByEnd>;
  [[nodiscard]] const PoolReleases& pool_releases() const { return pool_; }
  [[nodiscard]] const GroupCapacity& capacity() const { return *capacity_; }
  /// Calls `visit(node, release)` for all of them.
  template <class Visitor>
  void for_each(Visitor visit) const {
    for (const Release& release : pool_) visit(std::uint32_t{0}, release);
    for (std::uint32_t node = 0; node < of_node_.size(); ++node) {
      for (const Release& release : of_node_[node]) visit(node, release);
    }
  }

 private:
  void refresh(std::uint32_t node);

  const GroupCapacity* capacity_;
  std::vector<std::vector<Release>> of_node_;    // each by rising (end, job)
  std::vector<std::vector<Seconds>> available_;  // [GPUs][node]
  PoolReleases pool_;
};

/// A change since the list was last cleared.
struct ReleaseChange {
  std::uint32_t group = 0;
  std::uint32_t node = 0;
  Seconds end{0.0};  ///< expected end of the job that started or ended
  Demand share{};
  bool started = false;
};

class ExpectedReleases {
 public:
  explicit ExpectedReleases(const FreeCapacity& capacity);

  void add(std::size_t group, std::uint32_t node, const Release& release);
  void remove(std::size_t group, std::uint32_t node, const Release& release);
  /// The same of a part of a shared GPU, `gpu`: cores and memory come back with the job, the GPU
  /// with the last of those who share it.
  void add_part(std::size_t group, std::uint32_t node, GpuSetId gpu, const Release& release);
  void remove_part(std::size_t group, std::uint32_t node, GpuSetId gpu, const Release& release);
  [[nodiscard]] const GroupReleases& group(std::size_t index) const { return groups_[index]; }
  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
  /// True where no job holds anything.
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// What happened since `clear_changes`, in order; not all of it when nobody cleared for long.
  [[nodiscard]] const std::vector<ReleaseChange>& changes() const { return changes_; }
  [[nodiscard]] bool changes_complete() const { return complete_; }
  /// Nodes went away that nobody had planned with: plans for the future may not hold.
  void note_surprise() { ++surprises_; }
  [[nodiscard]] std::uint32_t surprises() const { return surprises_; }
  void clear_changes() {
    changes_.clear();
    complete_ = true;
  }

 private:
  using SharedGpu = std::tuple<std::size_t, std::uint32_t, GpuSetId>;  // group, node, which

  void note(const ReleaseChange& change);

  std::vector<GroupReleases> groups_;
  std::map<SharedGpu, std::vector<Release>> parts_;  // without GPUs, each by rising (end, job)
  std::size_t size_ = 0;                             // releases, of all groups
  std::vector<ReleaseChange> changes_;
  bool complete_ = true;
  std::uint32_t surprises_ = 0;
};

}  // namespace gpuscape
