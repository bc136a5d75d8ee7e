#include <fmt/format.h>

#include "cli/command_line.hpp"

namespace gpuscape {

void CommandLine::add_calibrate() {
  CLI::App* command =
      app_->add_subcommand("calibrate", "Make a profile of measurements: laws, costs and rates");
  command
      ->add_option("measurements", calibrate.files,
                   "Files of gpuscape-bench, nccl-tests, perftest, nvbandwidth, OSU, fio, iperf3")
      ->required()
      ->type_name("MEASUREMENTS");
  command->add_option("-o,--out", calibrate.out, "The profile to write")->type_name("PROFILE");
  command->add_option("--plot", calibrate.plot, "Draw each law into this folder, as SVG")
      ->type_name("DIR");
  command
      ->add_option("--bound", calibrate.bound,
                   "Refuse a fit that half of its sizes are farther off, relatively")
      ->type_name("X")
      ->check(CLI::Range(1e-6, 10.0).description(""))
      ->capture_default_str();
  command->footer("Example:\n  gpuscape calibrate node.json -o node.profile.json --plot plots");
}

}  // namespace gpuscape
