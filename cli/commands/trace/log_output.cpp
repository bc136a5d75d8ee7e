#include "cli/commands/trace/log_output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "sim/base/error.hpp"
#include "sim/base/json/json.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/format/compressed_sink.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/logs/job_log_file.hpp"

namespace gpuscape {

namespace {

bool is_swf(std::string_view path) {
  for (const std::string_view end : {".gz", ".zst"})
    if (path.ends_with(end)) path.remove_suffix(end.size());
  return path.ends_with(".swf");
}

}  // namespace

void add_output_options(CommandSyntax& syntax, OutputOptions& output, bool required) {
  syntax.app()
      .add_option("-o,--out", output.path, "The file to write")
      ->required(required)
      ->type_name("FILE");
  syntax.app().add_flag("--force", output.force, "Replace an existing file");
}

void refuse_existing(const OutputOptions& output) {
  std::error_code ignored;
  if (output.force || output.path.empty() || !std::filesystem::exists(output.path, ignored)) return;
  throw RunError(fmt::format("{} is there already; --force replaces it", output.path));
}

void write_whole_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.put_in_place();
}

void write_log(const JobLog& log, const Disguise& disguise, const std::string& path,
               std::ostream& out) {
  JobLogOptions how;
  how.renumber = disguise.renumber;
  how.processors = log.gpus_total.value_or(0);
  if (disguise.anonymise)
    how.names = std::make_shared<const AnonymousNames>(
        *log.table, AnonymityOptions{disguise.keep_partitions, disguise.shuffle});
  OutputFile file(path);
  const auto sink = make_compressed_sink(path, file);
  const WrittenLog written =
      is_swf(path) ? write_log_swf(log, how, *sink) : write_log_csv(log, how, *sink);
  sink->finish();
  file.put_in_place();
  out << fmt::format("{}: {} jobs\n", path,
                     human_count(static_cast<std::int64_t>(log.table->size())));
  for (const ReadReport& read : log.reads)
    if (read.dropped() > 0)
      out << plain_line(
          fmt::format("  left out: {} rows of {} that could not be read; see trace info",
                      human_count(read.dropped()), read.file));
  for (const std::string& note : written.notes) out << plain_line("  " + note);
  out << fmt::format("  \"trace\": {{\"file\": {}, {}}}\n", json_quoted(path), written.trace);
}

}  // namespace gpuscape
