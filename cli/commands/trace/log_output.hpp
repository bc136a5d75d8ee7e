#pragma once
/// What commands within `trace` write.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "cli/line/command_syntax.hpp"
#include "sim/logs/job_log.hpp"

namespace gpuscape {

struct OutputOptions {
  std::string path;    ///< empty: nothing is written
  bool force = false;  ///< what stands there is replaced
};

/// Adds --out and --force.
void add_output_options(CommandSyntax& syntax, OutputOptions& output, bool required);

/// Throws RunError where something is at the path that may not be replaced.
void refuse_existing(const OutputOptions& output);

/// Puts a file in place whole, or throws RunError.
void write_whole_file(const std::string& path, std::string_view text);

/// What the name of a log says of how it is written, for --help.
inline constexpr const char* kLogNameHelp =
    "The extension selects the format: .csv or .swf, optionally followed by .gz or .zst.\n";

/// How a log is changed while it is written.
struct Disguise {
  bool anonymise = false;
  bool keep_partitions = false;
  std::optional<std::uint64_t> shuffle;  ///< seed of the order of the names; else as they appear
  bool renumber = false;
};

/// Writes the log under the path, and says on `out` how a scenario reads it.
void write_log(const JobLog& log, const Disguise& disguise, const std::string& path,
               std::ostream& out);

}  // namespace gpuscape
