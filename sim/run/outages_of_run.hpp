#pragma once
/// What a run tells of nodes that were away.

#include "sim/run/node_outages.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Adds `gpus_up` to the timeline, and what was planned and came of it to the notes. Nothing where
/// no nodes were to be away.
void add_outages(const NodeOutages& outages, RunResult& result);

}  // namespace gpuscape
