#include "sim/workload/shape/log_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/time_zone.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(const DateSpec& date, std::string message, std::string hint = "") {
  throw ScenarioError({{.file = date.place.file ? *date.place.file : "",
                        .line = date.place.line,
                        .column = date.place.column,
                        .pointer = date.pointer,
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

Seconds after_first(const DateSpec& spec, std::string_view zone, const ReadReport& report) {
  const std::optional<LogDate> read = log_date(spec.text, zone);
  ensure(read.has_value(), "dates were checked before");
  const LogDate date = read.value_or(LogDate{});
  if (!date.on_clock) return date.seconds;
  if (!report.unix_origin)
    refuse(spec,
           fmt::format("the clock of {} does not count from 1970: it knows no dates",
                       excerpt(report.file, 200)),
           "give a time after its first submission, such as \"3 d\"");
  return date.seconds - report.unix_origin.value_or(Seconds(0.0));
}

/// What becomes of a job that was submitted before the window; false: nothing.
bool carry_over(TableRow& row, Seconds from) {
  Job& job = row.job;
  const Seconds start = row.logged_start;
  const Seconds end = start + job.run_time;
  if (std::isnan(start.value()) || !(end > from)) return false;
  job.submit = Seconds(0.0);
  row.logged_start = std::max(Seconds(0.0), start - from);
  if (!(start < from)) {
    job.carried_over = CarriedOver::queued;
    return true;
  }
  job.carried_over = CarriedOver::running;
  job.run_time = end - from;
  job.time_limit = std::max(Seconds(0.0), job.time_limit - (from - start));
  return true;
}

}  // namespace

std::optional<LogDate> log_date(std::string_view text, std::string_view zone) {
  const std::string_view date = trimmed(text);
  constexpr std::size_t kDay = std::string_view("2026-05-04").size();
  const std::string with_time = date.size() == kDay ? fmt::format("{} 00:00:00", date) : "";
  if (const auto clock = date_text(with_time.empty() ? date : with_time)) {
    auto known = TimeZone::find(zone);
    if (clock->zoned || !known) return LogDate{true, clock->seconds};
    return LogDate{true, Seconds(known->resolve(clock->seconds.value()).first)};
  }
  const UnitReading<Seconds> time = parse<Seconds>(text);
  if (!time.value || !(*time.value >= Seconds(0.0)) || !(*time.value < kForever))
    return std::nullopt;
  return LogDate{false, *time.value};
}

LogWindow log_window(const TraceSpec& trace, Seconds last, ReadReport& report) {
  LogWindow window;
  const auto span = [&] { return human_text(last); };
  if (trace.from) {
    window.from = after_first(*trace.from, trace.time_zone, report);
    if (window.from > last)
      refuse(*trace.from, "no job in the log was submitted then or later",
             fmt::format("its last one is submitted {} after the first", span()));
    if (window.from < Seconds(0.0))
      report.assumptions.push_back(fmt::format(
          "{} begins {} after \"from\"", excerpt(report.file, 200), human_text(-window.from)));
    window.from = std::max(Seconds(0.0), window.from);
  }
  if (!trace.to) return window;
  window.to = after_first(*trace.to, trace.time_zone, report);
  if (*window.to <= Seconds(0.0))
    refuse(*trace.to, "no job in the log was submitted before",
           fmt::format("its last one is submitted {} after the first", span()));
  if (*window.to <= window.from) refuse(*trace.to, "\"to\" is not later than \"from\"");
  if (*window.to > last)
    report.assumptions.push_back(fmt::format("{} ends {} before \"to\"", excerpt(report.file, 200),
                                             human_text(*window.to - last)));
  return window;
}

std::int64_t keep_rows(std::vector<TableRow>& rows, const std::vector<char>& keep) {
  std::vector<StreamJobId> place_of(rows.size());
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (keep[i] != 0) place_of[i] = StreamJobId(kept++);
  std::int64_t lost = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (keep[i] == 0) continue;
    lost +=
        rows[i].renumber_dependencies([&](StreamJobId on) { return place_of[on.index()]; }) ? 1 : 0;
    if (place_of[i].index() != i) rows[place_of[i].index()] = rows[i];
  }
  rows.resize(kept);
  return lost;
}

void cut_to_window(std::vector<TableRow>& rows, const LogWindow& window, ReadReport& report) {
  std::vector<char> keep(rows.size(), 0);
  std::int64_t early = 0;
  std::int64_t late = 0;
  bool any_start = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Job& job = rows[i].job;
    any_start = any_start || !std::isnan(rows[i].logged_start.value());
    const Seconds submit = job.submit;
    if (window.to && submit >= *window.to) {
      ++late;
    } else if (submit >= window.from) {
      keep[i] = 1;
      job.submit -= window.from;
      rows[i].logged_start -= window.from;
    } else if (carry_over(rows[i], window.from)) {
      keep[i] = 1;
      ++(job.carried_over == CarriedOver::running ? report.carried_running : report.carried_queued);
    } else {
      ++early;
    }
  }
  report.leave_out("from", early);
  report.leave_out("to", late);
  if (window.from > Seconds(0.0) && !any_start)
    report.assumptions.push_back(
        fmt::format("{} does not say when jobs started: the run begins with an empty cluster",
                    excerpt(report.file, 200)));
  report.dependencies_cut += keep_rows(rows, keep);
}

}  // namespace gpuscape
