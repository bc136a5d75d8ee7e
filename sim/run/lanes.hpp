#pragma once
/// The queues of a run, each with the backfill and the scheduling pass that look after it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/model/registry.hpp"
#include "sim/platform/future/expected_releases.hpp"
#include "sim/scenario/scheduler_spec.hpp"
#include "sim/scheduling/backfill.hpp"
#include "sim/scheduling/job_rules.hpp"
#include "sim/scheduling/placer.hpp"
#include "sim/scheduling/running_jobs.hpp"
#include "sim/scheduling/suspended_jobs.hpp"

namespace gpuscape {

/// What a lane has of its own beside a queue.
struct LanePolicies {
  std::unique_ptr<Backfill> backfill;
  std::unique_ptr<PlacementPolicy> placement;
};

/// The policies of a run, built from the scenario.
struct Policies {
  std::unique_ptr<Scheduler> scheduler;
  std::unique_ptr<Backfill> backfill;
  /// Makes one like it for each further lane; empty where the policy has one lane.
  std::function<std::unique_ptr<Backfill>()> make_backfill;
  std::unique_ptr<PlacementPolicy> placement;
  std::vector<LanePolicies> lanes = {};  ///< by lane, in place of both; empty: all are alike
  bool kill_overrun = false;
  bool near_data = false;  ///< nodes that hold what a job reads come first
  Seconds start_up{0.0};   ///< of every start of a job, before it works
  std::optional<DefragmentSpec> defragment = {};
  std::vector<HoursSpec> hours = {};  ///< none: nodes are nobody's by the clock
  std::int32_t starts_on = 0;         ///< weekday of a run without dates, 0 = Monday
  DecisionTimeSpec decision_time = {};
};

/// How running jobs are asked to leave room; empty: they are not.
struct RoomMakers {
  MakeWay make_way = {};
  Smaller smaller = {};
};

struct Lane {
  /// What all lanes of a run have in common.
  struct Shared {
    FreeCapacity& capacity;
    const Scheduler& scheduler;
    const PolicyParts& hooks;
    RunningJobs& running_jobs;
    Holdings& holdings;
    const Outages* outages = nullptr;
    const NodeFilter* away = nullptr;
    Seconds start_up{0.0};
    /// Nodes on which pods may ever be; empty: all.
    std::function<bool(std::size_t group, std::uint32_t node)> in_service = {};
    const NearData* near = nullptr;  ///< as SchedulingPass::Parts
    const RoomMakers* room = nullptr;
    SuspendedJobs* suspended = nullptr;  ///< likewise
    const NodeHours* hours = nullptr;    ///< likewise
  };
  Lane(const Shared& shared, std::unique_ptr<Backfill> with, Placer& placer, std::size_t number);
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  /// Of its jobs that wait; null: the policy puts no single pods on nodes.
  [[nodiscard]] PodClaims* claims() { return pods ? &*pods : nullptr; }

  std::unique_ptr<Backfill> backfill;
  std::unique_ptr<ExpectedReleases> releases;  ///< only where the backfill looks ahead
  JobQueue queue;
  std::optional<PodClaims> pods;  ///< none: the policy puts no single pods on nodes
  SchedulingPass pass;
  bool freed = false;       ///< capacity came back since the last pass
  bool is_to_look = false;  ///< something else happened since
  Seconds ready{0.0};       ///< from then on it decides again
  Seconds planned{-1.0};    ///< a date at which it will look; below 0: none
};

class Lanes {
 public:
  /// Binds the policies to `context`; all arguments must outlive this. Takes the backfill out of
  /// `policies`. `outages`: null where none is planned; `away`: null where none is unforeseen;
  /// `in_service`: of nodes that are no spares; empty: all are. `near` is asked only of policies
  /// with `near_data`; `hours`: null where nodes have none.
  Lanes(Policies& policies, const PolicyParts& hooks, FreeCapacity& capacity, Holdings& holdings,
        const PolicyContext& context, const Outages* outages, const NodeFilter* away,
        std::function<bool(std::size_t group, std::uint32_t node)> in_service, NearData near,
        RoomMakers room, NodeHours* hours);

  [[nodiscard]] const std::vector<std::unique_ptr<Lane>>& all() const { return lanes_; }
  [[nodiscard]] Lane& first() const { return *lanes_.front(); }
  [[nodiscard]] bool has_one() const { return hooks_.rules == nullptr; }
  [[nodiscard]] Lane& of(const WaitingJob& job) const {
    return *lanes_[has_one() ? 0 : hooks_.rules->lane(job)];
  }
  /// Puts it into its lane's queue, with the rank that the policy gives it, which is noted in
  /// `job`. `before_others`: ahead of all that the policy ranks.
  void enqueue(WaitingJob& job, bool before_others);
  /// The earliest date on which a lane or the scheduler wants a pass; kForever: none does.
  [[nodiscard]] Seconds wake() const;
  [[nodiscard]] Placer& placer() { return placer_; }
  /// Of all lanes; null: no job ever is.
  [[nodiscard]] SuspendedJobs* suspended() { return suspended_ ? &*suspended_ : nullptr; }
  /// Of those lanes whose backfills look ahead.
  [[nodiscard]] std::vector<ExpectedReleases*> releases() const;
  /// A running job has other shares than before.
  void note_shares(std::uint32_t job, std::uint32_t slot, const Holdings& holdings) {
    if (!hooks_.preempts) return;
    const auto running = running_jobs_.find(job);
    if (running != running_jobs_.end()) running->second.shares = holdings.shares(slot);
  }
  /// A running job ended.
  void forget(std::uint32_t job) {
    if (hooks_.preempts) running_jobs_.erase(job);
  }

 private:
  const Scheduler& scheduler_;
  const PolicyParts& hooks_;
  std::vector<LanePolicies> with_;
  NearData near_;  // empty: no node is nearer to a job than others
  RoomMakers room_;
  Placer placer_;
  std::vector<std::unique_ptr<Placer>> placers_;  // by lane, where they differ
  RunningJobs running_jobs_;                      // only where the policy preempts
  std::optional<SuspendedJobs> suspended_;        // none: no job ever is
  std::vector<std::unique_ptr<Lane>> lanes_;
};

}  // namespace gpuscape
