#pragma once
/// Lines of a report that are no rows of a table, broken where a terminal would break them
/// anywhere.

#include <cstddef>
#include <string>
#include <string_view>

namespace gpuscape {

/// Columns of the widest line. It is the same on a terminal and in a file: a report is compared
/// byte by byte.
inline constexpr std::size_t kReportWidth = 100;

/// Where a text that may need several lines stands.
struct TextPlace {
  std::size_t column = 0;  ///< at which its first line begins
  std::size_t later = 0;   ///< spaces before each later line
};

/// The text as it is where it fits within kReportWidth; else on lines that do, later ones after
/// spaces. A line ends before an item (after " · ", which is then left out); in an item that is too
/// long itself, after a ';' that stands in no brackets, else between words. Such parts stand two
/// columns further to the right than items do. A word that is too long by itself stays whole. No
/// line end after the last line.
std::string wrapped(std::string_view text, TextPlace place);

/// A line without a label, with its line end; later lines stand two columns to the right of where
/// its own text begins.
std::string plain_line(std::string_view text);

}  // namespace gpuscape
