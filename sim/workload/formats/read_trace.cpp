#include "sim/workload/formats/read_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/workload/formats/csv_reader.hpp"
#include "sim/workload/formats/openb_reader.hpp"
#include "sim/workload/formats/sacct_json.hpp"
#include "sim/workload/formats/sacct_reader.hpp"
#include "sim/workload/formats/swf_reader.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(const std::string& file, std::string message, std::string hint,
                         std::int64_t line = 1) {
  throw ScenarioError({{.file = file,
                        .line = static_cast<int>(line),
                        .column = 1,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

void read_swf(LineReader& lines, const TraceSpec& spec, ReadReport& report, JobTable& table) {
  SwfReader reader(report, spec.processors);
  read_rows(lines, reader, report, table);
  reader.finish(table);
  table.finish(report);
  if (const std::optional<Seconds> start = reader.unix_start()) {
    report.unix_origin = *start + table.origin();
  }
}

/// Hands out again what was looked at before.
class PeekedStream final : public ByteStream {
 public:
  explicit PeekedStream(ByteStream& rest) : rest_(rest) {
    while (const std::size_t count = rest_.read(std::span(head_).subspan(size_))) {
      size_ += count;
      if (size_ == head_.size()) break;
    }
  }
  [[nodiscard]] std::string_view head() const { return {head_.data(), size_}; }
  std::size_t read(std::span<char> buffer) override {
    if (position_ == size_) return rest_.read(buffer);
    const std::size_t count = std::min(buffer.size(), size_ - position_);
    std::copy_n(head_.data() + position_, count, buffer.data());
    position_ += count;
    return count;
  }
  [[nodiscard]] double share_read() const override { return rest_.share_read(); }

 private:
  ByteStream& rest_;
  std::array<char, 64> head_{};
  std::size_t size_ = 0;
  std::size_t position_ = 0;
};

bool begins_json(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string_view::npos && head[first] == '{';
}

void read_lines(ByteStream& bytes, const TraceSpec& spec, ReadReport& report, JobTable& table) {
  LineReader lines(bytes);
  if (spec.format == "swf") {
    read_swf(lines, spec, report, table);
  } else if (spec.format == "csv" || spec.format == "philly-csv") {
    read_csv(lines, spec, report, table);
  } else if (spec.format == "openb") {
    read_openb(lines, report, table);
  } else if (spec.format == "sacct") {
    read_sacct(lines, spec, report, table);
  } else {
    refuse(report.file, fmt::format("'{}' is no format of a log", spec.format),
           "formats are csv, openb, philly-csv, sacct, sacct-json, swf");
  }
}

void read_format(ByteStream& bytes, const TraceSpec& spec, ReadReport& report, JobTable& table) {
  PeekedStream peeked(bytes);
  if (spec.format == "sacct-json" || (spec.format == "sacct" && begins_json(peeked.head()))) {
    read_sacct_json(peeked, report, table);
  } else {
    read_lines(peeked, spec, report, table);
  }
}

}  // namespace

void refuse_without_jobs(const ReadReport& report) {
  if (report.rows == 0) {
    refuse(report.file, "the file holds no jobs", "");
  }
  const RowReason& first = report.reasons.front();
  refuse(report.file, fmt::format("none of the {} rows could be used", report.rows),
         // Any file may be named as a log: of one that is none, no row is shown.
         fmt::format("line {} {}", first.first_line, first.reason), first.first_line);
}

ReadReport read_rows_of(ByteStream& bytes, const TraceSpec& spec, JobTable& table) {
  ReadReport report;
  report.file = spec.file_as_written.empty() ? spec.file : spec.file_as_written;
  report.time_zone = spec.time_zone;
  report.ignores_dependencies = !spec.obeys_dependencies;
  read_format(bytes, spec, report, table);
  return report;
}

ReadReport read_trace(ByteStream& bytes, const TraceSpec& spec, JobTable& table) {
  ReadReport report = read_rows_of(bytes, spec, table);
  if (report.jobs == 0) {
    refuse_without_jobs(report);
  }
  return report;
}

ReadReport read_trace(const TraceSpec& spec, JobTable& table, std::stop_token stop) {
  const std::unique_ptr<ByteStream> bytes = open_file(spec.file, std::move(stop));
  return read_trace(*bytes, spec, table);
}

}  // namespace gpuscape
