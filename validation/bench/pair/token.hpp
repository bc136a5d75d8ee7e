#pragma once
/// The secret that the two ends of a pair share. It never crosses the wire.

#include <string>

#include "core/options.hpp"

namespace gpuscape::bench {

/// From --token-file (a plain file of this user's, readable by nobody else), else from the
/// environment's GPUSCAPE_BENCH_TOKEN. Throws UsageFault with the remedy.
std::string pair_token(const Options& options);

}  // namespace gpuscape::bench
