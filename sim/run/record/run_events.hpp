#pragma once
/// What happens in a run, as values for those who measure and watch it. Each is published once, at
/// the date on which it happens, after the run's own state has changed; only TimePasses comes
/// before the change.

#include <cstdint>
#include <optional>
#include <span>

#include "sim/base/units/quantity.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/scheduling/node_mask.hpp"

namespace gpuscape {

/// The state has held since the event before; from `date` on it may change.
struct TimePasses {
  Seconds date;
};

struct JobSubmitted {
  std::uint32_t job = 0;
  Seconds date;
  const Demand& demand;
  JobState state = JobState::waiting;  ///< or that it never can run
  bool has_dependency = false;         ///< it waits for the end of other jobs
  bool has_limit = false;
};

/// A job did not start on the date on which it was submitted.
struct JobWaits {
  std::uint32_t job = 0;
  Seconds date;
  const Demand& demand;
  std::uint32_t origin = 0;
  const NodeMask* open = nullptr;     ///< the nodes on which it may run; null: all
  std::optional<WaitReason> held_by;  ///< limit or dependency; none: it is in a queue
};

/// A limit holds back a job that was in a queue.
struct JobHeldBack {
  std::uint32_t job = 0;
  Seconds date;
  const Demand& demand;
  bool waited = false;  ///< JobWaits was published
};

/// A job that was held joins a queue.
struct JobLetGo {
  std::uint32_t job = 0;
  Seconds date;
  const Demand& demand;
  WaitReason held_by = WaitReason::limit;
  bool waited = false;
};

/// The job that it waited for did not end as it must.
struct DependencyFailed {
  std::uint32_t job = 0;
  Seconds date;
};

struct JobStarted {
  std::uint32_t job = 0;
  Seconds date;
  const Demand& demand;
  std::span<const AllocationSpan> spans;
  std::int64_t gpu_milli = 0;  ///< thousandths of GPUs that it takes
  bool waited = false;
  bool on_pool = false;
};

struct JobPreempted {
  std::uint32_t job = 0;
  Seconds date;
  const Demand& demand;
  std::uint32_t origin = 0;
  const NodeMask* open = nullptr;
  std::int64_t gpu_milli = 0;  ///< thousandths of GPUs that it gives back
  bool is_new = false;         ///< submitted at this very date: JobWaits may still come
};

/// A running job holds more GPUs than before, or fewer.
struct JobHolds {
  std::uint32_t job = 0;
  Seconds date;
  std::int64_t more_gpu_milli = 0;  ///< thousandths of GPUs
};

struct JobEnded {
  std::uint32_t job = 0;
  Seconds date;
  std::int64_t gpu_milli = 0;  ///< thousandths of GPUs that it gives back
};

/// Nodes went away or came back.
struct NodesChanged {
  Seconds date;
  std::int64_t gpus_held = 0;  ///< that are free and of nodes that are away
};

/// From now on no job starts, whatever is free, or jobs start again.
struct StartsChanged {
  Seconds date;
  bool may_start = true;
};

/// The head of a queue did not start.
struct HeadWaits {
  std::uint32_t job = 0;
  Seconds date;
  std::optional<Seconds> promise;  ///< known only where `Observers::want_promises`
};

/// Everything that happened at this date has been decided on.
struct InstantSettled {
  Seconds date;
};

}  // namespace gpuscape
