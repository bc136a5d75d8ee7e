#include "sim/model/check/check_sources.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/model/each_spec.hpp"
#include "sim/workload/shape/log_window.hpp"

namespace gpuscape {

namespace {

std::optional<LogDate> date_of(const std::optional<DateSpec>& spec, std::string_view zone,
                               ReadingContext& context) {
  if (!spec) return std::nullopt;
  const std::optional<LogDate> date = log_date(spec->text, zone);
  if (!date)
    context.add(spec->place, spec->pointer,
                fmt::format("\"{}\" is neither a date nor a time", excerpt(spec->text)),
                R"(for example "2026-05-04", "2026-05-04 12:00:00", or "3 d")"
                " after the log's first submission");
  return date;
}

}  // namespace

void check_dates(const ScenarioSpec& spec, ReadingContext& context) {
  for (const StreamSpec& stream : spec.streams) {
    if (!stream.trace) continue;
    const std::optional<DateSpec>& until = stream.trace->to;
    const auto from = date_of(stream.trace->from, stream.trace->time_zone, context);
    const auto to = date_of(until, stream.trace->time_zone, context);
    if (!until || !from || !to) continue;
    if (from->on_clock != to->on_clock || from->seconds < to->seconds) continue;
    context.add(until->place, until->pointer, "\"to\" is not later than \"from\"");
  }
}

void check_files(const ScenarioSpec& spec, ReadingContext& context) {
  for (const StreamSpec& stream : spec.streams) {
    if (!stream.trace || stream.trace->file.empty()) continue;
    const TraceSpec& trace = *stream.trace;
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(trace.file, ignored);
    const std::string pointer = "/workload/streams/" + stream.name + "/trace/file";
    if (!folder && std::filesystem::exists(trace.file, ignored)) {
      if (const InputFile file(trace.file); !file.fault().empty())
        context.add(trace.file_place, pointer,
                    fmt::format("{}: {}", excerpt(trace.file, 200), file.fault()));
      continue;
    }
    context.add(trace.file_place, pointer,
                folder ? fmt::format("{} is a folder, not a log", excerpt(trace.file, 200))
                       : fmt::format("file not found: {}", excerpt(trace.file, 200)),
                folder ? "" : "names are relative to the file that names them");
  }
}

void check_files(LoadedScenario& loaded) {
  for_each_spec(loaded, [&](ScenarioSpec& spec) { check_files(spec, loaded.context); });
}

}  // namespace gpuscape
