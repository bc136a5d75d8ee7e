#pragma once
/// Plain text as a terminal shows it.

#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// Columns that a terminal needs for UTF-8 text without wide characters: one for each code point,
/// none for colours ("\x1b[32m").
std::size_t display_width(std::string_view text);

/// Rows of cells, each column as wide as its widest cell and three spaces apart; no spaces at line
/// ends.
std::string text_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace gpuscape
