#include "cli/trace_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "cli/exit_code.hpp"
#include "cli/trace_input.hpp"
#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/format/compressed_sink.hpp"
#include "sim/report/logs/generate_json.hpp"
#include "sim/report/logs/job_log_file.hpp"
#include "sim/report/logs/trace_fit_text.hpp"
#include "sim/report/logs/trace_info_json.hpp"
#include "sim/report/logs/trace_info_svg.hpp"
#include "sim/report/logs/trace_info_text.hpp"

namespace gpuscape {

namespace {

void refuse_existing(const std::string& path, bool force) {
  std::error_code ignored;
  if (force || path.empty() || !std::filesystem::exists(path, ignored)) return;
  throw RunError(fmt::format("{} is there already; --force replaces it", path));
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.put_in_place();
}

bool is_swf(std::string_view path) {
  for (const std::string_view end : {".gz", ".zst"})
    if (path.ends_with(end)) path.remove_suffix(end.size());
  return path.ends_with(".swf");
}

/// Writes the log under --out, and says how a scenario reads it.
void write_log(const JobLog& log, const TraceOptions& options, std::ostream& out) {
  JobLogOptions how;
  how.renumber = options.renumber;
  how.processors = log.gpus_total.value_or(0);
  if (options.anonymise)
    how.names = std::make_shared<const AnonymousNames>(
        *log.table, AnonymityOptions{options.keep_partitions, options.shuffle});
  OutputFile file(options.out);
  const auto sink = make_compressed_sink(options.out, file);
  const WrittenLog written =
      is_swf(options.out) ? write_log_swf(log, how, *sink) : write_log_csv(log, how, *sink);
  sink->finish();
  file.put_in_place();
  out << fmt::format("{}: {} jobs\n", options.out,
                     human_count(static_cast<std::int64_t>(log.table->size())));
  for (const ReadReport& read : log.reads)
    if (read.dropped() > 0)
      out << fmt::format("  left out: {} rows of {} that could not be read; see trace info\n",
                         human_count(read.dropped()), read.file);
  for (const std::string& note : written.notes) out << fmt::format("  {}\n", note);
  out << fmt::format("  \"trace\": {{\"file\": {}, {}}}\n", json_quoted(options.out),
                     written.trace);
}

int info(const TraceOptions& options, const Registry& registry, std::ostream& out) {
  refuse_existing(options.svg, options.force);
  const JobLog log = trace_input(options, registry);
  const TraceInfo described = describe_log(log);
  if (!options.svg.empty()) write_file(options.svg, trace_info_svg(log, described));
  out << (options.json ? trace_info_json(log, described) : trace_info_text(log, described));
  return kDone;
}

int convert(const TraceOptions& options, const Registry& registry, std::ostream& out) {
  refuse_existing(options.out, options.force);
  write_log(trace_input(options, registry), options, out);
  return kDone;
}

int fit(const TraceOptions& options, const Registry& registry, std::ostream& out) {
  refuse_existing(options.out, options.force);
  const JobLog log = trace_input(options, registry);
  const TraceFit fitted = fit_trace(log);
  const JsonValue scenario = generate_fragment(fitted.generate, "fitted");
  if (!options.out.empty()) write_file(options.out, write_json(scenario) + "\n");
  if (options.json) {
    out << trace_fit_json(log, fitted, scenario);
    return kDone;
  }
  out << trace_fit_text(log, fitted);
  if (options.out.empty()) {
    out << "\n" << write_json(scenario) << "\n";
  } else {
    out << fmt::format("written to {}: a scenario takes it over with \"extends\": {}\n",
                       options.out, json_quoted(options.out));
  }
  return kDone;
}

}  // namespace

int trace_command(const TraceOptions& options, const Registry& registry, std::ostream& out) {
  if (options.action == "info") return info(options, registry, out);
  if (options.action == "fit") return fit(options, registry, out);
  return convert(options, registry, out);
}

}  // namespace gpuscape
