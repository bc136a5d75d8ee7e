#pragma once
/// In which order jobs are considered, and which of them start.

#include "sim/model/scheduling_pass.hpp"

namespace gpuscape {

/// Contract: a job starts only through `pass.start`; what a policy decides depends on nothing but
/// the pass and its own parameters (no clock, no random numbers), so that equal scenarios give
/// equal bytes.
class Scheduler {
 public:
  virtual ~Scheduler() = default;
  /// Jobs are considered by rising rank, equal ranks in order of submission. Asked once, when the
  /// job joins the queue.
  [[nodiscard]] virtual double rank(const WaitingJob& job) const = 0;
  /// Called after each instant at which a job arrived or capacity came back, with a queue that is
  /// not empty.
  virtual void schedule(SchedulingPass& pass) const { pass.start_in_order(); }
};

}  // namespace gpuscape
