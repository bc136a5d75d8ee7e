#pragma once
/// A folder that `gpuscape run` or `gpuscape compare` left, read back to be shown beside others.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/report/reading/saved_run.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// One design of a folder.
struct SavedDesign {
  std::string name;                          ///< of the variant: "base"
  std::shared_ptr<const SavedRun> run = {};  ///< never null
  /// To the first design of the folder, as compare.json says; none of that itself, of a run alone,
  /// and where the comparison was stopped before it.
  std::optional<Comparison> beside = {};
};

struct SavedFolder {
  std::string path;  ///< as it was opened
  std::string name;  ///< its own, without where it lies
  bool is_comparison = false;
  bool is_partial = false;                ///< stopped before its end
  std::vector<SavedDesign> designs = {};  ///< at least one
  Provenance provenance = {};
  Seconds written{0.0};  ///< Unix time of the last change of the file that completes it
  std::vector<std::string> faults = {};  ///< of parts that cannot be shown, one line each
};

/// Reads compare.json with the folders of its variants, or else result.json. Throws RunError where
/// the folder holds neither, or is being written; ScenarioError where they cannot be read.
std::shared_ptr<const SavedFolder> read_saved_folder(const std::string& path);

}  // namespace gpuscape
