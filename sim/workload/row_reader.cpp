#include "sim/workload/row_reader.hpp"

#include <fmt/format.h>

#include "sim/base/error.hpp"
#include "sim/workload/field_text.hpp"

namespace gpuscape {

namespace {

std::string reason_to_drop(const Line& line, RowReader& reader, LoggedJob& job) {
  if (line.too_long) {
    return fmt::format("line is longer than {} bytes", kLongestLine);
  }
  if (line.text.find('\0') != std::string_view::npos) {
    return "line holds a NUL byte";
  }
  return reader.read(line, job);
}

void read_line(const Line& line, RowReader& reader, ReadReport& report, JobTable& table) {
  if (trimmed(line.text).empty() || reader.is_comment(line.text)) {
    return;
  }
  ++report.rows;
  LoggedJob job;
  const std::string reason = reason_to_drop(line, reader, job);
  if (!reason.empty()) {
    report.note(true, reason, line.number, line.text);
    return;
  }
  table.add_row(job, line.number);
  ++report.jobs;
  report.without_time_limit += job.time_limit == kForever ? 1 : 0;
}

}  // namespace

void read_rows(LineReader& lines, RowReader& reader, ReadReport& report, JobTable& table) {
  try {
    for (Line line; lines.next(line);) {
      read_line(line, reader, report, table);
    }
  } catch (const RunError& error) {
    throw RunError(fmt::format("{} ({} rows were read before)", error.what(), report.rows));
  }
}

}  // namespace gpuscape
