#pragma once
/// `gpuscape run SCENARIO`: what would these jobs get?

#include <iosfwd>
#include <string>

#include "cli/scenario_options.hpp"
#include "cli/simgrid_process.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct RunOptions {
  std::string file;
  ScenarioOptions scenario;  ///< --variant, --set, --seed
  std::string out;           ///< empty: ./<file stem>.out
  std::string loop = "simgrid";
  unsigned threads = 0;
  bool json = false;
  bool keep_all = false;
  bool perfetto = false;
  bool require_slo = false;
  bool anonymous = false;  ///< neither host nor command in what is written
  std::string command;     ///< as typed, for the provenance
};

/// Runs, writes the result folder, prints the answer. Returns the exit code; faults are exceptions.
/// `simgrid` is needed where the loop is SimGrid's.
int run_command(const RunOptions& options, const Registry& registry, const SimGridEngine* simgrid,
                std::ostream& out, std::ostream& err);

}  // namespace gpuscape
