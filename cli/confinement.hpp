#pragma once
/// `--confine`: a stranger's scenario reads nothing outside its own folder.

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/input_file.hpp"

namespace gpuscape {

/// The scenario that is read from standard input.
inline constexpr const char* kStandardInput = "-";

void add_confine_option(CLI::App& command, std::optional<bool>& confine);

/// Keeps inputs below the scenarios' folders (for standard input: the folder where the program
/// runs) and `also`, where `asked` says so or, unless it says otherwise, where a scenario is read
/// from standard input. Null where nothing is kept.
std::unique_ptr<ConfinedInputs> confined_inputs(const std::vector<std::string>& scenarios,
                                                std::optional<bool> asked,
                                                const std::vector<std::string>& also = {});

}  // namespace gpuscape
