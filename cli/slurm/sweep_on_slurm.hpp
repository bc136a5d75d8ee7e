#pragma once
/// The designs of a sweep as tasks of Slurm that write into one folder of runs.

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/report/runs/run_folder.hpp"
#include "sim/sweep/design_space.hpp"
#include "sim/sweep/run_sweep.hpp"

namespace gpuscape {

struct SlurmSweep {
  const DesignSpace& space;
  const ScenarioSource& source;
  const Registry& registry;
  RunFolder& folder;
  std::vector<std::string> arguments = {};  ///< for sbatch
  std::int64_t tasks = 0;                   ///< of an array; 0: as many as seem right
  std::vector<std::string> words = {};      ///< the command line behind "sweep", for the tasks
  std::string version = {};
  unsigned threads = 0;  ///< that look into the folder
  std::stop_token stop = {};
  std::function<void(const SweepProgress&)> progress = nullptr;
};

struct SlurmOutcome {
  SweepOutcome sweep = {};
  std::string unfinished = {};  ///< where designs have no run: why, and what to do
};

/// Submits what has no run, waits, and submits again what tasks that died left; an array of an
/// earlier head is followed. Says on `err` what it does. Throws RunError where Slurm refuses or no
/// longer answers: what had ended is kept.
SlurmOutcome sweep_on_slurm(const SlurmSweep& sweep, std::ostream& err);

}  // namespace gpuscape
