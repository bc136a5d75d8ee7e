#include "cli/command_line.hpp"

namespace gpuscape {

void CommandLine::add_topo() {
  CLI::App* command =
      app_->add_subcommand("topo", "Map a node or cluster: what is near what, what shares a link");
  command->add_option("node", topo.what, "Nodes of the catalogue, or a scenario file")
      ->required()
      ->type_name("NODE|SCENARIO");
  command->add_option("--catalog", topo.catalog, "A folder of own parts; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  add_scenario_options(*command, topo.scenario);
  command->add_option("--network", topo.network, "Only this network of the scenario")
      ->type_name("NAME");
  command->add_option("--svg", topo.svg, "Draw all of them into this file")->type_name("FILE");
  command->add_flag("--force", topo.force, "Replace a file that this program did not draw");
  command->add_flag("--json", topo.json, "Print the map as JSON, and nothing else");
  command->footer("Example:\n  gpuscape topo dgx1-v100 --svg dgx1.svg");
}

}  // namespace gpuscape
