#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/workload/formats/csv_reader.hpp"

namespace gpuscape {

namespace {

/// The columns of the Philly log as the Pollux authors derived it; `cluster` is a group's virtual
/// cluster, the id is a later addition.
std::vector<ColumnSpec> philly_columns(const std::vector<std::string>& header) {
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
  if (!spec.columns_from.empty())
    report.assumptions.push_back(
        fmt::format("columns and units by the map '{}', which its header fits", spec.columns_from));
  TableHeader header = read_table_header(lines, spec.delimiter, report.file);
  const ColumnPlan plan =
      plan_columns(spec.format == "philly-csv" ? philly_columns(header.names) : spec.columns,
                   header.views(), report.file, header.line);
  CsvReader reader(plan, std::move(header), spec, report);
  read_rows(lines, reader, report, table);
  table.finish(report);
  if (counts_from_1970(plan[TraceField::submit], table.origin())) {
    report.unix_origin = table.origin();
  }
}

}  // namespace gpuscape
