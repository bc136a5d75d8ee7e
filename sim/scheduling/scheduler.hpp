#pragma once
/// In which order jobs are considered, and which of them start.

#include <optional>

#include "sim/scheduling/queues/queue_view.hpp"
#include "sim/scheduling/scheduling_pass.hpp"

namespace gpuscape {

class JobRules;
class StartLimits;
class UseLimits;

/// What a policy brings along beside an order. The parts belong to the policy.
struct PolicyParts {
  JobRules* rules = nullptr;      ///< null: every job may run everywhere
  StartLimits* limits = nullptr;  ///< null: no job is held back
  UseLimits* uses = nullptr;      ///< null: no running job is killed
  bool preempts = false;          ///< true: the pass knows the running jobs
  bool reorders = false;          ///< true: the queue can be asked to change a job's rank
  bool picks = false;             ///< true: jobs are started by `start_job`, in any order
  bool claims = false;            ///< true: it puts pods of waiting jobs on nodes, by `claim`
  bool suspends = false;          ///< true: it stops jobs that are to go on on the same nodes
  bool divides = false;           ///< true: it has several lanes
  bool sizes = false;             ///< true: its limits are told what elastic jobs have
  bool joins = false;             ///< true: jobs share GPUs where too few are free
  QueueView* queues = nullptr;    ///< null: it has no queues of its own
};

/// Contract: a job starts only through `pass.start` and is preempted only through `pass.preempt`;
/// what a policy decides depends on nothing but the passes so far, the jobs and its own parameters
/// (no clock; random numbers are keyed by the job), so that equal scenarios give equal bytes. One
/// object serves one run.
class Scheduler {
 public:
  virtual ~Scheduler() = default;
  /// Jobs are considered by rising rank, equal ranks in order of submission. Asked when the job
  /// joins the queue, and again when it comes back.
  [[nodiscard]] virtual double rank(const WaitingJob& job) const = 0;
  /// Jobs of one class keep their order, whatever is added to the ranks of the class
  /// (`JobQueue::set_class_offset`). Asked after `rank`.
  [[nodiscard]] virtual std::uint32_t rank_class(const WaitingJob& /*job*/) const { return 0; }
  /// Called after each instant at which a job arrived or capacity came back, and at `wake`, with a
  /// queue that is not empty.
  virtual void schedule(SchedulingPass& pass) { pass.start_in_order(); }
  /// The next date at which `schedule` wants to be called even if nothing happens; none: never.
  /// Asked after each pass that leaves jobs waiting.
  [[nodiscard]] virtual std::optional<Seconds> wake() const { return std::nullopt; }
  [[nodiscard]] virtual PolicyParts parts() { return {}; }
};

}  // namespace gpuscape
