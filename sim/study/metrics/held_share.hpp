#pragma once

#include <span>

#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Of one node's cores, for a job whose cores are spread over so many nodes. A job that asks for
/// nodes and not for cores has all of them.
[[nodiscard]] double cores_share(const Demand& demand, double nodes, const NodeLabel& node);
/// Over how many nodes a job's cores are spread: of one on lent GPUs its clients.
[[nodiscard]] double nodes_by_cores(std::span<const AllocationSpan> spans);
/// The part of a span's node that a job holds: of its GPUs, or of its cores where it has none.
[[nodiscard]] double held_share(const RunResult& run, std::size_t job, const AllocationSpan& span,
                                std::span<const AllocationSpan> spans);

}  // namespace gpuscape
