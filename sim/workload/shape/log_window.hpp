#pragma once
/// Part of shaping a log: the stretch of it that a run is about, with what queued and ran when it
/// began.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"

namespace gpuscape {

/// A date as `from` and `to` give it.
struct LogDate {
  bool on_clock = false;  ///< since 1970; else after the log's first submission
  Seconds seconds{0.0};
};

/// "2026-05-04", "2026-05-04 12:00:00", the same with an offset, or a time such as "3 d"; none for
/// anything else. `zone` is that of dates without an offset, as a trace names it; empty: UTC.
std::optional<LogDate> log_date(std::string_view text, std::string_view zone);

/// From `from` on and before `to`, counted from date 0.
struct LogWindow {
  Seconds from{0.0};
  std::optional<Seconds> to;
};

/// What the scenario asks for, on this log's clock. `last` is the last submission.
/// Throws ScenarioError where the clock does not know the dates, or nothing lies between them.
LogWindow log_window(const TraceSpec& trace, Seconds last, ReadReport& report);

/// Keeps the rows submitted within it, which `window.from` is then date 0 for, and those submitted
/// before that were queued or running then by their logged dates. The others are counted in the
/// report.
void cut_to_window(std::vector<TableRow>& rows, const LogWindow& window, ReadReport& report);

/// Removes what is not wanted; `keep` by row. Dependencies on what goes are taken off; returns of
/// how many jobs.
std::int64_t keep_rows(std::vector<TableRow>& rows, const std::vector<char>& keep);

}  // namespace gpuscape
