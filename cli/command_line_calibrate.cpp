#include <fmt/format.h>

#include "cli/command_line.hpp"

namespace gpuscape {

void CommandLine::add_calibrate() {
  CLI::App* command =
      app_->add_subcommand("calibrate", "Make a profile of measurements: laws, costs and rates");
  CLI::Option* files =
      command
          ->add_option(
              "measurements", calibrate.files,
              "Files of gpuscape-bench, nccl-tests, perftest, nvbandwidth, OSU, fio, iperf3")
          ->type_name("MEASUREMENTS");
  CLI::Option* out =
      command->add_option("-o,--out", calibrate.out, "The profile to write")->type_name("PROFILE");
  CLI::Option* plot =
      command->add_option("--plot", calibrate.plot, "Draw each law into this folder, as SVG")
          ->type_name("DIR");
  command
      ->add_option("--bound", calibrate.bound,
                   "Refuse a fit that half of its sizes are farther off, relatively")
      ->type_name("X")
      ->check(CLI::Range(1e-6, 10.0).description(""))
      ->capture_default_str();
  CLI::Option* verify =
      command
          ->add_option("--verify", calibrate.verify,
                       "Hold this profile against composite workloads: predicted and measured; "
                       "without MEASUREMENTS gpuscape-bench is run")
          ->type_name("PROFILE")
          ->excludes(out)
          ->excludes(plot);
  command->add_option("--dir", calibrate.dir, "Where that run puts storage's file")
      ->type_name("DIR")
      ->needs(verify);
  command->add_flag("--json", calibrate.json, "The comparison as JSON")->needs(verify);
  add_memory_option(*command);
  command->callback([files, verify] {
    if (files->count() == 0 && verify->count() == 0)
      throw CLI::RequiredError("MEASUREMENTS (or --verify PROFILE)");
  });
  command->footer(
      "Examples:\n"
      "  gpuscape calibrate node.json -o node.profile.json --plot plots\n"
      "  gpuscape calibrate --verify node.profile.json composites.json");
}

}  // namespace gpuscape
