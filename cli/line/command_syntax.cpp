#include "cli/line/command_syntax.hpp"

namespace gpuscape {

void CommandSyntax::choices(CLI::Option* option, const std::vector<std::string>& words) {
  option->check(CLI::IsMember(words).description(""));
  complete(option, [words](std::span<const std::string>) { return words; });
}

}  // namespace gpuscape
