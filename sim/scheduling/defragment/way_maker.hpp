#pragma once
/// Which running jobs have to go to other nodes, or give some up, so that a waiting one fits.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sim/platform/free_capacity.hpp"
#include "sim/scheduling/holdings.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/scheduling/placer.hpp"

namespace gpuscape {

/// One share of a running job that leaves a node.
struct Relocation {
  std::uint32_t slot = 0;
  std::uint32_t node = 0;             ///< of the cluster, which it leaves
  std::optional<AllocationShare> to;  ///< claimed, in its group; none: the job goes on without it
};

class WayMaker {
 public:
  /// What a running job says to being moved.
  struct Terms {
    double cost = 0.0;                 ///< GPU seconds that it loses by it, on all its nodes
    bool moves = true;                 ///< else it gives up nodes, or stays
    std::size_t may_drop = 0;          ///< shares without which it goes on
    const NodeFilter* open = nullptr;  ///< nodes on which it may be until it ends; null: all
  };
  /// None: the job of that slot stays where it is. Valid until the next question.
  using TermsOf = std::function<std::optional<Terms>(std::uint32_t slot)>;

  WayMaker(FreeCapacity& capacity, const Holdings& holdings, Placer& placer, TermsOf terms)
      : capacity_(capacity), holdings_(holdings), placer_(placer), terms_(std::move(terms)) {}

  struct Ask {
    const WaitingJob& job;
    const NodeFilter* open = nullptr;  ///< nodes on which it may start now; null: all
    std::size_t at_most = 0;           ///< jobs that move for it; 0: as many as it takes
    bool some_drop = false;            ///< some jobs may give up shares
  };
  struct Way {
    std::vector<Relocation> moves;
    double cost = 0.0;  ///< GPU seconds that those who move lose
  };
  /// In the first group where it goes: the nodes that cost least are cleared, one after the other,
  /// for as many of the job's shares as do not fit now. Each share that leaves goes to the node
  /// that the placement chooses for it, of those that the job does not need. None where no group
  /// can be cleared that far, and where the job fits already.
  [[nodiscard]] std::optional<Way> find(const Ask& ask);
  /// Gives back what was claimed: those who would have moved stay.
  void undo(const Way& way);
  /// When the job will fit, if all that runs ends as expected and nobody else starts; what is
  /// overdue ends at once.
  [[nodiscard]] Seconds fits_at(const WaitingJob& job, const NodeFilter* open, Seconds now) const;

 private:
  /// A node that could be cleared for a share of the job.
  struct Clearing {
    double cost = 0.0;
    std::uint32_t node = 0;
    std::vector<Holdings::OnNode> who;
  };
  class Elsewhere;

  [[nodiscard]] std::optional<Way> find_in(std::size_t group, const Gang& gang, const Ask& ask);
  /// Clears nodes for `count` shares like that; false where there are not enough.
  bool clear(std::size_t group, const Demand& share, std::uint32_t count, const Ask& ask, Way& way);
  [[nodiscard]] std::vector<Clearing> clearings(std::size_t group, const Demand& share,
                                                const NodeFilter* open) const;
  /// The cheapest of those who may leave that make room for the share; none where all of them
  /// together do not.
  [[nodiscard]] std::optional<Clearing> clearing_of(std::size_t group, std::uint32_t node,
                                                    const Demand& share) const;
  bool relocate(std::size_t group, const Clearing& clearing, Way& way);
  /// True when what is free there makes room with those who leave, after what moved before.
  [[nodiscard]] bool makes_room(std::size_t group, const Clearing& clearing,
                                const Demand& share) const;
  [[nodiscard]] bool is_open(std::size_t group, std::uint32_t node, const Demand& share,
                             const NodeFilter* open) const {
    return open == nullptr || open->allows(group, node, share);
  }
  [[nodiscard]] std::uint32_t of_cluster(std::size_t group, std::uint32_t node) const {
    return capacity_.platform().first_node(group) + node;
  }

  FreeCapacity& capacity_;
  const Holdings& holdings_;
  Placer& placer_;
  TermsOf terms_;
  std::vector<bool> kept_;                        // by node of the group: for the waiting job
  std::set<std::uint32_t> moved_;                 // slots
  std::map<std::uint32_t, std::size_t> dropped_;  // shares of slots
};

}  // namespace gpuscape
