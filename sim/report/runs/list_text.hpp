#pragma once

#include <optional>
#include <string>

#include "sim/report/runs/sweep_file.hpp"

namespace gpuscape {

/// What `gpuscape runs list` prints: of which sweep the folder is, how far that is, and its runs;
/// the first 40 unless all are asked for.
[[nodiscard]] std::string runs_list_text(const RunsInFolder& runs,
                                         const std::optional<SweepFile>& sweep, bool all);

}  // namespace gpuscape
