#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/scenario/sections/column_maps.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/workload/formats/csv_reader.hpp"
#include "sim/workload/formats/trace_format.hpp"
#include "sim/workload/text/line_reader.hpp"

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

/// The columns of a table that `gpuscape trace` wrote.
std::vector<ColumnSpec> own_columns(const TraceHead& head) {
  constexpr std::array<std::array<std::string_view, 3>, 17> kOwn{
      {{"submit", "submit_s", "s"},
       {"run_time", "run_time_s", "s"},
       {"start", "start_s", "s"},
       {"gpus", "gpus", ""},
       {"cores", "cores", ""},
       {"memory", "memory_mib", "MiB"},
       {"id", "id", ""},
       {"time_limit", "time_limit_s", "s"},
       {"user", "user", ""},
       {"account", "account", ""},
       {"partition", "partition", ""},
       {"qos", "qos", ""},
       {"job_name", "job_name", ""},
       {"state", "state", ""},
       {"nodes", "nodes", ""},
       {"tasks", "tasks", ""},
       {"after", "after", ""}}};
  std::vector<ColumnSpec> columns;
  for (const auto& [field, name, unit] : kOwn)
    if (head.has_column(name))
      columns.push_back({std::string(field), std::string(name), std::string(unit)});
  return columns;
}

/// What a shipped map says of a table, and the columns that the table must have.
struct KnownTable {
  TraceSpec spec;
  std::vector<std::string> needed;
};

KnownTable known_table(const EmbeddedFile& map) {
  KnownTable known;
  JsonValue section = JsonValue::make_object();
  section.set("columns", JsonValue::make_text(std::string(map.name)));
  ReadingContext context;
  {
    ObjectReader reader(section, "", context);
    read_columns(reader, "", known.spec);
  }
  context.throw_if_issues();
  for (const ColumnSpec& column : known.spec.columns)
    if (!column.constant) known.needed.push_back(column.from);
  const JsonValue text = parse_json(map.text(), std::string(map.name));
  if (const JsonValue* besides = text.find("recognised_by"))
    for (const JsonValue& name : besides->items()) known.needed.push_back(name.text());
  return known;
}

/// The shipped map of which the table has every column; of several the one that asks for most.
bool fits_shipped_map(const TraceHead& head, TraceSpec& spec) {
  std::size_t most = 0;
  for (const EmbeddedFile& map : shipped_column_maps()) {
    const KnownTable known = known_table(map);
    const bool fits = std::ranges::all_of(
        known.needed, [&](const std::string& name) { return head.has_column(name); });
    if (!fits || known.spec.delimiter != head.delimiter() || known.needed.size() <= most) continue;
    most = known.needed.size();
    spec.columns_from = map.name;
    spec.columns = known.spec.columns;
  }
  return most > 0;
}

bool is_csv(const TraceHead& head, TraceSpec& spec) {
  const bool own = head.has_columns({"submit_s", "run_time_s"});
  if (own) spec.columns = own_columns(head);
  if (!own && !fits_shipped_map(head, spec)) return false;
  spec.delimiter = head.delimiter();
  return true;
}

bool is_philly_csv(const TraceHead& head, TraceSpec& spec) {
  if (!head.has_columns({"timestamp", "duration", "num_gpus"})) return false;
  spec.delimiter = head.delimiter();
  return true;
}

/// Reads the header line and then the rows by the columns that are chosen for the header. Throws
/// ScenarioError when the file is empty or lacks a column.
template <class Columns>
void read_table(const TraceInput& log, const Columns& columns_of) {
  LineReader lines(log.bytes);
  if (!log.spec.columns_from.empty())
    log.report.assumptions.push_back(fmt::format(
        "columns and units by the map '{}', which its header fits", log.spec.columns_from));
  TableHeader header = read_table_header(lines, log.spec.delimiter, log.report.file);
  const ColumnPlan plan =
      plan_columns(columns_of(header.names), header.views(), log.report.file, header.line);
  CsvReader reader(plan, std::move(header), log.spec, log.report);
  read_rows(lines, reader, log.report, log.table);
  log.table.finish(log.report);
  if (counts_from_1970(plan[TraceField::submit], log.table.origin()))
    log.report.unix_origin = log.table.origin();
}

void read_csv(const TraceInput& log) {
  read_table(log, [&](const auto& /*header*/) { return log.spec.columns; });
}

void read_philly_csv(const TraceInput& log) { read_table(log, philly_columns); }

}  // namespace

TraceFormat trace_format_csv() {
  return {.name = "csv", .known_by = KnownBy::any_table, .recognises = is_csv, .read = read_csv};
}

TraceFormat trace_format_philly_csv() {
  return {.name = "philly-csv",
          .known_by = KnownBy::columns,
          .recognises = is_philly_csv,
          .read = read_philly_csv};
}

}  // namespace gpuscape
