#include "sim/workload/formats/read_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"

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

const TraceFormat& format_of(const TraceSpec& spec, const std::string& file) {
  for (const TraceFormat& format : trace_formats())
    if (format.name == spec.format) return format;
  std::vector<std::string> names = trace_format_names();
  std::ranges::sort(names);
  refuse(file, fmt::format("'{}' is not a format of a log", spec.format),
         fmt::format("formats are {}", fmt::join(names, ", ")));
}

const std::string& name_of(const TraceSpec& spec) {
  return spec.file_as_written.empty() ? spec.file : spec.file_as_written;
}

}  // namespace

void refuse_without_jobs(const ReadReport& report) {
  if (report.rows == 0) {
    refuse(report.file, "the file contains no jobs", "");
  }
  const RowReason& first = report.reasons.front();
  refuse(report.file, fmt::format("none of the {} rows could be used", report.rows),
         // Any file may be named as a log: of one that is none, no row is shown.
         fmt::format("line {} {}", first.first_line, first.reason), first.first_line);
}

ReadReport read_rows_as(const TraceFormat& format, ByteStream& bytes, const TraceSpec& spec,
                        JobTable& table) {
  ReadReport report;
  report.file = name_of(spec);
  report.time_zone = spec.time_zone;
  report.shards_per_gpu = spec.shards_per_gpu;
  report.ignores_dependencies = !spec.obeys_dependencies;
  report.attempts_in_order = spec.attempts_in_order;
  PeekedStream peeked(bytes);
  format.read({peeked, peeked.head(), spec, report, table});
  return report;
}

ReadReport read_rows_of(ByteStream& bytes, const TraceSpec& spec, JobTable& table) {
  return read_rows_as(format_of(spec, name_of(spec)), bytes, spec, table);
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
