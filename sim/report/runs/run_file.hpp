#pragma once
/// One finished run as a file.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/sweep/run_record.hpp"

namespace gpuscape {

/// Version of the layout of a run's file.
inline constexpr int kRunFileFormat = 1;

/// A design of a sweep that has the run. Several may: they differ in name alone.
struct RunDesign {
  std::int64_t index = 0;
  std::vector<std::pair<std::string, std::string>> axes = {};
};

/// The run of one or more designs of one sweep, by their index.
struct RunFile {
  RunRecord record = {};  ///< whose index and axes count for nothing
  std::vector<RunDesign> designs = {};

  [[nodiscard]] bool has(const RunRecord& design) const;
  /// Adds the design of a record with this key; that of another sweep takes their place.
  void add(const RunRecord& design);
  /// The record under the name of each of its designs.
  [[nodiscard]] std::vector<RunRecord> records() const;
};

/// JSON whose last member is the SHA-256 of what stands before it. Neither host nor date are in it:
/// equal runs have equal bytes.
std::string run_file_text(const RunFile& run, std::string_view version);

struct ReadRunFile {
  std::optional<RunFile> run = {};  ///< none where there is a fault
  std::string version = {};         ///< of the program that wrote it, as far as it can be read
  std::string fault = {};           ///< what is damaged
};

/// Takes the text apart; `key` is what its name says.
ReadRunFile read_run_file(std::string_view text, std::string_view key);

}  // namespace gpuscape
