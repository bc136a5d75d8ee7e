#include "sim/workload/formats/guess_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/scenario/sections/column_maps.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/workload/rows/csv_row.hpp"
#include "sim/workload/rows/table_header.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "sim/workload/text/field_text.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

namespace {

using Names = std::vector<std::string>;

/// The first lines that are not blank, without a byte order mark.
std::vector<std::string> first_lines(const std::string& path, std::size_t most) {
  const std::unique_ptr<ByteStream> bytes = open_file(path);
  LineReader lines(*bytes);
  std::vector<std::string> result;
  for (Line line; result.size() < most && lines.next(line);) {
    std::string text(line.text);
    if (result.empty() && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (!trimmed(text).empty()) result.push_back(std::move(text));
  }
  return result;
}

/// Job number, dates and processors are numbers; names of users need not be.
bool is_swf_row(std::string_view line) {
  constexpr std::size_t kSwfColumns = 18;
  constexpr std::size_t kNumbers = 5;
  std::size_t columns = 0;
  for (std::string_view rest = trimmed(line); !rest.empty(); ++columns) {
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    if (columns < kNumbers && !number_text(rest.substr(0, end))) return false;
    rest = trimmed(rest.substr(end));
  }
  return columns >= kSwfColumns;
}

/// By the name, whatever its first line: "log.swf.gz".
bool is_named_swf(std::string_view path) {
  for (const std::string_view end : {".gz", ".zst"})
    if (path.ends_with(end)) path.remove_suffix(end.size());
  return path.ends_with(".swf");
}

char delimiter_of(std::string_view header) {
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char candidate : {',', ';', '\t', '|'}) {
    const std::ptrdiff_t count = std::ranges::count(header, candidate);
    if (count > most) best = candidate;
    most = std::max(most, count);
  }
  return best;
}

Names names_of(std::string_view header, char delimiter) {
  CsvRow row(delimiter);
  row.parse(header);
  Names names;
  for (const std::string_view field : row.fields()) names.emplace_back(trimmed(field));
  return names;
}

bool has_all(const Names& names, std::initializer_list<std::string_view> wanted) {
  return std::ranges::all_of(
      wanted, [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); });
}

/// The columns of a table that `gpuscape trace` wrote.
std::vector<ColumnSpec> own_columns(const Names& names) {
  constexpr std::array<std::array<std::string_view, 3>, 16> kOwn{
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
       {"after", "after", ""}}};
  std::vector<ColumnSpec> columns;
  for (const auto& [field, name, unit] : kOwn)
    if (has_all(names, {name}))
      columns.push_back({std::string(field), std::string(name), std::string(unit)});
  return columns;
}

/// What a shipped map says of a table, and the columns that the table must have.
struct KnownTable {
  TraceSpec spec;
  Names needed;
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
std::optional<EmbeddedFile> shipped_map_of(const Names& names, TraceSpec& spec) {
  std::optional<EmbeddedFile> found;
  std::size_t most = 0;
  for (const EmbeddedFile& map : shipped_column_maps()) {
    const KnownTable known = known_table(map);
    const bool fits = std::ranges::all_of(known.needed, [&](const std::string& name) {
      return std::ranges::find(names, name) != names.end();
    });
    if (!fits || known.spec.delimiter != spec.delimiter || known.needed.size() <= most) continue;
    most = known.needed.size();
    found = map;
    spec.columns = known.spec.columns;
  }
  return found;
}

[[noreturn]] void refuse(const std::string& path, std::string message, std::string hint) {
  throw ScenarioError({{.file = path,
                        .line = 1,
                        .column = 1,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

[[noreturn]] void refuse_columns(const std::string& path, const Names& names) {
  if (names.size() < 2)
    refuse(path, "the format is not known: the first line is not a header with several columns",
           "say which it is with --format");
  constexpr std::size_t kMostListed = 40;
  Names listed;
  for (const std::string& name : names) {
    if (listed.size() == kMostListed) break;
    listed.push_back(column_name_text(name));
  }
  if (names.size() > listed.size()) listed.emplace_back("…");
  refuse(
      path, fmt::format("the format is not known by its header: {}", fmt::join(listed, ", ")),
      "say which column is what, for example --columns '{\"submit\": {\"from\": \"…\", \"unit\": "
      "\"datetime\"}, \"run_time\": \"…\", \"gpus\": \"…\"}'; or give --format");
}

}  // namespace

bool looks_like_scenario(const std::string& path) {
  bool object = false;
  for (const std::string& line : first_lines(path, 200)) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("//")) continue;
    if (!object && !text.starts_with('{')) return false;
    object = true;
    for (const char* key : {"\"cluster\"", "\"workload\"", "\"extends\"", "\"scheduler\""})
      if (text.find(key) != std::string_view::npos) return true;
  }
  return false;
}

char guess_delimiter(const std::string& path) {
  const std::vector<std::string> lines = first_lines(path, 1);
  return lines.empty() ? ',' : delimiter_of(lines.front());
}

TraceSpec guess_trace(const std::string& path) {
  TraceSpec spec;
  spec.file = spec.file_as_written = path;
  const std::vector<std::string> lines = first_lines(path, 1);
  if (lines.empty()) refuse(path, "the file is empty", "a log has one row a job");
  const std::string_view first = trimmed(lines.front());
  if (first.starts_with(';') || is_swf_row(first) || is_named_swf(path)) {
    spec.format = "swf";
    return spec;
  }
  if (first.starts_with('{')) {
    spec.format = "sacct-json";
    return spec;
  }
  spec.delimiter = delimiter_of(first);
  const Names names = names_of(first, spec.delimiter);
  if (spec.delimiter == '|' && (has_all(names, {"JobIDRaw"}) || has_all(names, {"JobID"}))) {
    spec.format = "sacct";
  } else if (has_all(names, {"timestamp", "duration", "num_gpus"})) {
    spec.format = "philly-csv";
  } else if (has_all(names, {"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"})) {
    spec.format = "openb";
  } else if (has_all(names, {"submit_s", "run_time_s", "gpus"})) {
    spec.format = "csv";
    spec.columns = own_columns(names);
  } else if (const auto map = shipped_map_of(names, spec)) {
    spec.format = "csv";
    spec.columns_from = map->name;
  } else {
    refuse_columns(path, names);
  }
  return spec;
}

}  // namespace gpuscape
