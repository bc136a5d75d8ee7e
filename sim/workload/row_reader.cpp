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

}  // namespace

void RowSink::add(const Line& line, RowReader& reader) {
  if (trimmed(line.text).empty() || reader.is_comment(line.text)) {
    return;
  }
  ++report_.rows;
  LoggedJob job;
  const std::string reason = reason_to_drop(line, reader, job);
  if (!reason.empty()) {
    report_.note(true, reason, line.number, line.text);
    return;
  }
  if (!ids_.add(job.id)) {
    report_.note(false, reader.repeated_id(), line.number, line.text);
  }
  table_.add_row(job, line.number);
  ++report_.jobs;
  report_.without_time_limit += job.time_limit == kForever ? 1 : 0;
}

void read_rows(LineReader& lines, RowReader& reader, ReadReport& report, JobTable& table) {
  RowSink sink(report, table);
  try {
    for (Line line; lines.next(line);) {
      sink.add(line, reader);
    }
  } catch (const RunError& error) {
    throw RunError(fmt::format("{} ({} rows were read before)", error.what(), report.rows));
  }
}

}  // namespace gpuscape
