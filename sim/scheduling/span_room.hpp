#pragma once
/// What is free on the groups of a span, taken together.

#include "sim/platform/platform.hpp"
#include "sim/scheduling/free_nodes.hpp"

namespace gpuscape {

/// True when each share of the job finds a node of its own in the span.
[[nodiscard]] bool span_has_room(const FreeCapacity& capacity, const GroupSpan& span,
                                 const Demand& demand, const NodeFilter* filter);

/// True when some span of the platform has as many free GPUs, on whatever nodes. Of a job that goes
/// on several nodes: one that stays on one node spans nothing.
[[nodiscard]] bool any_span_has_gpus(const FreeCapacity& capacity, const Demand& demand);

/// True when some span of the platform has room for each share of the job.
[[nodiscard]] bool any_span_has_room(const FreeCapacity& capacity, const Demand& demand,
                                     const NodeFilter* filter);

}  // namespace gpuscape
