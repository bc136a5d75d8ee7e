/// `gpuscape runs …`: folders of runs looked through, tidied up and put together.

#include "cli/command_table.hpp"

namespace gpuscape {

void register_command_runs(CommandTable& commands) {
  commands.add_group({.path = "runs",
                      .about = "List, verify, prune and merge folders of runs",
                      .footer = "Example:\n  gpuscape runs list two-megawatts"});
}

}  // namespace gpuscape
