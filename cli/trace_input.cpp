#include "cli/trace_input.hpp"
#include "cli/confinement.hpp"

#include <filesystem>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/workload/formats/guess_trace.hpp"

namespace gpuscape {

namespace {

JobLog jobs_of_scenario(const TraceOptions& options, const Registry& registry) {
  return collect_jobs(
      open_scenario(scenario_source(options.file), options.scenario.design, registry));
}

std::string content_of(const std::string& path) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
  std::string fault;
  auto text = read_input(path, kMostBytes, fault);
  if (!text) throw RunError(path + ": " + fault);
  return std::move(*text);
}

/// What --columns says: JSON, a file that holds it, or the name of a shipped map.
JsonValue columns_value(const TraceOptions& options) {
  const std::string& text = options.columns;
  if (text.starts_with('{')) return parse_json(text, "--columns");
  std::error_code ignored;
  if (std::filesystem::is_regular_file(text, ignored)) return parse_json(content_of(text), text);
  return JsonValue::make_text(text);
}

/// The command line as the "trace" section of a scenario: the same reader checks it.
TraceSpec spec_of_words(const TraceOptions& options) {
  JsonValue section = JsonValue::make_object();
  const std::string format = options.format.empty() ? "csv" : options.format;
  section.set("format", JsonValue::make_text(format));
  section.set("file", JsonValue::make_text(options.file));
  if (!options.columns.empty()) section.set("columns", columns_value(options));
  if (format == "csv") {
    const std::string guessed(1, guess_delimiter(options.file));
    section.set("delimiter",
                JsonValue::make_text(options.delimiter.empty() ? guessed : options.delimiter));
  }
  section.set_place({std::make_shared<const std::string>("the command line"), 0, 0});
  ReadingContext context;
  TraceSpec spec;
  {
    ObjectReader reader(section, "", context);
    spec = read_trace_spec(reader, options.file);
  }
  context.throw_if_issues();
  spec.file = spec.file_as_written = options.file;
  return spec;
}

void require_jobs_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw RunError(path + " is a folder, not a log");
}

}  // namespace

JobLog trace_input(const TraceOptions& options, const Registry& registry) {
  require_jobs_file(options.file);
  if (options.action == "generate") return jobs_of_scenario(options, registry);
  const bool said = !options.format.empty() || !options.columns.empty();
  const bool scenario =
      !said && (options.file == kStandardInput || looks_like_scenario(options.file));
  JobLog log = scenario ? jobs_of_scenario(options, registry)
                        : read_job_log(said ? spec_of_words(options) : guess_trace(options.file));
  if (options.gpus > 0) log.gpus_total = options.gpus;
  return log;
}

}  // namespace gpuscape
