#include <fmt/format.h>

#include <array>

#include "sim/scenario/read_rules.hpp"
#include "sim/scenario/read_scenario.hpp"
#include "sim/scenario/scenario_file.hpp"
#include "sim/scenario/set_option.hpp"

namespace gpuscape {

namespace {

using Choices = std::vector<std::string>;

struct TraceColumn {
  std::string_view field;
  std::string_view doc;
  Choices units;  ///< the first is the default; empty: none
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
      {"gpus", "GPUs, or processors of a pool; without it every job asks for one.", {}},
      {"cores", "CPU cores in all.", {"cores", "milli-cores"}},
      {"memory", "Memory in all.", kMemory},
      {"id", "The job's number.", {}},
      {"time_limit", "The user's limit.", kTimes},
      {"user", "Who sent it.", {}},
      {"account", "The group or project that it counts for.", {}},
      {"partition", "The partition or queue that it was sent to.", {}},
      {"qos", "Its quality of service.", {}},
      {"job_name", "Its name.", {}},
      {"after", "The number of a job that must complete before it may start; empty: none.", {}},
  };
  return kColumns;
}

std::vector<ColumnSpec> read_columns(ObjectReader& reader) {
  std::vector<ColumnSpec> result;
  for (const TraceColumn& column : trace_columns()) {
    ColumnSpec spec{.field = std::string(column.field), .from = "", .unit = ""};
    const bool present =
        reader.optional_short_object(column.field, "from", column.doc, [&](ObjectReader& r) {
          spec.from = r.text("from", "The column's name in the header.");
          if (!column.units.empty())
            spec.unit =
                r.one_of("unit", column.units, column.units.front(), "Unit of the numbers.");
        });
    if (present) result.push_back(std::move(spec));
  }
  if (reader.describing()) return result;
  if (!reader.has("submit"))
    reader.issue("", "no column for \"submit\"", "submit: when the job was submitted");
  if (!reader.has("run_time") && (!reader.has("start") || !reader.has("end")))
    reader.issue("", "no column for \"run_time\", and not both \"start\" and \"end\"");
  return result;
}

char read_delimiter(ObjectReader& reader) {
  const std::string text = reader.text("delimiter", ",", "One character between two fields.");
  const bool usable =
      text.size() == 1 && std::string_view("\"\n\r.").find(text[0]) == std::string_view::npos &&
      static_cast<unsigned char>(text[0]) < 0x80 && (text[0] < '0' || text[0] > '9');
  if (usable) return text[0];
  reader.issue("delimiter", "a delimiter is one character that no number holds",
               R"(for example "," ";" "|" or "\t")");
  return ',';
}

/// Beside the file in which the name stands; beside the scenario for a name from the command line.
std::string file_named_in(const ObjectReader& reader, std::string_view key,
                          const std::string& scenario) {
  const JsonValue* value = reader.value().find(key);
  if (value == nullptr || !value->is_text() || value->text().empty()) return "";
  const auto& file = value->place().file;
  const bool from_file = file != nullptr && !file->starts_with(kSetPlace);
  return path_beside(from_file ? *file : scenario, value->text());
}

/// What stands at `key`, to be understood on the clock of the log.
std::optional<DateSpec> read_date(ObjectReader& reader, std::string_view key,
                                  std::string_view doc) {
  const auto text = reader.optional_text(key, doc);
  if (!text) return std::nullopt;
  const JsonValue* value = reader.value().find(key);
  return DateSpec{*text, value->place(), fmt::format("{}/{}", reader.pointer(), key)};
}

}  // namespace

TraceSpec read_trace_spec(ObjectReader& reader, const std::string& file) {
  TraceSpec spec;
  const auto nothing = [](ObjectReader&) {};
  spec.format = reader.alternatives(
      "format",
      {{"philly-csv",
        "One row a job with timestamp, duration, num_gpus and perhaps job_id, as derived from "
        "Philly's log.",
        nothing},
       {"swf", "The Standard Workload Format of the Parallel Workloads Archive.", nothing},
       {"csv", "Any table with a header; `columns` say what is where.",
        [&](ObjectReader& r) {
          r.object("columns", "What the columns hold: {\"submit\": \"submit_time\", …}.",
                   [&](ObjectReader& c) { spec.columns = read_columns(c); });
          spec.delimiter = read_delimiter(r);
        }}},
      "", "How the file is written.");
  spec.file_as_written = reader.text(
      "file", "The log, plain, gzip or zstd; relative to the file in which the name stands.");
  if (const JsonValue* value = reader.value().find("file")) {
    spec.file_place = value->place();
    if (value->is_text() && value->text().empty()) reader.issue("file", "the file's name is empty");
  }
  spec.file = file_named_in(reader, "file", file);
  spec.where = read_where(reader, "Only these jobs of the log; the others are counted as left out.",
                          SelectorScope::log);
  spec.from = read_date(reader, "from",
                        "Only jobs submitted then or later; what was queued or running then is "
                        "rebuilt. \"2026-05-04\" or \"2026-05-04 12:00:00\" on the log's clock, "
                        "with an offset where one is meant, or a time after its first submission.");
  spec.to = read_date(reader, "to", "Only jobs submitted earlier; written as `from` is.");
  return spec;
}

}  // namespace gpuscape
