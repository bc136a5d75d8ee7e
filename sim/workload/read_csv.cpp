#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/workload/csv_reader.hpp"
#include "sim/workload/field_text.hpp"

namespace gpuscape {

namespace {

/// The first line that is not blank.
Line header_line(LineReader& lines, const std::string& file) {
  Line line;
  do {
    if (!lines.next(line)) {
      throw ScenarioError({{.file = file,
                            .line = 1,
                            .column = 1,
                            .pointer = "",
                            .message = "the file is empty: a header line was expected",
                            .hint = ""}});
    }
  } while (trimmed(line.text).empty());
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (line.text.starts_with(kByteOrderMark)) {
    line.text.remove_prefix(kByteOrderMark.size());
  }
  return line;
}

/// The columns of the Philly log as the Pollux authors derived it; `cluster` is a group's virtual
/// cluster, the id is a later addition.
std::vector<ColumnSpec> philly_columns(const std::vector<std::string_view>& header) {
  std::vector<ColumnSpec> columns{
      {"submit", "timestamp", "datetime"}, {"run_time", "duration", "s"}, {"gpus", "num_gpus", ""}};
  for (const auto& [field, name] : {std::pair{"id", "job_id"}, std::pair{"account", "cluster"}}) {
    if (std::ranges::find(header, name) != header.end()) columns.push_back({field, name, ""});
  }
  return columns;
}

/// True when the dates count from 1970: they are dates in words, or too large for any other clock.
bool counts_from_1970(const TraceColumn& submit, Seconds first) {
  constexpr double kYear1990 = 631152000.0;
  return submit.datetime || first.value() > kYear1990;
}

}  // namespace

void read_csv(LineReader& lines, const TraceSpec& spec, ReadReport& report, JobTable& table) {
  const Line line = header_line(lines, report.file);
  CsvRow header(spec.delimiter);
  if (line.too_long || !header.parse(line.text)) {
    throw ScenarioError({{.file = report.file,
                          .line = static_cast<int>(line.number),
                          .column = 1,
                          .pointer = "",
                          .message = line.too_long ? "the header line is too long"
                                                   : "the quotes of the header line do not close",
                          .hint = "is this a CSV file?"}});
  }
  std::vector<std::string_view> names(header.fields());
  std::ranges::transform(names, names.begin(), trimmed);
  const ColumnPlan plan =
      plan_columns(spec.format == "philly-csv" ? philly_columns(names) : spec.columns, names,
                   report.file, static_cast<int>(line.number));
  if (plan[TraceField::submit].datetime) {
    report.assumptions.emplace_back("dates without a time zone are read as UTC");
  }
  CsvReader reader(plan, names.size(), spec.delimiter, report);
  read_rows(lines, reader, report, table);
  table.finish(report);
  if (counts_from_1970(plan[TraceField::submit], table.origin())) {
    report.unix_origin = table.origin();
  }
}

}  // namespace gpuscape
