#pragma once
/// Jobs that were stopped where they are: they wait in the memory of their nodes, and go on there
/// alone, once what they held is free again.

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/platform/allocation.hpp"
#include "sim/platform/free_capacity.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

class SuspendedJobs {
 public:
  explicit SuspendedJobs(const FreeCapacity& capacity) : capacity_(capacity), room_(*this) {}
  SuspendedJobs(const SuspendedJobs&) = delete;
  SuspendedJobs& operator=(const SuspendedJobs&) = delete;

  /// That job gave these shares back, and is to go on with the like on the same nodes.
  /// Planners expect it to hold them for `left` more.
  void add(std::uint32_t job, const Allocation& shares, Seconds left);
  /// It goes on, or what it had in the memory of its nodes is lost.
  void erase(std::uint32_t job);
  [[nodiscard]] bool any() const { return !held_.empty(); }
  [[nodiscard]] bool holds(std::uint32_t job) const { return held_.contains(job); }
  /// What that job held, whatever its size is by its record, and for how long it was to hold it.
  struct Held {
    Allocation shares;
    Seconds left{0.0};
  };
  [[nodiscard]] const Held& held(std::uint32_t job) const { return held_.at(job); }
  /// All of them, by rising number.
  [[nodiscard]] std::vector<std::uint32_t> jobs() const;
  /// By rising number, those with a share on a node of that group.
  [[nodiscard]] std::vector<std::uint32_t> on_node(std::size_t group, std::uint32_t node) const;
  /// The nodes on which the job goes on, as long as it is suspended, of those that others (null:
  /// all) leave to it; null: it is not. Valid as long as this is.
  [[nodiscard]] const NodeFilter* nodes_of(std::uint32_t job, const NodeFilter* others);
  /// The nodes on which a share leaves room for what all suspended jobs held there; null: there are
  /// none.
  [[nodiscard]] const NodeFilter* room_beside() const { return any() ? &room_ : nullptr; }

 private:
  using Node = std::pair<std::uint32_t, std::uint32_t>;  // group and node
  /// Whoever plans ahead may keep what a job was told, so that this stays when the job goes on.
  class OwnNodes final : public NodeFilter {
   public:
    [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                              const Demand& share) const override;
    std::vector<Node> nodes;             ///< sorted; empty: it is not suspended any more
    const NodeFilter* others = nullptr;  ///< null: all
  };
  class Room final : public NodeFilter {
   public:
    explicit Room(const SuspendedJobs& of) : of_(of) {}
    [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                              const Demand& share) const override;

   private:
    const SuspendedJobs& of_;
  };

  const FreeCapacity& capacity_;
  std::map<std::uint32_t, Held> held_;      // by job
  std::map<Node, Demand> on_;               // the sum of that
  std::map<std::uint32_t, OwnNodes> told_;  // by job
  Room room_;
};

}  // namespace gpuscape
