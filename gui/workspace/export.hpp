#pragma once
/// What leaves the window as files. Nothing is written over: a file that is there is refused.

#include <memory>
#include <string>
#include <string_view>

#include "sim/live/live_study.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape::gui {

/// "0.1.0".
std::string gui_version();

/// Of what is written here, by what the command line would be.
Provenance window_provenance(std::string command);

/// Throws RunError where the file is there already or cannot be written.
void write_new_file(const std::string& path, std::string_view text);

/// The result folder that `gpuscape run` writes for the design: the same bytes but for the
/// provenance. Runs what `cost.vary` names. Throws RunError where it cannot be written or is not
/// ours, or where the answer is no exact one.
void export_result_folder(const std::string& folder, const LiveAnswer& answer,
                          const Registry& registry);

/// "quickstart.out" for "scenarios/quickstart.json", beside where the program was started.
std::string default_folder(const std::string& scenario_file);

}  // namespace gpuscape::gui
