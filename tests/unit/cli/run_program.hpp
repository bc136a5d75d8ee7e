#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "sim/engine/simgrid_host.hpp"

namespace gpuscape {

struct Outcome {
  int code = 0;
  std::string out, err;
};

/// What gpuscape-simgrid has.
inline const SimGridEngine& linked_simgrid() {
  static const SimGridEngine engine{.run_loop = run_on_simgrid, .run_transfers = nullptr};
  return engine;
}

/// The whole program in this process, with SimGrid linked.
inline Outcome run_program(const std::vector<std::string>& words) {
  std::ostringstream out, err;
  const int code = program(words, out, err, &linked_simgrid());
  return {code, out.str(), err.str()};
}

}  // namespace gpuscape
