#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/builtin_commands.hpp"
#include "cli/simgrid/simgrid_process.hpp"

namespace gpuscape {

/// The whole program but for `main`: `words` are those after its name. Returns the exit code, and
/// throws nothing. `simgrid` is what a program has that SimGrid is linked into; without it,
/// commands that need SimGrid start gpuscape-simgrid, in the place of this process where it is to
/// run a scenario's jobs. `commands` are those that it has.
int program(const std::vector<std::string>& words, std::ostream& out, std::ostream& err,
            const SimGridEngine* simgrid = nullptr,
            const CommandTable& commands = builtin_commands());

}  // namespace gpuscape
