#pragma once
/// `gpuscape trace info|convert|generate|fit`: logs described, written and imitated.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "cli/scenario_options.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct TraceOptions {
  std::string action;        ///< "info", "convert", "generate", "fit"
  std::string file;          ///< a log, or a scenario
  ScenarioOptions scenario;  ///< of a scenario: --variant, --set, --seed
  std::string format;        ///< empty: guessed
  std::string columns;       ///< of a table: JSON as in a scenario, or a file that holds it
  std::string delimiter;
  std::int64_t gpus = 0;  ///< of the cluster that a load is wanted for; 0: the scenario's, or none
  bool json = false;
  std::string svg;
  std::string out;
  bool force = false;  ///< what stands under `out` or `svg` is replaced
  bool anonymise = false;
  bool keep_partitions = false;
  std::optional<std::uint64_t> shuffle;
  bool renumber = false;
};

/// Returns the exit code; faults are exceptions.
int trace_command(const TraceOptions& options, const Registry& registry, std::ostream& out);

}  // namespace gpuscape
