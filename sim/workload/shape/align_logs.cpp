#include "sim/workload/shape/align_logs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

std::string name_of(const OwnClockLog& log) { return fmt::format("\"{}\"", excerpt(log.stream)); }

bool has_dates(const OwnClockLog& log) { return log.report->unix_origin.has_value(); }

/// Date 0 of the log on its own clock: since 1970 where it knows dates.
Seconds own_origin(const OwnClockLog& log) {
  return log.report->unix_origin.value_or(log.table->origin());
}

void delay(const OwnClockLog& log, Seconds by) {
  log.table->delay(by);
  if (log.report->unix_origin) *log.report->unix_origin -= by;
}

/// Logs of one kind begin as their clocks say; the first of them with the run.
void align_clocks(std::span<const OwnClockLog> logs) {
  if (logs.empty()) return;
  const OwnClockLog first = *std::ranges::min_element(logs, {}, own_origin);
  const Seconds origin = own_origin(first);
  for (const OwnClockLog& log : logs) {
    const Seconds by = own_origin(log) - origin;
    if (by > Seconds(0.0)) delay(log, by);
    if (log.report->unix_origin) log.report->unix_origin = origin;  // without what rounding left
    const bool is_one_log = !(by > Seconds(0.0)) && log.spec->file == first.spec->file;
    if (log.table == first.table || is_one_log) continue;
    log.report->assumptions.push_back(fmt::format(
        "{} begins {} {}: {}", name_of(log),
        by > Seconds(0.0) ? human_text(by) + " after" : std::string("with"), name_of(first),
        has_dates(log) ? "logs keep the distance of their dates"
                       : "logs without dates keep the distance of their times"));
  }
}

/// Neither kind knows when the other one was.
void say_that_kinds_differ(std::span<const OwnClockLog> dated,
                           std::span<const OwnClockLog> undated) {
  if (dated.empty() || undated.empty()) return;
  const auto first = [](std::span<const OwnClockLog> logs) {
    return name_of(*std::ranges::min_element(
        logs, {}, [](const OwnClockLog& log) { return log.table->job(0).submit; }));
  };
  undated.front().report->assumptions.push_back(
      fmt::format("{} has no dates: it is taken to begin with {}", first(undated), first(dated)));
}

/// Averages over time are of the whole, and mean little where most of it is between two logs.
void warn_of_a_gap(std::vector<OwnClockLog> logs) {
  std::ranges::stable_sort(logs, {},
                           [](const OwnClockLog& log) { return log.table->job(0).submit; });
  const auto last = [](const OwnClockLog& log) {
    return log.table->job(log.table->size() - 1).submit;
  };
  const Seconds begin = logs.front().table->job(0).submit;
  Seconds end = last(logs.front());
  Seconds widest{0.0};
  const OwnClockLog* behind = nullptr;
  for (const OwnClockLog& log : logs) {
    const Seconds gap = log.table->job(0).submit - end;
    if (gap > widest) behind = &log;
    widest = std::max(widest, gap);
    end = std::max(end, last(log));
  }
  if (behind == nullptr || widest * 2.0 <= end - begin) return;
  behind->report->warnings.push_back(
      fmt::format("nothing is submitted for {} before {} begins, which averages over time count: "
                  "with \"begins_at\": \"0 s\" a log begins with the run",
                  human_text(widest), name_of(*behind)));
}

}  // namespace

void align_logs(std::span<const OwnClockLog> logs) {
  std::vector<OwnClockLog> dated;
  std::vector<OwnClockLog> undated;
  for (const OwnClockLog& log : logs) {
    if (log.spec->begins_at)
      delay(log, *log.spec->begins_at);
    else
      (has_dates(log) ? dated : undated).push_back(log);
  }
  align_clocks(dated);
  align_clocks(undated);
  say_that_kinds_differ(dated, undated);
  if (logs.size() > 1) warn_of_a_gap({logs.begin(), logs.end()});
}

}  // namespace gpuscape
