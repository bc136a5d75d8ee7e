#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.hpp"

namespace gpuscape {

/// What the last of `words` (those after the program's name) may become. Empty where a file name
/// belongs there: shells complete those themselves.
std::vector<std::string> completions(const CommandLine& line,
                                     const std::vector<std::string>& words);

}  // namespace gpuscape
