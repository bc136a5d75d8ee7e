#include "sim/workload/read_trace.hpp"

#include <fmt/format.h>

#include "sim/base/error.hpp"
#include "sim/workload/csv_reader.hpp"
#include "sim/workload/line_reader.hpp"
#include "sim/workload/swf_reader.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(const std::string& file, std::string message, std::string hint) {
  throw ScenarioError({{.file = file,
                        .line = 0,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

void read_swf(LineReader& lines, ReadReport& report, JobTable& table) {
  SwfReader reader;
  read_rows(lines, reader, report, table);
  table.finish(report);
  if (const std::optional<Seconds> start = reader.unix_start()) {
    report.unix_origin = *start + table.origin();
  }
}

void refuse_without_jobs(const ReadReport& report) {
  if (report.rows == 0) {
    refuse(report.file, "the file holds no jobs", "");
  }
  const RowReason& first = report.reasons.front();
  refuse(report.file, fmt::format("none of the {} rows could be used", report.rows),
         fmt::format("line {} {}: {}", first.first_line, first.reason, first.example));
}

}  // namespace

ReadReport read_trace(ByteStream& bytes, const TraceSpec& spec, JobTable& table) {
  ReadReport report;
  report.file = spec.file_as_written.empty() ? spec.file : spec.file_as_written;
  LineReader lines(bytes);
  if (spec.format == "swf") {
    read_swf(lines, report, table);
  } else if (spec.format == "csv" || spec.format == "philly-csv") {
    read_csv(lines, spec, report, table);
  } else {
    refuse(report.file, fmt::format("'{}' is no format of a log", spec.format),
           "formats are csv, philly-csv, swf");
  }
  if (report.jobs == 0) {
    refuse_without_jobs(report);
  }
  return report;
}

ReadReport read_trace(const TraceSpec& spec, JobTable& table) {
  const std::unique_ptr<ByteStream> bytes = open_file(spec.file);
  return read_trace(*bytes, spec, table);
}

}  // namespace gpuscape
