#pragma once
/// From the jobs of a run to how the design is used, and what it costs then.

#include "sim/cost/cost_model.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// Averages over the window. What jobs hold is useful as far as they make progress as if alone: a
/// job that the network slows holds its GPUs for longer, and is no more use for it.
Usage usage_of(const RunResult& run, const MetricWindow& window, const StopCheck& stop = {});

}  // namespace gpuscape
