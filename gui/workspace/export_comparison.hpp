#pragma once
/// The folder that `gpuscape compare` writes for the command that the window copies.

#include <stop_token>
#include <string>
#include <vector>

#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

/// Several designs, the first being the baseline, and what their file is to be called where they
/// are saved as a scenario: the command compares that, and what is written is what it would be of.
struct ComparedDesigns {
  std::vector<LiveDesign> designs;
  std::string patch_file;
  std::vector<std::string> file_variants;  ///< of the designs' file
};

/// Runs the designs as the command does, and writes its folder: the same bytes but for the
/// provenance. Throws RunError where it cannot be written or is not ours, where there are fewer
/// than two designs, and once a stop was asked for; ScenarioError where a design has faults.
void export_comparison(const std::string& folder, const ComparedDesigns& compared,
                       const Registry& registry, const std::stop_token& stop = {});

/// The page of `gpuscape report`, of the folder of all designs or, of one alone, of its result,
/// which is written beside it: "a.out" of "a.html". Returns what was written, as a sentence. Throws
/// as export_comparison and export_result_folder do, and RunError where there is such a page.
std::string export_page(const std::string& file, const LiveAnswer& answer,
                        const ComparedDesigns& compared, const Registry& registry,
                        const std::stop_token& stop = {});

}  // namespace gpuscape::gui
