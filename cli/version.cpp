#include "cli/version.hpp"

#include "sim/engine/simgrid_host.hpp"

namespace gpuscape {

std::string program_version() { return GPUSCAPE_VERSION; }

std::string version_text() {
  return "gpuscape " + program_version() + " (SimGrid " + simgrid_version() + ")";
}

}  // namespace gpuscape
