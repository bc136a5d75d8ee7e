#pragma once
/// Why one job of a run waited, from the files that the run left.

#include <cstdint>
#include <optional>
#include <string>

#include "sim/report/reading/saved_run.hpp"

namespace gpuscape {

/// The job with that number, as jobs.csv has it; none: there is none.
std::optional<std::uint32_t> job_numbered(const RunResult& run, std::int64_t number);

/// What it asked for, how long it waited and for what, what its queue had meanwhile, and who held
/// GPUs.
std::string why_text(const SavedRun& saved, std::uint32_t job);

}  // namespace gpuscape
