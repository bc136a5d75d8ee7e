#pragma once
/// Cells of CSV files, and the names that they and result.json share.

#include <string>
#include <string_view>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// "no_whole_node", as jobs.csv and result.json call it.
std::string_view wait_reason_name(WaitReason reason);

/// A cell, quoted where it holds a comma, a quote or a line end. A text that a spreadsheet would
/// take for a formula is led by an apostrophe.
std::string csv_cell(std::string_view text);

/// "waiting", "running", "completed", "timed_out", "never_fits".
std::string_view state_name(JobState state);

}  // namespace gpuscape
