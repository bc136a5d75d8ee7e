#pragma once
/// Where and when the head of the queue will fit, and what others may use of it until then.

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/platform/allocation.hpp"
#include "sim/platform/future/expected_releases.hpp"
#include "sim/platform/future/outages.hpp"
#include "sim/platform/platform.hpp"
#include "sim/scheduling/free_nodes.hpp"
#include "sim/scheduling/job_queue.hpp"
#include "sim/scheduling/reservation/lent_ends.hpp"

namespace gpuscape {

/// A node by its group and its number within the group; ordered by them.
struct NodeKey {
  std::uint64_t value = 0;
  NodeKey() = default;
  NodeKey(std::size_t group, std::uint32_t node) : value(std::uint64_t{group} << 32U | node) {}
  [[nodiscard]] std::size_t group() const { return value >> 32U; }
  [[nodiscard]] std::uint32_t node() const { return static_cast<std::uint32_t>(value); }
  friend auto operator<=>(const NodeKey&, const NodeKey&) = default;
};

/// A node that is kept for the head, and what others may use of it beyond the reserved date.
struct ReservedNode {
  Seconds available{0.0};  ///< date from which the head's share fits
  NodeKey at;
  Demand need;
  Demand headroom;
  std::int32_t more_lent = Lending::kAny;  ///< GPUs that others there may use elsewhere
  friend bool operator<(const ReservedNode& a, const ReservedNode& b) {
    return a.available < b.available || (a.available == b.available && a.at < b.at);
  }
};

class HeadReservation final : public NodeFilter {
 public:
  /// The state as it is.
  struct State {
    Seconds now;
    ExpectedReleases& releases;
    const NodeFilter* allowed;  ///< the nodes on which the head may run; null: all
    const FreeCapacity& capacity;
    const Outages* outages = nullptr;  ///< null: no node is ever away
    bool allowed_changes = false;      ///< those nodes may be others than the last time
  };
  /// Makes it anew, where what has changed since it was last called may have moved it, or nodes are
  /// away at some time: the earliest over all groups, over all spans of groups, and over all
  /// islands that lend GPUs. True where it stays as it was. Changes are cleared.
  bool renew(const WaitingJob& head, const State& state);
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override;
  [[nodiscard]] bool allows_lent(std::size_t pool, std::uint32_t island,
                                 std::int64_t gpus) const override;
  /// A job that outlives the reserved date took these shares.
  void claim(std::span<const AllocationShare> shares);
  [[nodiscard]] std::uint32_t job() const { return job_.index(); }
  [[nodiscard]] Seconds date() const { return date_; }

 private:
  void make(const WaitingJob& head, const State& state);
  /// False when a change since the last pass may have moved the reservation.
  bool survives(const WaitingJob& head, Seconds now, const ExpectedReleases& releases);
  void make_on_pool(const WaitingJob& head, const GroupReleases& releases);
  void make_on_lent(const ExpectedReleases& releases, const LentEnds& lent_ends);
  void make_node_by_node(const ExpectedReleases& releases);
  [[nodiscard]] Seconds open_from(NodeKey at, Seconds date) const;
  void make_on_all(const ExpectedReleases& releases, const LentEnds& lent_ends);
  template <class Ends>
  void make_by_ends(const ExpectedReleases& releases, std::int64_t free, Ends& ends);
  void reserve_clients(const ExpectedReleases& releases, const Demand& share, std::size_t count);
  [[nodiscard]] Seconds client_available_at(const GroupReleases& releases, NodeKey at,
                                            const Demand& share) const;
  void leave_headroom(ReservedNode& reserved, const GroupReleases& releases) const;
  void make_on_nodes(const WaitingJob& head, const ExpectedReleases& releases,
                     std::span<const std::size_t> groups);
  /// False where too few are open to the head.
  bool reserve_gang(const Gang& gang, const ExpectedReleases& releases,
                    std::span<const std::size_t> groups);
  /// When a share fits on a node that stays open for as long as the head runs.
  [[nodiscard]] Seconds available_at(const GroupReleases& releases, NodeKey at,
                                     const Demand& need) const;
  void reserve_soonest(const ExpectedReleases& releases, std::span<const std::size_t> groups,
                       const Demand& need, std::size_t count);
  [[nodiscard]] bool survives_on_lent(Seconds now, const ExpectedReleases& releases) const;
  bool survives_release(const ReleaseChange& change, const GroupReleases& releases);
  void pull_pool_date_forward(const GroupReleases& releases);
  [[nodiscard]] std::vector<ReservedNode>::const_iterator find(NodeKey node) const;
  [[nodiscard]] bool is_reserved(NodeKey node) const { return find(node) != nodes_.end(); }

  RunJobId job_;
  Demand demand_;
  std::size_t group_ = 0;  // the one that it is on, or the first of several
  const NodeFilter* allowed_ = nullptr;
  const Outages* outages_ = nullptr;  // null: no node is ever away
  Seconds run_time_{0.0};             // as expected
  Seconds earliest_{0.0};             // where there are outages, no date before it
  bool pool_ = false;
  // On GPUs of an island, `lent_headroom_` of which are left at the date; null: on its own.
  const LentGpus* lent_ = nullptr;
  std::size_t lent_pool_ = 0;
  std::uint32_t island_ = 0;
  std::int64_t lent_headroom_ = 0;
  bool any_release_moves_it_ = false;  // shares of two sizes, or several groups
  Seconds raw_date_{0.0};              // by expected ends; may lie in the past: jobs are overdue
  Seconds date_{0.0};                  // max(now, raw_date_)
  Seconds date_now_{0.0};
  std::int64_t pool_headroom_ = 0;
  bool pool_date_may_move_ = false;
  std::vector<ReservedNode> nodes_;  // by rising group and node
  LentEnds lent_ends_;               // of the run
};

}  // namespace gpuscape
