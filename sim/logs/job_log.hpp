#pragma once
/// Jobs to be described, written or fitted: of a log, or of all streams of a scenario.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/workload/job_table.hpp"

namespace gpuscape {

struct JobLog {
  std::string title;                      ///< the log's name, or the scenario's title
  std::shared_ptr<const JobTable> table;  ///< with states and names; holds at least one job
  std::vector<ReadReport> reads;          ///< of each log that was read
  /// The first submission since 1970-01-01, where that is known.
  std::optional<Seconds> unix_origin;
  /// The first submission on a clock that began at midnight before a Monday: what hours of the day
  /// and weekdays go by. None where the log has no clock.
  std::optional<Seconds> week_clock;
  std::optional<std::int64_t> gpus_total;   ///< of the scenario's cluster
  std::optional<std::int64_t> cores_total;  ///< likewise, pools aside
  std::optional<std::int64_t> nodes_total;  ///< likewise

  /// From the first submission to the last.
  [[nodiscard]] Seconds span() const { return table->job(table->size() - 1).submit; }
};

/// Reads a log. Throws as read_trace does.
JobLog read_job_log(const TraceSpec& spec);

/// The jobs that a run of a checked scenario would submit in replication 0. Those of several
/// streams are numbered 1, 2, … in order of submission.
JobLog collect_jobs(const CheckedScenario& scenario);

/// Hour of the week, 0 = Monday from 0:00 to 1:00, of a date on such a clock.
[[nodiscard]] std::size_t hour_of_week(double week_clock);

}  // namespace gpuscape
