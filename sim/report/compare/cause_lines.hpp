#pragma once
/// What takes GPU time from the jobs of each design.

#include <span>
#include <string>
#include <string_view>

#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// A metric that is a share of the GPU time that jobs held, and what it is called.
struct GpuTimeCause {
  std::string_view key;
  std::string_view label;
};

/// Those that take GPU time, in the order in which they are told.
[[nodiscard]] std::span<const GpuTimeCause> gpu_time_causes();

/// What took the GPU time of each design's jobs that its own GPUs would not have taken; empty where
/// nothing did in any.
[[nodiscard]] std::string cause_lines(const CompareResult& result);

}  // namespace gpuscape
