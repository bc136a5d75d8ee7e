#include "cli/command_line.hpp"

namespace gpuscape {

void CommandLine::add_catalog_import(CLI::App& parent) {
  CLI::App* command = parent.add_subcommand(
      "import", "Print a machine that stands somewhere as an entry of the catalogue");
  command
      ->add_option("--hwloc", catalog_import.hwloc,
                   "What lstopo --of xml wrote; this-machine is the one at hand")
      ->type_name("FILE.xml");
  command->add_option("--nvidia-smi-topo", catalog_import.matrix, "What nvidia-smi topo -m printed")
      ->type_name("FILE.txt");
  command->add_option("--name", catalog_import.name, "Its id in the catalogue")
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--gpu", catalog_import.gpu, "The id of its GPUs in the catalogue")
      ->type_name("GPU");
  command->footer(
      "Example:\n  gpuscape catalog import --hwloc this-machine --name ours > our-parts/ours.json");
}

}  // namespace gpuscape
