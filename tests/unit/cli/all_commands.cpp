#include "tests/unit/cli/all_commands.hpp"

#include "cli/builtin_commands.hpp"

namespace gpuscape {

void register_command_gpus(CommandTable& commands);

namespace test {

const CommandTable& all_commands() {
  static const CommandTable commands = [] {
    CommandTable filled = builtin_commands();
    register_command_gpus(filled);
    return filled;
  }();
  return commands;
}

}  // namespace test
}  // namespace gpuscape
