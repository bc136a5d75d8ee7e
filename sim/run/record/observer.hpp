#pragma once
/// Who wants to see decisions as they are made: progress lines, live views, tests of promises.

#include <cstdint>
#include <optional>
#include <span>

#include "sim/run/record/run_result.hpp"

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
  /// `promise` is always empty for an observer that does not want promises.
  virtual void head_waits(std::uint32_t job, Seconds date, std::optional<Seconds> promise) = 0;
  /// Whether promises are to be looked up after every pass, which costs time. Asked once, when the
  /// observer is added.
  [[nodiscard]] virtual bool wants_promises() const { return false; }
};

}  // namespace gpuscape
