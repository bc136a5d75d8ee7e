#include "cli/process/version.hpp"

#include "cli/simgrid/simgrid_process.hpp"

namespace gpuscape {

std::string program_version() { return GPUSCAPE_VERSION; }

std::string program_build() { return program_version() + "+" + source_digest().substr(0, 12); }

std::string version_text() {
  return "gpuscape " + program_version() + " (SimGrid " + built_with_simgrid() + ")";
}

}  // namespace gpuscape
