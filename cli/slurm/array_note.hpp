#pragma once
/// slurm.json: which array of tasks works for a folder of runs, so that the next head follows it.

#include <optional>
#include <string>

#include "cli/slurm/slurm_client.hpp"
#include "sim/report/runs/run_folder.hpp"

namespace gpuscape {

struct ArrayNote {
  std::string sweep = {};  ///< its key
  SlurmArray array = {};
};

/// Nothing where there is none. Throws ScenarioError where it cannot be read.
std::optional<ArrayNote> read_array_note(const RunFolder& folder);
void write_array_note(RunFolder& folder, const ArrayNote& note);

/// In a folder of runs while tasks run, or where something went wrong with them.
inline constexpr const char* kArrayNote = "slurm.json";
inline constexpr const char* kTaskScript = "slurm.sh";
inline constexpr const char* kTaskOutput = "slurm-output";

}  // namespace gpuscape
