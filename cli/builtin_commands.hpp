#pragma once

#include "cli/command_table.hpp"

namespace gpuscape {

/// Every command of cli/CMakeLists.txt, in the order of that file.
CommandTable builtin_commands();

}  // namespace gpuscape
