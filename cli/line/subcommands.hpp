#pragma once
/// The commands within a command.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gpuscape {

/// In the order in which they were added.
std::vector<std::string> subcommand_names(const CLI::App& command);

/// Null where there is none of that name.
const CLI::App* find_subcommand(const CLI::App& command, const std::string& name);

/// "gpuscape trace info".
std::string full_name(const CLI::App& command);

}  // namespace gpuscape
