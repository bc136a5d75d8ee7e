#pragma once
/// sweep.json: which sweep a folder of runs is of.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/report/runs/run_folder.hpp"

namespace gpuscape {

struct SweepFile {
  std::string title = {};
  std::string sweep = {};  ///< its key
  std::int64_t designs = 0;
  std::vector<std::pair<std::string, std::vector<std::string>>> axes = {};
};

SweepFile sweep_file(const DesignSpace& space, const std::string& title);
std::string sweep_file_text(const SweepFile& file);
/// Nothing where the folder has none. Throws ScenarioError where it cannot be read.
std::optional<SweepFile> read_sweep_file(const std::filesystem::path& folder);

/// Writes runs.csv and results.sqlite of the runs that are of one sweep, by their index. Throws
/// RunError.
void write_run_tables(RunFolder& folder, std::span<const RunRecord> runs);

}  // namespace gpuscape
