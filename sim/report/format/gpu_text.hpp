#pragma once
/// GPUs of a node by their names, as scenarios write them.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// "gpu0-3" and "gpu6": the GPUs of a set, those whose numbers follow each other together.
std::vector<std::string> gpu_ranges(std::span<const std::string> names, const GpuSet& set);

/// "gpu0-3, gpu6": what a set of a node's GPUs is called; empty for none. `before` precedes each
/// name or range, and `between` stands between them.
std::string gpu_names(std::span<const std::string> names, const GpuSet& set,
                      std::string_view before = "", std::string_view between = ", ");

/// "gpu/3/gpu0-3+gpu/3/gpu6": the GPUs of a span, by which transfers and virtual nodes call them
/// too; empty where they are not told apart.
std::string gpus_text(const RunResult& run, const AllocationSpan& span);

/// The same of all spans, joined by "+".
std::string gpus_text(const RunResult& run, std::span<const AllocationSpan> spans);

}  // namespace gpuscape
