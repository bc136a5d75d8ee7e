#pragma once
/// Which waiting job is to start where and when, and what room that leaves: what a backfill that
/// promises a start to many jobs has to know.

#include <cstdint>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/platform/future/group_timeline.hpp"
#include "sim/platform/future/outages.hpp"
#include "sim/platform/gang.hpp"
#include "sim/scheduling/free_nodes.hpp"
#include "sim/scheduling/placer.hpp"

namespace gpuscape {

/// A promised start.
struct JobPlan {
  static constexpr Seconds kNever = kForever;
  Seconds date = kNever;  ///< kNever: it is planned nowhere
  Seconds end = kNever;
  std::size_t group = 0;
  Allocation shares;
};

/// What is planned: a job's demand, how long it is expected to run, where it may go (null:
/// everywhere).
struct PlanRequest {
  Demand demand{};
  Seconds run_time{0.0};
  const NodeFilter* allowed = nullptr;
};

/// As a NodeFilter it allows what ends before `set_end`'s date without delaying any plan in it.
class PlanBook final : public NodeFilter {
 public:
  /// `outages`: when nodes are known to be away, which plans go round; null: never.
  explicit PlanBook(const ExpectedReleases& releases, const Outages* outages = nullptr);

  /// Takes in who started and ended since the last call; true when somebody ended early.
  bool absorb(ExpectedReleases& releases, Seconds now);

  /// The earliest start from which on the job's shares stay free for ever by what the book knows.
  void find(const PlanRequest& request, Seconds now, JobPlan& plan);
  /// An earlier start for a plan in the book, if there is one: on nodes that stay free for ever, or
  /// on its own where they stay free up to its date.
  bool find_earlier(const PlanRequest& request, Seconds now, const JobPlan& plan, JobPlan& better);
  void add(const JobPlan& plan);
  void remove(const JobPlan& plan);
  /// Puts `better` in the place of `plan`, whose nodes count as touched.
  void replace(const JobPlan& plan, const JobPlan& better);
  /// Says that the plan's nodes have room now that they had not.
  void touch(const JobPlan& plan);

  /// Opens a round of improving plans: from here on `may_improve` looks at what became free since
  /// the last round was opened.
  void open_round() { ++round_; }
  /// False when `find_earlier` finds nothing.
  [[nodiscard]] bool may_improve(const JobPlan& plan, const PlanRequest& request) const;

  /// False when no node has room now for a job of this demand that runs until `end`.
  [[nodiscard]] bool may_start(const Demand& demand, Seconds end) const;
  void set_end(Seconds end) { end_ = end; }
  [[nodiscard]] bool allows(std::size_t group, std::uint32_t node,
                            const Demand& share) const override {
    return groups_[group].free_until(node, share) >= end_;
  }

 private:
  struct Soonest {
    Seconds from{0.0};
    std::uint32_t node = 0;
    friend bool operator<(const Soonest& a, const Soonest& b) {
      return a.from < b.from || (a.from == b.from && a.node < b.node);
    }
  };

  void find_in(std::size_t group, const PlanRequest& request, JobPlan& plan);
  /// When all shares of a gang are free, no date before `earliest_` where there are outages.
  [[nodiscard]] Seconds choose_gang(const PlanRequest& request, const Gang& gang, JobPlan& plan);
  Seconds choose(const PlanRequest& request, const Demand& need, std::size_t count, JobPlan& plan);
  void choose_by_block(const PlanRequest& request, const Demand& need, std::size_t count,
                       const JobPlan& plan);
  void consider(const PlanRequest& request, const Demand& need, std::size_t count,
                const JobPlan& plan, std::uint32_t node);
  [[nodiscard]] Seconds free_from(std::size_t group, std::uint32_t node, const Demand& need) const;
  /// The same on a node that stays open for as long as the job runs.
  [[nodiscard]] Seconds open_from(const PlanRequest& request, std::size_t group, std::uint32_t node,
                                  const Demand& need) const;
  void put(const JobPlan& plan);
  void take_out(const JobPlan& plan);
  void search(const PlanRequest& request, Seconds now, JobPlan& plan);
  void update();

  std::vector<GroupTimeline> groups_;
  const Outages* outages_;
  Seconds earliest_{0.0};                            // of the search in progress
  Seconds now_{0.0};                                 // likewise
  std::vector<std::vector<std::uint32_t>> touched_;  // round in which a node got more room
  std::uint32_t round_ = 1;
  Seconds end_{0.0};
  Seconds bound_{0.0};            // of the search in progress: only dates before it
  const JobPlan* own_ = nullptr;  // the plan that it is to better; null for none
  std::vector<Soonest> soonest_;  // scratch: max-heap of the best so far
  JobPlan here_;                  // scratch
};

}  // namespace gpuscape
