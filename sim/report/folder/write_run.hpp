#pragma once
/// The folder that `gpuscape run` leaves behind, for programs that have the outcome already.

#include <filesystem>
#include <vector>

#include "sim/report/folder/result_folder.hpp"

namespace gpuscape {

/// A run's outcome, and what it was made from.
struct WrittenRun {
  const StudyResult& result;
  const std::vector<CatalogGuess>& guesses;  ///< of the checked scenario
  std::filesystem::path scenario_file;
};

/// Writes result.json, jobs.csv, timeline.csv and what else belongs to the result: the same bytes
/// as the command's, provenance aside. Of `provenance` the files and the scenario's place are
/// filled in. Throws RunError, as ResultFolder does.
void write_run(const std::filesystem::path& folder, const WrittenRun& run, Provenance provenance);

}  // namespace gpuscape
