#pragma once
/// Whose a folder of results is, and which of its files are results.

#include <filesystem>
#include <set>
#include <string>

namespace gpuscape {

struct ResultOwner {
  std::string scenario_file;         ///< as seen from the folder; empty where nothing says it
  std::set<std::string> files = {};  ///< beside result.json: "jobs.csv", "rep-001"
  bool known = false;                ///< something says whose it is

  /// As a note, for who comes after a kill.
  [[nodiscard]] std::string text() const;
};

/// What result.json and compare.json in the folder say, and the note of a run that was killed while
/// it replaced them. Only names that a run gives to its files count.
ResultOwner owner_of(const std::filesystem::path& folder, const std::string& note);

/// Throws RunError where the folder is another scenario's, or where a file that a run would write
/// stands there and no result names it.
void refuse_foreign(const std::filesystem::path& folder, const ResultOwner& owner,
                    const std::string& scenario_file);

}  // namespace gpuscape
