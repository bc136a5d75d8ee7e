#pragma once
/// Whose a folder of results is, and which of its files are results.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// Beside compare.json: a row for each design, and what each is made of; and pictures.
inline constexpr std::string_view kComparisonTable = "compare.csv";
inline constexpr std::string_view kComparisonBill = "compare-bill.csv";
constexpr bool is_of_comparison(std::string_view name) {
  return name == kComparisonTable || name.starts_with("compare-");
}

struct ResultOwner {
  std::string scenario_file;         ///< as seen from the folder; empty where nothing says it
  std::set<std::string> files = {};  ///< beside result.json: "jobs.csv", "rep-001"
  /// SHA-256 of those and of files in those folders ("rep-001/jobs.csv"), as runs recorded them: of
  /// the old and the new one where a run was killed while it replaced them.
  std::map<std::string, std::set<std::string>> digests = {};
  bool known = false;  ///< something says whose it is
  /// Of which design result.json is: "base", or the name of a variant; empty: nothing says it.
  std::string variant = {};

  /// As a note, for who comes after a kill.
  [[nodiscard]] std::string text() const;
};

/// What result.json and compare.json in the folder say, and the note of a run that was killed while
/// it replaced them. Only names that a run gives to its files count. Of a large file the end is
/// read, which is where its provenance stands.
ResultOwner owner_of(const std::filesystem::path& folder, const std::string& note);

/// Whether anything has the name, a link without an end too.
bool is_there(const std::filesystem::path& path);

/// The names, each folder of a replication replaced by the files that a run writes into it.
std::vector<std::string> files_of(const std::set<std::string>& names);

/// Whether what has the name in the folder is a file that a run wrote, to the bit.
bool is_as_written(const std::filesystem::path& folder, const ResultOwner& owner,
                   const std::string& name);

/// Throws RunError where the folder is another scenario's, or where a file that a run would write
/// stands there and no result names it.
void refuse_foreign(const std::filesystem::path& folder, const ResultOwner& owner,
                    const std::string& scenario_file);

}  // namespace gpuscape
