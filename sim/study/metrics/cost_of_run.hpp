#pragma once
/// From the jobs of a run to how the design is used, and what it costs then.

#include "sim/cost/cost_model.hpp"
#include "sim/study/metrics/run_metrics.hpp"

namespace gpuscape {

/// Averages over the window. What jobs hold is useful as far as they make progress as if alone: a
/// job that the network slows holds its GPUs for longer, and is no more use for it.
Usage usage_of(const RunResult& run, const MetricWindow& window, const StopCheck& stop = {});

/// The GPU time that a job held in the window, and how much of it was useful.
struct HeldTime {
  GpuSeconds held{0.0};
  GpuSeconds useful{0.0};
};
HeldTime held_time(const RunResult& run, std::size_t job, const MetricWindow& window);

/// Node time in which nodes of a group hold a job ÷ all node time of the group in the window. Each
/// time that a node holds jobs counts for at least `least`.
double up_share(const RunResult& run, std::size_t group, const MetricWindow& window, Seconds least,
                const StopCheck& stop = {});

/// What moves the total of a study's design: inputs over their ranges, and what `cost.vary` names
/// from its first value to its last; the widest first.
std::vector<CostSwing> all_swings(const StudyResult& result);

}  // namespace gpuscape
