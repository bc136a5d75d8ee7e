#pragma once
/// Part of shaping a workload: when each of several logs begins in a run.

#include <span>
#include <string>

#include "sim/scenario/spec.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"

namespace gpuscape {

/// A log whose date 0 is its own first submission, or its `from`.
struct OwnClockLog {
  std::string stream;
  const TraceSpec* spec;
  JobTable* table;
  ReadReport* report;
};

/// Moves the dates of each log so that all count from the first second of the run. Those that know
/// dates keep the distance of their dates, those that do not keep the distance of the times on
/// their clocks; the first log of either kind begins with the run. One with `begins_at` begins
/// then. What that rests on is said in the reports, and a warning where hardly anything but the
/// time between logs is left of the run.
void align_logs(std::span<const OwnClockLog> logs);

}  // namespace gpuscape
