#include "cli/command_line.hpp"

#include <fmt/format.h>

#include "cli/confinement.hpp"

namespace gpuscape {

void CommandLine::add_scenario_options(CLI::App& command, ScenarioOptions& scenario) {
  command
      .add_option("--variant", scenario.design.variant,
                  "The variant to take instead of the scenario itself")
      ->type_name("NAME");
  add_value_options(command, scenario.design.sets, scenario.design.seed);
  add_confine_option(command, scenario.confine);
}

void CommandLine::add_value_options(CLI::App& command, std::vector<std::string>& sets,
                                    std::optional<std::uint64_t>& seed) {
  command
      .add_option("--set", sets,
                  "Replace one value, for example --set /scheduler/backfill=easy; may be repeated")
      ->type_name("/POINTER=VALUE")
      ->allow_extra_args(false);
  command.add_option("--seed", seed, "Seed of all random streams, instead of /run/seed")
      ->type_name("N")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
            return digits && text.size() < 20 ? "" : fmt::format("{} is not an integer", text);
          },
          ""));
  add_limit_options(command);
}

}  // namespace gpuscape
