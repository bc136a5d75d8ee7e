#pragma once
/// The folder that a run leaves behind: result.json, jobs.csv, timeline.csv, timeline.svg.

#include <filesystem>
#include <string>
#include <vector>

#include "sim/run/transfer_result.hpp"
#include "sim/scenario/catalog_guesses.hpp"
#include "sim/study/study_result.hpp"

namespace gpuscape {

/// What is written beside the result.
struct ResultFiles {
  bool perfetto = false;                   ///< trace.json
  std::vector<CatalogGuess> guesses = {};  ///< that the result rests on
};

class ResultFolder {
 public:
  /// Makes the folder where it is missing. Throws RunError where it cannot be written, or where it
  /// holds results of another scenario or files that no result folder explains.
  ResultFolder(std::filesystem::path path, const std::filesystem::path& scenario_file);

  /// `./<file stem>.out`, beside the user rather than beside the scenario.
  static std::filesystem::path default_path(const std::filesystem::path& scenario_file);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The scenario's file as seen from the folder, so that both may be moved together.
  [[nodiscard]] const std::string& scenario_file() const { return scenario_file_; }

  /// Writes all files and then puts all in place: a full disk leaves what was there. Removes what
  /// earlier runs left and this one does not write: replications, trace.json. Throws RunError.
  void write(const StudyResult& result, const Provenance& provenance,
             const ResultFiles& files = {});
  /// The same of a run of transfers: result.json, the whole text of which is given, and
  /// transfers.csv.
  void write_transfers(const TransferResult& result, const std::string& json) const;
  /// Writes compare.json, the whole text of which is given.
  void write_comparison(const std::string& json) const;
  /// jobs.csv and timeline.csv of one replication, under rep-NNN/.
  void write_replication(std::int64_t replication, const RunResult& run);

 private:
  void remove_stale_replications() const;

  std::filesystem::path path_;
  std::string scenario_file_;
  std::int64_t kept_ = 0;  // replications written, 1 to kept_
};

}  // namespace gpuscape
