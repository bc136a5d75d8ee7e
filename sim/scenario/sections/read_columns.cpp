#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"
#include "sim/scenario/sections/column_maps.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

using Choices = std::vector<std::string>;

struct TraceColumn {
  std::string_view field;
  std::string_view doc;
  Choices units;        ///< the first is the default; empty: none
  bool amount = false;  ///< may be the same for every job
};

const std::vector<TraceColumn>& trace_columns() {
  static const Choices kDates = {"s", "ms", "us", "ns", "min", "h", "d", "datetime"};
  static const Choices kTimes = {"s", "ms", "us", "ns", "min", "h", "d"};
  static const Choices kMemory = {"B", "KiB", "MiB", "GiB", "TiB", "kB", "MB", "GB", "TB"};
  static const std::vector<TraceColumn> kColumns = {
      {"submit", "When the job was submitted.", kDates},
      {"run_time", "How long it ran; not needed where start and end are there.", kTimes},
      {"start", "When it started.", kDates},
      {"end", "When it ended.", kDates},
      {"gpus",
       "GPUs, or processors of a pool; below 1 a part of a GPU (`gpu_sharing`); without it every "
       "job asks for one.",
       {"gpus", "milli-gpus", "percent"},
       true},
      {"cores", "CPU cores in all.", {"cores", "milli-cores", "percent"}, true},
      {"memory", "Memory in all.", kMemory, true},
      {"id", "The job's number.", {}},
      {"time_limit", "The user's limit.", kTimes, true},
      {"user", "Who sent it.", {}},
      {"account", "The group or project that it counts for.", {}},
      {"partition", "The partition or queue that it was sent to.", {}},
      {"qos", "Quality of service.", {}},
      {"job_name", "Name of the job.", {}},
      {"state", "How it ended: `COMPLETED`, `FAILED`, `CANCELLED`, …", {}},
      {"after",
       "The number of a job that must complete before it may start, or several: `2,3`, or "
       "`afterok:2:3,afterany:4` as Slurm writes them; empty: none.",
       {}},
      {"nodes", "Nodes over which it is spread evenly; without it as few as hold it.", {}},
      {"gpu_models", "The GPU models of which any will do: `T4|P100`; empty: any.", {}},
      {"features", "What it asks of its nodes, as Slurm's `--constraint`: `nvlink&ib`.", {}},
      {"gpu_profile", "The profile of a GPU that it asks for: `1g.10gb`; empty: none.", {}},
      {"gpu_memory", "The memory of a GPU that it asks for; empty: none.", kMemory},
      {"instances",
       "Instances of the job that run at once, where its GPUs, cores and memory are those of one. "
       "None of them is cut.",
       {}},
      {"tasks",
       "Equal tasks of the job, where its GPUs, cores and memory are those of all. A node holds "
       "whole tasks, as many as there is room for; without it jobs are cut by GPUs.",
       {}},
  };
  return kColumns;
}

void read_source(const TraceColumn& column, ObjectReader& reader, ColumnSpec& spec) {
  constexpr std::string_view kFromDoc = "The column's name in the header.";
  if (!column.amount) {
    spec.from = reader.text("from", kFromDoc);
    return;
  }
  const std::optional<std::string> from = reader.optional_text("from", kFromDoc);
  spec.constant = reader.optional_number("constant", "Instead of a column: the same for every job.",
                                         Bounds{.least = 0.0, .most = 1e12});
  if (from) spec.from = *from;
  if (!reader.describing() && reader.has("from") == reader.has("constant"))
    reader.issue("", R"(needs either "from" or "constant")",
                 R"(for example {"from": "num_gpus"}, or {"constant": 0})");
}

/// What an object says of the fields, in the order of trace_columns().
std::vector<ColumnSpec> read_fields(ObjectReader& reader) {
  std::vector<ColumnSpec> result;
  for (const TraceColumn& column : trace_columns()) {
    ColumnSpec spec{.field = std::string(column.field), .from = "", .unit = ""};
    const bool present =
        reader.optional_short_object(column.field, "from", column.doc, [&](ObjectReader& r) {
          read_source(column, r, spec);
          if (!column.units.empty())
            spec.unit =
                r.one_of("unit", column.units, column.units.front(), "Unit of the numbers.");
        });
    if (present) result.push_back(std::move(spec));
  }
  return result;
}

struct ColumnMap {
  std::vector<ColumnSpec> columns;
  std::optional<std::string> delimiter;
};

ColumnMap read_map(std::string_view text, const std::string& file, ReadingContext& context) {
  ColumnMap map;
  try {
    const JsonValue value = parse_json(text, file);
    ObjectReader reader(value, "", context);
    reader.optional_text("about", "What the map is for.");
    map.delimiter = reader.optional_text("delimiter", "One character between two fields.");
    reader.values("recognised_by", FieldType::texts,
                  "Columns that such a log has besides: by them and those below it is recognised.");
    reader.object("columns", "What the columns hold.",
                  [&](ObjectReader& fields) { map.columns = read_fields(fields); });
  } catch (const ScenarioError& error) {
    context.add(error.issues());
  }
  context.take_defaulted();  // of another file than the scenario
  return map;
}

void refuse_name(ObjectReader& reader, const std::string& name) {
  std::vector<std::string> names;
  std::ranges::transform(shipped_column_maps(), std::back_inserter(names),
                         [](const EmbeddedFile& map) { return std::string(map.name); });
  const std::string likely = nearest(name, names);
  reader.issue("map", fmt::format("no column map \"{}\"", excerpt(name)),
               fmt::format("{}column maps are {}; the name of a file ends in .json",
                           likely.empty() ? "" : fmt::format("did you mean \"{}\"? ", likely),
                           fmt::join(names, ", ")));
}

ColumnMap map_in_file(ObjectReader& reader, const std::string& path) {
  constexpr std::size_t kMostMapBytes = 1 << 20;
  std::string fault;
  const auto text = read_input(path, kMostMapBytes, fault);
  if (text) return read_map(*text, path, reader.context());
  reader.issue("map", fmt::format("{}: {}", excerpt(path, 200), fault),
               "names are relative to the file that names them");
  return {};
}

ColumnMap named_map(ObjectReader& reader, const std::string& name, const std::string& scenario) {
  if (name.ends_with(".json") || name.ends_with(".jsonc"))
    return map_in_file(reader, file_named_in(reader, "map", scenario));
  const auto maps = shipped_column_maps();
  const auto found = std::ranges::find(maps, name, &EmbeddedFile::name);
  if (found != maps.end()) return read_map(found->text(), name, reader.context());
  refuse_name(reader, name);
  return {};
}

bool has_field(const std::vector<ColumnSpec>& columns, std::string_view field) {
  return std::ranges::find(columns, field, &ColumnSpec::field) != columns.end();
}

/// The map's columns that the object itself does not name.
void add_missing(std::vector<ColumnSpec> from_map, std::vector<ColumnSpec>& columns) {
  for (ColumnSpec& column : from_map)
    if (!has_field(columns, column.field)) columns.push_back(std::move(column));
}

void check_fields(ObjectReader& reader, const std::vector<ColumnSpec>& columns) {
  if (!has_field(columns, "submit"))
    reader.issue("", "no column for \"submit\"", "submit: when the job was submitted");
  if (!has_field(columns, "run_time") &&
      (!has_field(columns, "start") || !has_field(columns, "end")))
    reader.issue("", "no column for \"run_time\", and not both \"start\" and \"end\"");
}

char read_delimiter(ObjectReader& reader, std::string_view fallback) {
  const std::string text = reader.text("delimiter", fallback, "One character between two fields.");
  const bool usable =
      text.size() == 1 && std::string_view("\"\n\r.").find(text[0]) == std::string_view::npos &&
      static_cast<unsigned char>(text[0]) < 0x80 && (text[0] < '0' || text[0] > '9');
  if (usable) return text[0];
  reader.issue("delimiter", "a delimiter is one character that no number holds",
               R"(for example "," ";" "|" or "\t")");
  return ',';
}

}  // namespace

std::string file_named_in(const ObjectReader& reader, std::string_view key,
                          const std::string& scenario) {
  const JsonValue* value = reader.value().find(key);
  if (value == nullptr || !value->is_text() || value->text().empty()) return "";
  const auto& file = value->place().file;
  const bool from_file = file != nullptr && !file->starts_with(kSetPlace);
  return path_beside(from_file ? *file : scenario, value->text());
}

void read_columns(ObjectReader& reader, const std::string& scenario, TraceSpec& spec) {
  std::string delimiter = ",";
  reader.optional_short_object(
      "columns", "map",
      "What the columns hold: {\"submit\": \"submit_time\", …}, or the name of a column map, or "
      "both: then the map says what the object leaves out.",
      [&](ObjectReader& fields) {
        const std::optional<std::string> name = fields.optional_text(
            "map", "A map that comes with the program, or a file of one's own (NAME.json).");
        spec.columns = read_fields(fields);
        if (fields.describing()) return;
        const std::size_t before = fields.context().issue_count();
        if (name) {
          ColumnMap map = named_map(fields, *name, scenario);
          add_missing(std::move(map.columns), spec.columns);
          delimiter = map.delimiter.value_or(delimiter);
        }
        if (fields.context().issue_count() == before) check_fields(fields, spec.columns);
      },
      true);
  spec.delimiter = read_delimiter(reader, delimiter);
}

}  // namespace gpuscape
