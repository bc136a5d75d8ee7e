#pragma once
/// How much a file may ask for. What goes beyond is refused with the figure and what raises it.

#include <cstddef>
#include <cstdint>

namespace gpuscape {

/// Set once from the command line, before anything is read.
struct Limits {
  std::int64_t rows = 10'000'000;  ///< of a log, and jobs of a run (`--max-rows`)
};

[[nodiscard]] const Limits& limits();
void set_limits(const Limits& limits);

/// A log's text for each row that it may have: 10 GB by default.
inline constexpr std::int64_t kBytesPerRow = 1000;
/// Values of one JSON document, and of a catalogue's entries with all that they inherit.
inline constexpr std::size_t kMostJsonValues = 4'000'000;
/// Values that all variants of a scenario have together.
inline constexpr std::size_t kMostVariantValues = 20'000'000;
/// Bytes of a file that is not read row by row.
inline constexpr std::size_t kMostFileBytes = std::size_t{64} << 20U;

/// Numbers of a file beyond it are refused: sums would overflow, and what is divided by them be 0.
inline constexpr double kMostOfANumber = 1e30;

/// Faults whose hint is looked for among a file's own names.
inline constexpr std::size_t kMostHinted = 200;
/// Beside a limit that it raises.
inline constexpr const char* kMaxRowsHint = "--max-rows N allows more";

}  // namespace gpuscape
