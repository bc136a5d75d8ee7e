#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/time_zone.hpp"
#include "sim/scenario/sections/read_rules.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/scenario/sections/trace_formats.hpp"

namespace gpuscape {

namespace {

std::string read_time_zone(ObjectReader& reader) {
  const std::optional<std::string> name =
      reader.optional_text("time_zone",
                           "Time zone of dates that have none: a name such as `Europe/Paris`, or "
                           "an offset such as `+02:00`; "
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
  std::vector<ObjectReader::Alternative> choices;
  for (const TraceFormatKeys& format : trace_format_keys()) {
    choices.push_back({std::string(format.name), std::string(format.about), [&](ObjectReader& own) {
                         spec.every_job_has_gpus = format.every_job_has_gpus;
                         if (format.read_keys != nullptr) format.read_keys(own, file, spec);
                       }});
  }
  spec.format = reader.alternatives("format", choices, "", "How the file is written.");
  spec.file_as_written =
      reader.text("file", "The log, plain, gzip or zstd; relative to the file that names it.");
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
  spec.where = read_where(reader, "Jobs of the log to replay; the others are counted as left out.",
                          SelectorScope::log);
  spec.from = read_date(reader, "from",
                        "First submission to replay; what was queued or running then is "
                        "rebuilt. \"2026-05-04\" or \"2026-05-04 12:00:00\" on the log's clock, "
                        "with an offset where one is meant, or a time after its first submission.");
  spec.to = read_date(reader, "to",
                      "End of the submissions to replay, itself excluded; written as `from` is.");
  spec.begins_at = reader.optional_quantity<Seconds>(
      "begins_at",
      "When its first submission, or its `from`, comes after the run's first second. Without it, "
      "logs keep the distance of their dates, or of their times where they have no dates.",
      kNotNegative);
  return spec;
}

}  // namespace gpuscape
