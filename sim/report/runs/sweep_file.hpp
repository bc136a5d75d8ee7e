#pragma once
/// sweep.json: which sweep a folder of runs is of.

#include <filesystem>
#include <map>
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
  std::optional<FindSpec> find = {};               ///< none in a file of an earlier version either
  std::map<std::string, std::string> tables = {};  ///< SHA-256 by name, since they were written
};

SweepFile sweep_file(const DesignSpace& space, const std::string& title);
std::string sweep_file_text(const SweepFile& file);
/// Nothing where the folder has none. Throws ScenarioError where it cannot be read.
std::optional<SweepFile> read_sweep_file(const std::filesystem::path& folder);

/// Writes runs.csv and results.sqlite of the runs that are of one sweep, by their index, and then
/// sweep.json, which has their digests. Throws RunError.
void write_run_tables(RunFolder& folder, SweepFile sweep, std::span<const RunRecord> runs);

/// Names of sweep.json and of the tables that are not as they were written, and what is wrong.
std::map<std::string, std::string> damaged_tables(const std::filesystem::path& folder);

}  // namespace gpuscape
