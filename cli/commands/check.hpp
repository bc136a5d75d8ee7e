#pragma once
/// `gpuscape check SCENARIO [--resolved]`: is my file right?

#include <iosfwd>
#include <string>

#include "cli/input/scenario_options.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct CheckOptions {
  std::string file;
  ScenarioOptions scenario;  ///< --variant, --set, --seed
  bool no_forecast = false;  ///< do not try what a run takes
  bool resolved = false;     ///< print the scenario with every default written out and marked
};

/// Prints what was understood, or the resolved scenario, on `out`, and every fault on `err`.
/// Returns the exit code: 0, or 2 when the input is wrong.
int check_command(const CheckOptions& options, const Registry& registry, std::ostream& out,
                  std::ostream& err);

}  // namespace gpuscape
