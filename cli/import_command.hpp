#pragma once
/// `gpuscape catalog import`: a machine that stands somewhere becomes an entry of the catalogue.

#include <iosfwd>
#include <string>

namespace gpuscape {

struct ImportOptions {
  std::string hwloc;   ///< a file of lstopo's, or "this-machine"
  std::string matrix;  ///< what nvidia-smi topo -m printed
  std::string name = "imported";
  std::string gpu;  ///< the catalogue's id of its GPUs
};

/// Prints the entry as a file for a catalogue folder. Throws ScenarioError for wrong input.
int import_command(const ImportOptions& options, std::ostream& out);

}  // namespace gpuscape
