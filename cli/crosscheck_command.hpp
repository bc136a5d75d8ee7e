#pragma once
/// `gpuscape crosscheck SCENARIO --network simgrid`: does somebody else's network say the same?

#include <iosfwd>
#include <string>

#include "cli/scenario_options.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct CrosscheckOptions {
  std::string file;
  ScenarioOptions scenario;
  std::string network;  ///< "simgrid"
  bool json = false;
};

/// Prints the differences. Returns the exit code: kCheckFailed where dates differ.
int crosscheck_command(const CrosscheckOptions& options, const Registry& registry,
                       std::ostream& out, std::ostream& err);

}  // namespace gpuscape
