#pragma once

#include "cli/command_table.hpp"

namespace gpuscape::test {

/// The built-in commands and the one of docs/how-to/add-a-command.md.
const CommandTable& all_commands();

}  // namespace gpuscape::test
