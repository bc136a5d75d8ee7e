#pragma once

#include <cstddef>

namespace gpuscape {

/// True where a file descriptor is a terminal.
bool is_terminal(int descriptor);

/// True on a terminal that knows colours, unless the user has set NO_COLOR (no-color.org).
bool wants_colour(int descriptor);

/// How many columns a terminal has; 120 where the descriptor is none.
std::size_t terminal_columns(int descriptor);

}  // namespace gpuscape
