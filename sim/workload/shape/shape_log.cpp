#include "sim/workload/shape/shape_log.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/workload/shape/log_window.hpp"
#include "sim/workload/shape/scale_rows.hpp"

namespace gpuscape {

namespace {

void keep_wanted(std::vector<TableRow>& rows, const SelectorSpec& where, ReadReport& report) {
  std::vector<char> keep(rows.size());
  std::ranges::transform(rows, keep.begin(), [](const TableRow& row) { return row.kept ? 1 : 0; });
  report.leave_out("where", std::ranges::count(keep, 0));
  report.dependencies_cut += keep_rows(rows, keep);
  if (!rows.empty()) return;
  throw ScenarioError({{.file = where.place.file ? *where.place.file : "",
                        .line = where.place.line,
                        .column = where.place.column,
                        .pointer = where.pointer,
                        .message = fmt::format("none of the {} jobs of {} is selected",
                                               human_count(report.rows - report.dropped()),
                                               excerpt(report.file, 200)),
                        .hint = ""}});
}

/// The window alone may be empty although submissions lie on both sides of it.
void refuse_empty(const TraceSpec& trace) {
  const DateSpec date = trace.to ? *trace.to : trace.from.value_or(DateSpec{});
  throw ScenarioError({{.file = date.place.file ? *date.place.file : "",
                        .line = date.place.line,
                        .column = date.place.column,
                        .pointer = date.pointer,
                        .message = "no job in the log was submitted between \"from\" and \"to\"",
                        .hint = ""}});
}

void say_what_was_carried(ReadReport& report) {
  if (report.carried_running + report.carried_queued > 0) {
    report.assumptions.push_back(
        fmt::format("{} running and {} queued at \"from\" by the log are there first, and not in "
                    "the statistics",
                    human_count(report.carried_running), human_count(report.carried_queued)));
  }
  if (report.dependencies_cut > 0) {
    report.assumptions.push_back(fmt::format(
        "{} do{} not wait for what is left out or later",
        report.dependencies_cut == 1 ? "1 job" : human_count(report.dependencies_cut) + " jobs",
        report.dependencies_cut == 1 ? "es" : ""));
  }
}

}  // namespace

void shape_log(const StreamSpec& stream, std::uint64_t seed, const StreamRules& rules,
               JobTable& table, ReadReport& report) {
  if (!rules.empty()) rules.refuse_unknown_texts(report.file);
  const std::vector<std::string> unmet = rules.unmet();
  report.assumptions.insert(report.assumptions.end(), unmet.begin(), unmet.end());
  if (!stream.trace) return;
  const TraceSpec& trace = *stream.trace;
  const bool cuts = trace.from || trace.to;
  if (!trace.where && !cuts && stream.scale.empty()) return;
  const Seconds last = table.size() == 0 ? Seconds(0.0) : table.job(table.size() - 1).submit;
  std::vector<TableRow> rows = table.take_rows();
  if (trace.where) keep_wanted(rows, *trace.where, report);
  if (cuts) {
    const LogWindow window = log_window(trace, last, report);
    cut_to_window(rows, window, report);
    if (rows.empty()) refuse_empty(trace);
    table.move_origin(window.from);
    if (report.unix_origin) *report.unix_origin += window.from;
  }
  scale_rows(rows, stream.scale, {stream.name, seed}, table.origins(), report);
  report.dependencies_cut += table.set_rows(std::move(rows));
  report.without_time_limit = 0;
  for (std::size_t i = 0; i < table.size(); ++i)
    report.without_time_limit += table.job(i).time_limit == kForever ? 1 : 0;
  say_what_was_carried(report);
}

}  // namespace gpuscape
