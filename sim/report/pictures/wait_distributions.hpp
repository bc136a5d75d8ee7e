#pragma once
/// How waits are distributed, by design.

#include <string>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// A bar for each design, in parts: the waits that half of its jobs do not exceed, then three
/// quarters, 90, 95 and 99 %. Of the jobs that the statistics of its first replication look at.
/// Empty where no job waits.
[[nodiscard]] std::string wait_distributions(const CompareResult& result, const std::string& id);

}  // namespace gpuscape
