#include "cli/command_line.hpp"

namespace gpuscape {

void CommandLine::add_crosscheck() {
  CLI::App* command = app_->add_subcommand(
      "crosscheck", "Run a scenario's transfers on somebody else's network too, and compare");
  command->add_option("scenario", crosscheck.file, "The scenario file")
      ->required()
      ->type_name("SCENARIO");
  choices_["--network"] = {"simgrid"};
  command
      ->add_option("--network", crosscheck.network,
                   "Whose: simgrid, by its models CM02 (whose dates must be ours) and LV08")
      ->required()
      ->type_name("NETWORK")
      ->check(CLI::IsMember(choices_["--network"]).description(""));
  add_scenario_options(*command, crosscheck.scenario);
  command->add_flag("--json", crosscheck.json, "Print JSON on stdout, and nothing else");
  command->footer(
      "Example:\n  gpuscape crosscheck scenarios/copies-in-a-dgx1.json --network simgrid");
}

}  // namespace gpuscape
