#pragma once
/// A folder of runs as a sweep that has ended, without its scenario.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "sim/report/runs/sweep_file.hpp"

namespace gpuscape {

struct KeptSweep {
  DesignSpace space;     ///< its axes and what is looked for, as sweep.json has them
  SweepOutcome outcome;  ///< the runs of that sweep, by their index
  std::int64_t designs_of_other_builds = 0;         ///< runs that are left out
  std::map<std::string, std::string> damaged = {};  ///< names of files, and what is wrong
};

/// Of runs of several builds those of the build that has most. Throws ScenarioError or RunError
/// where the folder has no sweep, or one that cannot be read.
KeptSweep read_kept_sweep(const std::filesystem::path& folder);

}  // namespace gpuscape
