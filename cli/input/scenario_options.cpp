#include "cli/input/scenario_options.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <iostream>

#include "cli/input/confinement.hpp"
#include "sim/base/error.hpp"
#include "sim/base/limits.hpp"
#include "sim/scenario/load/loader.hpp"

namespace gpuscape {

namespace {

const std::string& standard_input() {
  static const std::string text = [] {
    std::string read;
    std::array<char, 65536> chunk{};
    while (std::cin.read(chunk.data(), chunk.size()), std::cin.gcount() > 0) {
      read.append(chunk.data(), static_cast<std::size_t>(std::cin.gcount()));
      if (read.size() > kMostFileBytes) throw RunError("standard input is larger than 64 MiB");
    }
    return read;
  }();
  return text;
}

}  // namespace

void add_scenario_options(CommandSyntax& syntax, ScenarioOptions& scenario) {
  CLI::Option* variant = syntax.app()
                             .add_option("--variant", scenario.design.variant,
                                         "Use this variant instead of the scenario itself")
                             ->type_name("NAME");
  syntax.complete(variant, offered_variants);
  add_value_options(syntax, scenario.design.sets, scenario.design.seed);
  add_confine_option(syntax.app(), scenario.confine);
}

void add_value_options(CommandSyntax& syntax, std::vector<std::string>& sets,
                       std::optional<std::uint64_t>& seed) {
  syntax.app()
      .add_option("--set", sets,
                  "Replace one value, for example --set /scheduler/backfill=easy; may be repeated")
      ->type_name("/POINTER=VALUE")
      ->allow_extra_args(false);
  syntax.app()
      .add_option("--seed", seed, "Seed of all random streams, instead of /run/seed")
      ->type_name("N")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
            return digits && text.size() < 20 ? "" : fmt::format("{} is not an integer", text);
          },
          ""));
  add_limit_options(syntax);
}

std::vector<std::string> offered_variants(std::span<const std::string> positionals) {
  if (positionals.empty()) return {};
  try {
    return variant_names(positionals.front());
  } catch (const std::exception&) {
    return {};
  }
}

CLI::Validator folder_name() {
  return {[](const std::string& name) {
            return name.empty() ? "expected a folder's name, found none" : "";
          },
          ""};
}

ScenarioSource scenario_source(const std::string& file) {
  if (file == kStandardInput) return {.file = file, .text = standard_input()};
  return {.file = file};
}

}  // namespace gpuscape
