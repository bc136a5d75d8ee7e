/// `gpuscape trace …`: logs described, written and imitated.

#include "cli/command_table.hpp"

namespace gpuscape {

void register_command_trace(CommandTable& commands) {
  commands.add_group({.path = "trace",
                      .about = "Inspect, convert, generate and fit job traces",
                      .footer = "Example:\n  gpuscape trace info scenarios/lab-log.json"});
}

}  // namespace gpuscape
