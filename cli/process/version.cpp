#include "cli/process/version.hpp"

#include "cli/simgrid/simgrid_process.hpp"

namespace gpuscape {

std::string program_version() { return GPUSCAPE_VERSION; }

std::string version_text() {
  return "gpuscape " + program_version() + " (SimGrid " + built_with_simgrid() + ")";
}

}  // namespace gpuscape
