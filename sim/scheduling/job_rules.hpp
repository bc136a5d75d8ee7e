#pragma once
/// What a policy may say of a job beside its order: where it may run, and when it is held back
/// although it would fit.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/scheduling/job_queue.hpp"
#include "sim/scheduling/node_mask.hpp"
#include "sim/workload/job_shapes.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape {

/// What a policy may know before the run begins.
struct PolicyContext {
  const Platform& platform;
  const OriginTable& origins;
  const std::vector<std::string>& streams;
  /// GPU seconds that the logs ask for, [stream][origin]; generated jobs are not in it.
  const std::vector<std::vector<double>>& demand;
  /// The run's first second, since 1970; none where the workload has no dates.
  std::optional<Seconds> unix_origin = {};
  /// The nodes that the policy has, which may change; null: all. It outlives the policy.
  const NodeMask* own = nullptr;
  /// Of the run: what is drawn at random is keyed by them.
  std::uint64_t seed = 0;
  std::uint64_t replication = 0;
  /// What its jobs ask for, as they come; empty where no placement wants to know. It outlives the
  /// policy.
  std::span<const JobShape> shapes = {};
  /// What an elastic job has on so many nodes, or on the fewest that it starts on (0); none: it has
  /// one size, or is never so small or large. Empty: none is elastic.
  std::function<std::optional<Demand>(const WaitingJob& job, std::uint32_t nodes)> on_nodes = {};
};

/// Contract: what it says of a job depends on the job's stream, origin and demand alone, and does
/// not change during a run.
class JobRules {
 public:
  virtual ~JobRules() = default;
  /// Why these rules cannot hold on that platform; empty: they can. For `check`.
  [[nodiscard]] virtual std::string fault(const Platform& /*platform*/) const { return {}; }
  /// Called once, before anything else but `fault`. Returns how many lanes there are, at least one:
  /// each is a queue of its own, with a head and a backfill of its own, and jobs of different lanes
  /// run on different nodes.
  virtual std::size_t bind(const PolicyContext& context) = 0;
  [[nodiscard]] virtual std::size_t lane(const WaitingJob& /*job*/) const { return 0; }
  /// The nodes that all jobs of a lane may have alike, which may change; null: there are none such.
  [[nodiscard]] virtual const NodeMask* own(std::size_t /*lane*/) const { return nullptr; }
  /// The nodes on which the job may run; null: all. Valid as long as the rules are.
  [[nodiscard]] virtual const NodeMask* nodes(const WaitingJob& job) const = 0;
  /// The same where nodes go from lane to lane: those of them that its lane has, which may change.
  [[nodiscard]] virtual const NodeMask* nodes_now(const WaitingJob& job) const {
    return nodes(job);
  }
  /// Asked at a date that the policy wanted: whether it wanted it for that lane.
  [[nodiscard]] virtual bool is_due(std::size_t /*lane*/, Seconds /*now*/) const { return true; }
  /// After all lanes of an instant were looked at.
  virtual void settle(const FreeCapacity& /*capacity*/, Seconds /*now*/) {}
  /// What a reader of the result should know of them, one phrase each.
  [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
};

/// Limits on what runs at once, or has run. A held job leaves the queue until it is let go: another
/// job's end or preemption, or time alone, gave its limits room.
class StartLimits {
 public:
  virtual ~StartLimits() = default;
  /// True where a limit holds a job that would start: it is held from now on.
  virtual bool hold_back(const WaitingJob& job) = 0;
  /// The nodes that are open to it now, of those on which it may run; null: all. Valid until the
  /// next question.
  [[nodiscard]] virtual const NodeFilter* open_now(const WaitingJob& /*job*/,
                                                   Seconds /*now*/) const {
    return nullptr;
  }
  virtual void started(const WaitingJob& job, Seconds date) = 0;
  virtual void ended(const WaitingJob& job, Seconds date) = 0;
  /// Of a policy with `sizes`: a running job has what `job.demand` says from now on. One that
  /// starts smaller than it asks for started before that.
  virtual void resized(const WaitingJob& /*job*/, Seconds /*date*/) {}
  /// Of such a policy: whether a job may have that much when it starts.
  [[nodiscard]] virtual bool may_start(const WaitingJob& /*job*/) const { return true; }
  /// And that much beside what it has.
  [[nodiscard]] virtual bool may_grow(const WaitingJob& /*job*/) const { return true; }
  /// Those of the held jobs that no limit holds any more, in the order in which they were held
  /// back. Asked after what ended, and at each `wake` of the policy: to cost what these are and not
  /// what all are that wait.
  virtual std::vector<WaitingJob> let_go(Seconds /*now*/) { return {}; }
};

/// Limits on what running jobs may use up: whoever runs when that is used up is killed.
class UseLimits {
 public:
  virtual ~UseLimits() = default;
  /// When at the earliest a running job is to be killed, as things are; kForever: never.
  [[nodiscard]] virtual Seconds next_kill() const = 0;
  /// The jobs that are to be killed now, by rising number. Asked from `next_kill` on, after what
  /// ends by itself at that date.
  virtual std::vector<std::uint32_t> killed(Seconds now) = 0;
};

}  // namespace gpuscape
