#include <fmt/format.h>

#include <array>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/time_zone.hpp"
#include "sim/scenario/sections/read_rules.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

/// What stands at `key`, to be understood on the clock of the log.
std::optional<DateSpec> read_date(ObjectReader& reader, std::string_view key,
                                  std::string_view doc) {
  const auto text = reader.optional_text(key, doc);
  if (!text) return std::nullopt;
  const JsonValue* value = reader.value().find(key);
  return DateSpec{*text, value->place(), fmt::format("{}/{}", reader.pointer(), key)};
}

std::string read_time_zone(ObjectReader& reader) {
  const std::optional<std::string> name = reader.optional_text(
      "time_zone",
      "Of dates that have none: a name such as `Europe/Paris`, or an offset such as `+02:00`; "
      "without it they are read as UTC.");
  if (!name || TimeZone::find(*name)) return name.value_or("");
  const std::vector<std::string> names = TimeZone::names();
  const std::string likely = nearest(*name, names);
  reader.issue("time_zone", fmt::format("unknown time zone \"{}\"", excerpt(*name)),
               names.empty()
                   ? "this system has no time zone database (package tzdata); give an offset"
               : likely.empty() ? "for example \"Europe/Paris\", \"UTC\" or \"+02:00\""
                                : fmt::format("did you mean \"{}\"?", likely));
  return "";
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
       {"sacct",
        "What Slurm's `sacct --parsable2` writes, with a header; also `sacct --json`, which its "
        "first "
        "character tells.",
        nothing},
       {"sacct-json", "What Slurm's `sacct --json` writes.", nothing},
       {"openb",
        "Pods of a shared cluster, as Alibaba's openb list has them: num_gpu, gpu_milli, gpu_spec.",
        nothing},
       {"swf",
        "The Standard Workload Format of the Parallel Workloads Archive, also extended by fields "
        "that "
        "its header names.",
        [&](ObjectReader& r) {
          spec.processors = r.one_of("processors", {"auto", "nodes", "cores"}, "auto",
                                     "What field 5 counts where the log has more than 18 fields "
                                     "and its header names one of GPUs; `auto`: as the log shows.");
        }},
       {"csv", "Any table with a header; `columns` say what is where.",
        [&](ObjectReader& r) { read_columns(r, file, spec); }}},
      "", "How the file is written.");
  spec.file_as_written = reader.text(
      "file", "The log, plain, gzip or zstd; relative to the file in which the name stands.");
  if (const JsonValue* value = reader.value().find("file")) {
    spec.file_place = value->place();
    if (value->is_text() && value->text().empty()) reader.issue("file", "the file's name is empty");
  }
  spec.file = file_named_in(reader, "file", file);
  spec.obeys_dependencies =
      reader.one_of(
          "dependencies", {"obey", "ignore"}, "obey",
          "Whether a job waits for the ends of others that the log names (field 17 of SWF, "
          "`after`, Slurm's `--dependency`).") == "obey";
  spec.time_zone = read_time_zone(reader);
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
