#pragma once
/// What takes GPU time from the jobs of each design.

#include <string>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// What took the GPU time of each design's jobs that its own GPUs would not have taken; empty where
/// nothing did in any.
[[nodiscard]] std::string cause_lines(const CompareResult& result);

}  // namespace gpuscape
