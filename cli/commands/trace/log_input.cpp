#include "cli/commands/trace/log_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <utility>

#include "cli/input/confinement.hpp"
#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/workload/formats/guess_trace.hpp"
#include "sim/workload/formats/trace_format.hpp"

namespace gpuscape {

namespace {

[[noreturn]] void refuse(const std::string& path, std::string fault) {
  throw ScenarioError({{.file = path, .pointer = "", .message = std::move(fault), .hint = ""}});
}

std::string content_of(const std::string& path) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
  std::string fault;
  auto text = read_input(path, kMostBytes, fault);
  if (!text) refuse(path, std::move(fault));
  return std::move(*text);
}

/// What --columns says: JSON, a file that holds it, or the name of a shipped map.
JsonValue columns_value(const LogOptions& log) {
  const std::string& text = log.columns;
  if (text.starts_with('{')) return parse_json(text, "--columns");
  std::error_code ignored;
  if (std::filesystem::is_regular_file(text, ignored)) return parse_json(content_of(text), text);
  return JsonValue::make_text(text);
}

/// The command line as the "trace" section of a scenario: the same reader checks it.
TraceSpec spec_of_words(const LogOptions& log) {
  JsonValue section = JsonValue::make_object();
  const std::string format = log.format.empty() ? "csv" : log.format;
  section.set("format", JsonValue::make_text(format));
  section.set("file", JsonValue::make_text(log.file));
  if (!log.columns.empty()) section.set("columns", columns_value(log));
  if (format == "csv") {
    const std::string guessed(1, guess_delimiter(log.file));
    section.set("delimiter", JsonValue::make_text(log.delimiter.empty() ? guessed : log.delimiter));
  }
  section.set_place({std::make_shared<const std::string>("the command line"), 0, 0});
  ReadingContext context;
  TraceSpec spec;
  {
    ObjectReader reader(section, "", context);
    spec = read_trace_spec(reader, log.file);
  }
  context.throw_if_issues();
  spec.file = spec.file_as_written = log.file;
  return spec;
}

void require_jobs_file(const std::string& path) {
  if (path == kStandardInput) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) refuse(path, "this is a folder, not a log");
  const InputFile file(path);
  if (!file.fault().empty()) refuse(path, file.fault());
}

JobLog collected(const LogOptions& log, const Registry& registry) {
  return collect_jobs(open_scenario(scenario_source(log.file), log.scenario.design, registry));
}

}  // namespace

void add_log_options(CommandSyntax& syntax, LogOptions& log) {
  CLI::App& app = syntax.app();
  app.add_option("log", log.file, "The log, plain, gzip or zstd; or a scenario")
      ->required()
      ->type_name("LOG|SCENARIO");
  const std::vector<std::string> formats = trace_format_names();
  CLI::Option* format = app.add_option("--format", log.format,
                                       fmt::format("Format of the log: {}; detected if not given",
                                                   fmt::join(formats, ", ")))
                            ->type_name("FORMAT");
  // Not checked here: the reader of a scenario's "trace" section names the known ones.
  syntax.complete(format, [formats](auto) { return formats; });
  app.add_option("--columns", log.columns, "Column mapping, as in a scenario: JSON, or a JSON file")
      ->type_name("JSON|FILE");
  app.add_option("--delimiter", log.delimiter, "Column delimiter of a table; detected if not given")
      ->type_name("CHARACTER");
  add_scenario_options(syntax, log.scenario);
}

CommandNeeds log_needs(const LogOptions& log) {
  return {.confinement = {.scenarios = {log.file}, .asked = log.scenario.confine}};
}

JobLog read_log(const LogOptions& log, const Registry& registry) {
  require_jobs_file(log.file);
  const bool said = !log.format.empty() || !log.columns.empty();
  const bool scenario = !said && (log.file == kStandardInput || looks_like_scenario(log.file));
  if (scenario) return collected(log, registry);
  return read_job_log(said ? spec_of_words(log) : guess_trace(log.file));
}

JobLog jobs_of_scenario(const LogOptions& log, const Registry& registry) {
  require_jobs_file(log.file);
  return collected(log, registry);
}

}  // namespace gpuscape
