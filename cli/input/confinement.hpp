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

/// The scenarios of a command, and whether they are kept within their folders.
struct Confinement {
  std::vector<std::string> scenarios = {};
  /// --confine or --no-confine; nothing: confined where a scenario is read from standard input.
  std::optional<bool> asked = {};
  std::vector<std::string> also = {};  ///< folders that may be read all the same
};

void add_confine_option(CLI::App& command, std::optional<bool>& confine);

/// Keeps inputs below the scenarios' folders (for standard input: the folder where the program
/// runs) and `also`, while it lives. Null where nothing is kept.
std::unique_ptr<ConfinedInputs> confined_inputs(const Confinement& confinement);

}  // namespace gpuscape
