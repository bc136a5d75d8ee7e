#pragma once
/// What a format of logs is: how a file of it is known, and how it is read. Each is defined in the
/// file of its reader, and is one line of the list in trace_format.cpp. How a scenario names it is
/// a row in sim/scenario/sections/trace_formats.cpp.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/spec.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

/// What tells columns apart that are named in `header`: of `,` `;` tab `|` the one that occurs
/// most; where none does, another sign that occurs twice and is in no name; else a comma.
[[nodiscard]] char delimiter_of(std::string_view header);

/// The beginning of a file whose format is to be found out.
class TraceHead {
 public:
  /// Both texts must outlive the head.
  TraceHead(std::string_view file, std::string_view line)
      : file_(file), line_(line), delimiter_(delimiter_of(line)) {}

  [[nodiscard]] std::string_view file() const { return file_; }
  /// The first line that is not blank, without blanks at its ends.
  [[nodiscard]] std::string_view line() const { return line_; }
  /// Of the line, as the header of a table.
  [[nodiscard]] char delimiter() const { return delimiter_; }
  [[nodiscard]] const std::vector<std::string>& columns() const;
  [[nodiscard]] bool has_column(std::string_view name) const;
  [[nodiscard]] bool has_columns(std::initializer_list<std::string_view> names) const;

 private:
  std::string_view file_;
  std::string_view line_;
  char delimiter_;
  mutable std::optional<std::vector<std::string>> columns_;  ///< once asked for
};

/// A log on its way into a table.
struct TraceInput {
  ByteStream& bytes;      ///< decompressed, from the first
  std::string_view head;  ///< the first bytes, at most 64, which `bytes` yields too
  const TraceSpec& spec;
  ReadReport& report;
  JobTable& table;  ///< empty at first
};

/// What a file is known by. Files are held against all formats that are known by the first, then
/// against those known by the next.
enum class KnownBy : std::uint8_t {
  first_line,  ///< it is like that of no table
  columns,     ///< certain columns of a table
  any_table,   ///< the table has what a job needs, wherever that stands
};

struct TraceFormat {
  std::string_view name;  ///< as TraceSpec::format says it
  KnownBy known_by = KnownBy::first_line;
  /// True for a file of this format; `spec` then gets what the head says of it. Of several formats
  /// known by the same, the first in the list is taken.
  bool (*recognises)(const TraceHead& head, TraceSpec& spec);
  /// Adds each row to the table or notes in the report why not (`read_rows` does that), finishes
  /// the table, and sets `report.unix_origin` where the log's clock is known. Throws ScenarioError
  /// for a file that is not in this format, RunError where the stream breaks off.
  void (*read)(const TraceInput& log);
};

/// Those that sim/workload/CMakeLists.txt names, in the order in which messages name them.
std::span<const TraceFormat> trace_formats();

/// Their names, in that order.
std::vector<std::string> trace_format_names();

}  // namespace gpuscape
