#include "cli/input/confinement.hpp"

#include <algorithm>
#include <filesystem>

namespace gpuscape {

void add_confine_option(CLI::App& command, std::optional<bool>& confine) {
  command.add_flag_callback(
      "--confine", [&confine] { confine = true; },
      "Do not read files outside the scenario's folder; the default for -");
  command.add_flag_callback(
      "--no-confine", [&confine] { confine = false; },
      "Allow files outside the scenario's folder, also for -");
}

std::unique_ptr<ConfinedInputs> confined_inputs(const Confinement& confinement) {
  const std::vector<std::string>& scenarios = confinement.scenarios;
  const bool standard_input = std::ranges::find(scenarios, kStandardInput) != scenarios.end();
  if (!confinement.asked.value_or(standard_input)) return nullptr;
  std::vector<std::filesystem::path> folders(confinement.also.begin(), confinement.also.end());
  for (const std::string& scenario : scenarios) {
    folders.push_back(std::filesystem::path(scenario).parent_path());
    // The user may have named it by a link.
    folders.emplace_back(scenario);
  }
  return std::make_unique<ConfinedInputs>(folders);
}

}  // namespace gpuscape
