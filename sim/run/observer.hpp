#pragma once
/// Who wants to see decisions as they fall: tests of promises and of capacity, later the window.

#include <optional>
#include <span>

#include "sim/run/run_result.hpp"

namespace gpuscape {

class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void job_submitted(std::uint32_t job, Seconds date) = 0;
  virtual void job_started(std::uint32_t job, Seconds date,
                           std::span<const AllocationSpan> spans) = 0;
  virtual void job_ended(std::uint32_t job, Seconds date) = 0;
  /// It gives its nodes back and waits again.
  virtual void job_preempted(std::uint32_t /*job*/, Seconds /*date*/) {}
  /// After each pass that left jobs waiting: the head, and the date promised to it, if any was.
  virtual void head_waits(std::uint32_t job, Seconds date, std::optional<Seconds> promise) = 0;
};

}  // namespace gpuscape
