#pragma once
/// "I/N": which designs of a sweep are this process's.

#include <string>

#include "sim/sweep/run_sweep.hpp"

namespace gpuscape {

/// Nothing where `shard` is empty. Throws UsageError where it is no part, or where there is no
/// folder of runs for it.
void take_shard(const std::string& shard, const std::string& runs, SweepOptions& options);

}  // namespace gpuscape
