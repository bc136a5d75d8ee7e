#pragma once

#include <filesystem>
#include <span>

#include "sim/sweep/run_record.hpp"

namespace gpuscape {

/// Writes runs as a database of SQLite: tables runs, axes, figures and objectives, joined by
/// `design`, the runs' index. Equal runs in equal order give equal bytes, with the same version of
/// SQLite. What stood under the name is replaced. Throws RunError, also for a full disk.
void write_runs_database(const std::filesystem::path& file, std::span<const RunRecord> runs);

}  // namespace gpuscape
