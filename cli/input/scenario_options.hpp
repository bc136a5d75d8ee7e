#pragma once
/// Which design of which scenario a command is about.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/line/command_syntax.hpp"
#include "sim/session/open_scenario.hpp"

namespace gpuscape {

struct ScenarioOptions {
  Design design = {};                ///< --variant, --set, --seed
  std::optional<bool> confine = {};  ///< --confine or --no-confine
};

/// Adds --variant, --set, --seed, the limits, --confine and --no-confine. The command hands
/// `confine` on in its needs.
void add_scenario_options(CommandSyntax& syntax, ScenarioOptions& scenario);

/// Adds --set, --seed and the limits.
void add_value_options(CommandSyntax& syntax, std::vector<std::string>& sets,
                       std::optional<std::uint64_t>& seed);

/// The variants of the scenario that stands first among the positionals; none where it cannot be
/// read.
std::vector<std::string> offered_variants(std::span<const std::string> positionals);

/// Refuses an option's value that is empty: it names no folder.
CLI::Validator folder_name();

/// The file, or for "-" the text on standard input, which is read once. Throws RunError where that
/// is too large.
ScenarioSource scenario_source(const std::string& file);

}  // namespace gpuscape
