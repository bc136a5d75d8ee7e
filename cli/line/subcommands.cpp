#include "cli/line/subcommands.hpp"

namespace gpuscape {

namespace {

std::vector<const CLI::App*> subcommands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App*) { return true; });
}

}  // namespace

std::vector<std::string> subcommand_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* within : subcommands(command)) names.push_back(within->get_name());
  return names;
}

const CLI::App* find_subcommand(const CLI::App& command, const std::string& name) {
  for (const CLI::App* within : subcommands(command))
    if (within->get_name() == name) return within;
  return nullptr;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* above = command.get_parent();
  return above == nullptr ? command.get_name() : full_name(*above) + " " + command.get_name();
}

}  // namespace gpuscape
